//! The answers of a model against the queries of its record: each was paid for, with its noise, and each that was paid for
//! is there. It needs no rebuild, so that it holds for releases by algorithms that this program does not have.

use core::slice::from_ref;

use super::findings::Findings;
use crate::noise::Noise;
use crate::plan::VariableName;
use crate::public_model::Model;
use crate::record::{Asked, NoiseFile, QueryFile, Record};

/// What counts have in common with their query: their columns, the parts that were left out, and their noise.
#[derive(PartialEq)]
struct Of<'a> {
    is_grid: bool,
    columns: &'a [VariableName],
    left_out: &'a [Vec<VariableName>],
    noise: Noise,
}

/// All counts of the model have their query, and every query its counts; likewise the number of rows and the scores of pairs.
pub(super) fn check_tables(name: &str, record: &Record, model: &Model, findings: &mut Findings) {
    let levels = model.inside().levels();
    let grids = levels.iter().map(|(level, noise)| Of {
        is_grid: true,
        columns: from_ref(level),
        left_out: &[],
        noise: *noise,
    });
    let tables = model.tables();
    let tables = tables.iter().map(|table| Of {
        is_grid: false,
        columns: table.columns,
        left_out: table.left_out,
        noise: table.noise,
    });
    let mut measured: Vec<Of<'_>> = grids.chain(tables).collect();
    let mut is_paid = true;
    for query in &record.queries {
        if !matches!(
            query.asked(),
            Some(Asked::Grid | Asked::Table | Asked::Parts)
        ) {
            continue;
        }
        let of = of_query(query);
        let place = measured.iter().position(|table| of.as_ref() == Some(table));
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
    for (asked, what, there) in [
        (
            Asked::Size,
            "the number of rows has",
            model.counted_rows().noise,
        ),
        (
            Asked::PairScores,
            "the scores of pairs have",
            model.noise_of_scores(),
        ),
    ] {
        let query = record
            .queries
            .iter()
            .find(|query| query.asked() == Some(asked));
        if query.and_then(noise) != there {
            findings.fault(format!(
                "{name}: queries: {what} not the noise that stands in the model"
            ));
        }
    }
}

fn of_query(query: &QueryFile) -> Option<Of<'_>> {
    let parts = query.parts.as_ref();
    Some(Of {
        is_grid: query.asked() == Some(Asked::Grid),
        columns: query.columns.as_slice(),
        left_out: parts.map_or(&[][..], |parts| parts.left_out.as_slice()),
        noise: noise(query)?,
    })
}

fn noise(query: &QueryFile) -> Option<Noise> {
    match query.noise {
        NoiseFile::Gaussian { sigma, .. } => Some(sigma.noise()),
        NoiseFile::Laplace { scale, .. } => Some(scale.noise()),
        NoiseFile::Selection { .. } | NoiseFile::Smoothed(_) => None,
    }
}
