//! What a law costs, from its record: an auditor recomputes the loss by the functions that charged it.
//!
//! Proved: in part `records_cost_what_was_charged`: both private choices, for every ε.
//! Tested: `records_cost_what_was_charged` for Gaussian and Laplace noise and for rows: the law that charged is called
//! again.

use super::{ExponentialMechanism, GaussianNoise, LaplaceNoise, PermuteAndFlip, SmoothedRows};
use crate::ledger::{Accounting, Gaussian, Law, LawRecord, Pure};
use crate::privacy::{LaplaceScale, MuSquared, PureEpsilon, Sigma};

impl Accounting for Gaussian {
    type Loss = MuSquared;
    type Scale = Sigma;

    fn recomputed(law: LawRecord) -> Option<MuSquared> {
        match law {
            LawRecord::Gaussian { sensitivity, sigma } => {
                loss_up::<Self>(GaussianNoise { sensitivity, sigma })
            }
            LawRecord::Laplace { .. } | LawRecord::SmoothedRows { .. } => None,
            LawRecord::ExponentialMechanism {
                sensitivity,
                epsilon,
            } => loss_up::<Self>(ExponentialMechanism {
                sensitivity,
                epsilon,
            }),
            LawRecord::PermuteAndFlip {
                sensitivity,
                epsilon,
            } => loss_up::<Self>(PermuteAndFlip {
                sensitivity,
                epsilon,
            }),
        }
    }
}

impl Accounting for Pure {
    type Loss = PureEpsilon;
    type Scale = LaplaceScale;

    fn recomputed(law: LawRecord) -> Option<PureEpsilon> {
        match law {
            LawRecord::Gaussian { .. } => None,
            LawRecord::Laplace { sensitivity, scale } => {
                loss_up::<Self>(LaplaceNoise { sensitivity, scale })
            }
            LawRecord::ExponentialMechanism {
                sensitivity,
                epsilon,
            } => loss_up::<Self>(ExponentialMechanism {
                sensitivity,
                epsilon,
            }),
            LawRecord::PermuteAndFlip {
                sensitivity,
                epsilon,
            } => loss_up::<Self>(PermuteAndFlip {
                sensitivity,
                epsilon,
            }),
            LawRecord::SmoothedRows { draws, weight } => {
                loss_up::<Self>(SmoothedRows { draws, weight })
            }
        }
    }
}

fn loss_up<A: Accounting>(law: impl Law<A>) -> Option<A::Loss> {
    law.loss_up().ok()
}
