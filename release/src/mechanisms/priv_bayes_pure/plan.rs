//! What a spec fixes for `PrivBayesPure`.

use core::num::NonZeroU32;

use privet_core::Error as CoreError;
use privet_core::bayes::pure::Settings;
use privet_core::curator::SelectionLaw;
use privet_core::neighbours::Neighbours;
use privet_core::privacy::{LaplaceScale, Loss as _, PureEpsilon};
use privet_core::score;
use privet_spec::mechanism::Selection;
use privet_spec::{Encoding, Guarantee, PrivBayesPure as Parameters, Release, Score};

use super::memory::ChoiceMemory;
use crate::error::Error;
use crate::mechanisms::mechanism::{Largest, Planned, SizeNoise};
use crate::mechanisms::network::MostTables;
use crate::plan::{Plan, Total, Variables, pure_of, pure_part_of, size_scale};

/// `PrivBayesPure`: private selection and Laplace noise.
pub(crate) struct PrivBayesPure {
    /// ε.
    pub(super) total: PureEpsilon,
    /// What it may spend: all but the part for finding bins.
    pub(super) left: PureEpsilon,
    /// For core.
    pub(super) settings: Settings,
    /// As the spec has them.
    pub(super) parameters: Parameters,
}

impl PrivBayesPure {
    pub(crate) fn new(release: &Release, parameters: &Parameters) -> Result<Self, Error> {
        let (Guarantee::Pure { epsilon }, Some(shares)) =
            (release.budget.guarantee, &release.budget.shares)
        else {
            let what = "a pure mechanism with delta or without shares";
            return Err(Error::flaw("spec", what));
        };
        let total = pure_of(epsilon)?;
        let settings = Settings {
            structure: pure_part_of(total, shares.structure)?,
            size: pure_part_of(total, shares.size)?,
            tables: pure_part_of(total, Some(shares.tables))?,
            score: score_of(parameters),
            law: match parameters.selection {
                Selection::PermuteAndFlip => SelectionLaw::PermuteAndFlip,
                Selection::Exponential => SelectionLaw::Exponential,
            },
            theta: parameters.theta.to_f64_down(),
            most_cells: u64::from(parameters.max_cells),
            most_parents: parameters.degree,
            candidates: parameters.candidates,
            assumed_rows: parameters.assumed_rows.map(u64::from),
        };
        let bins = pure_part_of(total, shares.bins)?;
        let left = total.checked_sub(bins);
        Ok(Self {
            total,
            left: left.ok_or_else(|| Error::flaw("budget", "bins above the whole"))?,
            settings,
            parameters: parameters.clone(),
        })
    }

    /// The widest noise of tables, in rows. Refused: selections that have no share or no sensitivity.
    fn widest(&self, columns: u32, neighbours: Neighbours) -> Result<f64, CoreError> {
        let settings = &self.settings;
        if let Some(selections) = NonZeroU32::new(columns.saturating_sub(1)) {
            match settings.score {
                score::Score::R => neighbours.pair_score().map(drop)?,
                score::Score::F => neighbours.maximum_score().map(drop)?,
                // The number of rows is public where I is allowed, and has a sensitivity whatever it is.
                score::Score::I => {}
            }
            if settings.structure.equal_part_down(selections) == PureEpsilon::ZERO {
                return Err(CoreError::ShareOutOfRange);
            }
        }
        // What selections leave is added to the tables, so that they never have less.
        let tables = NonZeroU32::new(columns).ok_or(CoreError::BadDomain)?;
        let share = settings.tables.equal_part_down(tables);
        let scale = LaplaceScale::for_share(neighbours.table_l1(), share)?;
        Ok(scale.to_f64())
    }

    /// The scale of the noisy number of rows; nothing where it is public.
    pub(super) fn size_scale(
        &self,
        neighbours: Neighbours,
    ) -> Result<Option<LaplaceScale>, privet_core::Error> {
        size_scale(neighbours, self.settings.size)
    }
}

/// What makes parents good.
pub(super) fn score_of(parameters: &Parameters) -> score::Score {
    match parameters.score {
        Score::F => score::Score::F,
        Score::R => score::Score::R,
        Score::I => score::Score::I,
    }
}

impl Planned for PrivBayesPure {
    fn total(&self) -> Total {
        Total::Pure(self.total)
    }

    fn variables(&self, release: &Release) -> Result<Variables, Error> {
        Ok(match self.parameters.encoding {
            Encoding::Binary => Variables::by_digits(release),
            Encoding::Vanilla => Variables::leaves(release),
        })
    }

    fn size_noise(&self, neighbours: Neighbours) -> Result<Option<SizeNoise>, CoreError> {
        let scale = self.size_scale(neighbours)?;
        Ok(scale.map(SizeNoise::of_scale))
    }

    fn widest_noise(&self, plan: &Plan) -> Option<f64> {
        let columns = plan.with_domain(|domain| Ok(domain.attributes())).ok()?;
        self.widest(columns.into(), plan.neighbours).ok()
    }

    fn largest(&self, plan: &Plan, rows: u64) -> Largest {
        let useful = self.settings.assumed_rows.unwrap_or(rows);
        let tables = plan.with_domain(|domain| {
            let cells = self.settings.most_cells(domain, plan.neighbours, useful);
            Ok((cells, u64::from(domain.attributes())))
        });
        let (cells, tables) = tables.unwrap_or((u64::MAX, u64::MAX));
        let values = plan.variables.largest_size();
        let most = MostTables {
            tables,
            cells,
            values,
        };
        Largest {
            cells: most.cells_with(self.parameters.estimator),
            scratch: ChoiceMemory::bytes(&self.settings, values, cells, plan.most_rows.get())
                .saturating_add(MostTables::drawing_with(self.parameters.estimator)),
        }
    }
}
