//! How much memory and disk a release may need, whatever the noise: looked for before the first charge.
//!
//! The number of synthetic rows and the sizes of tables depend on the noisy number of rows. That is within the
//! noise's reach of the true one, but with probability below 2^−4096. So the most that can be needed is known once
//! the table is read, and what cannot be had is refused while nothing is spent. Whether it can be had depends on
//! the number of rows, so the record lists it as unprotected.

use privet_spec::{Attribute, Kind};

use crate::error::Error;
use crate::memory::is_memory_for;
use crate::spec::Spec;

/// Bytes, rounded up generously.
pub(crate) struct Needs {
    rows: u64,
    memory: u64,
    disk: u64,
}

impl Needs {
    /// Of a release of a table with so many rows.
    pub(crate) fn of(spec: &Spec, table_rows: usize) -> Self {
        let rows = spec.most_rows(table_rows);
        let noisy_size = rows.max(table_rows as u64);
        let cells = spec.mechanism().most_cells(spec.plan(), noisy_size);
        let attributes = spec.release().learned().count() as u64;
        // The codes of a row, and two words while they are drawn.
        let a_row = attributes.saturating_mul(2).saturating_add(16);
        let line: u64 = spec.release().schema.iter().map(longest_field).sum();
        let texts = spec.text().len() as u64;
        Self {
            rows,
            memory: rows
                .saturating_mul(a_row)
                .saturating_add(cells.saturating_mul(MEMORY_A_CELL)),
            disk: rows
                .saturating_add(1)
                .saturating_mul(line)
                .saturating_add(cells.saturating_mul(DISK_A_CELL))
                .saturating_add(texts.saturating_mul(4))
                .saturating_add(OTHER_DISK),
        }
    }

    /// Bytes of all files together.
    pub(crate) fn disk(&self) -> u64 {
        self.disk
    }

    /// Refuses a release that would need more memory than there is, as far as the system tells when asked for all
    /// of it at once.
    pub(crate) fn expect_memory(&self) -> Result<(), Error> {
        if is_memory_for(self.memory) {
            return Ok(());
        }
        let (rows, megabytes) = (self.rows, self.memory.div_ceil(1_000_000));
        Err(Error::refused(
            "memory",
            format!(
                "up to {rows} synthetic rows and their tables need {megabytes} MB, which is not to be had"
            ),
            "write `rows: Exactly(n)` with fewer rows, or a smaller `max_cells`; nothing was spent",
        ))
    }
}

/// Bytes of an attribute's longest field, with quotes around it and inside, and a delimiter.
fn longest_field(attribute: &Attribute) -> u64 {
    let longest = (0..attribute.size()).filter_map(|code| {
        let code = u16::try_from(code).ok()?;
        let ends =
            [0, u64::MAX].map(|pick| attribute.decode(code, pick).map_or(0, |field| field.len()));
        ends.into_iter().max()
    });
    let longest = match attribute.kind() {
        Kind::Identifier { prefix } => Some(prefix.len()),
        _ => longest.max(),
    };
    let longest = longest.unwrap_or(0).max(attribute.name().len());
    // A row number, or digits that numbers inside of a bin have and those at its ends have not.
    (longest as u64).saturating_mul(2).saturating_add(24)
}

/// Counts, noisy and fitted cells, and what an estimation keeps of them.
const MEMORY_A_CELL: u64 = 64;
/// A noisy and a fitted number.
const DISK_A_CELL: u64 = 48;
/// The rest of model and record: names, and an entry for each query.
const OTHER_DISK: u64 = 4 << 20;
