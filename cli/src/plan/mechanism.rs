//! What each mechanism's part of a spec fixes. A new mechanism plugs in here: its settings, and its
//! arm in [`MechanismPlan::new`].

use core::num::NonZeroU32;

use privet_core::bayes::measure::Settings;
use privet_core::calibration::Calibration;
use privet_core::neighbours::Neighbours;
use privet_core::privacy::{Draws, MuSquared, PureEpsilon, Share, Sigma, SquaredSensitivity};
use privet_spec::{
    Decimal, Encoding, Guarantee, Mechanism, MechanismName, PrivBayes, Release, RowCount,
    SmoothedHistogram,
};

use super::impossible;
use super::mrf::MrfPlan;
use super::pure::PurePlan;
use super::total::{Total, calibration_of, pure_of};
use crate::error::CliError;

/// The settings of the spec's mechanism.
pub enum MechanismPlan {
    PrivBayes(BayesPlan),
    PrivBayesPure(PurePlan),
    PrivMrf(Box<MrfPlan>),
    SmoothedHistogram(HistogramPlan),
}

/// `PrivBayes` on Gaussian noise.
pub struct BayesPlan {
    /// What (ε, δ) allows.
    pub calibration: Calibration,
    /// For core.
    pub settings: Settings,
    /// As the spec has them.
    pub parameters: PrivBayes,
}

/// `SmoothedHistogram`.
pub struct HistogramPlan {
    /// What may be spent.
    pub epsilon: PureEpsilon,
    /// K.
    pub cells: NonZeroU32,
    /// How many rows are drawn: a number from the spec, or the table's own, which is public.
    pub rows: RowCount,
}

impl MechanismPlan {
    pub(super) fn new(release: &Release) -> Result<Self, CliError> {
        match &release.mechanism {
            Mechanism::PrivBayes(parameters) => {
                BayesPlan::new(release, parameters).map(Self::PrivBayes)
            }
            Mechanism::PrivBayesPure(parameters) => {
                PurePlan::new(release, parameters).map(Self::PrivBayesPure)
            }
            Mechanism::PrivMrf(parameters) => {
                let plan = MrfPlan::new(release, parameters)?;
                Ok(Self::PrivMrf(Box::new(plan)))
            }
            Mechanism::SmoothedHistogram(parameters) => {
                HistogramPlan::new(release, parameters).map(Self::SmoothedHistogram)
            }
        }
    }

    /// The mechanism's name.
    pub fn name(&self) -> MechanismName {
        match self {
            Self::PrivBayes(_) => MechanismName::PrivBayes,
            Self::PrivBayesPure(_) => MechanismName::PrivBayesPure,
            Self::PrivMrf(_) => MechanismName::PrivMrf,
            Self::SmoothedHistogram(_) => MechanismName::SmoothedHistogram,
        }
    }

    /// The total that is fixed in advance.
    pub fn total(&self) -> Total {
        match self {
            Self::PrivBayes(bayes) => Total::Gaussian(bayes.calibration.mu_squared),
            Self::PrivBayesPure(pure) => Total::Pure(pure.total),
            Self::PrivMrf(mrf) => Total::Gaussian(mrf.calibration.mu_squared),
            Self::SmoothedHistogram(histogram) => Total::Pure(histogram.epsilon),
        }
    }

    /// Whether the mechanism knows of coarser levels of an attribute.
    pub(super) fn has_levels(release: &Release) -> bool {
        matches!(release.mechanism, Mechanism::PrivBayes(_))
    }

    /// Whether the mechanism joins rare values of an attribute by itself.
    pub(super) fn joins_values(release: &Release) -> bool {
        matches!(release.mechanism, Mechanism::PrivMrf(_))
    }

    /// Whether the mechanism takes attributes by their binary digits.
    pub(super) fn is_by_digits(release: &Release) -> bool {
        matches!(&release.mechanism, Mechanism::PrivBayesPure(pure) if pure.encoding == Encoding::Binary)
    }
}

impl BayesPlan {
    fn new(release: &Release, parameters: &PrivBayes) -> Result<Self, CliError> {
        let (Guarantee::Approximate { epsilon, delta }, Some(shares)) =
            (release.budget.guarantee, &release.budget.shares)
        else {
            return Err(impossible("a Gaussian mechanism without delta or shares"));
        };
        let calibration = calibration_of(epsilon, delta)?;
        let part =
            |share: Decimal| share_of(share).map(|share| calibration.mu_squared.share_down(share));
        let settings = Settings {
            structure: shares
                .structure
                .map_or(Ok(MuSquared::from_units(0)), part)?,
            size: shares.size.map_or(Ok(MuSquared::from_units(0)), part)?,
            tables: part(shares.tables)?,
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
    pub fn size_sigma(&self, neighbours: Neighbours) -> Result<Option<Sigma>, privet_core::Error> {
        size_sigma(neighbours, self.settings.size)
    }
}

/// σ of the noisy number of rows for a share; nothing where it is public.
pub(super) fn size_sigma(
    neighbours: Neighbours,
    share: MuSquared,
) -> Result<Option<Sigma>, privet_core::Error> {
    let sigma = neighbours.size().map(|each| {
        let sensitivity = SquaredSensitivity::of_each(NonZeroU32::MIN, each);
        Sigma::smallest_up(sensitivity, share)
    });
    sigma.transpose()
}

impl HistogramPlan {
    fn new(release: &Release, parameters: &SmoothedHistogram) -> Result<Self, CliError> {
        Ok(Self {
            epsilon: pure_of(release.budget.guarantee.epsilon())?,
            cells: NonZeroU32::new(parameters.cells)
                .ok_or_else(|| impossible("a histogram without cells"))?,
            rows: release.output.rows,
        })
    }

    /// n, K and k for a table of so many rows.
    pub fn draws(&self, rows: u32) -> Draws {
        Draws {
            rows,
            cells: self.cells,
            draws: match self.rows {
                RowCount::Exactly(draws) => draws,
                // The number of rows is public, so there is no noisy one.
                RowCount::AsInput | RowCount::Noisy => rows,
            },
        }
    }
}

/// A share as core takes it.
pub(super) fn share_of(share: Decimal) -> Result<Share, CliError> {
    share
        .to_fraction()
        .and_then(|(numerator, denominator)| Share::new(numerator, denominator).ok())
        .ok_or_else(|| {
            CliError::refused(
                "budget, shares",
                format!("the share {share} has too many digits"),
                "write at most 18 digits",
            )
        })
}

/// Beyond a million rows of noise a table that fits this program is drowned.
pub(super) const HOPELESS_NOISE: f64 = 1e6;
