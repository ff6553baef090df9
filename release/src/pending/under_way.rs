//! What this process has begun and not finished, in one list, so that it can be removed when it has to stop.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::handles::Handles;
use crate::error::Error;

/// What became of everything that a process had begun when it was told to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Abandoned {
    /// Nothing was begun: no file is there, and no noise was drawn for one.
    Nothing,
    /// Something was unfinished and was removed.
    Removed {
        /// A release was among it, which may have drawn noise: then its budget is spent all the same.
        release: bool,
    },
    /// Nothing is there, but a charge was written to an account, and stands.
    Charged,
    /// Everything had its name already.
    InPlace,
}

/// Removes what this process has not finished, for one that is about to end: nothing can be begun or finished after it.
pub fn abandon() -> Abandoned {
    let mut list = lock();
    list.stopped = true;
    let unfinished = std::mem::take(&mut list.unfinished);
    let release = unfinished.iter().any(|one| one.product == Product::Release);
    let nothing = unfinished.is_empty();
    unfinished.into_iter().for_each(Unfinished::remove);
    match (nothing, list.any_finished) {
        (true, true) => Abandoned::InPlace,
        _ if list.charged => Abandoned::Charged,
        (true, false) => Abandoned::Nothing,
        (false, _) => Abandoned::Removed { release },
    }
}

/// Writes a charge: a stop waits for it, and can then say that it stands. Not after a stop.
pub(crate) fn charging(write: impl FnOnce() -> Result<(), Error>) -> Result<(), Error> {
    let mut list = List::open()?;
    write()?;
    list.charged = true;
    Ok(())
}

/// Writes what ends a charge, in the same way.
pub(crate) fn completing(write: impl FnOnce() -> Result<(), Error>) -> Result<(), Error> {
    let mut list = List::open()?;
    list.charged = false;
    write()
}

/// What is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Product {
    /// A file, which leaves its private folder.
    File,
    /// The private folder itself.
    Folder,
    /// A folder of a release, which leaves its private folder: it may have spent a budget before it is finished.
    Release,
    /// A file that leaves its private folder, and belongs to a release.
    Secret,
}

impl Product {
    /// What its temporary name is marked by. Only a release removes what a release has left, since it tells what that
    /// means.
    pub(crate) const fn mark(self) -> &'static str {
        match self {
            Self::File | Self::Folder | Self::Secret => ".unfinished-",
            Self::Release => ".partial-",
        }
    }
}

/// The list. Who holds it can be sure that nothing is abandoned meanwhile.
pub(super) struct List {
    unfinished: Vec<Unfinished>,
    any_finished: bool,
    /// A charge stands in an account, and its release is not there yet.
    charged: bool,
    stopped: bool,
}

struct Unfinished {
    folder: PathBuf,
    product: Product,
    /// What it takes to remove it, or to copy what is in it, when the process can open no other file.
    handles: Option<Handles>,
}

impl Unfinished {
    fn remove(self) {
        drop(self.handles);
        // Best effort: what cannot be removed is no release, and the next run tries again.
        let _ = fs::remove_dir_all(self.folder);
    }
}

impl List {
    /// The list, unless everything was abandoned.
    pub(super) fn open() -> Result<MutexGuard<'static, Self>, Error> {
        let list = lock();
        if list.stopped {
            let help = "start it again; nothing was released";
            return Err(Error::refused("privet", "it was told to stop", help));
        }
        Ok(list)
    }

    /// A folder was made.
    pub(super) fn begin(&mut self, folder: &Path, product: Product, handles: Handles) {
        self.unfinished.push(Unfinished {
            folder: folder.to_owned(),
            product,
            handles: Some(handles),
        });
    }

    /// What it was made for stands in its place.
    pub(super) fn finished(&mut self, folder: &Path) {
        self.any_finished |= self.take(folder).is_some();
    }

    fn take(&mut self, folder: &Path) -> Option<Unfinished> {
        let mut all = self.unfinished.iter();
        let place = all.position(|one| one.folder == folder)?;
        Some(self.unfinished.remove(place))
    }
}

/// Removes a folder unless it was finished or abandoned.
pub(super) fn drop_unfinished(folder: &Path) {
    if let Some(unfinished) = lock().take(folder) {
        unfinished.remove();
    }
}

/// Gives back the handles that are kept for a folder: what they are for comes now.
pub(super) fn hand_back(folder: &Path) {
    let mut list = lock();
    let all = list.unfinished.iter_mut();
    for one in all.filter(|one| one.folder == folder) {
        one.handles = None;
    }
}

/// A thread that panicked has left the list as it was.
fn lock() -> MutexGuard<'static, List> {
    LIST.lock().unwrap_or_else(PoisonError::into_inner)
}

/// One for the process: a signal stops all of it.
static LIST: Mutex<List> = Mutex::new(List {
    unfinished: Vec::new(),
    any_finished: false,
    charged: false,
    stopped: false,
});
