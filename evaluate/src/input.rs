//! What is compared: attributes as the spec has them, and two tables of codes.

use core::fmt;

use crate::findings::ColumnKind;

/// One learned attribute.
#[derive(Clone, Debug, PartialEq)]
pub struct Attribute {
    pub name: String,
    pub kind: ColumnKind,
    /// A name for every code, in order; a missing value, if there is one, has the last code.
    pub labels: Vec<String>,
    /// Whether the last code is a missing value.
    pub nullable: bool,
    /// For numbers and dates.
    pub scale: Option<Scale>,
}

/// How codes and whole numbers stand for values.
#[derive(Clone, Debug, PartialEq)]
pub struct Scale {
    /// Values are whole numbers divided by ten to this power.
    pub decimals: u8,
    /// A whole number for each code but that of a missing value: what a column without numbers of its
    /// own is taken for.
    pub numbers: Vec<i64>,
}

impl Attribute {
    /// The number of codes.
    pub fn size(&self) -> usize {
        self.labels.len()
    }

    /// The code of a missing value.
    pub fn null(&self) -> Option<usize> {
        self.nullable.then(|| self.size().checked_sub(1)).flatten()
    }

    /// Whether the codes have an order.
    pub fn is_ordered(&self) -> bool {
        self.kind != ColumnKind::Categorical
    }
}

/// One column of a table.
#[derive(Clone, Copy)]
pub struct Column<'t> {
    pub codes: Codes<'t>,
    /// The numbers themselves, in units of the scale, where codes are bins of several.
    pub numbers: Option<&'t [i64]>,
}

/// One code a row.
#[derive(Clone, Copy)]
pub enum Codes<'t> {
    Narrow(&'t [u8]),
    Wide(&'t [u16]),
}

impl<'t> Codes<'t> {
    pub fn len(self) -> usize {
        match self {
            Self::Narrow(codes) => codes.len(),
            Self::Wide(codes) => codes.len(),
        }
    }

    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The codes in order.
    pub fn iter(self) -> impl Iterator<Item = u16> + 't {
        let (narrow, wide): (&[u8], &[u16]) = match self {
            Self::Narrow(codes) => (codes, &[]),
            Self::Wide(codes) => (&[], codes),
        };
        let narrow = narrow.iter().copied().map(u16::from);
        narrow.chain(wide.iter().copied())
    }

    /// The code of one row; 0 beyond the last.
    pub fn at(self, row: usize) -> u16 {
        match self {
            Self::Narrow(codes) => codes.get(row).copied().map_or(0, u16::from),
            Self::Wide(codes) => codes.get(row).copied().unwrap_or(0),
        }
    }
}

/// A table, one column an attribute.
///
/// It shows private data, so there is no `Debug` by which it could get into a message.
#[derive(Clone)]
pub struct Table<'t> {
    pub columns: Vec<Column<'t>>,
    /// The length of every column.
    pub rows: usize,
}

/// Two tables of the same attributes. Invariant: both have rows, one column for each attribute, as
/// long as the table, and codes below the attribute's size.
pub struct Comparison<'t> {
    attributes: &'t [Attribute],
    real: Table<'t>,
    synthetic: Table<'t>,
}

impl<'t> Comparison<'t> {
    /// Checks the tables against the attributes.
    pub fn new(
        attributes: &'t [Attribute],
        real: Table<'t>,
        synthetic: Table<'t>,
    ) -> Result<Self, Error> {
        check(attributes, &real, Side::Real)?;
        check(attributes, &synthetic, Side::Synthetic)?;
        Ok(Self {
            attributes,
            real,
            synthetic,
        })
    }

    pub fn attributes(&self) -> &'t [Attribute] {
        self.attributes
    }

    pub fn real(&self) -> &Table<'t> {
        &self.real
    }

    pub fn synthetic(&self) -> &Table<'t> {
        &self.synthetic
    }

    /// The sizes of some attributes.
    pub(crate) fn sizes(&self, places: &[usize]) -> Vec<usize> {
        let size = |place: &usize| self.attributes.get(*place).map(Attribute::size);
        places.iter().filter_map(size).collect()
    }
}

/// Checks one table; also for rows that are held out.
pub(crate) fn check(attributes: &[Attribute], table: &Table<'_>, side: Side) -> Result<(), Error> {
    if attributes.is_empty() || table.rows == 0 {
        return Err(Error::Empty { side });
    }
    let fits = |(attribute, column): (&Attribute, &Column<'_>)| {
        let long = column.codes.len() == table.rows
            && column
                .numbers
                .is_none_or(|numbers| numbers.len() == table.rows);
        long && column
            .codes
            .iter()
            .all(|code| usize::from(code) < attribute.size())
    };
    let whole =
        table.columns.len() == attributes.len() && attributes.iter().zip(&table.columns).all(fits);
    if whole {
        Ok(())
    } else {
        Err(Error::Misfit { side })
    }
}

/// One of the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Real,
    Synthetic,
    HeldOut,
}

/// Why nothing can be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// A table without rows or columns.
    Empty { side: Side },
    /// A table whose columns are not those of the attributes.
    Misfit { side: Side },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (side, what) = match self {
            Self::Empty { side } => (side, "has no rows or no columns"),
            Self::Misfit { side } => (side, "does not fit the attributes"),
        };
        let side = match side {
            Side::Real => "real",
            Side::Synthetic => "synthetic",
            Side::HeldOut => "held-out",
        };
        write!(f, "the {side} table {what}")
    }
}

impl core::error::Error for Error {}
