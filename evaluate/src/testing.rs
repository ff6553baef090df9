//! Small tables for tests.

use crate::dice::Dice;
use crate::findings::ColumnKind;
use crate::input::{Attribute, Codes, Column, Comparison, Scale, Table};

/// Columns that own their codes.
pub(crate) struct Owned {
    pub(crate) columns: Vec<Vec<u16>>,
    pub(crate) rows: usize,
}

impl Owned {
    pub(crate) fn new(columns: Vec<Vec<u16>>) -> Self {
        let rows = columns[0].len();
        Self { columns, rows }
    }

    pub(crate) fn table(&self) -> Table<'_> {
        let columns = self.columns.iter().map(|codes| Column {
            codes: Codes::Wide(codes),
            numbers: None,
        });
        Table {
            columns: columns.collect(),
            rows: self.rows,
        }
    }
}

/// Uniform codes.
pub(crate) fn random_table(sizes: &[usize], rows: usize, seed: u64) -> Owned {
    let mut dice = Dice::new(seed, 0);
    let columns = sizes.iter().map(|size| {
        let codes = (0..rows).map(|_| u16::try_from(dice.place(*size)).unwrap());
        codes.collect()
    });
    Owned::new(columns.collect())
}

/// Labels `0`, `1`, ….
pub(crate) fn categorical(name: &str, size: usize) -> Attribute {
    Attribute {
        name: name.to_owned(),
        kind: ColumnKind::Categorical,
        labels: (0..size).map(|code| code.to_string()).collect(),
        nullable: false,
        scale: None,
    }
}

/// Whole numbers 0, 1, …, and a missing value after them.
pub(crate) fn nullable_numbers(name: &str, values: usize) -> Attribute {
    let mut attribute = categorical(name, values);
    attribute.labels.push("(missing)".to_owned());
    attribute.kind = ColumnKind::Numeric;
    attribute.nullable = true;
    attribute.scale = Some(Scale {
        decimals: 0,
        numbers: (0..).take(values).collect(),
    });
    attribute
}

/// Categorical attributes of these sizes.
pub(crate) fn attributes(sizes: &[usize]) -> Vec<Attribute> {
    let named = sizes.iter().enumerate();
    named
        .map(|(place, size)| categorical(&format!("c{place}"), *size))
        .collect()
}

pub(crate) fn comparison<'t>(
    attributes: &'t [Attribute],
    real: &'t Owned,
    synthetic: &'t Owned,
) -> Comparison<'t> {
    Comparison::new(attributes, real.table(), synthetic.table()).unwrap()
}
