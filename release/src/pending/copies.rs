//! What was made over a while, copied into files of one moment.
//!
//! A file system keeps when a file was made, changed and read. Of files that are written while a private table is counted,
//! these times tell how long that took, which depends on the table; and when a file was made can hardly be set. So what
//! is published is copied at the very end: first all copies are made, empty, one right after the other; then they are filled;
//! then all of them get one time of change. What their times tell is how long it takes to copy so many bytes, and how many
//! they are can be seen anyway.
//!
//! The originals have the bytes of the disk and the handles that their copies need, and give them back right before. Only
//! for that moment can another program take them.
//!
//! Not hidden: when a release ended; and from whoever may list the folder around while it is made, when it began.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::begun::{Begun, Readers};
use super::leftover::remove_leftovers;
use super::system;
use super::under_way::Product;
use crate::error::Error;

/// Files of a private folder, all of which get copies.
pub(crate) struct Originals {
    // Closed before what was begun is removed, which takes handles.
    files: Vec<Original>,
    begun: Begun,
}

/// A file that was written, and is still open.
struct Original {
    name: OsString,
    file: File,
    /// How many bytes were written. Behind them may stand what was reserved.
    length: u64,
}

/// An original and the empty file that it is copied into.
struct Copy<'o> {
    original: &'o mut Original,
    named: PathBuf,
    made: File,
}

impl Originals {
    /// Of what was begun, none yet.
    pub(crate) fn of(begun: Begun) -> Self {
        Self {
            files: Vec::new(),
            begun,
        }
    }

    /// A file with this text for its owner alone, which is on the disk when this returns: a disk without room for it is
    /// noticed now. Removes what killed runs have left of it. Refused: a path at which something stands, or that cannot
    /// be written.
    pub(crate) fn of_secret(path: &Path, text: &str) -> Result<Self, Error> {
        let begun = Begun::new(path, Product::Secret)?;
        remove_leftovers(path, Product::Secret);
        let unwritable = |error| Error::unwritable(path, &error);
        let mut file = begun.create(OsStr::new(SECRET), Readers::Owner)?;
        let length = text.len() as u64;
        system::reserve(&file, length, A_BLOCK).map_err(unwritable)?;
        file.write_all(text.as_bytes())
            .and_then(|()| file.sync_all())
            .map_err(unwritable)?;
        let mut originals = Self::of(begun);
        originals.add(SECRET, file, length);
        Ok(originals)
    }

    /// What was begun.
    pub(crate) fn begun(&self) -> &Begun {
        &self.begun
    }

    /// A file that was written, with so many bytes.
    pub(crate) fn add(&mut self, name: impl Into<OsString>, file: File, length: u64) {
        self.files.push(Original {
            name: name.into(),
            file,
            length,
        });
    }

    /// Gives the copies of all of these their names, in this order, or none of them.
    pub(crate) fn finish(mut all: Vec<Self>) -> Result<(), Error> {
        for one in &mut all {
            one.give_back()?;
        }
        let moment = SystemTime::now();
        let begun = all.iter_mut().map(Self::begin_copies);
        let begun: Vec<Vec<Copy<'_>>> = begun.collect::<Result<_, Error>>()?;
        let mut copies: Vec<Copy<'_>> = begun.into_iter().flatten().collect();
        copies.iter_mut().try_for_each(Copy::fill)?;
        for copy in &copies {
            // Best effort: without it the times still tell of the copying alone.
            let _ = system::set_times(&copy.made, moment);
        }
        for copy in &copies {
            copy.sync()?;
        }
        drop(copies);
        let all = all.into_iter().map(|one| one.remove(moment));
        Begun::finish(&all.collect::<Vec<Begun>>())
    }

    /// What was reserved and is not needed.
    fn give_back(&mut self) -> Result<(), Error> {
        self.files.iter().try_for_each(|one| {
            let cut = one.file.set_len(one.length);
            cut.map_err(|error| Error::unwritable(&self.begun.named(&one.name), &error))
        })
    }

    /// An empty copy of each.
    fn begin_copies(&mut self) -> Result<Vec<Copy<'_>>, Error> {
        let Self { begun, files } = self;
        begun.begin_copies()?;
        let copies = files.iter_mut().map(|original| {
            Ok(Copy {
                named: begun.named(&original.name),
                made: begun.create_copy(&original.name)?,
                original,
            })
        });
        copies.collect()
    }

    /// Removes the originals.
    fn remove(self, moment: SystemTime) -> Begun {
        let Self { begun, files } = self;
        for original in files {
            drop(original.file);
            begun.remove(&original.name);
        }
        begun.date_copies(moment);
        begun
    }
}

impl Copy<'_> {
    fn fill(&mut self) -> Result<(), Error> {
        let Original { file, length, .. } = &mut *self.original;
        let copied = file.rewind().and_then(|()| io::copy(file, &mut self.made));
        let whole = copied.and_then(|copied| {
            let whole = copied == *length;
            whole
                .then_some(())
                .ok_or(io::ErrorKind::UnexpectedEof.into())
        });
        whole.map_err(|error| Error::unwritable(&self.named, &error))
    }

    fn sync(&self) -> Result<(), Error> {
        let synced = self.made.sync_all();
        synced.map_err(|error| Error::unwritable(&self.named, &error))
    }
}

/// The original of a file that is alone in its folder.
const SECRET: &str = "original";
/// As large as a block of the disk may be, which a short text takes.
const A_BLOCK: u64 = 1 << 16;
