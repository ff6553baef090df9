//! A release as it is named: by its folder, or by a file in it.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::names::{MODEL, RECORD, SYNTHETIC, SYNTHETIC_PARQUET};
use crate::opening::digest_of;
use crate::reading::{TextFile, read_text};
use crate::record::Record;

/// The folder of a release: what is given, or the folder around where one of a release's files is given.
pub fn release_folder(given: &Path) -> PathBuf {
    let names = [RECORD, MODEL, SYNTHETIC, SYNTHETIC_PARQUET].map(OsStr::new);
    let is_a_file_of_it = given.file_name().is_some_and(|name| names.contains(&name));
    if is_a_file_of_it && given.is_file() {
        folder_around(given)
    } else {
        given.to_owned()
    }
}

/// The synthetic table where the folder of a release is given, else what is given.
pub fn synthetic_table(given: &Path) -> PathBuf {
    let inside = [SYNTHETIC, SYNTHETIC_PARQUET].map(|name| given.join(name));
    let there = inside.into_iter().find(|path| path.is_file());
    there
        .filter(|_| given.join(RECORD).is_file())
        .unwrap_or_else(|| given.to_owned())
}

/// The folder of the release whose synthetic table this is: one that has a release's name for it, beside a record.
pub(super) fn folder_of_table(path: &Path) -> Option<PathBuf> {
    let is_named = [SYNTHETIC, SYNTHETIC_PARQUET]
        .map(OsStr::new)
        .contains(&path.file_name()?);
    let folder = folder_around(path);
    (is_named && folder.join(RECORD).symlink_metadata().is_ok()).then_some(folder)
}

/// Whether a record beside a table says that the table is its synthetic one. The release is not checked.
pub fn is_synthetic_table(path: &Path) -> bool {
    let Some(name) = path.file_name().and_then(OsStr::to_str) else {
        return false;
    };
    let named = |record: Record| {
        let named = record.artefacts.into_iter().find(|one| one.file == name);
        named.filter(|_| [SYNTHETIC, SYNTHETIC_PARQUET].contains(&name))
    };
    let listed = record_in(&folder_around(path)).ok().and_then(named);
    listed.is_some_and(|one| digest_of(path).is_ok_and(|digest| digest == one.sha256))
}

fn record_in(folder: &Path) -> Result<Record, Error> {
    let path = folder.join(RECORD);
    let text = read_text(&path, TextFile::Record)?;
    Record::parse(&path.display().to_string(), &text)
}

/// The folder of a bare name is the one that the program runs in.
fn folder_around(path: &Path) -> PathBuf {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_owned(),
        _ => PathBuf::from("."),
    }
}
