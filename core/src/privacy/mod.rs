//! The parameters of a guarantee, as types that cannot hold nonsense.
//!
//! Public parameters ([`Epsilon`], [`Delta`]) are floats, checked where they are made. What the ledger adds
//! up ([`MuSquared`], [`PureEpsilon`]) and what the samplers use ([`Sigma`], [`LaplaceScale`],
//! [`SmoothingWeight`]) are integers: sums are exact, and provable.
//!
//! Inexact functions say which way they round: scales and losses `_up`, totals and their parts `_down`.

pub mod logarithm;
mod loss;
mod parameters;
mod scale;
mod sensitivity;
mod share;
mod smoothing;
mod total;

pub use crate::amount::{MuSquared, PureEpsilon};
pub use loss::Loss;
pub use parameters::{Delta, Epsilon};
pub use scale::{LaplaceScale, NoiseScale, Sigma};
pub use sensitivity::{Sensitivity, SquaredSensitivity};
pub use share::Share;
pub use smoothing::{Draws, SmoothingWeight};
