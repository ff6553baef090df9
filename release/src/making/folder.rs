//! All files of a release, or none.
//!
//! Files are written into a folder with a temporary name beside the final one, flushed to the disk,
//! and the folder is renamed. A crash at any moment leaves either no release or a whole one; what it
//! can leave behind is a folder `NAME.partial-…`, which is no release and can be removed.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

use super::sink::Sink;
use crate::error::{Complaint, Error};
use crate::files::{partial_name, refuse_existing};
use crate::text::hex;

/// A folder that does not exist yet under its own name.
pub(super) struct PartialFolder {
    partial: PathBuf,
    target: PathBuf,
    finished: bool,
}

impl PartialFolder {
    /// Makes the temporary folder. Refused: a target that exists, or a place that cannot be written.
    pub(super) fn create(target: &Path) -> Result<Self, Error> {
        refuse_existing(target)?;
        let partial = partial_name(target)?;
        // Errors name what was asked for; the temporary name is nobody's business.
        fs::create_dir(&partial).map_err(|error| Error::unwritable(target, &error))?;
        Ok(Self {
            partial,
            target: target.to_owned(),
            finished: false,
        })
    }

    /// Gives the folder its name: from here on the release exists.
    pub(super) fn finish(mut self) -> Result<(), Error> {
        sync_folder(&self.partial);
        refuse_existing(&self.target)?;
        fs::rename(&self.partial, &self.target)
            .map_err(|error| Error::unwritable(&self.target, &error))?;
        self.finished = true;
        sync_folder(self.target.parent().unwrap_or(Path::new(".")));
        Ok(())
    }
}

impl Sink for PartialFolder {
    fn file(
        &mut self,
        name: &str,
        write: &mut dyn FnMut(&mut dyn Write) -> Result<(), Error>,
    ) -> Result<String, Error> {
        let path = self.target.join(name);
        let mut options = OpenOptions::new();
        let file = options.write(true).create_new(true);
        let file = file.open(self.partial.join(name));
        let file = file.map_err(|error| Error::unwritable(&path, &error))?;
        let mut hashing = Hashing {
            inner: BufWriter::with_capacity(1 << 20, file),
            hash: Sha256::new(),
        };
        write(&mut hashing).map_err(|error| match error {
            Error::Refused(Complaint { what, help, .. }) => {
                Error::refused(path.display().to_string(), what, help)
            }
            other => other,
        })?;
        let Hashing { inner, hash } = hashing;
        let file = inner
            .into_inner()
            .map_err(|error| Error::unwritable(&path, error.error()))?;
        file.sync_all()
            .map_err(|error| Error::unwritable(&path, &error))?;
        Ok(hex(&hash.finalize()))
    }
}

impl Drop for PartialFolder {
    fn drop(&mut self) {
        if !self.finished {
            // Best effort: what cannot be removed is no release.
            let _ = fs::remove_dir_all(&self.partial);
        }
    }
}

/// Makes a rename durable where the system can do that for folders.
fn sync_folder(path: &Path) {
    let path = if path.as_os_str().is_empty() {
        Path::new(".")
    } else {
        path
    };
    if let Ok(folder) = File::open(path) {
        let _ = folder.sync_all();
    }
}

/// Hashes what passes through.
struct Hashing<W> {
    inner: W,
    hash: Sha256,
}

impl<W: Write> Write for Hashing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.hash.update(bytes.get(..written).unwrap_or_default());
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.collect()
    }

    fn abc(partial: &mut PartialFolder) -> Result<String, Error> {
        partial.file("file", &mut |out| {
            out.write_all(b"abc").map_err(Error::Output)
        })
    }

    #[test]
    fn nothing_has_the_final_name_before_the_end() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("release");
        let mut partial = PartialFolder::create(&target).unwrap();
        // SHA-256 of "abc": FIPS 180-4, the first example.
        let digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(abc(&mut partial).unwrap(), digest);
        assert!(!target.exists());
        partial.finish().unwrap();
        assert_eq!(names(folder.path()), ["release"]);
        assert_eq!(names(&target), ["file"]);
    }

    #[test]
    fn what_is_not_finished_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let mut partial = PartialFolder::create(&folder.path().join("release")).unwrap();
        abc(&mut partial).unwrap();
        assert_eq!(names(folder.path()).len(), 1);
        drop(partial);
        assert!(names(folder.path()).is_empty());
    }
}
