//! Handles of open files, of which a process has so many and no more.
//!
//! A release that runs out of them after it has drawn noise has spent its budget for nothing. So those that it needs
//! later are held from before its charge on, while the table is read for the first time: what can be opened then, can be
//! opened again.

use std::fs::File;
use std::path::Path;

use crate::error::Error;
use crate::opening::is_out_of_handles;

/// Handles that are held for later. Dropped, they are there for others.
pub(crate) struct Handles {
    _held: Vec<File>,
}

impl Handles {
    /// As many as a release takes beside those of its table. Refused: a process that has not so many left.
    pub(crate) fn for_a_release() -> Result<Self, Error> {
        Self::take(A_RELEASE).map_err(|error| Error::refused(
            "open files",
            format!("a release keeps up to {A_RELEASE} files open beside its table, and this process may not open so many ({error})"),
            RAISE,
        ))
    }

    /// So many. Where the root cannot be opened for another reason, none: nobody is short of them then.
    pub(super) fn take(count: usize) -> std::io::Result<Self> {
        let count = if cfg!(unix) { count } else { 0 };
        let mut held = Vec::new();
        for _ in 0..count {
            match File::open(Path::new("/")) {
                Ok(file) => held.push(file),
                Err(error) if is_out_of_handles(&error) => return Err(error),
                Err(_) => break,
            }
        }
        Ok(Self { _held: held })
    }
}

const RAISE: &str =
    "raise the limit, as in `ulimit -n 1024`; nothing was charged, and no noise was drawn";

/// For either of folder and seed its lock and what is kept for its copies; four files; and two while names are looked at.
const A_RELEASE: usize = 2 * (1 + KEPT) + 4 + 2;

/// For the copies of three files and for their folder, or for removing a folder in a folder, whichever is more.
pub(super) const KEPT: usize = 4;
