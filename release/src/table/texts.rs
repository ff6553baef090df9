//! The fields of one column, each value written once however many rows have it.
//!
//! Tested: `every_row_has_its_own_value`: each row has the text of its own value, whatever was remembered before it
//! (10,000 rows in 4 types).

use super::field::field;
use super::memo::{Key, Memo};

/// The texts of a column, in reused memory.
///
/// Invariant: text k is `bytes[ends[k−1]..ends[k]]`, with 0 before the first; the first is the empty text, and
/// `of_row` holds the place of a text for each row.
pub(super) struct Texts {
    bytes: Vec<u8>,
    ends: Vec<usize>,
    of_row: Vec<u32>,
    /// Where values stand that were written lately; nothing where that is not remembered.
    lately: Option<Memo<usize>>,
}

impl Texts {
    pub(super) fn new() -> Self {
        Self {
            bytes: Vec::new(),
            ends: vec![0],
            of_row: Vec::new(),
            lately: Some(Memo::new()),
        }
    }

    /// Of a few rows at a time, for which a memo is not worth its memory.
    pub(super) fn of_few_rows() -> Self {
        Self {
            lately: None,
            ..Self::new()
        }
    }

    /// Forgets all rows, and keeps their memory for further ones.
    pub(super) fn clear(&mut self) {
        self.bytes.clear();
        self.ends.truncate(1);
        self.of_row.clear();
        self.lately.iter_mut().for_each(Memo::clear);
    }

    /// Exchanges all rows with another's. The memo, which the next rows begin anew, stays with whoever fills.
    pub(super) fn swap(&mut self, other: &mut Self) {
        core::mem::swap(self, other);
        core::mem::swap(&mut self.lately, &mut other.lately);
    }

    /// How many texts there are: fewer than there are rows, where these repeat values.
    pub(super) fn count(&self) -> usize {
        self.ends.len()
    }

    /// The text at a place; empty if there is none.
    #[inline]
    pub(super) fn at(&self, place: usize) -> &[u8] {
        field(&self.bytes, &self.ends, place)
    }

    /// The place of a row's text; that of the empty one if there is no such row.
    #[inline]
    pub(super) fn place(&self, row: usize) -> usize {
        self.of_row.get(row).map_or(0, |place| offset(*place))
    }

    /// The text of a row; empty if there is none.
    #[inline]
    pub(super) fn text(&self, row: usize) -> &[u8] {
        self.at(self.place(row))
    }

    /// The length of the longest text.
    pub(super) fn longest(&self) -> usize {
        let starts = [0].into_iter().chain(self.ends.iter().copied());
        let lengths = starts.zip(&self.ends).map(|(start, end)| end - start);
        lengths.max().unwrap_or(0)
    }

    /// A row without a value: the empty text.
    #[inline]
    pub(super) fn push_missing(&mut self) {
        self.of_row.push(0);
    }

    /// A row with a value. `write` appends its text, unless an earlier row has the value; no two values have the same
    /// key, and one without a key is always written.
    #[inline]
    pub(super) fn push(&mut self, key: Option<Key>, write: impl FnOnce(&mut Vec<u8>)) {
        let known = key.and_then(|key| self.lately.as_ref()?.find(key));
        let place = known.unwrap_or_else(|| {
            write(&mut self.bytes);
            let place = self.ends.len();
            self.ends.push(self.bytes.len());
            if let (Some(key), Some(lately)) = (key, &mut self.lately) {
                lately.remember(key, place);
            }
            place
        });
        self.of_row.push(narrow(place));
    }

    /// From now on each row has the text of the row named for it here; the empty one, if none is.
    pub(super) fn choose(&mut self, rows: impl Iterator<Item = Option<usize>>) {
        let before = core::mem::take(&mut self.of_row);
        let place = |row: Option<usize>| row.and_then(|row| before.get(row).copied());
        self.of_row.extend(rows.map(|row| place(row).unwrap_or(0)));
    }
}

/// A batch has far fewer texts than 2^32.
fn narrow(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(0)
}

fn offset(place: u32) -> usize {
    usize::try_from(place).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_written_once() {
        let mut texts = Texts::new();
        for _ in 0..2 {
            texts.clear();
            for number in [7, 7, 300, 7, 300] {
                let write =
                    |out: &mut Vec<u8>| out.extend_from_slice(number.to_string().as_bytes());
                texts.push(Some(Key::of_number(number)), write);
            }
            texts.push_missing();
            texts.push(None, |out| out.extend_from_slice(b"7"));
            texts.push(Some(Key::of_number(0)), |_| ());
            let rows: Vec<&[u8]> = (0..9).map(|row| texts.text(row)).collect();
            let expected: [&[u8]; 9] = [b"7", b"7", b"300", b"7", b"300", b"", b"7", b"", b""];
            assert_eq!(rows, expected);
            assert_eq!((texts.count(), texts.longest()), (5, 3));
        }
    }

    #[test]
    fn rows_choose_among_texts() {
        let mut texts = Texts::new();
        for text in [&b"north"[..], b"south", b"north"] {
            texts.push(Key::new(text, text.len()), |out| {
                out.extend_from_slice(text);
            });
        }
        assert_eq!(texts.count(), 3);
        texts.choose([Some(2), None, Some(1), Some(0), Some(3)].into_iter());
        let rows: Vec<&[u8]> = (0..5).map(|row| texts.text(row)).collect();
        let expected: [&[u8]; 5] = [b"north", b"", b"south", b"north", b""];
        assert_eq!(rows, expected);
    }
}
