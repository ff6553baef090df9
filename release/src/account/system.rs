//! Opening an account so that nobody else charges it meanwhile.

use std::fs::File;
use std::io;
use std::path::Path;

/// Whether this process has the account for itself.
pub(super) enum Opened {
    /// It has, until the file is dropped or the process ends, however it ends.
    Ours(File),
    /// Another process has it.
    Busy,
}

/// Opens a file for reading and appending, for this process alone. Never makes one.
#[cfg(unix)]
pub(super) fn open_alone(path: &Path) -> io::Result<Opened> {
    use rustix::fs::{FlockOperation, flock};
    use rustix::io::Errno;
    use std::fs::OpenOptions;
    use std::os::unix::fs::MetadataExt as _;

    let file = OpenOptions::new().read(true).append(true).open(path)?;
    match flock(&file, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => {}
        Err(Errno::WOULDBLOCK) => return Ok(Opened::Busy),
        Err(error) => return Err(error.into()),
    }
    // Between opening and locking, another file may have been put in its place.
    let (locked, named) = (file.metadata()?, path.metadata()?);
    if (locked.dev(), locked.ino()) == (named.dev(), named.ino()) {
        Ok(Opened::Ours(file))
    } else {
        Ok(Opened::Busy)
    }
}

/// The system lets nobody else open it.
#[cfg(windows)]
pub(super) fn open_alone(path: &Path) -> io::Result<Opened> {
    use std::fs::OpenOptions;
    use std::os::windows::fs::OpenOptionsExt as _;

    const SHARING_VIOLATION: i32 = 32;
    let alone = OpenOptions::new()
        .read(true)
        .append(true)
        .share_mode(0)
        .open(path);
    match alone {
        Err(error) if error.raw_os_error() == Some(SHARING_VIOLATION) => Ok(Opened::Busy),
        opened => opened.map(Opened::Ours),
    }
}

#[cfg(not(any(unix, windows)))]
pub(super) fn open_alone(_path: &Path) -> io::Result<Opened> {
    Err(io::ErrorKind::Unsupported.into())
}
