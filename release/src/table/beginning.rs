//! The beginning of a table's text, before the table is read.

use std::io::{Cursor, Read};

use flate2::read::MultiGzDecoder;

use super::error::{Cause, TableError};
use super::source::{GZIP_MAGIC, Opened};

impl<'r> Opened<'r> {
    /// The first bytes of the text, unpacked, at most `most` of them; and the table, still whole.
    pub(crate) fn with_beginning(self, most: usize) -> Result<(Vec<u8>, Self), TableError> {
        let Self { name, mut bytes } = self;
        let limit = u64::try_from(most).unwrap_or(u64::MAX);
        let mut stored = Vec::new();
        if let Err(error) = bytes.by_ref().take(limit).read_to_end(&mut stored) {
            return Err(TableError {
                file: name,
                line: None,
                column: None,
                cause: Cause::Unreadable(error),
                is_synthetic: false,
            });
        }
        let mut text = Vec::new();
        if stored.starts_with(&GZIP_MAGIC) {
            // What is stored was cut, so that unpacking ends with an error; what came before it is the text.
            let mut unpacked = MultiGzDecoder::new(stored.as_slice()).take(limit);
            let _ = unpacked.read_to_end(&mut text);
        } else {
            text.clone_from(&stored);
        }
        let bytes: Box<dyn Read + 'r> = Box::new(Cursor::new(stored).chain(bytes));
        Ok((text, Self { name, bytes }))
    }
}
