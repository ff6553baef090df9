//! What a path stands for.

use std::collections::BTreeSet;
use std::iter;

use super::modules::Tree;
use super::scope::{Meaning, Scope, Words};

/// What a path leads to within the crate.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Target {
    Module(usize),
    Item { file: String, name: String },
}

/// The imports that are being followed: `use a::b` in a module `a::b` asks for `a` again.
type Trail<'a> = Vec<(usize, &'a [String])>;

impl Tree {
    /// All that a path in a module stands for, seen from inside of these blocks; nothing for a path that
    /// leads out of the crate.
    pub fn targets<'a>(
        &'a self,
        module: usize,
        blocks: &'a [Scope],
        path: &[String],
    ) -> BTreeSet<Target> {
        let mut trail = Vec::new();
        if let Some((first, rest)) = path.split_first() {
            for block in blocks.iter().rev() {
                let targets = self.in_scope(module, block, first, module, &mut trail);
                if !targets.is_empty() {
                    return self.follow(targets, rest, module, &mut trail);
                }
            }
        }
        self.in_module(module, path, &mut trail)
    }

    /// The macro of this name in a module above: a macro reaches the modules that are declared after it
    /// without being imported.
    pub fn macro_above(&self, module: usize, name: &str) -> Option<Target> {
        let mut above = self
            .up_from(module)
            .filter_map(|number| self.modules.get(number));
        let owner = above.find(|module| module.scope.macros.contains(name))?;
        Some(Target::Item {
            file: owner.file.clone(),
            name: name.to_owned(),
        })
    }

    fn in_module<'a>(
        &'a self,
        module: usize,
        path: &[String],
        trail: &mut Trail<'a>,
    ) -> BTreeSet<Target> {
        let Some((first, rest)) = path.split_first() else {
            return BTreeSet::new();
        };
        let start = match first.as_str() {
            "crate" => BTreeSet::from([Target::Module(0)]),
            "self" => BTreeSet::from([Target::Module(module)]),
            name => self.member(module, name, module, trail),
        };
        self.follow(start, rest, module, trail)
    }

    /// Goes on along a path. What is behind a type is its own: a variant, an associated item.
    fn follow<'a>(
        &'a self,
        mut at: BTreeSet<Target>,
        path: &[String],
        from: usize,
        trail: &mut Trail<'a>,
    ) -> BTreeSet<Target> {
        for name in path {
            let modules = at.iter().filter_map(|target| match target {
                Target::Module(number) => Some(*number),
                Target::Item { .. } => None,
            });
            let modules: Vec<usize> = modules.collect();
            if modules.is_empty() {
                return at;
            }
            let members = modules
                .iter()
                .map(|&module| self.member(module, name, from, trail));
            at = members.flatten().collect();
        }
        at
    }

    /// What a name stands for in a module, asked from another.
    fn member<'a>(
        &'a self,
        module: usize,
        name: &str,
        from: usize,
        trail: &mut Trail<'a>,
    ) -> BTreeSet<Target> {
        let Some(own) = self.modules.get(module) else {
            return BTreeSet::new();
        };
        if name == "super" {
            return own.parent.map(Target::Module).into_iter().collect();
        }
        self.in_scope(module, &own.scope, name, from, trail)
    }

    /// What a name stands for in a scope of a module. Explicit names come before globs.
    fn in_scope<'a>(
        &'a self,
        module: usize,
        scope: &'a Scope,
        name: &str,
        from: usize,
        trail: &mut Trail<'a>,
    ) -> BTreeSet<Target> {
        let inside = self.is_inside(from, module);
        let entries = scope.names.get(name).into_iter().flatten();
        let mut found = BTreeSet::new();
        for entry in entries.filter(|entry| entry.shown || inside) {
            match &entry.meaning {
                Meaning::Module(number) => {
                    found.insert(Target::Module(*number));
                }
                Meaning::Item(file) => {
                    let (file, name) = (file.clone(), name.to_owned());
                    found.insert(Target::Item { file, name });
                }
                Meaning::Import(path) => found.extend(self.imported(module, path, trail)),
            }
        }
        if found.is_empty() {
            for (path, _) in scope.globs.iter().filter(|(_, shown)| *shown || inside) {
                for target in self.imported(module, path, trail) {
                    if let Target::Module(of) = target {
                        found.extend(self.glob(module, of, name, path, trail));
                    }
                }
            }
        }
        found
    }

    fn imported<'a>(
        &'a self,
        module: usize,
        path: &'a Words,
        trail: &mut Trail<'a>,
    ) -> BTreeSet<Target> {
        if trail.contains(&(module, path)) {
            return BTreeSet::new();
        }
        trail.push((module, path));
        let targets = self.in_module(module, path, trail);
        trail.pop();
        targets
    }

    /// What a name stands for in a module whose names a glob in another brings in.
    fn glob<'a>(
        &'a self,
        module: usize,
        of: usize,
        name: &str,
        path: &'a Words,
        trail: &mut Trail<'a>,
    ) -> BTreeSet<Target> {
        if trail.contains(&(module, path)) {
            return BTreeSet::new();
        }
        trail.push((module, path));
        let targets = self.member(of, name, module, trail);
        trail.pop();
        targets
    }

    fn is_inside(&self, module: usize, outer: usize) -> bool {
        self.up_from(module).any(|number| number == outer)
    }

    /// A module and those that it is in, up to the root.
    fn up_from(&self, module: usize) -> impl Iterator<Item = usize> {
        let parent = |number: &usize| self.modules.get(*number).and_then(|module| module.parent);
        iter::successors(Some(module), parent)
    }
}
