//! New names, as all who write files beside a release need them.

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};

use crate::complaint::Complaint;
use crate::error::Error;

/// The file of this name where a folder is given; else what is given.
pub(crate) fn inside(given: &Path, name: &str) -> PathBuf {
    if given.is_dir() {
        given.join(name)
    } else {
        given.to_owned()
    }
}

/// Refuses a path at which something stands already: an earlier file or release is never touched.
pub fn refuse_existing(path: &Path) -> Result<(), Error> {
    if path.symlink_metadata().is_ok() {
        let help = "choose another name, or move it away first";
        return Err(Error::refused(
            path.display().to_string(),
            "it exists already",
            help,
        ));
    }
    Ok(())
}

/// Refuses a path at which nothing new can be made: something stands there, or the folder around is missing or may not
/// be written to.
pub(crate) fn expect_place(path: &Path) -> Result<(), Error> {
    refuse_existing(path)?;
    let around = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let writable = around.metadata().and_then(|_| expect_writable(around));
    writable.map_err(|error| Error::unwritable(path, &error))
}

#[cfg(unix)]
fn expect_writable(folder: &Path) -> io::Result<()> {
    use rustix::fs::{Access, access};
    Ok(access(folder, Access::WRITE_OK)?)
}

#[cfg(not(unix))]
fn expect_writable(_folder: &Path) -> io::Result<()> {
    Ok(())
}

/// A name beside `path` that nobody else has: its name, `mark`, and a random number.
pub(crate) fn temporary_name(path: &Path, mark: &str) -> Result<PathBuf, Error> {
    let name = path.file_name().ok_or_else(|| {
        Error::refused(
            path.display().to_string(),
            "this is no name of a file or folder",
            "give a new name, such as `--out published`",
        )
    })?;
    let mut tag = [0_u8; TAG_BYTES];
    getrandom::fill(&mut tag).map_err(Complaint::no_entropy)?;
    let mut partial = name.to_owned();
    partial.push(format!("{mark}{}", crate::text::hex(&tag)));
    Ok(path.with_file_name(partial))
}

/// Whether [`temporary_name`] may have given this name to something that was to be called `path`.
pub(crate) fn is_temporary_name(name: &OsStr, path: &Path, mark: &str) -> bool {
    let Some(target) = path.file_name() else {
        return false;
    };
    let rest = name
        .as_encoded_bytes()
        .strip_prefix(target.as_encoded_bytes());
    let tag = rest.and_then(|rest| rest.strip_prefix(mark.as_bytes()));
    tag.is_some_and(|tag| {
        let hexadecimal = |byte: &u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        tag.len() == 2 * TAG_BYTES && tag.iter().all(hexadecimal)
    })
}

/// Two runs get the same name by chance once in 2^48 times, and then the system refuses the second.
const TAG_BYTES: usize = 6;
