//! Reading a whole table into codes.
//!
//! Tested: `dropped_rows_take_no_part_in_the_choice`, `removing_a_person_moves_nobody_else` (in `tests/rules.rs`: 256
//! random tables of up to 39 rows).
//! Assumed: what the record lists as unprotected: that memory suffices for rows, for persons and for a row of 16 MiB
//! depends on the table as a whole, and stops a release before it is paid for.

use privet_spec::Release;

use super::column::{Column, Keep};
use super::encoder::{Encoded, Encoder, Purpose};
use super::tag::BoundingKey;
use super::{Codes, EncodedTable, Opened, Options, TableError};

/// A table that was read. All of it is internal: it depends on the data.
pub struct Loaded {
    pub table: EncodedTable,
    /// For each learned attribute, if numbers were asked for and its codes are bins of several: the
    /// number in each row, in units of [`privet_spec::Attribute::number`]; 0 where it is missing.
    pub numbers: Vec<Option<Vec<i64>>>,
    /// Columns of the file that the spec does not name, in the order of the file.
    pub ignored: Vec<String>,
    /// Rows that were dropped because their person has enough.
    pub beyond_bound: u64,
    /// Rows that were dropped because they name no person.
    pub without_id: u64,
    /// Rows that were dropped because they break a rule.
    pub dropped_by_rules: u64,
    /// For each rule of the spec, how many rows break it.
    pub broken_by_rule: Vec<u64>,
}

/// Reads a table and encodes it as the release spec says.
pub fn load<'r>(
    release: &Release,
    opened: Opened<'r>,
    options: Options<'r>,
) -> Result<Loaded, TableError> {
    load_columns(release, opened, options, Keep::Codes)
}

/// As [`load`], and keeps the numbers behind bins. Not for a release, whose code must not see them.
pub fn load_with_numbers<'r>(
    release: &Release,
    opened: Opened<'r>,
    options: Options<'r>,
) -> Result<Loaded, TableError> {
    load_columns(release, opened, options, Keep::Numbers)
}

/// As [`load`]; nothing where codes and persons take more than so many bytes.
pub(crate) fn load_within<'r>(
    release: &Release,
    opened: Opened<'r>,
    options: Options<'r>,
    most_bytes: u64,
) -> Result<Option<Loaded>, TableError> {
    let key = options.bounding.clone();
    let mut encoder = Encoder::new(release, opened, options, Purpose::Whole(Keep::Codes))?;
    while encoder.advance()? > 0 {
        if encoder.bytes() > most_bytes {
            return Ok(None);
        }
    }
    Ok(Some(loaded(encoder.finish()?, &key)))
}

fn load_columns<'r>(
    release: &Release,
    opened: Opened<'r>,
    options: Options<'r>,
    keep: Keep,
) -> Result<Loaded, TableError> {
    let key = options.bounding.clone();
    let mut encoder = Encoder::new(release, opened, options, Purpose::Whole(keep))?;
    while encoder.advance()? > 0 {}
    Ok(loaded(encoder.finish()?, &key))
}

/// What is left of the rows that were read.
fn loaded(encoded: Encoded<'_>, key: &BoundingKey) -> Loaded {
    let Encoded {
        columns,
        ruled,
        mut bounding,
        read,
        without_id,
        ignored,
    } = encoded;
    let (columns, numbers) = columns.into_iter().map(Column::into_parts).unzip();
    let mut parts = Parts {
        columns,
        numbers,
        rows: read,
    };
    // What breaks a rule is gone before a person's rows are counted, as if it had never been there.
    if let Some(kept) = ruled.kept() {
        bounding.leave_out(kept);
        parts.keep(kept);
    }
    if let Some(kept) = bounding.kept(key, &parts.columns) {
        parts.keep(&kept);
    }
    let Parts {
        mut columns,
        numbers,
        rows,
    } = parts;
    columns.iter_mut().for_each(Codes::shrink);
    let (dropped_by_rules, broken_by_rule) = ruled.broken();
    Loaded {
        table: EncodedTable { columns, rows },
        numbers,
        ignored,
        beyond_bound: bounding.beyond_bound(),
        without_id,
        dropped_by_rules,
        broken_by_rule,
    }
}

/// What rows have become.
struct Parts {
    columns: Vec<Codes>,
    numbers: Vec<Option<Vec<i64>>>,
    rows: usize,
}

impl Parts {
    /// Keeps some rows, in their order.
    fn keep(&mut self, kept: &[bool]) {
        self.rows = kept.iter().filter(|kept| **kept).count();
        for codes in &mut self.columns {
            codes.keep(kept);
        }
        for numbers in self.numbers.iter_mut().flatten() {
            super::codes::keep(numbers, kept);
        }
    }
}
