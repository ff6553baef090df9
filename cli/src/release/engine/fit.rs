//! What the mechanisms that measure a network's tables have in common.

use privet_core::Error;
use privet_core::bayes::consistency::{StepRoom, common_sets};
use privet_core::bayes::fit::Fitting;
use privet_core::bayes::simplex;
use privet_core::bayes::tables::Tables;
use privet_core::curator::Size;
use privet_core::domain::Domain;
use privet_core::variables::VariableSet;
use privet_spec::Post;

use crate::plan::{Plan, VariableName};

/// Turns noisy counts into consistent, non-negative tables; returns the largest disagreement left.
pub(super) fn fit_tables(
    post: Post,
    domain: &Domain<'_>,
    tables: &Tables,
    size: Size,
    fitted: &mut [i64],
) -> Result<u64, Error> {
    let sets = closed_sets(domain, tables)?;
    let largest = tables.largest();
    let (mut targets, mut sums, mut shares) =
        (vec![0; largest], vec![0; largest], vec![0; largest]);
    let mut room = StepRoom {
        targets: &mut targets,
        sums: &mut sums,
        shares: &mut shares,
    };
    let mut variances = vec![0.0; tables.as_slice().len()];
    let post = match post {
        Post::Normalize => simplex::Post::Normalize,
        Post::L2Projection => simplex::Post::L2Projection,
    };
    let fitting = Fitting {
        domain: *domain,
        tables,
        sets: &sets,
        rows: size.rows(),
        post,
    };
    fitting.fit(fitted, &mut variances, &mut room)
}

/// The common sets of the tables; their number is not known beforehand, so the room doubles.
fn closed_sets(domain: &Domain<'_>, tables: &Tables) -> Result<Vec<VariableSet>, Error> {
    let mut room = 1024;
    loop {
        let mut sets = vec![VariableSet::EMPTY; room];
        match common_sets(domain, tables, &mut sets) {
            Ok(used) => {
                sets.truncate(used);
                return Ok(sets);
            }
            Err(Error::BufferTooSmall) if room < MOST_COMMON_SETS => room *= 2,
            Err(error) => return Err(error),
        }
    }
}

/// The set's variables as files name them.
pub(super) fn names(plan: &Plan, set: &VariableSet) -> Vec<VariableName> {
    let variables = set.as_slice().iter();
    variables.map(|&variable| plan.name(variable)).collect()
}

const MOST_COMMON_SETS: usize = 1 << 17;
