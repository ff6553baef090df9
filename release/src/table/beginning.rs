//! The beginning of a table's text, before the table is read.

use std::io::{Cursor, Read};

use super::error::{Cause, TableError};
use super::packed::Unpacked;
use super::source::{Content, Opened};

impl<'r> Opened<'r> {
    /// The first bytes of the text, unpacked, at most `most` of them; and the table, still whole. Parquet has no text.
    pub(crate) fn with_beginning(self, most: usize) -> Result<(Vec<u8>, Self), TableError> {
        let Self { name, content } = self;
        let mut bytes = match content {
            Content::Bytes(bytes) => bytes,
            #[cfg(feature = "parquet")]
            content => return Ok((Vec::new(), Self { name, content })),
        };
        let limit = u64::try_from(most).unwrap_or(u64::MAX);
        let mut stored = Vec::new();
        if let Err(error) = bytes.by_ref().take(limit).read_to_end(&mut stored) {
            return Err(TableError::new(name, Cause::Unreadable(error)));
        }
        let mut text = Vec::new();
        // What is stored was cut, so that unpacking ends with an error; what came before it is the text.
        if let Ok(unpacked) = Unpacked::new(&stored, stored.as_slice()) {
            let _ = unpacked.take(limit).read_to_end(&mut text);
        }
        let bytes: Box<dyn Read + 'r> = Box::new(Cursor::new(stored).chain(bytes));
        let content = Content::Bytes(bytes);
        Ok((text, Self { name, content }))
    }
}
