//! Rows that nothing else of the release leads to, since they are the mechanism's own answers: what can be told of them
//! without a replay. They have the spec's columns, as many rows as the model says, values of the domain, and every byte is as
//! a release writes such rows.

use super::comparison::{Compared, Comparison};
use super::findings::Findings;
use crate::artefacts::Sink as _;
use crate::error::Error;
use crate::names::synthetic_name;
use crate::spec::Settled;
use crate::table::{Decoding, Input, WriteError, write_decoded};
use crate::watch::Watch;

/// Reads the rows beside a record by the spec, writes them again, and compares.
pub(super) fn check_rows(
    mut comparison: Comparison,
    settled: &Settled,
    claimed: usize,
    watch: &dyn Watch,
    findings: &mut Findings,
) {
    let path = comparison.path(synthetic_name(&settled.plan.release));
    let place = path.display();
    match differs_at(&mut comparison, settled, claimed, watch) {
        Ok(None) => findings.pass(format!(
            "{place}: its rows are as many as the model says, of values that the spec has, and written as a release writes \
             them; that they are the mechanism's own answers was not checked: only a replay can tell"
        )),
        Ok(Some(Differs::Rows(found))) => findings.fault(format!(
            "{place}: it has {found} rows, and the model says {claimed}"
        )),
        Ok(Some(Differs::Byte(byte))) => findings.fault(format!(
            "{place}: it is not as a release writes these rows: from byte {byte} on"
        )),
        Err(error) => findings.fault(format!("{place}: it is no synthetic table of this spec: {error}")),
    }
}

/// In what a table is not one that a release writes.
enum Differs {
    /// In its number of rows.
    Rows(usize),
    /// From this byte on.
    Byte(u64),
}

fn differs_at(
    comparison: &mut Comparison,
    settled: &Settled,
    claimed: usize,
    watch: &dyn Watch,
) -> Result<Option<Differs>, Error> {
    let release = &settled.plan.release;
    let name = synthetic_name(release);
    let input = Input::at(comparison.path(name)).synthetic();
    let what = "the synthetic table";
    let read = input.encode_with_numbers(&release.of_output(), what, watch, None)?;
    let rows = read.table.rows;
    if rows != claimed {
        return Ok(Some(Differs::Rows(rows)));
    }
    let decoding = Decoding {
        numbers: &read.numbers,
        ..Decoding::default()
    };
    comparison.file(name, &mut |out| {
        // No number is left to be picked.
        let pick = &mut || 0;
        let columns = &read.table.columns;
        let written = write_decoded(release, columns, rows, &decoding, pick, None, out);
        written.map_err(|error| match error {
            WriteError::Io(error) => Error::Output(error),
            #[cfg(not(feature = "parquet"))]
            WriteError::NotBuilt(format) => {
                Error::refused(name, format.what(), crate::not_built::REMEDY)
            }
            other => Error::flaw(name, other),
        })
    })?;
    let differs_at = |Compared { differs_at, .. }: &Compared| differs_at.map(Differs::Byte);
    Ok(comparison.files.last().and_then(differs_at))
}
