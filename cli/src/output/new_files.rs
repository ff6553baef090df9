//! New texts, all of them whole or none at all.

use std::path::Path;

use privet_release::Error;
use privet_release::pending::{NewFile, Readers};

/// Writes files that do not exist yet. None has its name before all of all files is on the disk.
pub fn write_new(files: &[(&Path, &str)], readers: Readers) -> Result<(), Error> {
    let files = files.iter();
    let begun = files.map(|(path, text)| NewFile::with_text(path, text, readers));
    NewFile::finish(begun.collect::<Result<Vec<_>, Error>>()?)
}
