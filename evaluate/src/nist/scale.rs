//! The scale of the scores.

/// The best score.
pub(super) const MILLION: f64 = 1e6;
