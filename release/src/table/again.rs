//! Reading a table a second time: from its file, from a copy of what came through a pipe, if that is small, or from what a
//! data frame has handed over.

use std::cell::RefCell;
use std::io::{self, Cursor, Read};
use std::rc::Rc;

#[cfg(feature = "parquet")]
use super::arrow::FrameCopy;
use super::delimiter::Delimiter;
use super::input::Input;
use super::listing::Listing;
use super::source::{Content, Opened};
use crate::memory::MemoryLimit;

/// The way to read a table once more.
pub(crate) struct Again {
    stored: Stored,
    delimiter: Option<Delimiter>,
    memory: MemoryLimit,
}

enum Stored {
    /// Files as they are now, which they still have to be then.
    Files(Listing),
    /// What was read so far; nothing once it is too much.
    Copied(Rc<RefCell<Option<Vec<u8>>>>),
    #[cfg(feature = "parquet")]
    Frame(FrameCopy),
}

impl Input<'_> {
    /// The way to read it once more.
    pub(crate) fn again(&self) -> Again {
        let stored = match self.files() {
            Some(files) => Stored::Files(files),
            #[cfg(feature = "parquet")]
            None if self.is_frame() => Stored::Frame(FrameCopy::default()),
            None => Stored::Copied(Rc::new(RefCell::new(Some(Vec::new())))),
        };
        Again {
            stored,
            delimiter: self.delimiter(),
            memory: self.memory(),
        }
    }
}

impl Again {
    /// The table at its first reading, which is copied where there is no file.
    pub(crate) fn copying<'r>(&self, opened: Opened<'r>) -> Opened<'r> {
        let Opened { name, content } = opened;
        let content = match (&self.stored, content) {
            (Stored::Copied(copy), Content::Bytes(bytes)) => Content::Bytes(Box::new(Copying {
                bytes,
                copy: Rc::clone(copy),
                most: MOST_COPIED,
            })),
            #[cfg(feature = "parquet")]
            (Stored::Frame(copy), Content::Frame(frame)) => Content::Frame(copy.copying(frame)),
            (_, content) => content,
        };
        Opened { name, content }
    }

    /// The table, to be read once more; nothing if it was too large to be copied.
    pub(crate) fn input(self) -> Option<Input<'static>> {
        let input = match self.stored {
            Stored::Files(files) => Input::still(&files),
            #[cfg(feature = "parquet")]
            Stored::Frame(copy) => Input::from_batches("the data frame", copy.frame()?),
            Stored::Copied(copy) => Input::from_reader("the table", Cursor::new(copy.take()?)),
        };
        let input = input.within(self.memory);
        Some(match self.delimiter {
            Some(delimiter) => input.divided_by(delimiter),
            None => input,
        })
    }
}

/// A reader whose bytes are kept, as long as they are few.
struct Copying<'r> {
    bytes: Box<dyn Read + 'r>,
    copy: Rc<RefCell<Option<Vec<u8>>>>,
    most: usize,
}

impl Read for Copying<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.bytes.read(buffer)?;
        let mut copy = self.copy.borrow_mut();
        if let (Some(kept), Some(bytes)) = (copy.as_mut(), buffer.get(..read)) {
            if kept.len().saturating_add(read) > self.most {
                *copy = None;
            } else {
                kept.extend_from_slice(bytes);
            }
        }
        Ok(read)
    }
}

/// 64 MiB, as they are stored.
const MOST_COPIED: usize = 1 << 26;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_is_kept_up_to_a_limit() {
        for (label, most, expected) in [("all", 10, Some("0123456789")), ("one too many", 9, None)]
        {
            let copy = Rc::new(RefCell::new(Some(Vec::new())));
            let mut copying = Copying {
                bytes: Box::new(Cursor::new("0123").chain(Cursor::new("456789"))),
                copy: Rc::clone(&copy),
                most,
            };
            let mut text = String::new();
            copying.read_to_string(&mut text).unwrap();
            assert_eq!(text, "0123456789", "case `{label}`");
            let expected = expected.map(|text| text.as_bytes().to_vec());
            assert_eq!(copy.take(), expected, "case `{label}`");
        }
    }
}
