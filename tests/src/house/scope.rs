//! The names that a module or a block brings into scope.

use std::collections::{BTreeMap, BTreeSet};

use syn::{Attribute, Ident, Item, Meta, UseTree, Visibility};

/// A path, word by word.
pub type Words = Vec<String>;

/// What a name stands for, where it is introduced.
#[derive(Clone, Debug)]
pub enum Meaning {
    /// A module, by its number.
    Module(usize),
    /// An item that this file defines.
    Item(String),
    /// What this path stands for.
    Import(Words),
}

/// A name's meaning, and who else may use it.
#[derive(Clone, Debug)]
pub struct Entry {
    pub meaning: Meaning,
    /// Whether a glob in a module that is not inside this one takes it.
    pub shown: bool,
}

/// Names, each with all its meanings: a module and a function may share one.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    pub names: BTreeMap<String, Vec<Entry>>,
    /// The paths of `use path::*`, and whether they are re-exports.
    pub globs: Vec<(Words, bool)>,
    /// The macros among the names.
    pub macros: BTreeSet<String>,
}

impl Scope {
    /// The names that these items of a file introduce, modules aside.
    pub fn of<'a>(items: impl Iterator<Item = &'a Item>, file: &str) -> Self {
        let mut scope = Self::default();
        for item in items.filter(|item| !is_test(attributes(item))) {
            if let Item::Use(item) = item {
                let shown = is_shown(&item.vis);
                for import in imports(&item.tree) {
                    match import.name {
                        None => scope.globs.push((import.path, shown)),
                        Some(name) => scope.add(name, Meaning::Import(import.path), shown),
                    }
                }
            } else if let Some((name, shown)) = defined(item) {
                if matches!(item, Item::Macro(_)) {
                    scope.macros.insert(name.to_string());
                }
                scope.add(name.to_string(), Meaning::Item(file.to_owned()), shown);
            }
        }
        scope
    }

    pub fn add(&mut self, name: String, meaning: Meaning, shown: bool) {
        let entry = Entry { meaning, shown };
        self.names.entry(name).or_default().push(entry);
    }
}

/// One name of a `use`; none for a glob.
pub struct Import {
    pub path: Words,
    pub name: Option<String>,
}

/// All that a `use` imports. A path that begins with `::` leads out of the crate, but so does every one
/// whose first word nobody knows.
pub fn imports(tree: &UseTree) -> Vec<Import> {
    let mut found = Vec::new();
    flatten(tree, &[], &mut found);
    found
}

fn flatten(tree: &UseTree, before: &[String], found: &mut Vec<Import>) {
    let with = |ident: &Ident| {
        // `use module::{self}` imports the module itself.
        let own = (ident != "self" || before.is_empty()).then(|| ident.to_string());
        before.iter().cloned().chain(own).collect::<Words>()
    };
    match tree {
        UseTree::Path(path) => flatten(&path.tree, &with(&path.ident), found),
        UseTree::Name(name) => {
            let path = with(&name.ident);
            let name = path.last().cloned();
            found.push(Import { path, name });
        }
        UseTree::Rename(rename) => found.push(Import {
            path: with(&rename.ident),
            name: Some(rename.rename.to_string()),
        }),
        UseTree::Glob(_) => found.push(Import {
            path: before.to_vec(),
            name: None,
        }),
        UseTree::Group(group) => {
            for tree in &group.items {
                flatten(tree, before, found);
            }
        }
    }
}

/// The name that an item defines. A macro is shown to all who can name it.
fn defined(item: &Item) -> Option<(&Ident, bool)> {
    match item {
        Item::Const(item) => Some((&item.ident, is_shown(&item.vis))),
        Item::Enum(item) => Some((&item.ident, is_shown(&item.vis))),
        Item::Fn(item) => Some((&item.sig.ident, is_shown(&item.vis))),
        Item::Macro(item) => item.ident.as_ref().map(|ident| (ident, true)),
        Item::Static(item) => Some((&item.ident, is_shown(&item.vis))),
        Item::Struct(item) => Some((&item.ident, is_shown(&item.vis))),
        Item::Trait(item) => Some((&item.ident, is_shown(&item.vis))),
        Item::Type(item) => Some((&item.ident, is_shown(&item.vis))),
        Item::Union(item) => Some((&item.ident, is_shown(&item.vis))),
        _ => None,
    }
}

/// Whether a `use` or an item has a visibility; a `use` that has one is a re-export.
pub fn is_shown(visibility: &Visibility) -> bool {
    !matches!(visibility, Visibility::Inherited)
}

/// Whether these attributes make an item part of the tests only.
pub fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        Meta::Path(path) => path.is_ident("test"),
        Meta::List(list) if list.path.is_ident("cfg") => {
            syn::parse2::<Ident>(list.tokens.clone()).is_ok_and(|condition| condition == "test")
        }
        _ => false,
    })
}

/// The attributes of an item of any kind.
pub fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Union(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}
