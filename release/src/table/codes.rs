//! A table as codes.

use privet_spec::Attribute;

/// The codes of one attribute, one a row, in one byte each where that is enough.
#[derive(Clone, PartialEq, Eq)]
pub enum Codes {
    /// Attributes of at most 256 codes.
    Narrow(Vec<u8>),
    /// All others.
    Wide(Vec<u16>),
}

/// A table's codes.
///
/// It holds private data, so there is no `Debug` by which it could get into a message.
#[derive(Clone, PartialEq, Eq)]
pub struct EncodedTable {
    /// The learned attributes in the order of the schema; identifiers are left out.
    pub columns: Vec<Codes>,
    /// The length of every column; below 2^32.
    pub rows: usize,
}

impl Codes {
    /// No codes yet, in the width that the attribute needs.
    pub fn for_attribute(attribute: &Attribute) -> Self {
        if attribute.size() <= NARROW {
            Self::Narrow(Vec::new())
        } else {
            Self::Wide(Vec::new())
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

    /// Gives back memory that was reserved for further rows.
    pub(super) fn shrink(&mut self) {
        match self {
            Self::Narrow(codes) => codes.shrink_to_fit(),
            Self::Wide(codes) => codes.shrink_to_fit(),
        }
    }
}

const NARROW: u32 = 1 << 8;
