//! Thrift's compact protocol, as far as sizes are told by it: what a Parquet file says of itself.
//!
//! Nothing is kept and nothing is reserved: numbers are handed over as they come, and everything else is passed by. A
//! length or a list that is longer than what is left is refused.
//!
//! Tested: `numbers_are_read_and_everything_else_is_passed`, `what_is_longer_than_the_rest_is_refused`.

use std::io::{self, BufReader, Read, Seek, SeekFrom};

/// What stands in a stretch of a file.
pub(super) struct Compact<F> {
    bytes: BufReader<F>,
    left: u64,
}

impl<F: Read + Seek> Compact<F> {
    /// So many bytes from a place on.
    pub(super) fn new(mut file: F, start: u64, length: u64) -> Option<Self> {
        file.seek(SeekFrom::Start(start)).ok()?;
        Some(Self {
            bytes: BufReader::with_capacity(BUFFER, file),
            left: length,
        })
    }

    /// Hands over each field of a struct, by its number and its type; `each` reads or passes it.
    pub(super) fn fields(
        &mut self,
        mut each: impl FnMut(&mut Self, i64, u8) -> Option<()>,
    ) -> Option<()> {
        let mut number = 0_i64;
        loop {
            let byte = self.byte()?;
            let of = byte & 0xf;
            if of == STOP {
                return Some(());
            }
            number = match byte >> 4 {
                0 => self.number()?,
                step => number.checked_add(step.into())?,
            };
            each(self, number, of)?;
        }
    }

    /// A whole number of any width.
    pub(super) fn number(&mut self) -> Option<i64> {
        let zigzag = self.natural()?;
        Some((zigzag >> 1).cast_signed() ^ -((zigzag & 1).cast_signed()))
    }

    /// Passes a value of this type.
    pub(super) fn pass(&mut self, of: u8) -> Option<()> {
        self.pass_within(of, DEEPEST)
    }

    /// Passes so many bytes.
    pub(super) fn pass_bytes(&mut self, bytes: u64) -> Option<()> {
        self.left = self.left.checked_sub(bytes)?;
        self.bytes.seek_relative(i64::try_from(bytes).ok()?).ok()
    }

    /// Passes so many bytes that are looked at.
    pub(super) fn pass_by<T>(
        &mut self,
        bytes: u64,
        look: impl FnOnce(&mut dyn Read) -> Option<T>,
    ) -> Option<T> {
        self.left = self.left.checked_sub(bytes)?;
        let mut part = (&mut self.bytes).take(bytes);
        let seen = look(&mut part)?;
        io::copy(&mut part, &mut io::sink()).ok()?;
        Some(seen)
    }

    /// How many bytes are left.
    pub(super) fn left(&self) -> u64 {
        self.left
    }

    fn pass_within(&mut self, of: u8, depth: u8) -> Option<()> {
        let depth = depth.checked_sub(1)?;
        match of {
            // As fields, truth values have no bytes of their own.
            TRUE | FALSE => Some(()),
            BYTE => self.byte().map(drop),
            I16 | I32 | I64 => self.natural().map(drop),
            DOUBLE => self.pass_bytes(8),
            BINARY => {
                let bytes = self.natural()?;
                self.pass_bytes(bytes)
            }
            LIST | SET => {
                let (count, items) = self.list()?;
                (0..count).try_for_each(|_| self.pass_item(items, depth))
            }
            MAP => {
                let count = self.natural()?;
                if count == 0 {
                    return Some(());
                }
                let of = self.byte()?;
                (0..count).try_for_each(|_| {
                    self.pass_item(of >> 4, depth)?;
                    self.pass_item(of & 0xf, depth)
                })
            }
            STRUCT => self.fields(|all, _, of| all.pass_within(of, depth)),
            _ => None,
        }
    }

    /// An item of a list, where truth values have a byte.
    fn pass_item(&mut self, of: u8, depth: u8) -> Option<()> {
        match of {
            TRUE | FALSE => self.byte().map(drop),
            of => self.pass_within(of, depth),
        }
    }

    /// How many items a list has, and their type. Each takes a byte at least.
    fn list(&mut self) -> Option<(u64, u8)> {
        let byte = self.byte()?;
        let count = match byte >> 4 {
            0xf => self.natural()?,
            few => few.into(),
        };
        (count <= self.left).then_some((count, byte & 0xf))
    }

    fn natural(&mut self) -> Option<u64> {
        let mut number = 0_u64;
        for place in 0..10 {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f).checked_shl(7 * place)?;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    fn byte(&mut self) -> Option<u8> {
        self.left = self.left.checked_sub(1)?;
        let mut byte = [0];
        self.bytes.read_exact(&mut byte).ok()?;
        Some(byte[0])
    }
}

const STOP: u8 = 0;
const TRUE: u8 = 1;
pub(super) const FALSE: u8 = 2;
const BYTE: u8 = 3;
const I16: u8 = 4;
/// The type of the numbers that tell sizes.
pub(super) const I32: u8 = 5;
const I64: u8 = 6;
const DOUBLE: u8 = 7;
const BINARY: u8 = 8;
const LIST: u8 = 9;
const SET: u8 = 10;
const MAP: u8 = 11;
pub(super) const STRUCT: u8 = 12;
/// Structs in structs; files have four.
const DEEPEST: u8 = 24;
/// Headers are short, and pages between them are jumped over.
const BUFFER: usize = 1 << 10;

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    fn compact(bytes: &[u8]) -> Compact<Cursor<Vec<u8>>> {
        let length = bytes.len() as u64;
        Compact::new(Cursor::new(bytes.to_vec()), 0, length).unwrap()
    }

    /// The encodings are those of `doc/specs/thrift-compact-protocol.md`, by hand.
    #[test]
    fn numbers_are_read_and_everything_else_is_passed() {
        #[rustfmt::skip]
        let bytes = [
            0x15, 0x0e,                   // 1: i32 7
            0x18, 0x02, b'a', b'b',       // 2: two bytes
            0x19, 0x25, 0x02, 0x04,       // 3: a list of i32 1, 2
            0x1c, 0x11, 0x15, 0x03, 0x00, // 4: a struct of true and -2
            0x1b, 0x01, 0x85, 0x01, 0x61, 0x06, // 5: a map of "a" to 3
            0x17, 0, 0, 0, 0, 0, 0, 0, 0, // 6: a double
            0x05, 0xc8, 0x01, 0xff, 0x01, // 100: -128
            0x00,
        ];
        let mut read = Vec::new();
        let mut all = compact(&bytes);
        let done = all.fields(|all, number, of| {
            if of == I32 {
                read.push((number, all.number()?));
                return Some(());
            }
            all.pass(of)
        });
        assert!(done.is_some());
        assert_eq!(read, [(1, 7), (100, -128)]);
        assert_eq!(all.left(), 0);
    }

    #[test]
    fn what_is_longer_than_the_rest_is_refused() {
        for (label, bytes) in [
            ("no end", &[0x15, 0x0e][..]),
            ("a long text", &[0x18, 0xff, 0xff, 0x7f, 0x00]),
            ("a long list", &[0x19, 0xf5, 0xff, 0xff, 0xff, 0x7f, 0x00]),
            (
                "a number without end",
                &[
                    0x15, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
                ],
            ),
            ("an unknown type", &[0x1d, 0x00]),
            ("structs in structs", &[0x1c; 100]),
        ] {
            let read = compact(bytes).fields(|all, _, of| all.pass(of));
            assert_eq!(read, None, "case `{label}`");
        }
    }
}
