//! Which file uses which, and by what names.

use std::collections::{BTreeMap, BTreeSet};

use syn::buffer::TokenBuffer;
use syn::visit::{self, Visit};
use syn::{Attribute, Block, ImplItem, Item, Macro, Path, Stmt};

use super::modules::Tree;
use super::resolve::Target;
use super::scope::{Scope, attributes, imports, is_shown, is_test};
use super::tokens::paths_in;

/// From the file that uses to the file that defines, with the names.
pub type Uses = BTreeMap<(String, String), BTreeSet<String>>;

/// All uses between different files of a crate.
pub fn uses(tree: &Tree) -> Uses {
    let mut found = Uses::new();
    for (number, module) in tree.modules.iter().enumerate() {
        let mut walk = Walk {
            tree,
            module: number,
            file: &module.file,
            blocks: Vec::new(),
            found: &mut found,
        };
        for item in &module.items {
            walk.visit_item(item);
        }
    }
    found
}

/// A walk through the items of one module.
struct Walk<'t> {
    tree: &'t Tree,
    module: usize,
    file: &'t str,
    /// What the blocks around the present place bring into scope, innermost last.
    blocks: Vec<Scope>,
    found: &'t mut Uses,
}

impl Walk<'_> {
    fn note_path(&mut self, path: &[String]) {
        let targets = self.tree.targets(self.module, &self.blocks, path);
        self.note(targets);
    }

    fn note(&mut self, targets: impl IntoIterator<Item = Target>) {
        for target in targets {
            if let Target::Item { file, name } = target
                && file != self.file
            {
                let edge = (self.file.to_owned(), file);
                self.found.entry(edge).or_default().insert(name);
            }
        }
    }
}

impl<'ast> Visit<'ast> for Walk<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        match item {
            _ if is_test(attributes(item)) => {}
            Item::Use(item) if is_shown(&item.vis) => {}
            Item::Use(item) => {
                for import in imports(&item.tree) {
                    self.note_path(&import.path);
                }
            }
            _ => visit::visit_item(self, item),
        }
    }

    fn visit_impl_item(&mut self, item: &'ast ImplItem) {
        let attributes: &[Attribute] = match item {
            ImplItem::Const(item) => &item.attrs,
            ImplItem::Fn(item) => &item.attrs,
            ImplItem::Type(item) => &item.attrs,
            _ => &[],
        };
        if !is_test(attributes) {
            visit::visit_impl_item(self, item);
        }
    }

    fn visit_block(&mut self, block: &'ast Block) {
        let items = block.stmts.iter().filter_map(|statement| match statement {
            Stmt::Item(item) => Some(item),
            _ => None,
        });
        self.blocks.push(Scope::of(items, self.file));
        visit::visit_block(self, block);
        self.blocks.pop();
    }

    fn visit_path(&mut self, path: &'ast Path) {
        // `::name` leads out of the crate, and `<Type>::name` is the type's own.
        if path.leading_colon.is_none() {
            let words = path
                .segments
                .iter()
                .map(|segment| segment.ident.to_string());
            let words: Vec<String> = words.collect();
            self.note_path(&words);
        }
        visit::visit_path(self, path); // the types between angle brackets
    }

    fn visit_macro(&mut self, call: &'ast Macro) {
        self.visit_path(&call.path);
        if let Some(name) = call.path.get_ident() {
            let above = self.tree.macro_above(self.module, &name.to_string());
            self.note(above);
        }
        for path in paths_in(&TokenBuffer::new2(call.tokens.clone())) {
            self.note_path(&path);
        }
    }

    fn visit_attribute(&mut self, _: &'ast Attribute) {}
}
