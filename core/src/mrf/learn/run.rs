//! The order of the queries.

use alloc::vec::Vec;

use super::known::Known;
use super::learned::{Learned, whole_rows};
use super::measure::Asking;
use super::rounds::{Finished, Rounds};
use super::settings::{Attribute, Settings};
use super::start::ask_for_scores;
use crate::Error;
use crate::answers::GaussianAnswers;
use crate::domain::Domain;
use crate::mrf::joined::Grouping;
use crate::mrf::levels::{self, Levels};
use crate::mrf::reconcile::known_size;
use crate::privacy::Loss;

/// Measures and estimates. `progress` is told after each table how many are left at most.
pub fn learn(
    curator: &mut impl GaussianAnswers,
    attributes: &[Attribute],
    settings: &Settings,
    progress: &mut dyn FnMut(u32),
) -> Result<Learned, Error> {
    let identities = attributes
        .iter()
        .map(|attribute| Ok(Levels::only(Grouping::identity(attribute.size)?)))
        .collect::<Result<Vec<_>, Error>>()?;
    let levels = levels::levels(&identities)?;
    // What cannot be paid for later is refused before anything is.
    curator
        .neighbours()
        .weighted_table_l1(settings.workload.most())?;
    let size = curator.size(settings.size)?;
    let (one_way, weights) =
        settings.one_way_budget(attributes, curator.neighbours(), size.rows())?;
    let left = settings
        .tables
        .checked_sub(one_way)
        .ok_or(Error::LossOutOfRange)?;
    let (scores, left) = ask_for_scores(curator, attributes, settings, left)?;
    let domain = Domain::new(&levels)?;
    let (rows, variance) = known_size(size);
    let asking = Asking {
        domain: &domain,
        settings,
        known: &Known::of_size((rows, variance)),
    };
    let leaves = asking.leaves(curator, (one_way, &weights), progress)?;
    let found = leaves
        .iter()
        .zip(attributes.iter().zip(0..=u8::MAX))
        .map(|(leaf, (attribute, number))| {
            let kinds = settings.rules.kinds(number, leaf.cells.len());
            let (counts, sigma) = whole_rows(leaf, rows);
            attribute.levels(&counts, sigma, settings.rare, kinds.as_deref())
        })
        .collect::<Result<Vec<_>, _>>()?;
    let levels = levels::levels(&found)?;
    let domain = Domain::new(&levels)?;
    let first_rounds = settings.first_rounds(curator.neighbours(), size.rows(), left)?;
    let mut rounds = Rounds::new(domain, settings, size, &leaves, (left, first_rounds))?;
    if let Some(scores) = &scores {
        rounds.start_from(scores, curator, progress)?;
    }
    while rounds.next(curator, progress)? {}
    let Finished {
        model,
        tables,
        choices,
    } = rounds.finish()?;
    Ok(Learned {
        size,
        levels: found,
        leaves,
        scores,
        tables,
        choices,
        rows: model.rows,
        tree: model.tree,
        estimate: model.estimate,
    })
}
