//! What the mechanism asks of the curator, in order: size, selections, tables.

use core::num::NonZeroU32;

use rand_core::TryCryptoRng;

use super::candidates::Growth;
use super::dice::Dice;
use super::settings::Settings;
use crate::Error;
use crate::answers::PureAnswers;
use crate::bayes::network::{MOST_NODES, Network, Node};
use crate::bayes::tables::Tables;
use crate::curator::{Choice, SelectScratch, Size};
use crate::domain::Domain;
use crate::privacy::{Loss, NoiseScale, PureEpsilon};
use crate::variables::Variable;

/// What was learned of the structure.
#[derive(Clone, Debug)]
pub struct Structure {
    /// Head and nodes.
    pub network: Network,
    /// The attributes in the order in which they were chosen, the first by dice. The head's own order does not tell.
    pub order: heapless::Vec<Variable, MOST_NODES>,
    /// What of the structure's share no selection needed: it goes to the tables.
    pub spare: PureEpsilon,
}

/// Memory for [`measure_structure`].
pub struct StructureScratch<'a> {
    /// Memory for candidates: at least one for each attribute, at best [`Settings::most_candidates`].
    pub candidates: &'a mut [Node],
    /// Memory to choose among as many.
    pub select: SelectScratch<'a>,
}

/// Asks for the size; returns it with τ, so that the caller can provide memory for the candidates.
pub fn measure_size(
    curator: &mut impl PureAnswers,
    domain: &Domain<'_>,
    settings: &Settings,
) -> Result<(Size, u64), Error> {
    let size = curator.size(settings.size)?;
    let rows = settings.assumed_rows.unwrap_or(size.rows());
    let most_cells = settings.most_cells(domain, curator.neighbours(), rows);
    Ok((size, most_cells))
}

/// GreedyBayes: a random attribute, then the next one with its parents until none is left.
///
/// The dice are public: what may be chosen is a function of them and of what was chosen before. `progress` is told of each attribute that is placed.
pub fn measure_structure(
    curator: &mut impl PureAnswers,
    domain: &Domain<'_>,
    settings: &Settings,
    most_cells: u64,
    dice: &mut Dice<impl TryCryptoRng>,
    scratch: &mut StructureScratch<'_>,
    progress: &mut dyn FnMut(),
) -> Result<Structure, Error> {
    let mut spare = settings.structure;
    let selections = u32::from(domain.attributes().saturating_sub(1));
    let share = NonZeroU32::new(selections).map_or(spare, |parts| spare.equal_part_down(parts));
    let most = settings
        .most_candidates(most_cells)
        .min(scratch.candidates.len());
    let offered = scratch
        .candidates
        .get_mut(..most)
        .ok_or(Error::BufferTooSmall)?;
    let first = first_attribute(domain, dice)?;
    let mut growth = Growth::from(*domain, first, most_cells, settings.most_parents())?;
    progress();
    loop {
        let used = growth.candidates(offered, &mut |sides| dice.throw(sides))?;
        let candidates = offered.get(..used).ok_or(Error::BufferTooSmall)?;
        if candidates.is_empty() {
            return Ok(Structure {
                order: growth.order().clone(),
                network: growth.network(),
                spare,
            });
        }
        let place = if is_worth_a_selection(domain, candidates) {
            let choice = Choice {
                candidates,
                score: settings.score,
                law: settings.law,
            };
            let place = curator.select(domain, choice, share, &mut scratch.select, &mut || {})?;
            spare = spare.checked_sub(share).unwrap_or(PureEpsilon::ZERO);
            place
        } else {
            0
        };
        let chosen = candidates.get(place).ok_or(Error::NothingToSelect)?;
        growth.add(chosen.clone())?;
        progress();
    }
}

/// Asks for every table of the network; their share and what selections left is divided evenly.
///
/// `noisy` has room for all of them, `scratch` for the largest.
#[allow(clippy::too_many_arguments)] // the caller's memory, piece by piece
pub fn measure_tables(
    curator: &mut impl PureAnswers,
    domain: &Domain<'_>,
    settings: &Settings,
    spare: PureEpsilon,
    tables: &mut Tables,
    noisy: &mut [i64],
    scratch: &mut [u64],
    progress: &mut dyn FnMut(),
) -> Result<(), Error> {
    let whole = settings
        .tables
        .checked_add(spare)
        .ok_or(Error::LossOutOfRange)?;
    let count = u32::try_from(tables.as_slice().len())
        .ok()
        .and_then(NonZeroU32::new);
    let share = whole.equal_part_down(count.ok_or(Error::BadDomain)?);
    curator.announce(domain, &|tell| tables.variables().for_each(tell));
    for table in tables.as_mut_slice() {
        let scratch = scratch
            .get_mut(..table.len())
            .ok_or(Error::BufferTooSmall)?;
        let cells = table.cells_mut(noisy)?;
        let scale = curator.table(domain, &table.variables, share, scratch, cells)?;
        table.noise = Some(NoiseScale::Laplace(scale));
        progress();
    }
    Ok(())
}

fn first_attribute(
    domain: &Domain<'_>,
    dice: &mut Dice<impl TryCryptoRng>,
) -> Result<Variable, Error> {
    let attributes = NonZeroU32::new(domain.attributes().into()).ok_or(Error::BadDomain)?;
    let place = dice.throw(attributes)? as usize;
    let mut leaves = domain.variables().filter(|&v| domain.is_leaf(v));
    leaves.nth(place).ok_or(Error::BadDomain)
}

/// Whether there is anything to choose: two candidates, and parents that can tell something.
fn is_worth_a_selection(domain: &Domain<'_>, candidates: &[Node]) -> bool {
    candidates.len() > 1
        && candidates
            .iter()
            .any(|node| domain.cells(&node.parents, 1).is_none())
}
