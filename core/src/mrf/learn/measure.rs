//! Tables, asked of the curator.

use alloc::vec;
use alloc::vec::Vec;

use super::learned::Measured;
use super::settings::Settings;
use crate::Error;
use crate::answers::GaussianAnswers;
use crate::curator::{AskedTable, PartsScratch};
use crate::domain::Domain;
use crate::mrf::levels;
use crate::parts::AskedParts;
use crate::privacy::MuSquared;
use crate::rules::Rules;
use crate::variables::VariableSet;

/// Every attribute's own table, by its weight in the budget.
pub(super) fn measure_leaves(
    curator: &mut impl GaussianAnswers,
    domain: &Domain<'_>,
    settings: &Settings,
    (budget, weights): (MuSquared, &[u32]),
    progress: &mut dyn FnMut(u32),
) -> Result<Vec<Measured>, Error> {
    let own = weights.iter().zip(0..=u8::MAX);
    let own = own.map(|(_, attribute)| VariableSet::new(&[levels::leaf(attribute)]));
    let own = own.collect::<Result<Vec<_>, _>>()?;
    curator.announce(domain, &|tell| own.iter().for_each(tell));
    let mut leaves = Vec::new();
    for (&weight, variables) in weights.iter().zip(own) {
        let share = budget.weighted_part_down(weight, weights)?;
        leaves.push(measure(curator, domain, &settings.rules, variables, share)?);
        progress(settings.most_rounds.get());
    }
    Ok(leaves)
}

/// One table, for this share.
pub(super) fn measure(
    curator: &mut impl GaussianAnswers,
    domain: &Domain<'_>,
    rules: &Rules,
    variables: VariableSet,
    share: MuSquared,
) -> Result<Measured, Error> {
    let count = domain
        .cells(&variables, u64::from(u32::MAX))
        .ok_or(Error::BufferTooSmall)?;
    let (mut scratch, mut cells) = (vec![0; count], vec![0; count]);
    let possible = rules.possible(domain, &variables)?;
    let asked = AskedTable {
        variables: &variables,
        possible: possible.as_deref().unwrap_or_default(),
    };
    let sigma = curator.table(domain, asked, share, &mut scratch, &mut cells)?;
    Ok(Measured {
        variables,
        parts: None,
        sigma,
        cells,
    })
}

/// Some parts of a table, for this share.
pub(super) fn measure_parts(
    curator: &mut impl GaussianAnswers,
    domain: &Domain<'_>,
    asked: &AskedParts,
    share: MuSquared,
) -> Result<Measured, Error> {
    let count = asked.units() as usize;
    let (mut counts, mut margin, mut cells) = (vec![0; count], vec![0; count], vec![0; count]);
    let scratch = PartsScratch {
        counts: &mut counts,
        margin: &mut margin,
    };
    let sigma = curator.parts(domain, asked, share, scratch, &mut cells)?;
    Ok(Measured {
        variables: asked.variables().clone(),
        parts: Some(asked.parts()),
        sigma,
        cells,
    })
}
