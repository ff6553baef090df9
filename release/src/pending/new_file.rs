//! A file that does not exist yet.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use super::begun::{Begun, Readers};
use super::leftover::remove_leftovers;
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
        remove_leftovers(path, Product::File);
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
    fn sync(self) -> Result<Begun, Error> {
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

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_there_when_it_is_finished_and_not_before() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("rows.csv");
        let mut file = NewFile::create(&path, Readers::Anyone).unwrap();
        file.write_all(b"a,b\n").unwrap();
        assert!(!path.exists());
        NewFile::finish([file]).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"a,b\n");
        assert_eq!(names(place.path()), ["rows.csv"]);
        assert!(NewFile::create(&path, Readers::Anyone).is_err());

        drop(NewFile::create(&place.path().join("dropped"), Readers::Anyone).unwrap());
        assert_eq!(names(place.path()), ["rows.csv"]);
    }

    #[test]
    fn of_several_files_all_get_their_names_or_none() {
        let place = tempfile::tempdir().unwrap();
        let (first, second) = (place.path().join("first"), place.path().join("second"));
        let both = [&first, &second].map(|path| {
            let file = NewFile::with_text(path, "text", Readers::Anyone);
            file.unwrap()
        });
        fs::write(&second, "came first").unwrap();
        assert!(NewFile::finish(both).is_err());
        assert_eq!(names(place.path()), ["second"]);
        assert_eq!(fs::read(&second).unwrap(), b"came first");
    }

    /// Whoever may read the file in the end, nobody else reads it before; and what a killed run left is removed.
    #[cfg(unix)]
    #[test]
    fn an_unfinished_file_is_private_and_a_dead_one_goes() {
        use std::os::unix::fs::PermissionsExt as _;
        let place = tempfile::tempdir().unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        let ordinary = place.path().join("ordinary");
        fs::write(&ordinary, "").unwrap();
        let dead = place.path().join("file.unfinished-0123456789ab");
        fs::create_dir(&dead).unwrap();
        for (readers, expected) in [(Readers::Anyone, mode(&ordinary)), (Readers::Owner, 0o600)] {
            let path = place.path().join("file");
            let file = NewFile::with_text(&path, "text", readers).unwrap();
            assert_eq!(mode(file.begun.folder()), 0o700);
            assert!(!dead.exists());
            NewFile::finish([file]).unwrap();
            assert_eq!(mode(&path), expected, "{readers:?}");
            fs::remove_file(&path).unwrap();
        }
        assert_eq!(names(place.path()), ["ordinary"]);
    }
}
