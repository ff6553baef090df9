//! Small tables for tests.

use crate::dice::Dice;
use crate::findings::ColumnKind;
use crate::input::{Attribute, Codes, Column, Comparison, Scale, Table};

/// Columns that own their codes.
pub(crate) struct Owned {
    pub(crate) columns: Vec<Vec<u16>>,
    /// What is inside of bins.
    pub(crate) numbers: Vec<Option<Vec<i64>>>,
    pub(crate) rows: usize,
}

impl Owned {
    pub(crate) fn new(columns: Vec<Vec<u16>>) -> Self {
        let rows = columns[0].len();
        let numbers = vec![None; columns.len()];
        Self {
            columns,
            numbers,
            rows,
        }
    }

    /// Numbers from 0 on, in bins of these widths.
    pub(crate) fn of_numbers(columns: Vec<Vec<i64>>, bins: &[i64]) -> Self {
        let codes = columns.iter().zip(bins).map(|(numbers, bin)| {
            let codes = numbers.iter().map(|number| u16::try_from(number / bin));
            codes.map(Result::unwrap).collect()
        });
        let mut owned = Self::new(codes.collect());
        owned.numbers = columns.into_iter().map(Some).collect();
        owned
    }

    /// These rows of it.
    pub(crate) fn at(&self, places: &[usize]) -> Self {
        let codes = self.columns.iter().map(|codes| at(codes, places));
        let numbers = self.numbers.iter();
        let numbers = numbers.map(|numbers| numbers.as_ref().map(|numbers| at(numbers, places)));
        Self {
            columns: codes.collect(),
            numbers: numbers.collect(),
            rows: places.len(),
        }
    }

    pub(crate) fn table(&self) -> Table<'_> {
        let columns = self.columns.iter().zip(&self.numbers);
        let columns = columns.map(|(codes, numbers)| Column {
            codes: Codes::Wide(codes),
            numbers: numbers.as_deref(),
        });
        Table {
            columns: columns.collect(),
            rows: self.rows,
        }
    }
}

fn at<T: Copy>(column: &[T], places: &[usize]) -> Vec<T> {
    places.iter().map(|place| column[*place]).collect()
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

/// Numbers from 0 on, in `size` bins of this width.
pub(crate) fn binned(
    name: &str,
    kind: ColumnKind,
    decimals: u8,
    bin: i64,
    size: usize,
) -> Attribute {
    let mut attribute = categorical(name, size);
    attribute.kind = kind;
    attribute.scale = Some(Scale {
        decimals,
        numbers: (0..)
            .step_by(usize::try_from(bin).unwrap())
            .take(size)
            .collect(),
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
