//! A table as codes.
//!
//! Tested: `a_new_code_counts_the_rows_of_its_old_ones`: each row once (100 random tables of up to 39 rows, maps of 5
//! and of 300 codes).

use core::borrow::Borrow;
use std::collections::TryReserveError;

use privet_core::counts::Column;
use privet_spec::{Attribute, Release};
use zeroize::Zeroizing;

/// The codes of one attribute, one a row, in one byte each where that is enough. They may be private, so they are wiped when
/// they are dropped; what a growing list has left behind elsewhere is not.
#[derive(Clone, PartialEq, Eq)]
pub enum Codes {
    /// Attributes that are read by at most 256 codes.
    Narrow(Zeroizing<Vec<u8>>),
    /// All others.
    Wide(Zeroizing<Vec<u16>>),
}

/// Counts of private rows, which are wiped when they are dropped.
pub(crate) type RawCounts = Zeroizing<Vec<u64>>;

/// A table's codes.
///
/// It holds private data, so there is no `Debug` by which it could get into a message.
#[derive(Clone, PartialEq, Eq)]
pub struct EncodedTable {
    /// The learned attributes in the order of the schema; identifiers are left out.
    pub columns: Vec<Codes>,
    /// The length of every column; below 2^40.
    pub rows: usize,
}

impl Codes {
    /// Of one byte each.
    pub fn narrow(codes: Vec<u8>) -> Self {
        Self::Narrow(codes.into())
    }

    /// Of two bytes each.
    pub fn wide(codes: Vec<u16>) -> Self {
        Self::Wide(codes.into())
    }

    /// No codes yet, in the width that the attribute needs.
    pub fn for_attribute(attribute: &Attribute) -> Self {
        Self::of_width(attribute.size())
    }

    /// No codes yet, in the width that so many different ones need.
    pub(super) fn of_width(size: u32) -> Self {
        if size <= NARROW {
            Self::narrow(Vec::new())
        } else {
            Self::wide(Vec::new())
        }
    }

    /// Appends codes that are no larger than these are wide.
    pub(super) fn extend(&mut self, more: impl Iterator<Item = u16>) {
        match self {
            Self::Narrow(codes) => codes.extend(more.map(|code| code.to_le_bytes()[0])),
            Self::Wide(codes) => codes.extend(more),
        }
    }

    /// For each code what stands at its place in `new`, which is one of `size`.
    pub(crate) fn derived(&self, new: &[u16], size: u32) -> Self {
        let mut derived = Self::of_width(size);
        derived.extend(
            self.iter()
                .map(|code| new.get(usize::from(code)).copied().unwrap_or(0)),
        );
        derived
    }

    /// Borrowed as a column of core's.
    pub(crate) fn as_column(&self) -> Column<'_> {
        match self {
            Self::Narrow(codes) => Column::Narrow(codes),
            Self::Wide(codes) => Column::Wide(codes),
        }
    }

    /// Puts in each code's place what stands at its place in `new`, where it is no larger than the codes are wide. In
    /// place: there is nothing that memory could be lacking for.
    pub(crate) fn recode(&mut self, new: &[u16]) {
        let coded = |code: u16| new.get(usize::from(code)).copied().unwrap_or(0);
        match self {
            // Fewer than the codes before.
            Self::Narrow(codes) => {
                for code in codes.iter_mut() {
                    *code = coded(u16::from(*code)).to_le_bytes()[0];
                }
            }
            Self::Wide(codes) => {
                for code in codes.iter_mut() {
                    *code = coded(*code);
                }
            }
        }
    }

    pub fn len(&self) -> usize {
        match self {
            Self::Narrow(codes) => codes.len(),
            Self::Wide(codes) => codes.len(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The code in one row.
    pub fn code(&self, row: usize) -> Option<u16> {
        match self {
            Self::Narrow(codes) => codes.get(row).copied().map(u16::from),
            Self::Wide(codes) => codes.get(row).copied(),
        }
    }

    /// The codes in order.
    pub fn iter(&self) -> impl Iterator<Item = u16> + '_ {
        let (narrow, wide): (&[u8], &[u16]) = match self {
            Self::Narrow(codes) => (codes, &[]),
            Self::Wide(codes) => (&[], codes),
        };
        let narrow = narrow.iter().copied().map(u16::from);
        narrow.chain(wide.iter().copied())
    }

    /// Makes room for further rows, or says that there is none.
    pub(super) fn try_reserve(&mut self, rows: usize) -> Result<(), TryReserveError> {
        match self {
            Self::Narrow(codes) => codes.try_reserve(rows),
            Self::Wide(codes) => codes.try_reserve(rows),
        }
    }

    /// Keeps the codes of some rows, in their order.
    pub(super) fn keep(&mut self, kept: &[bool]) {
        match self {
            Self::Narrow(codes) => keep(codes, kept),
            Self::Wide(codes) => keep(codes, kept),
        }
    }

    /// Bytes that a code of an attribute takes.
    fn width_of(attribute: &Attribute) -> u64 {
        Self::for_attribute(attribute).width() as u64
    }

    /// Bytes that the codes take.
    pub(super) fn bytes(&self) -> u64 {
        (self.len() as u64).saturating_mul(self.width() as u64)
    }

    /// Bytes that a code takes.
    fn width(&self) -> usize {
        match self {
            Self::Narrow(_) => 1,
            Self::Wide(_) => 2,
        }
    }

    /// Forgets all codes, and keeps their memory for further ones.
    pub(super) fn clear(&mut self) {
        match self {
            Self::Narrow(codes) => codes.clear(),
            Self::Wide(codes) => codes.clear(),
        }
    }

    /// Gives back memory that was reserved for further rows.
    pub(super) fn shrink(&mut self) {
        match self {
            Self::Narrow(codes) => codes.shrink_to_fit(),
            Self::Wide(codes) => codes.shrink_to_fit(),
        }
    }
}

/// Bytes that the codes of a row take.
pub(crate) fn bytes_a_row(release: &Release) -> u64 {
    release.learned().map(Codes::width_of).sum()
}

/// Keeps what is marked.
pub(super) fn keep<T>(values: &mut Vec<T>, kept: &[bool]) {
    let mut kept = kept.iter();
    values.retain(|_| kept.next().copied().unwrap_or(false));
}

/// Appends the codes of one row, in one or two bytes each as its columns are wide: the same number of bytes for
/// every row.
pub(super) fn put_row(columns: &[impl Borrow<Codes>], row: usize, bytes: &mut Vec<u8>) {
    for codes in columns {
        match codes.borrow() {
            Codes::Narrow(codes) => bytes.extend(codes.get(row)),
            Codes::Wide(codes) => bytes.extend(
                codes
                    .get(row)
                    .into_iter()
                    .flat_map(|code| code.to_le_bytes()),
            ),
        }
    }
}

/// The codes of several rows as [`put_row`] writes each, one after the other.
pub(crate) struct RowsOfCodes {
    bytes: Vec<u8>,
    /// Bytes of a row.
    width: usize,
}

impl RowsOfCodes {
    /// The first rows of these columns, written column by column.
    pub(super) fn new(columns: &[&Codes], rows: usize) -> Self {
        let width = columns.iter().map(|codes| codes.width()).sum();
        let mut bytes = vec![0; rows.saturating_mul(width)];
        let mut offset = 0;
        for codes in columns {
            let size = codes.width();
            let places = bytes
                .chunks_exact_mut(width)
                .map(|row| row.get_mut(offset..offset + size));
            match codes {
                Codes::Narrow(codes) => {
                    for (place, code) in places.flatten().zip(codes.iter()) {
                        place.fill(*code);
                    }
                }
                Codes::Wide(codes) => {
                    for (place, code) in places.flatten().zip(codes.iter()) {
                        place.copy_from_slice(&code.to_le_bytes());
                    }
                }
            }
            offset += size;
        }
        Self { bytes, width }
    }

    /// The codes of a row; nothing if there is no such row.
    pub(super) fn row(&self, row: usize) -> &[u8] {
        let start = row.saturating_mul(self.width);
        let range = start..start.saturating_add(self.width);
        self.bytes.get(range).unwrap_or_default()
    }
}

const NARROW: u32 = 1 << 8;

#[cfg(test)]
mod tests {
    use zeroize::ZeroizeOnDrop;

    use super::*;

    /// By their type, which cannot be forgotten.
    #[test]
    fn codes_and_counts_are_wiped_when_they_are_dropped() {
        fn is_wiped(_: &impl ZeroizeOnDrop) {}
        is_wiped(&RawCounts::default());
        for codes in [Codes::narrow(vec![1]), Codes::wide(vec![1])] {
            match &codes {
                Codes::Narrow(codes) => is_wiped(codes),
                Codes::Wide(codes) => is_wiped(codes),
            }
        }
    }

    #[test]
    fn rows_are_the_same_at_once_and_one_by_one() {
        let narrow = Codes::narrow(vec![1, 2, 255]);
        let wide = Codes::wide(vec![256, 3, u16::MAX]);
        for columns in [
            &[][..],
            &[&narrow],
            &[&wide],
            &[&narrow, &wide, &wide, &narrow],
        ] {
            let rows = RowsOfCodes::new(columns, 3);
            for row in 0..4 {
                let mut bytes = Vec::new();
                put_row(columns, row, &mut bytes);
                assert_eq!(rows.row(row), bytes, "row {row}");
            }
        }
    }
}
