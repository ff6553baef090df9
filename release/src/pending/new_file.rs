//! A file that does not exist yet.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use super::begun::{Begun, Readers};
use super::leftover::leftovers;
use super::under_way::Product;
use crate::error::Error;

/// A new file, which nobody sees before [`NewFile::finish`]; dropped without that, it is not there.
pub struct NewFile {
    begun: Begun,
    out: BufWriter<File>,
}

impl NewFile {
    /// Begins it, and removes what killed runs have left of it. Refused: a path at which something stands, or that
    /// cannot be written.
    pub fn create(path: &Path, readers: Readers) -> Result<Self, Error> {
        let begun = Begun::new(path, Product::File)?;
        for leftover in leftovers(path) {
            // Best effort: it is in nobody's way.
            let _ = leftover.remove();
        }
        let name = path.file_name().unwrap_or_default();
        let out = BufWriter::with_capacity(1 << 20, begun.create(name, readers)?);
        Ok(Self { begun, out })
    }

    /// As [`NewFile::create`], with this text, which is on the disk when this returns: a disk without room for it is
    /// noticed now.
    pub fn with_text(path: &Path, text: &str, readers: Readers) -> Result<Self, Error> {
        let mut file = Self::create(path, readers)?;
        // Past the buffer: it may be a secret, of which there should be no copy.
        let open = file.out.get_mut();
        open.write_all(text.as_bytes())
            .and_then(|()| open.sync_all())
            .map_err(|error| Error::unwritable(path, &error))?;
        Ok(file)
    }

    /// Gives all of these files their names, when all of all is on the disk.
    pub fn finish(files: impl IntoIterator<Item = Self>) -> Result<(), Error> {
        let whole = files.into_iter().map(Self::sync);
        Begun::finish(&whole.collect::<Result<Vec<_>, Error>>()?)
    }

    /// Everything is on the disk; only the name is missing.
    pub(crate) fn sync(self) -> Result<Begun, Error> {
        let Self { begun, out } = self;
        let synced = match out.into_inner() {
            Ok(file) => file.sync_all(),
            Err(error) => Err(error.into_error()),
        };
        synced.map_err(|error| Error::unwritable(begun.target(), &error))?;
        Ok(begun)
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
