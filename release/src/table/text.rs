//! The text of a table.

use std::io::{self, Cursor, Read};

use super::error::Cause;
use super::foreign::{Foreign, START};
use super::observer::{Observer, Progress};
use super::packed::Unpacked;
#[cfg(not(feature = "parquet"))]
use super::packed::is_zstandard;
#[cfg(not(feature = "parquet"))]
use crate::not_built::NotBuilt;

/// The text of a table: `stored`, unpacked if it is compressed. What its bytes show to be no text is refused.
///
/// `progress` is told the number of stored bytes after each read, and `observer` sees every byte of
/// the text once, in order.
pub(super) struct Text<'r> {
    /// The first few bytes, which were already looked at.
    start: Cursor<Vec<u8>>,
    unpacked: Unpacked<Stored<'r>>,
    observer: Option<Observer<'r>>,
}

/// The stored bytes, the first few of which were already looked at.
type Stored<'r> = io::Chain<Cursor<Vec<u8>>, Counted<'r>>;

struct Counted<'r> {
    bytes: Box<dyn Read + 'r>,
    read: u64,
    progress: Option<Progress<'r>>,
}

impl<'r> Text<'r> {
    pub(super) fn new(
        stored: Box<dyn Read + 'r>,
        progress: Option<Progress<'r>>,
        observer: Option<Observer<'r>>,
    ) -> Result<Self, Cause> {
        let mut counted = Counted {
            bytes: stored,
            read: 0,
            progress,
        };
        let start = beginning(&mut counted).map_err(Cause::Unreadable)?;
        #[cfg(not(feature = "parquet"))]
        if is_zstandard(&start) {
            return Err(Cause::NotBuilt(NotBuilt::Zstandard));
        }
        let stored = Cursor::new(start.clone()).chain(counted);
        let mut unpacked = Unpacked::new(&start, stored).map_err(Cause::Unreadable)?;
        let start = beginning(&mut unpacked).map_err(|error| cause(&unpacked, error))?;
        match Foreign::of(&start) {
            #[cfg(not(feature = "parquet"))]
            Some(Foreign::Parquet) => Err(Cause::NotBuilt(NotBuilt::Parquet)),
            Some(foreign) => Err(Cause::Foreign(foreign)),
            None => Ok(Self {
                start: Cursor::new(start),
                unpacked,
                observer,
            }),
        }
    }

    /// Fills `buffer` as far as one read goes; 0 at the end.
    pub(super) fn read(&mut self, buffer: &mut [u8]) -> Result<usize, Cause> {
        let read = loop {
            let attempt = match self.start.read(buffer) {
                Ok(0) => self.unpacked.read(buffer),
                seen => seen,
            };
            match attempt {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                attempt => break attempt,
            }
        };
        let read = read.map_err(|error| cause(&self.unpacked, error))?;
        if let (Some(observer), Some(bytes)) = (&mut self.observer, buffer.get(..read)) {
            observer(bytes);
        }
        Ok(read)
    }
}

fn beginning(bytes: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut start = Vec::new();
    bytes.take(START as u64).read_to_end(&mut start)?;
    Ok(start)
}

fn cause(unpacked: &Unpacked<Stored<'_>>, error: io::Error) -> Cause {
    if unpacked.is_damage(&error) {
        Cause::Damaged
    } else {
        Cause::Unreadable(error)
    }
}

impl Read for Counted<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.bytes.read(buffer)?;
        self.read = self
            .read
            .saturating_add(u64::try_from(read).unwrap_or(u64::MAX));
        if let Some(progress) = self.progress {
            progress(self.read);
        }
        Ok(read)
    }
}
