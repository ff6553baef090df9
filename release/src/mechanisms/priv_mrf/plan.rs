//! What a spec fixes for `PrivMrf`.

use core::cmp::Reverse;
use core::num::NonZeroU32;

use privet_core::Error as CoreError;
use privet_core::bayes::rows::RowMemory;
use privet_core::curator::pairs_of;
use privet_core::mrf::candidates::most_looked_at;
use privet_core::mrf::joined::Order;
use privet_core::mrf::learn::{Attribute, MOST_COMPARED, MOST_PRODUCT, Search, Settings, Weights};
use privet_core::mrf::levels::LEVELS;
use privet_core::mrf::marginal::Marginals;
use privet_core::mrf::workload::{Weighted, Workload};
use privet_core::neighbours::Neighbours;
use privet_core::noise::ExponentialMechanism;
use privet_core::privacy::{Loss as _, MuSquared, Sensitivity, Sigma, SquaredSensitivity};
use privet_core::score;
use privet_spec::{MrfSearch, MrfWeights, PrivMrf as Parameters, Release, TARGET_WEIGHT};

use crate::bounds::noise::to_f64;
use crate::counts::most_remembered;
use crate::error::Error;
use crate::mechanisms::mechanism::{Largest, Planned, SizeNoise};
use crate::plan::{GaussianBudget, Plan, Total, Variables, rules_of, share_of};

/// `PrivMrf`: a Markov random field on Gaussian noise.
pub(crate) struct PrivMrf {
    /// What (ε, δ) allows, in its parts.
    pub(super) budget: GaussianBudget,
    /// For core.
    pub(super) settings: Settings,
    /// The attributes as core takes them.
    pub(super) attributes: Vec<Attribute>,
}

impl PrivMrf {
    pub(crate) fn new(release: &Release, parameters: &Parameters) -> Result<Self, Error> {
        let budget = GaussianBudget::of(release)?;
        let settings = Settings {
            size: budget.size,
            tables: budget.tables,
            one_way_error: parameters.one_way_error.to_f64_down(),
            selection: share_of(parameters.selection)?,
            search: match parameters.search {
                MrfSearch::Anywhere => Search::Anywhere,
                MrfSearch::Graph {
                    scores,
                    clique_cells,
                } => Search::Graph {
                    scores: share_of(scores)?,
                    clique_cells: clique_cells.into(),
                },
            },
            most_rounds: NonZeroU32::new(parameters.rounds).unwrap_or(NonZeroU32::MIN),
            anneals: parameters.anneal,
            repeats: parameters.repeats,
            weights: match parameters.weights {
                MrfWeights::ByVariance => Weights::ByVariance,
                MrfWeights::Equal => Weights::Equal,
            },
            theta: parameters.theta.to_f64_down(),
            caution: parameters.caution.to_f64_down(),
            rare: parameters.rare.to_f64_down(),
            smoothing: parameters.smoothing.to_f64_down(),
            most_attributes: parameters.max_attributes,
            candidates: parameters.candidates as usize,
            model_cells: u64::from(parameters.max_cells),
            workload: workload_of(release),
            rules: rules_of(release)?,
        };
        Ok(Self {
            budget,
            settings,
            attributes: release.learned().map(attribute_of).collect(),
        })
    }

    /// The noise for a public number of rows, noisy or assumed: it decides how much the attributes' own
    /// tables get, and the number of rounds.
    pub(super) fn noise(&self, neighbours: Neighbours, rows: u64) -> Result<MrfNoise, CoreError> {
        let parts = self.parts(neighbours, rows)?;
        let rounds = self.settings.first_rounds(neighbours, rows, parts.rounds)?;
        self.noise_of(neighbours, &parts, rounds)
    }

    /// The same for so many rounds.
    pub(super) fn noise_of_rounds(
        &self,
        neighbours: Neighbours,
        rows: u64,
        rounds: NonZeroU32,
    ) -> Result<MrfNoise, CoreError> {
        self.noise_of(neighbours, &self.parts(neighbours, rows)?, rounds)
    }

    fn parts(&self, neighbours: Neighbours, rows: u64) -> Result<Parts, CoreError> {
        let settings = &self.settings;
        let (one_way, weights) = settings.one_way_budget(&self.attributes, neighbours, rows)?;
        let left = settings.tables.checked_sub(one_way);
        let left = left.ok_or(CoreError::LossOutOfRange)?;
        let scores = settings.scores_budget(left);
        let rounds = left.checked_sub(scores).ok_or(CoreError::LossOutOfRange)?;
        Ok(Parts {
            one_way,
            weights,
            scores,
            rounds,
        })
    }

    fn noise_of(
        &self,
        neighbours: Neighbours,
        parts: &Parts,
        rounds: NonZeroU32,
    ) -> Result<MrfNoise, CoreError> {
        let settings = &self.settings;
        let Parts {
            one_way,
            weights,
            scores,
            rounds: left,
        } = parts;
        let shares = settings.shares(self.attributes.len(), rounds);
        let (choice, table) = settings.round_budget(*left, shares)?;
        let own_tables = weights.iter().map(|&weight| {
            let share = one_way.weighted_part_down(weight, weights)?;
            Sigma::smallest_up(neighbours.table(), share)
        });
        let pairs = u32::try_from(pairs_of(self.attributes.len())).unwrap_or(u32::MAX);
        let scored = match settings.search {
            Search::Graph { .. } => NonZeroU32::new(pairs),
            Search::Anywhere => None,
        };
        let scores_sigma = scored.map(|pairs| {
            let each = neighbours.pair_score()?;
            Sigma::smallest_up(SquaredSensitivity::of_each(pairs, each), *scores)
        });
        Ok(MrfNoise {
            rounds,
            scores: scores_sigma.transpose()?,
            one_way_part: one_way.to_f64() / settings.tables.to_f64(),
            own_tables: own_tables.collect::<Result<_, _>>()?,
            choice: ExponentialMechanism::within(self.choice_sensitivity(neighbours)?, choice)?,
            table: Sigma::smallest_up(neighbours.table(), table)?,
            last_table: Sigma::smallest_up(neighbours.table(), *left)?,
        })
    }

    /// Δ of the score that a table is chosen by.
    pub(super) fn choice_sensitivity(
        &self,
        neighbours: Neighbours,
    ) -> Result<Sensitivity, CoreError> {
        neighbours.weighted_table_l1(self.settings.workload.most())
    }

    /// Size, each attribute's own table, and a choice and a table a round, at most; with a graph also the
    /// scores, and each attribute's first table.
    pub(super) fn most_queries(&self) -> u32 {
        let own = u32::try_from(self.attributes.len()).unwrap_or(u32::MAX);
        let rounds = self.settings.most_rounds.get().saturating_mul(2);
        let size = u32::from(self.settings.size > MuSquared::from_units(0));
        let graph = match self.settings.search {
            Search::Anywhere => 0,
            Search::Graph { .. } => own.saturating_add(1),
        };
        size.saturating_add(own)
            .saturating_add(rounds)
            .saturating_add(graph)
    }
}

impl Planned for PrivMrf {
    fn room_for_rules(&self) -> Option<u64> {
        Some(self.settings.model_cells)
    }

    fn total(&self) -> Total {
        Total::Gaussian(self.budget.calibration.mu_squared)
    }

    fn variables(&self, release: &Release) -> Result<Variables, Error> {
        Ok(Variables::with_joined(release))
    }

    fn size_noise(&self, neighbours: Neighbours) -> Result<Option<SizeNoise>, CoreError> {
        let sigma = self.budget.size_sigma(neighbours)?;
        // Its rows are what all tables together tell of, cut off at the reach of its noisy size.
        Ok(sigma.map(|sigma| SizeNoise::of_sigma(sigma).twice_as_far()))
    }

    fn widest_noise(&self, plan: &Plan) -> Option<f64> {
        let mut widest = 0_f64;
        // The attributes' own tables get least for many rows, the rounds for few, and where there are most of them.
        for rows in [1, u64::MAX] {
            let noise = self.noise_of_rounds(plan.neighbours, rows, self.settings.most_rounds);
            let noise = noise.ok()?;
            let own = noise.own_tables.iter().copied();
            let tables = own.chain([noise.table]).map(Sigma::to_f64);
            let scores = noise
                .scores
                .map(|sigma| sigma.to_f64() / to_f64(score::ONE));
            widest = tables.chain(scores).fold(widest, f64::max);
        }
        Some(widest)
    }

    fn largest(&self, plan: &Plan, rows: u64) -> Largest {
        let sizes = self.attributes.iter();
        let sizes = sizes.map(|attribute| u64::from(attribute.size));
        let own: u64 = sizes.clone().sum();
        let mut widest: Vec<u64> = sizes.clone().collect();
        widest.sort_unstable_by_key(|&size| Reverse(size));
        let widest_pair = widest.iter().take(2).copied().fold(1, u64::saturating_mul);
        let all_cells = sizes.fold(1, u64::saturating_mul);
        let settings = &self.settings;
        let noise = self.noise_of_rounds(plan.neighbours, rows, settings.most_rounds);
        let Ok(noise) = noise else {
            return Largest {
                cells: u64::MAX,
                scratch: u64::MAX,
            };
        };
        let cells = |sigma: Sigma| {
            let useful = settings.most_cells(to_f64(rows), sigma.to_f64());
            // Only a pair may have more than are useful.
            let looked_at = most_looked_at(useful).min(widest_pair).max(useful);
            looked_at.min(settings.model_cells)
        };
        let rounds = settings.shares(self.attributes.len(), settings.most_rounds);
        let rounds = u64::from(rounds.get());
        // Fewer rounds, and later ones, may have more of the budget each, and larger tables; but cells grow with the root of a
        // share, so that all together have most where there are most rounds of equal shares.
        let of_rounds = cells(noise.table).saturating_mul(rounds);
        // A last round that has all of the budget compares the largest tables.
        let candidates = settings.candidates as u64;
        let compared = cells(noise.last_table).saturating_mul(candidates);
        let compared = compared.min(MOST_COMPARED as u64);
        let attributes = self.attributes.len() as u64;
        let kept = Marginals::most_kept(candidates, attributes, all_cells);
        let remembered = most_remembered(own.saturating_mul(LEVELS.into()), compared);
        let ruled = if settings.rules.is_empty() {
            0
        } else {
            let most = all_cells.saturating_mul(attributes);
            settings.model_cells.min(most)
        };
        Largest {
            cells: own
                .saturating_add(of_rounds)
                .saturating_add(settings.model_cells),
            scratch: compared
                .saturating_add(all_cells.min(MOST_PRODUCT))
                .saturating_add(kept)
                .saturating_add(remembered)
                .saturating_mul(8)
                .saturating_add(own.saturating_mul(BYTES_OF_LEVELS))
                .saturating_add(of_rounds.saturating_mul(BYTES_OF_OVERLAPS))
                .saturating_add(ruled.saturating_mul(BYTES_OF_RULES))
                .saturating_add(RowMemory::LEANING_BYTES),
        }
    }
}

/// A value's group at each of seven levels and one value of each group, two bytes each.
const BYTES_OF_LEVELS: u64 = 32;
/// Where there are rules: whether a cell of the model is possible, its share if all such were as likely, and its share
/// where a leap of the estimation leads.
const BYTES_OF_RULES: u64 = 17;
/// Where a table meets one at another level: a place and a number for each cell of both.
const BYTES_OF_OVERLAPS: u64 = 32;

/// How the budget of the tables is divided.
struct Parts {
    /// For the attributes' own tables, by these weights.
    one_way: MuSquared,
    weights: Vec<u32>,
    scores: MuSquared,
    rounds: MuSquared,
}

/// The noise of the first round, which no later one exceeds, and of what comes before it.
pub(super) struct MrfNoise {
    /// Rounds that the budget is divided by at first; where later ones take more of it, there are fewer.
    pub(super) rounds: NonZeroU32,
    /// The part of the tables' budget that the attributes' own tables take.
    pub(super) one_way_part: f64,
    /// σ of a pair's score in its units, where pairs are scored and all of them are.
    pub(super) scores: Option<Sigma>,
    /// σ of each attribute's own table.
    pub(super) own_tables: Vec<Sigma>,
    /// How a round's table is chosen.
    pub(super) choice: ExponentialMechanism,
    /// σ of a round's table.
    pub(super) table: Sigma,
    /// σ of the table of a round that has all that is left: no table has less.
    pub(super) last_table: Sigma,
}

/// The spec's weights, with attributes as core numbers them: those that are learned, in the order of the schema.
fn workload_of(release: &Release) -> Workload {
    let learned = (release.schema.iter().enumerate())
        .filter(|(_, attribute)| attribute.is_learned())
        .map(|(index, _)| index);
    let numbers: Vec<(usize, u8)> = learned.zip(0..=u8::MAX).collect();
    let number = |column: &usize| {
        let found = numbers.iter().find(|(index, _)| index == column);
        found.map(|(_, number)| *number)
    };
    let weighted = |columns: &[usize], weight| Weighted {
        attributes: columns.iter().filter_map(number).collect(),
        weight,
    };
    let written = release.workload.weights.iter();
    let written = written.map(|one| weighted(&one.columns, one.weight));
    let target = release
        .workload
        .target
        .map(|column| weighted(&[column], TARGET_WEIGHT));
    Workload::new(written.chain(target).collect())
}

/// Numbers and dates have an order; a missing value, which is the last code, stands outside of it.
fn attribute_of(attribute: &privet_spec::Attribute) -> Attribute {
    let order = match (attribute.kind().is_ordered(), attribute.is_nullable()) {
        (true, false) => Order::Ordered,
        (true, true) => Order::OrderedThenMissing,
        (false, _) => Order::Unordered,
    };
    Attribute {
        size: attribute.size(),
        order,
        declared: attribute
            .declared_levels()
            .iter()
            .map(|level| level.groups().to_vec())
            .collect(),
    }
}
