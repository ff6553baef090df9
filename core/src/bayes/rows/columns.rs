//! Values written into columns.

use crate::Error;
use crate::domain::Domain;
use crate::radix;
use crate::variables::{Variable, VariableSet};

/// Writes the values of a cell, one into each variable's column.
pub(super) fn put_cell(
    columns: &mut [&mut [u16]],
    domain: Domain<'_>,
    variables: &VariableSet,
    row: usize,
    cell: usize,
) {
    let mut rest = cell;
    for &variable in variables.as_slice().iter().rev() {
        let (before, value) = radix::split_digit(rest, domain.size(variable));
        set(columns, domain, variable, row, value);
        rest = before;
    }
}

pub(super) fn set(
    columns: &mut [&mut [u16]],
    domain: Domain<'_>,
    variable: Variable,
    row: usize,
    value: usize,
) {
    if let Ok(column) = column_of(columns, domain, variable) {
        put(column, row, value);
    }
}

pub(super) fn column_of<'c>(
    columns: &'c mut [&mut [u16]],
    domain: Domain<'_>,
    variable: Variable,
) -> Result<&'c mut [u16], Error> {
    let attribute = domain.attribute(variable).ok_or(Error::BadColumns)?;
    columns
        .get_mut(usize::from(attribute))
        .map(|column| &mut **column)
        .ok_or(Error::BadColumns)
}

/// Writes one value; values are below 2^16, as sizes are at most that.
pub(super) fn put(column: &mut [u16], row: usize, value: usize) {
    if let (Some(slot), Ok(value)) = (column.get_mut(row), u16::try_from(value)) {
        *slot = value;
    }
}
