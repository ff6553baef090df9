//! What a spec fixes for `PrivBayesPure`.

use privet_core::bayes::pure::Settings;
use privet_core::curator::SelectionLaw;
use privet_core::neighbours::Neighbours;
use privet_core::privacy::{LaplaceScale, PureEpsilon};
use privet_core::score;
use privet_spec::{Encoding, Guarantee, PrivBayesPure as Parameters, Release, Score, Selection};

use crate::error::Error;
use crate::mechanisms::mechanism::{Planned, SizeNoise};
use crate::plan::{Total, Variables, pure_of, pure_part_of, size_scale};

/// `PrivBayesPure`: private selection and Laplace noise.
pub(crate) struct PrivBayesPure {
    /// ε.
    pub(super) total: PureEpsilon,
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
            assumed_rows: parameters.assumed_rows.map(u64::from),
        };
        Ok(Self {
            total,
            settings,
            parameters: parameters.clone(),
        })
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

    fn size_noise(&self, neighbours: Neighbours) -> Option<SizeNoise> {
        let scale = self.size_scale(neighbours).ok().flatten();
        scale.map(SizeNoise::of_scale)
    }

    fn refuse_hopeless(&self, _neighbours: Neighbours) -> Result<(), Error> {
        Ok(())
    }
}
