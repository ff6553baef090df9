//! Something that was begun and does not have its name yet.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions, Permissions};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::handles::{Handles, KEPT};
use super::system::{self, Hold, Lock};
use super::under_way::{List, Product, drop_unfinished, hand_back};
use crate::error::Error;
use crate::files::{refuse_existing, temporary_name};

/// Who may read a new file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Readers {
    /// The user alone: it tells of private data.
    Owner,
    /// Whoever the system lets read new files: it is public.
    Anyone,
}

/// A private folder beside a place where nothing stands yet; removed unless it is finished.
pub(crate) struct Begun {
    folder: PathBuf,
    target: PathBuf,
    product: Product,
    /// What a new folder may be read by.
    ordinary: Permissions,
    /// None where the system cannot lock folders.
    _lock: Option<Lock>,
}

impl Begun {
    /// Makes the private folder. Refused: a target that exists, or a place that cannot be written.
    pub(crate) fn new(target: &Path, product: Product) -> Result<Self, Error> {
        refuse_existing(target)?;
        for _ in 0..ATTEMPTS {
            let folder = temporary_name(target, product.mark())?;
            let mut list = List::open()?;
            // Errors name what was asked for; the temporary name is nobody's business.
            let unwritable = |error| Error::unwritable(target, &error);
            system::make_private(&folder).map_err(unwritable)?;
            let held = Held::of(&folder).map_err(|error| {
                // It is empty, so that this takes no handle.
                let _ = fs::remove_dir(&folder);
                unwritable(error)
            })?;
            // Before it was locked, another run took it for a leftover, and removes it.
            let Some(Held {
                lock,
                handles,
                ordinary,
            }) = held
            else {
                continue;
            };
            list.begin(&folder, product, handles);
            return Ok(Self {
                folder,
                target: target.to_owned(),
                product,
                ordinary,
                _lock: lock,
            });
        }
        let what = "other runs for this name removed its temporary folder again and again";
        let help = "wait for them, or choose another name";
        Err(Error::refused(target.display().to_string(), what, help))
    }

    /// Where it is made for now.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Where it will stand.
    pub(crate) fn target(&self) -> &Path {
        &self.target
    }

    /// A new file in the private folder. Not after a stop, which would miss it.
    pub(crate) fn create(&self, name: &OsStr, readers: Readers) -> Result<File, Error> {
        self.create_at(&self.folder.join(name), name, readers)
    }

    /// Makes room for copies, and gives back the handles that they need.
    pub(super) fn begin_copies(&self) -> Result<(), Error> {
        hand_back(&self.folder);
        if self.product == Product::Secret {
            return Ok(());
        }
        let _open = List::open()?;
        system::make_private(&self.made()).map_err(|error| Error::unwritable(&self.target, &error))
    }

    /// An empty file that is to have this name.
    pub(super) fn create_copy(&self, name: &OsStr) -> Result<File, Error> {
        match self.product {
            Product::Secret => self.create_at(&self.made(), name, Readers::Owner),
            _ => self.create_at(&self.made().join(name), name, Readers::Anyone),
        }
    }

    /// Gives the folder of copies the time that they have.
    pub(super) fn date_copies(&self, moment: SystemTime) {
        // Best effort, as for the files in it.
        let dated = File::open(self.made()).and_then(|made| system::set_times(&made, moment));
        let _ = dated;
    }

    /// Removes a file of the private folder.
    pub(super) fn remove(&self, name: &OsStr) {
        // Best effort: it goes with its folder.
        let _ = fs::remove_file(self.folder.join(name));
    }

    fn create_at(&self, path: &Path, name: &OsStr, readers: Readers) -> Result<File, Error> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create_new(true);
        #[cfg(unix)]
        if readers == Readers::Owner {
            use std::os::unix::fs::OpenOptionsExt as _;
            options.mode(0o600);
        }
        #[cfg(not(unix))]
        let _ = readers;
        let _open = List::open()?;
        options
            .open(path)
            .map_err(|error| Error::unwritable(&self.named(name), &error))
    }

    /// A new file in the private folder that has so many bytes of the disk already, and its copy, too. Gives the system's error where
    /// they are not to be had.
    pub(crate) fn reserve(&self, name: &OsStr, bytes: u64) -> Result<io::Result<File>, Error> {
        let file = self.create(name, Readers::Anyone)?;
        Ok(system::reserve(&file, bytes, bytes).map(|()| file))
    }

    /// How a file of the private folder will be called.
    pub(crate) fn named(&self, name: &OsStr) -> PathBuf {
        match self.product {
            Product::File | Product::Secret => self.target.clone(),
            Product::Folder | Product::Release => self.target.join(name),
        }
    }

    /// Gives all of them their names, in this order, or none of them: what can fail comes before the last rename.
    pub(crate) fn finish(all: &[Self]) -> Result<(), Error> {
        for one in all {
            system::sync_folder(&one.made());
        }
        let mut list = List::open()?;
        for (place, one) in all.iter().enumerate() {
            if let Err(error) = system::rename_new(&one.made(), &one.target) {
                for placed in all.iter().take(place) {
                    // Back where it will be removed.
                    let _ = fs::rename(&placed.target, placed.made());
                }
                return Err(Error::unwritable(&one.target, &error));
            }
        }
        for one in all {
            list.finished(&one.folder);
            // Best effort: it is there, though perhaps for its owner alone, or beside an empty folder.
            let _ = one.open_to_readers();
        }
        drop(list);
        for one in all {
            system::sync_folder(one.target.parent().unwrap_or(Path::new(".")));
        }
        Ok(())
    }

    /// What gets the name.
    fn made(&self) -> PathBuf {
        match (self.product, self.target.file_name()) {
            (Product::File, Some(name)) => self.folder.join(name),
            (Product::Release | Product::Secret, _) => self.folder.join(COPIES),
            _ => self.folder.clone(),
        }
    }

    fn open_to_readers(&self) -> io::Result<()> {
        if matches!(self.product, Product::Folder | Product::Release) {
            fs::set_permissions(&self.target, self.ordinary.clone())?;
        }
        match self.product {
            Product::Folder => Ok(()),
            // What has the name has left it.
            Product::File | Product::Release | Product::Secret => fs::remove_dir(&self.folder),
        }
    }
}

/// A folder that this process holds.
struct Held {
    lock: Option<Lock>,
    handles: Handles,
    ordinary: Permissions,
}

impl Held {
    /// Nothing where another process holds it.
    fn of(folder: &Path) -> io::Result<Option<Self>> {
        let lock = match system::hold(folder)? {
            Hold::Ours(lock) => Some(lock),
            Hold::Unknown => None,
            Hold::NotOurs => return Ok(None),
        };
        Ok(Some(Self {
            lock,
            handles: Handles::take(KEPT)?,
            ordinary: system::ordinary_permissions(folder)?,
        }))
    }
}

impl Drop for Begun {
    fn drop(&mut self) {
        drop_unfinished(&self.folder);
    }
}

/// How often another run may come between making a folder and locking it; once is a rare accident.
const ATTEMPTS: usize = 16;
/// Where copies stand until they have their name: no file of a release is called so.
const COPIES: &str = "copies";
