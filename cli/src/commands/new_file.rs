//! One new file, whole or not at all.

use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::Path;

use crate::error::CliError;
use crate::keys::hex;
use crate::release::folder::{refuse_existing, unwritable};

/// Writes a file that does not exist yet: under a temporary name beside it, which it loses when all of it is on the
/// disk. An existing file is never touched.
pub fn write_new(path: &Path, text: &str) -> Result<(), CliError> {
    refuse_existing(path)?;
    let name = path.file_name().ok_or_else(|| {
        let help = "give the name of a new file";
        CliError::refused(path.display().to_string(), "this is no name of a file", help)
    })?;
    let mut tag = [0_u8; 6];
    getrandom::fill(&mut tag).map_err(|error| {
        let help = "it has no entropy to give";
        CliError::refused("operating system", error.to_string(), help)
    })?;
    let mut partial_name = name.to_owned();
    partial_name.push(format!(".partial-{}", hex(&tag)));
    let partial = path.with_file_name(partial_name);
    let written = OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(&partial)
        .and_then(|mut file| {
            file.write_all(text.as_bytes())?;
            file.sync_all()
        })
        .map_err(|error| unwritable(path, &error))
        .and_then(|()| refuse_existing(path))
        .and_then(|()| fs::rename(&partial, path).map_err(|error| unwritable(path, &error)));
    written.inspect_err(|_| {
        // Best effort: what cannot be removed has a name of its own.
        let _ = fs::remove_file(&partial);
    })
}
