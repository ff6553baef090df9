//! `SmoothedHistogram`: here drawing is the mechanism, and the rows come out of the curator.

use privet_core::Error;
use privet_core::counts::{Columns, Counts as _};
use privet_core::curator::{Curator, histogram_of};
use privet_core::domain::Domain;
use privet_core::ledger::{Ledger, Pure};
use privet_core::noise::SmoothedRows;
use privet_core::variables::VariableSet;

use super::{Made, Rows};
use crate::error::CliError;
use crate::keys::MasterSeed;
use crate::plan::HistogramPlan;
use crate::progress::Reporter;
use crate::release::Spec;
use crate::release::counts::{ParallelColumns, columns};
use crate::release::model::{HistogramModel, ModelFile, VERSION, seed_text};
use crate::release::record::Book;
use crate::table::{Codes, EncodedTable};

/// One question.
type HistogramLedger = Ledger<Pure, 1>;

/// Counts, draws, and forgets the histogram.
pub fn run(
    spec: &Spec,
    plan: &HistogramPlan,
    table: &EncodedTable,
    seed: &MasterSeed,
    reporter: Reporter,
) -> Result<Made, CliError> {
    spec.plan.with_domain(|domain| {
        let bar = reporter.stage("drawing rows", 1);
        let refusal =
            |error: Error| CliError::refused("release", error.to_string(), "nothing was written");
        let (law, ledger, cells) = draw(spec, plan, domain, table, seed).map_err(refusal)?;
        let variables = histogram_of(domain).map_err(refusal)?;
        bar.step();
        drop(bar);
        let model = HistogramModel {
            privet_model: VERSION,
            spec: spec.text.clone(),
            row_seed: seed_text(seed.row_seed()),
            rows: law.draws.rows,
            cells: law.draws.cells.get(),
            drawn: law.draws.draws,
            weight_units: law.weight.units(),
        };
        Ok(Made {
            model: ModelFile::SmoothedHistogram(model),
            book: Book::of(&spec.plan, &ledger),
            rows: Rows::Drawn(decoded(domain, &variables, &cells)),
        })
    })
}

fn draw(
    spec: &Spec,
    plan: &HistogramPlan,
    domain: &Domain<'_>,
    table: &EncodedTable,
    seed: &MasterSeed,
) -> Result<(SmoothedRows, HistogramLedger, Vec<u32>), Error> {
    let borrowed = columns(table);
    let counts = ParallelColumns(Columns::new(domain, &borrowed)?);
    // The number of rows is public.
    let rows = u32::try_from(counts.rows()).map_err(|_| Error::TooManyRows)?;
    let ledger = HistogramLedger::new(plan.epsilon);
    let mut curator = Curator::new(counts, spec.plan.neighbours, ledger, seed.noise())?;
    let mut histogram = vec![0; plan.cells.get() as usize];
    let mut drawn = vec![0; plan.draws(rows).draws as usize];
    let law = curator.smoothed_rows(domain, plan.epsilon, &mut histogram, &mut drawn)?;
    Ok((law, curator.close(), drawn))
}

/// A column of codes for each attribute; one that has a single value is not in the histogram.
fn decoded(domain: &Domain<'_>, set: &VariableSet, cells: &[u32]) -> Vec<Codes> {
    let mut columns = vec![vec![0_u16; cells.len()]; usize::from(domain.attributes())];
    for (row, &cell) in cells.iter().enumerate() {
        domain.values_of(set, cell as usize, |variable, value| {
            let attribute = domain.attribute(variable).map(usize::from);
            let column = attribute.and_then(|attribute| columns.get_mut(attribute));
            if let Some(code) = column.and_then(|column| column.get_mut(row)) {
                *code = value;
            }
        });
    }
    columns.into_iter().map(Codes::Wide).collect()
}
