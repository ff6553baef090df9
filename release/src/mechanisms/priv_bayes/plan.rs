//! What a spec fixes for `PrivBayes`.

use privet_core::bayes::measure::Settings;
use privet_core::calibration::Calibration;
use privet_core::neighbours::Neighbours;
use privet_core::privacy::Sigma;
use privet_spec::{Guarantee, PrivBayes as Parameters, Release};

use crate::error::Error;
use crate::mechanisms::mechanism::{Planned, SizeNoise};
use crate::plan::{Total, Variables, calibration_of, part_of, size_sigma};

/// `PrivBayes` on Gaussian noise.
pub(crate) struct PrivBayes {
    /// What (ε, δ) allows.
    pub(super) calibration: Calibration,
    /// For core.
    pub(super) settings: Settings,
    /// As the spec has them.
    pub(super) parameters: Parameters,
}

impl PrivBayes {
    pub(crate) fn new(release: &Release, parameters: &Parameters) -> Result<Self, Error> {
        let (Guarantee::Approximate { epsilon, delta }, Some(shares)) =
            (release.budget.guarantee, &release.budget.shares)
        else {
            let what = "a Gaussian mechanism without delta or shares";
            return Err(Error::flaw("spec", what));
        };
        let calibration = calibration_of(epsilon, delta)?;
        let total = calibration.mu_squared;
        let settings = Settings {
            structure: part_of(total, shares.structure)?,
            size: part_of(total, shares.size)?,
            tables: part_of(total, Some(shares.tables))?,
            theta: parameters.theta.to_f64_down(),
            caution: parameters.caution.to_f64_down(),
            most_cells: u64::from(parameters.max_cells),
            assumed_rows: parameters.assumed_rows.map(u64::from),
        };
        Ok(Self {
            calibration,
            settings,
            parameters: parameters.clone(),
        })
    }

    /// σ of the noisy number of rows; nothing where it is public.
    pub(super) fn size_sigma(
        &self,
        neighbours: Neighbours,
    ) -> Result<Option<Sigma>, privet_core::Error> {
        size_sigma(neighbours, self.settings.size)
    }
}

impl Planned for PrivBayes {
    fn total(&self) -> Total {
        Total::Gaussian(self.calibration.mu_squared)
    }

    fn variables(&self, release: &Release) -> Result<Variables, Error> {
        Variables::with_levels(release)
    }

    fn size_noise(&self, neighbours: Neighbours) -> Option<SizeNoise> {
        let sigma = self.size_sigma(neighbours).ok().flatten();
        sigma.map(SizeNoise::of_sigma)
    }

    fn refuse_hopeless(&self, _neighbours: Neighbours) -> Result<(), Error> {
        Ok(())
    }
}
