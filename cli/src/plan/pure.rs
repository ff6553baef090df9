//! What a spec fixes for `PrivBayesPure`.

use privet_core::bayes::pure::Settings;
use privet_core::curator::SelectionLaw;
use privet_core::neighbours::Neighbours;
use privet_core::privacy::{LaplaceScale, PureEpsilon};
use privet_core::score;
use privet_spec::{Decimal, Guarantee, PrivBayesPure, Release, Score, Selection};

use super::impossible;
use super::mechanism::share_of;
use super::total::pure_of;
use crate::error::CliError;

/// `PrivBayesPure`: private selection and Laplace noise.
pub struct PurePlan {
    /// ε.
    pub total: PureEpsilon,
    /// For core.
    pub settings: Settings,
    /// As the spec has them.
    pub parameters: PrivBayesPure,
}

impl PurePlan {
    pub(super) fn new(release: &Release, parameters: &PrivBayesPure) -> Result<Self, CliError> {
        let (Guarantee::Pure { epsilon }, Some(shares)) =
            (release.budget.guarantee, &release.budget.shares)
        else {
            return Err(impossible("a pure mechanism with delta or without shares"));
        };
        let total = pure_of(epsilon)?;
        let part = |share: Decimal| share_of(share).map(|share| total.share_down(share));
        let settings = Settings {
            structure: shares
                .structure
                .map_or(Ok(PureEpsilon::from_units(0)), part)?,
            size: shares.size.map_or(Ok(PureEpsilon::from_units(0)), part)?,
            tables: part(shares.tables)?,
            score: match parameters.score {
                Score::F => score::Score::F,
                Score::R => score::Score::R,
                Score::I => score::Score::I,
            },
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
    pub fn size_scale(
        &self,
        neighbours: Neighbours,
    ) -> Result<Option<LaplaceScale>, privet_core::Error> {
        let scale = neighbours
            .size()
            .map(|sensitivity| LaplaceScale::for_share(sensitivity, self.settings.size));
        scale.transpose()
    }
}
