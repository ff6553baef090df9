//! Opening what can be read to its end: not a terminal or another device, and where a file is expected, no pipe.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use sha2::{Digest as _, Sha256};

use crate::text::hex;

/// Opens a file that has an end: no device, and no pipe, at which opening would wait for a writer.
pub(crate) fn open_regular(path: &Path) -> io::Result<File> {
    if is_regular_or_folder(path)? {
        File::open(path)
    } else {
        Err(io::Error::other(
            "it is a device, a pipe or a socket and not a file",
        ))
    }
}

/// SHA-256 of a file's bytes.
pub(crate) fn digest_of(path: &Path) -> io::Result<String> {
    let mut file = open_regular(path)?;
    let mut hash = Sha256::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(hex(&hash.finalize())),
            read => hash.update(buffer.get(..read).unwrap_or_default()),
        }
    }
}

/// A folder is refused when it is read, in the system's words.
fn is_regular_or_folder(path: &Path) -> io::Result<bool> {
    let metadata = path.metadata()?;
    Ok(metadata.is_file() || metadata.is_dir())
}

/// Opens anything but a device, such as a terminal, at which a reader would wait for ever.
pub(crate) fn open_but_devices(path: &Path) -> io::Result<File> {
    refuse_device(path)?;
    File::open(path)
}

/// Whether a path is one of those by which a shell shows what is open already.
pub(crate) fn is_open_pipe(path: &Path) -> bool {
    OPEN_PIPES.iter().any(|open| path.starts_with(open))
}

/// Says why reading would fail, as far as that can be known without opening.
pub(crate) fn expect_readable(path: &Path) -> io::Result<()> {
    refuse_device(path)?;
    if path.metadata()?.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    #[cfg(unix)]
    rustix::fs::access(path, rustix::fs::Access::READ_OK)?;
    Ok(())
}

fn refuse_device(path: &Path) -> io::Result<()> {
    if is_device(path)? {
        return Err(io::Error::other("it is a device and not a file"));
    }
    Ok(())
}

#[cfg(unix)]
fn is_device(path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::FileTypeExt as _;
    let kind = path.metadata()?.file_type();
    Ok(kind.is_block_device() || kind.is_char_device())
}

#[cfg(not(unix))]
fn is_device(_path: &Path) -> io::Result<bool> {
    Ok(false)
}

/// Whether the system opens no more files for this process, or for anybody.
pub(crate) fn is_out_of_handles(error: &io::Error) -> bool {
    #[cfg(unix)]
    let codes =
        [rustix::io::Errno::MFILE, rustix::io::Errno::NFILE].map(rustix::io::Errno::raw_os_error);
    // ERROR_TOO_MANY_OPEN_FILES
    #[cfg(not(unix))]
    let codes = [4];
    error
        .raw_os_error()
        .is_some_and(|code| codes.contains(&code))
}

/// What to do about an error, and what to do otherwise.
pub(crate) fn remedy<'h>(error: &io::Error, otherwise: &'h str) -> &'h str {
    if is_out_of_handles(error) {
        MORE_HANDLES
    } else {
        otherwise
    }
}

/// What to do where there are no more handles.
const MORE_HANDLES: &str = "the limit of open files was reached: raise it, as in `ulimit -n 1024`";
/// Where a shell shows pipes that are open already.
const OPEN_PIPES: [&str; 3] = ["/dev/fd", "/dev/stdin", "/proc/self/fd"];
