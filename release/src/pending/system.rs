//! What the operating system does for us: private folders, locks, renames that replace nothing, and room on the disk.

use std::fs::{self, DirBuilder, File, FileTimes, Permissions};
use std::io;
use std::path::Path;
use std::time::SystemTime;

/// Makes a folder that only its owner can enter, from its first moment.
pub(super) fn make_private(path: &Path) -> io::Result<()> {
    #[cfg_attr(not(unix), expect(unused_mut, reason = "modes are Unix's"))]
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt as _;
        builder.mode(0o700);
    }
    builder.create(path)
}

/// The permissions that a new folder gets by the user's umask: those of one that is made for the purpose, since a
/// process can only read its umask by setting it, for all of its threads.
pub(super) fn ordinary_permissions(private: &Path) -> io::Result<Permissions> {
    let tried = private.join("permissions");
    fs::create_dir(&tried)?;
    let found = fs::metadata(&tried);
    fs::remove_dir(&tried)?;
    Ok(found?.permissions())
}

/// Gives `from` the name `to`, unless something has it.
pub(super) fn rename_new(from: &Path, to: &Path) -> io::Result<()> {
    #[cfg(any(target_os = "linux", target_os = "macos"))]
    {
        use rustix::fs::{CWD, RenameFlags, renameat_with};
        use rustix::io::Errno;
        match renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE) {
            // Not every file system can: there the name is looked at first.
            Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => {}
            done => return Ok(done?),
        }
    }
    if to.symlink_metadata().is_ok() {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    fs::rename(from, to)
}

/// Takes so many bytes of the disk for a file, and as many more for its copy, where the file system can do that.
pub(super) fn reserve(file: &File, bytes: u64, for_copy: u64) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{FallocateFlags, fallocate};
        use rustix::io::Errno;
        use rustix::process::{Resource, getrlimit};
        // Beyond the user's limit the system would end the process, not refuse.
        let limit = getrlimit(Resource::Fsize).current.unwrap_or(u64::MAX);
        if bytes > limit {
            return Err(Errno::FBIG.into());
        }
        let both = bytes.saturating_add(for_copy).clamp(1, limit.max(1));
        match fallocate(file, FallocateFlags::empty(), 0, both) {
            Err(Errno::NOTSUP | Errno::NOSYS | Errno::INVAL) => {}
            done => return Ok(done?),
        }
    }
    let _ = (file, bytes, for_copy);
    Ok(())
}

/// Says of a file or folder that it was changed and read at this moment.
pub(super) fn set_times(file: &File, moment: SystemTime) -> io::Result<()> {
    let times = FileTimes::new().set_accessed(moment).set_modified(moment);
    file.set_times(times)
}

/// Makes names in a folder durable where the system can do that for folders.
pub(super) fn sync_folder(path: &Path) {
    let path = if path.as_os_str().is_empty() {
        Path::new(".")
    } else {
        path
    };
    if let Ok(folder) = File::open(path) {
        let _ = folder.sync_all();
    }
}

/// Whether this process holds a folder.
#[cfg_attr(not(unix), expect(dead_code, reason = "only Unix can say"))]
pub(super) enum Hold {
    /// It does, until the lock is dropped.
    Ours(Lock),
    /// Another process does, or the folder is gone, or is none.
    NotOurs,
    /// The system cannot say.
    Unknown,
}

/// An open folder that is locked; the system unlocks it when its process ends, however it ends.
pub(crate) struct Lock {
    #[cfg(unix)]
    folder: std::os::fd::OwnedFd,
}

impl Lock {
    /// Whether the folder belongs to the user who runs this process.
    #[cfg(unix)]
    pub(super) fn is_of_this_user(&self) -> bool {
        rustix::fs::fstat(&self.folder)
            .is_ok_and(|folder| folder.st_uid == rustix::process::geteuid().as_raw())
    }

    #[cfg(not(unix))]
    pub(super) fn is_of_this_user(&self) -> bool {
        false
    }
}

/// Locks the folder of this name, if no process has locked it. Follows no link. Fails where the system opens no folder for
/// this process, such as one that has too many open.
#[cfg(unix)]
pub(super) fn hold(path: &Path) -> io::Result<Hold> {
    use rustix::fs::{FlockOperation, Mode, OFlags, flock, fstat, lstat, open};
    use rustix::io::Errno;

    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let folder = match open(path, flags, Mode::empty()) {
        Ok(folder) => folder,
        Err(Errno::NOENT | Errno::NOTDIR | Errno::LOOP | Errno::MLINK | Errno::ACCESS) => {
            return Ok(Hold::NotOurs);
        }
        Err(error) => return Err(error.into()),
    };
    match flock(&folder, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => {}
        Err(Errno::WOULDBLOCK) => return Ok(Hold::NotOurs),
        Err(_) => return Ok(Hold::Unknown),
    }
    // Between opening and locking, another process may have removed it.
    Ok(match (fstat(&folder), lstat(path)) {
        (Ok(locked), Ok(named))
            if (locked.st_dev, locked.st_ino) == (named.st_dev, named.st_ino) =>
        {
            Hold::Ours(Lock { folder })
        }
        _ => Hold::NotOurs,
    })
}

/// Nothing is locked here, and nothing is ever taken for dead.
#[cfg(not(unix))]
pub(super) fn hold(_path: &Path) -> io::Result<Hold> {
    Ok(Hold::Unknown)
}
