//! The tree of a crate's modules.

use syn::{Item, ItemMacro, ItemMod};

use super::package::Files;
use super::scope::{Meaning, Scope, is_shown, is_test};

/// A module, in a file of its own or inside of one.
pub struct Module {
    /// The file that its items stand in.
    pub file: String,
    /// The module that declares it; none for the root.
    pub parent: Option<usize>,
    /// Its items, the modules in it aside.
    pub items: Vec<Item>,
    pub scope: Scope,
}

/// All modules of a crate but for its tests, by number; the root is number 0.
pub struct Tree {
    pub modules: Vec<Module>,
}

impl Tree {
    /// Reads the crate whose root is this file.
    pub fn read(files: &Files, root: &str) -> Result<Self, String> {
        let mut tree = Self {
            modules: Vec::new(),
        };
        let place = Place {
            file: root.to_owned(),
            folder: String::new(),
        };
        tree.add(files, None, &place, parse(files, root)?)?;
        Ok(tree)
    }

    /// Adds a module with those below it, and gives its number.
    fn add(
        &mut self,
        files: &Files,
        parent: Option<usize>,
        place: &Place,
        items: Vec<Item>,
    ) -> Result<usize, String> {
        let number = self.modules.len();
        self.modules.push(Module {
            file: place.file.clone(),
            parent,
            items: Vec::new(),
            scope: Scope::of(items.iter(), &place.file),
        });
        for item in items {
            match item {
                Item::Mod(inner) if is_test(&inner.attrs) => {}
                Item::Mod(inner) => {
                    let (name, shown) = (inner.ident.to_string(), is_shown(&inner.vis));
                    let child = self.add_below(files, number, place, inner)?;
                    self.add_name(number, name, Meaning::Module(child), shown);
                }
                other => self.add_item(number, &place.file, other),
            }
        }
        Ok(number)
    }

    /// Adds an item; `#[macro_export]` puts a macro into the root, wherever it is defined.
    fn add_item(&mut self, module: usize, file: &str, item: Item) {
        if let Item::Macro(ItemMacro {
            ident: Some(name),
            attrs,
            ..
        }) = &item
            && attrs
                .iter()
                .any(|attribute| attribute.path().is_ident("macro_export"))
        {
            self.add_name(0, name.to_string(), Meaning::Item(file.to_owned()), true);
        }
        if let Some(module) = self.modules.get_mut(module) {
            module.items.push(item);
        }
    }

    fn add_name(&mut self, module: usize, name: String, meaning: Meaning, shown: bool) {
        if let Some(module) = self.modules.get_mut(module) {
            module.scope.add(name, meaning, shown);
        }
    }

    fn add_below(
        &mut self,
        files: &Files,
        parent: usize,
        place: &Place,
        declared: ItemMod,
    ) -> Result<usize, String> {
        let name = declared.ident.to_string();
        let folder = format!("{}{name}/", place.folder);
        if let Some((_, items)) = declared.content {
            let file = place.file.clone();
            return self.add(files, Some(parent), &Place { file, folder }, items);
        }
        let candidates = [
            format!("{}{name}.rs", place.folder),
            format!("{folder}mod.rs"),
        ];
        let file = candidates.into_iter().find(|file| files.contains_key(file));
        let file = file.ok_or_else(|| format!("{}: no file for `mod {name}`", place.file))?;
        let items = parse(files, &file)?;
        self.add(files, Some(parent), &Place { file, folder }, items)
    }
}

/// Where a module's items stand, and where the files of the modules below it are.
struct Place {
    file: String,
    folder: String,
}

fn parse(files: &Files, file: &str) -> Result<Vec<Item>, String> {
    let text = files.get(file).ok_or_else(|| format!("no file {file}"))?;
    let parsed = syn::parse_file(text).map_err(|error| format!("{file}: {error}"))?;
    Ok(parsed.items)
}
