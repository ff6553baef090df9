//! That a model was estimated as the spec says.

use privet_core::mrf::field::Field;
use privet_core::variables::{Variable, VariableSet};
use privet_spec::Estimator;

use crate::plan::{Plan, VariableName};
use crate::release::Spec;
use crate::release::model::{EstimatedFile, ModelFile};
use crate::release::record::{Record, estimator};

/// Whether there is a Markov random field where the spec asks for one and allows its size, which follows
/// from the tables' columns, and none elsewhere; and the record says so.
pub(super) fn estimator_agrees(model: &ModelFile, record: &Record, spec: &Spec) -> bool {
    let estimated = model.estimated();
    let follows = match spec.release.mechanism.estimator() {
        Some(Estimator::Pgm { max_cells }) => {
            let cells = field_cells(&spec.plan, &columns(model));
            match estimated {
                Some(EstimatedFile::Field(field)) => {
                    cells == Some(field.cells) && field.cells <= u64::from(max_cells)
                }
                Some(EstimatedFile::TooLarge { cells: found }) => {
                    cells == Some(*found) && *found > u64::from(max_cells)
                }
                None => false,
            }
        }
        _ => estimated.is_none(),
    };
    follows && record.algorithm.estimator == estimator(estimated)
}

/// What each table was measured of.
fn columns(model: &ModelFile) -> Vec<&[VariableName]> {
    match model {
        ModelFile::PrivBayes(model) => model.tables.iter().map(|of| &*of.columns).collect(),
        ModelFile::PrivBayesPure(model) => model.tables.iter().map(|of| &*of.columns).collect(),
        ModelFile::PrivMrf(_) | ModelFile::SmoothedHistogram(_) => Vec::new(),
    }
}

/// Cells of the field of tables over these columns; nothing where they are none of the plan.
fn field_cells(plan: &Plan, columns: &[&[VariableName]]) -> Option<u64> {
    let sets = columns.iter().map(|names| {
        let variables = names.iter().map(|name| plan.variable(name));
        VariableSet::new(&variables.collect::<Option<Vec<Variable>>>()?).ok()
    });
    let sets: Vec<VariableSet> = sets.collect::<Option<_>>()?;
    let cells = plan.with_domain(|domain| {
        let field = Field::new(domain, sets.iter());
        Ok(field.ok().map(|field| field.cells()))
    });
    cells.ok().flatten()
}
