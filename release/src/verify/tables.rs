//! The tables of a model against the queries of its record: each was paid for, with its noise, and each that was paid for
//! is there. It needs no rebuild, so that it holds for releases by algorithms that this program does not have.

use super::findings::Findings;
use crate::model::{Model, Noise};
use crate::plan::VariableName;
use crate::record::{Asked, NoiseFile, QueryFile, Record};

/// What a table has in common with its query: its columns, the parts that were left out, and its noise.
type Of<'a> = (&'a [VariableName], &'a [Vec<VariableName>], Noise);

/// Every table of the model has its query, and every query of a table its table; likewise the number of rows.
pub(super) fn check_tables(name: &str, record: &Record, model: &Model, findings: &mut Findings) {
    let tables = model.tables();
    let tables = tables.iter();
    let mut measured: Vec<Of<'_>> = tables
        .map(|table| (table.columns, table.left_out, table.noise))
        .collect();
    let mut is_paid = true;
    for query in &record.queries {
        if !matches!(query.asked(), Some(Asked::Table | Asked::Parts)) {
            continue;
        }
        let of = of_query(query);
        let place = measured.iter().position(|table| Some(*table) == of);
        match place {
            Some(place) => drop(measured.swap_remove(place)),
            None => is_paid = false,
        }
    }
    findings.check(
        is_paid && measured.is_empty(),
        format!("{name}: its queries are those of the tables in the model, with their noise"),
        format!("{name}: queries: they are not those of the tables in the model, with their noise"),
    );
    let mut sizes = record.queries.iter();
    let size = sizes.find(|query| query.asked() == Some(Asked::Size));
    if size.and_then(noise) != model.counted_rows().noise {
        findings.fault(format!(
            "{name}: queries: the number of rows has not the noise that it has in the model"
        ));
    }
}

fn of_query(query: &QueryFile) -> Option<Of<'_>> {
    let parts = query.parts.as_ref();
    let left_out = parts.map_or(&[][..], |parts| parts.left_out.as_slice());
    Some((query.columns.as_slice(), left_out, noise(query)?))
}

fn noise(query: &QueryFile) -> Option<Noise> {
    match query.noise {
        NoiseFile::Gaussian { sigma, .. } => Some(sigma.noise()),
        NoiseFile::Laplace { scale, .. } => Some(scale.noise()),
        NoiseFile::Selection { .. } | NoiseFile::Smoothed(_) => None,
    }
}
