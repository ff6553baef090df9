//! The public settings, and how they divide the budget.

use alloc::vec::Vec;
use core::num::NonZeroU32;

use crate::Error;
use crate::curator::pairs_of;
use crate::mrf::batch::Batch;
use crate::mrf::candidates::Limits;
use crate::mrf::coarser::coarser;
use crate::mrf::joined::{Grouping, Order};
use crate::mrf::levels::Levels;
use crate::mrf::workload::Workload;
use crate::neighbours::Neighbours;
use crate::privacy::{Loss, MuSquared, Share, Sigma};
use crate::rules::Rules;

/// The public settings of the mechanism.
#[derive(Clone, Debug)]
pub struct Settings {
    /// μ² for the size; not used where it is public.
    pub size: MuSquared,
    /// μ² for all tables and choices together.
    pub tables: MuSquared,
    /// The mean error that noise may bring into one-way tables, as a total variation distance: it sets
    /// their part of `tables`, between 15 % and a third.
    pub one_way_error: f64,
    /// The part of a round that pays for the choice of its table.
    pub selection: Share,
    /// Which tables a round may choose among.
    pub search: Search,
    /// Number of rounds at most.
    pub most_rounds: NonZeroU32,
    /// Whether there are fewer rounds where noise is large: from the start where few cells are useful, and half of those left
    /// after tables of which most were nothing but noise. So each is measured more precisely.
    pub anneals: bool,
    /// Whether a table that was measured may be chosen again.
    pub repeats: bool,
    /// What a table counts for in the estimation.
    pub weights: Weights,
    /// θ: a table's average count over the mean of its absolute noise (Cai Alg. 2).
    pub theta: f64,
    /// How much of what a table is off by chance alone, by its noise and by its rows, counts against it.
    pub caution: f64,
    /// Values below so many noise deviations are joined.
    pub rare: f64,
    /// λ·σ for tables of noise σ, with λ of the estimation: a potential of one nat is shrunk by so many
    /// noise deviations. λ itself would have to be chosen anew for every budget.
    pub smoothing: f64,
    /// Most attributes of a table.
    pub most_attributes: u8,
    /// Most tables that a round looks at.
    pub candidates: usize,
    /// Most cells of the model's cliques together: its memory.
    pub model_cells: u64,
    /// What matters most.
    pub workload: Workload,
    /// What is impossible.
    pub rules: Rules,
}

impl Settings {
    /// What the one-way tables may spend, and their weights. With σ_a for attribute a of k_a values, noise
    /// moves its table by ½·√(2/π)·k_a·σ_a/n; the mean of that over attributes is least for
    /// Δ²/σ_a² ∝ k_a^(2/3). `rows` is public: the noisy number, or an assumed one.
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_precision_loss,
        clippy::cast_sign_loss
    )]
    pub fn one_way_budget(
        &self,
        attributes: &[Attribute],
        neighbours: Neighbours,
        rows: u64,
    ) -> Result<(MuSquared, Vec<u32>), Error> {
        let weight = |attribute: &Attribute| square(libm::cbrt(f64::from(attribute.size)));
        // Weights of whole numbers; saturating casts of at most 65536^(2/3).
        let weights: Vec<u32> = attributes
            .iter()
            .map(|a| libm::ceil(weight(a)) as u32)
            .collect();
        let sum: f64 = weights.iter().map(|&weight| f64::from(weight)).sum();
        // The mean error is c/√(μ² of the one-way tables).
        let moved = libm::sqrt(neighbours.table().units() as f64);
        let mean = sum / attributes.len().max(1) as f64;
        let c = 0.5 * MEAN_ABSOLUTE * moved * libm::sqrt(sum) * mean / rows.max(1) as f64;
        let wanted = square(c / self.one_way_error) / self.tables.to_f64();
        let thousandths = (wanted.clamp(LEAST_ONE_WAY, MOST_ONE_WAY) * 1000.0) as u64;
        let budget = self.tables.share_down(Share::new(thousandths, 1000)?);
        Ok((budget, weights))
    }

    /// What the pair scores of [`Search::Graph`] may spend of what the one-way tables left.
    pub fn scores_budget(&self, left: MuSquared) -> MuSquared {
        match self.search {
            Search::Anywhere => MuSquared::from_units(0),
            Search::Graph { scores, .. } => left.share_down(scores),
        }
    }

    /// τ_c: the most cells of a clique.
    pub const fn clique_cells(&self) -> u64 {
        match self.search {
            Search::Anywhere => self.model_cells,
            Search::Graph { clique_cells, .. } => clique_cells,
        }
    }

    /// Rounds to begin with, where so much of the budget is left for them: half of them where tables have few useful cells, an
    /// eighth more for every doubling, all where they have many. What is measured with little noise leaves much to be found in
    /// other tables; where noise is large, fewer tables are worth more (tests/studies, `judge`). `rows` is public: the noisy
    /// number, or an assumed one.
    #[allow(clippy::cast_precision_loss)] // a number of rows, for which a float is good enough
    pub fn first_rounds(
        &self,
        neighbours: Neighbours,
        rows: u64,
        left: MuSquared,
    ) -> Result<NonZeroU32, Error> {
        if !self.anneals || matches!(self.search, Search::Graph { .. }) {
            return Ok(self.most_rounds);
        }
        let fewest = self.fewest_rounds();
        let (_, table) = self.round_budget(left, fewest)?;
        let noise = Sigma::smallest_up(neighbours.table(), table)?;
        let cells = self.most_cells(rows as f64, noise.to_f64());
        let doublings = (cells / FEW_CELLS).checked_ilog2().unwrap_or(0).min(4);
        let rounds = u64::from(self.most_rounds.get()) * u64::from(4 + doublings) / 8;
        let rounds = u32::try_from(rounds).ok().and_then(NonZeroU32::new);
        Ok(rounds.map_or(fewest, |rounds| rounds.max(fewest)))
    }

    /// Rounds to begin with at least: half of them.
    pub const fn fewest_rounds(&self) -> NonZeroU32 {
        match NonZeroU32::new(self.most_rounds.get().div_ceil(2)) {
            Some(fewest) => fewest,
            None => NonZeroU32::MIN,
        }
    }

    /// Whether some of the model's memory is kept for later rounds. Not where a graph was made beforehand, and not where there
    /// are so many pairs that to ask which of them fit, anew in every round, would take longer than all else.
    pub fn keeps_memory(&self, attributes: u16) -> bool {
        let is_anywhere = matches!(self.search, Search::Anywhere);
        is_anywhere && pairs_of(attributes.into()) <= MOST_PAIRS
    }

    /// The most cells that the model may have after so many of its rounds, where it keeps memory: as much of it as the square
    /// of their part. After AIM (McKenna, Mullins, Sheldon and Miklau 2022), which gives out as much as of the budget was
    /// spent: the first tables are chosen when least is known, and what they take is missing later.
    pub fn model_cells_after(&self, made: u32, rounds: NonZeroU32) -> u64 {
        let part = |of: u128| of * u128::from(made.min(rounds.get())) / u128::from(rounds.get());
        // No more than all of them, which fit.
        u64::try_from(part(part(u128::from(self.model_cells)))).unwrap_or(self.model_cells)
    }

    /// What the budget is divided by at first: the rounds to begin with, and with [`Search::Graph`] each attribute's first
    /// table.
    pub fn shares(&self, attributes: usize, first_rounds: NonZeroU32) -> NonZeroU32 {
        match self.search {
            Search::Anywhere => first_rounds,
            Search::Graph { .. } => {
                let first = u32::try_from(attributes).unwrap_or(u32::MAX);
                first_rounds.saturating_add(first)
            }
        }
    }

    /// The most tables that are chosen by one estimate; the text's search chooses one.
    pub fn batch(&self, attributes: u16, is_first: bool) -> usize {
        match self.search {
            Search::Anywhere => Batch::most_tables(attributes, is_first),
            Search::Graph { .. } => 1,
        }
    }

    /// The most cells of a table of this noise: rows/cells ≥ θ·E|noise| (Cai Alg. 2). Public.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    pub fn most_cells(&self, rows: f64, sigma: f64) -> u64 {
        // A saturating cast.
        (rows / (self.theta * MEAN_ABSOLUTE * sigma)) as u64
    }

    /// The most cells of a table that is useful whatever the model expects of it. All that a graph offers is.
    pub(super) const fn useful_cells(&self, limits: Limits) -> u64 {
        match self.search {
            Search::Anywhere => limits.cells,
            Search::Graph { .. } => u64::MAX,
        }
    }

    /// What one of so many rounds, which share what is left, may spend on choosing and on measuring.
    pub fn round_budget(
        &self,
        left: MuSquared,
        rounds: NonZeroU32,
    ) -> Result<(MuSquared, MuSquared), Error> {
        let share = left.equal_part_down(rounds);
        let choice = share.share_down(self.selection);
        let table = share.checked_sub(choice).ok_or(Error::LossOutOfRange)?;
        Ok((choice, table))
    }
}

/// Which tables a round may choose among.
#[derive(Clone, Copy, Debug)]
pub enum Search {
    /// Any that keeps the model within its memory.
    Anywhere,
    /// Those within the cliques of a graph made from noisy pair scores, after each attribute got a first
    /// table (Cai Alg. 1–3).
    Graph {
        /// The scores' part of what the one-way tables left.
        scores: Share,
        /// τ_c: the most cells of a clique of the graph.
        clique_cells: u64,
    },
}

/// What measured tables count for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weights {
    /// Each by its precision, 1/σ².
    ByVariance,
    /// All alike, as if all had the noise of the mean precision.
    Equal,
}

/// One attribute, as far as it is public.
#[derive(Clone, Debug)]
pub struct Attribute {
    /// Number of values.
    pub size: u32,
    /// Whether neighbouring values are alike.
    pub order: Order,
    /// For each level of a declared hierarchy the group of every value, finest first.
    pub declared: Vec<Vec<u16>>,
}

impl Attribute {
    /// Its levels, by its noisy own table. Values of different kinds are not joined.
    pub fn levels(
        &self,
        noisy: &[i64],
        sigma: f64,
        rare: f64,
        kinds: Option<&[u16]>,
    ) -> Result<Levels, Error> {
        let least = rare * sigma;
        let joined = match kinds {
            Some(kinds) => Grouping::of_rare_within(kinds, noisy, least, self.order)?,
            None => Grouping::of_rare(noisy, least, self.order)?,
        };
        let coarser = coarser(&joined, noisy, self.order, &self.declared)?;
        Ok(Levels { joined, coarser })
    }
}

fn square(number: f64) -> f64 {
    number * number
}

/// Useful cells of a table from which on each of four doublings makes an eighth of the rounds more.
const FEW_CELLS: u64 = 64;
/// Pairs of 64 attributes.
const MOST_PAIRS: usize = 2016;
/// Bounds on the one-way tables' part.
const LEAST_ONE_WAY: f64 = 0.15;
const MOST_ONE_WAY: f64 = 0.333;
/// √(2/π): E|N(0, 1)|.
pub(super) const MEAN_ABSOLUTE: f64 = 0.797_884_560_802_865_4;
