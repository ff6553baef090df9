//! New files, all of them whole or none at all.

use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use privet_release::Error;
use privet_release::files::{partial_name, refuse_existing};

/// Who may read a new file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Readers {
    /// The user alone: it tells of private data.
    Owner,
    /// Whoever the system lets read new files: it is public.
    Anyone,
}

/// Writes files that do not exist yet: under temporary names beside them, which they lose when all of
/// all files is on the disk. An existing file is never touched.
pub fn write_new(files: &[(&Path, &str)], readers: Readers) -> Result<(), Error> {
    let mut written: Vec<Partial<'_>> = Vec::new();
    for (path, text) in files {
        refuse_existing(path)?;
        written.push(Partial::write(path, text, readers)?);
    }
    let mut finished: Vec<&Path> = Vec::new();
    for file in written {
        let path = file.path;
        file.finish().inspect_err(|_| {
            // All of them or none: these are new, and nobody has them yet.
            for path in &finished {
                let _ = fs::remove_file(path);
            }
        })?;
        finished.push(path);
    }
    Ok(())
}

/// A file under its temporary name; removed unless it is finished.
struct Partial<'p> {
    path: &'p Path,
    partial: PathBuf,
}

impl<'p> Partial<'p> {
    fn write(path: &'p Path, text: &str, readers: Readers) -> Result<Self, Error> {
        let file = Self {
            path,
            partial: partial_name(path)?,
        };
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        if readers == Readers::Owner {
            use std::os::unix::fs::OpenOptionsExt as _;
            options.mode(0o600);
        }
        options
            .open(&file.partial)
            .and_then(|mut open| {
                open.write_all(text.as_bytes())?;
                open.sync_all()
            })
            .map_err(|error| Error::unwritable(path, &error))?;
        Ok(file)
    }

    fn finish(self) -> Result<(), Error> {
        refuse_existing(self.path)?;
        fs::rename(&self.partial, self.path).map_err(|error| Error::unwritable(self.path, &error))
    }
}

impl Drop for Partial<'_> {
    fn drop(&mut self) {
        // Best effort: what cannot be removed has a name of its own. A finished file has lost it.
        let _ = fs::remove_file(&self.partial);
    }
}
