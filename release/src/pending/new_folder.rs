//! A folder that does not exist yet.

use std::fs::File;
use std::path::Path;

use super::begun::{Begun, Readers};
use super::leftover::remove_leftovers;
use super::under_way::Product;
use crate::error::Error;

/// A new folder, which nobody sees before [`NewFolder::finish`]; dropped without that, it is not there.
pub struct NewFolder(Begun);

impl NewFolder {
    /// Begins it, and removes what killed runs have left of it. Refused: a path at which something stands, or that
    /// cannot be written.
    pub fn create(path: &Path) -> Result<Self, Error> {
        let begun = Begun::new(path, Product::Folder)?;
        remove_leftovers(path, Product::Folder);
        Ok(Self(begun))
    }

    /// Where it is for now.
    pub fn path(&self) -> &Path {
        self.0.folder()
    }

    /// A new file in it.
    pub fn file(&self, name: &str) -> Result<File, Error> {
        self.0.create(name.as_ref(), Readers::Anyone)
    }

    /// Gives it its name.
    pub fn finish(self) -> Result<(), Error> {
        Begun::finish(&[self.0])
    }
}
