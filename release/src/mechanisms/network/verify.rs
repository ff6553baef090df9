//! That a model was estimated as the spec says.

use privet_core::mrf::field::Field;
use privet_core::variables::VariableSet;
use privet_spec::Estimator;

use super::estimated::EstimatedFile;
use super::view::NetworkView;
use crate::plan::{Plan, VariableName};

/// Whether there is a Markov random field where the spec asks for one and allows its size, which follows
/// from the tables' columns, and none elsewhere.
pub(crate) fn estimator_follows(network: &NetworkView<'_>, asked: Estimator, plan: &Plan) -> bool {
    let Estimator::Pgm { max_cells } = asked else {
        return network.estimated.is_none();
    };
    let cells = field_cells(plan, &network.columns());
    match network.estimated {
        Some(EstimatedFile::Field(field)) => {
            cells == Some(field.cells) && field.cells <= u64::from(max_cells)
        }
        Some(EstimatedFile::TooLarge { cells: found }) => {
            cells == Some(*found) && *found > u64::from(max_cells)
        }
        None => false,
    }
}

/// Cells of the field of tables over these columns; nothing where they are none of the plan.
fn field_cells(plan: &Plan, columns: &[&[VariableName]]) -> Option<u64> {
    let sets = columns.iter().map(|names| plan.variables.set(names));
    let sets: Vec<VariableSet> = sets.collect::<Option<_>>()?;
    let cells = plan.with_domain(|domain| {
        let field = Field::new(domain, sets.iter());
        Ok(field.ok().map(|field| field.cells()))
    });
    cells.ok().flatten()
}
