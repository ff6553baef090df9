//! What a spec fixes for `PrivBayes`.

use privet_core::bayes::measure::Settings;
use privet_core::neighbours::Neighbours;
use privet_spec::{PrivBayes as Parameters, Release};

use crate::error::Error;
use crate::mechanisms::mechanism::{Planned, SizeNoise};
use crate::plan::{GaussianBudget, Total, Variables};

/// `PrivBayes` on Gaussian noise.
pub(crate) struct PrivBayes {
    /// What (ε, δ) allows, in its parts.
    pub(super) budget: GaussianBudget,
    /// For core.
    pub(super) settings: Settings,
    /// As the spec has them.
    pub(super) parameters: Parameters,
}

impl PrivBayes {
    pub(crate) fn new(release: &Release, parameters: &Parameters) -> Result<Self, Error> {
        let budget = GaussianBudget::of(release)?;
        let settings = Settings {
            structure: budget.structure,
            size: budget.size,
            tables: budget.tables,
            theta: parameters.theta.to_f64_down(),
            caution: parameters.caution.to_f64_down(),
            most_cells: u64::from(parameters.max_cells),
            assumed_rows: parameters.assumed_rows.map(u64::from),
        };
        Ok(Self {
            budget,
            settings,
            parameters: parameters.clone(),
        })
    }
}

impl Planned for PrivBayes {
    fn total(&self) -> Total {
        Total::Gaussian(self.budget.calibration.mu_squared)
    }

    fn variables(&self, release: &Release) -> Result<Variables, Error> {
        Variables::with_levels(release)
    }

    fn size_noise(&self, neighbours: Neighbours) -> Option<SizeNoise> {
        let sigma = self.budget.size_sigma(neighbours).ok().flatten();
        sigma.map(SizeNoise::of_sigma)
    }

    fn refuse_hopeless(&self, _neighbours: Neighbours) -> Result<(), Error> {
        Ok(())
    }
}
