//! The χ solver: the largest μ² for which Gaussian noise is (ε, δ)-DP.
//!
//! Bao Eq. 1.3:
//! ```text
//! erfc(χ) − e^ε·erfc(√(χ²+ε)) = 2δ,    μ² = 2(√(χ²+ε) − χ)²
//! ```
//! Deviation: written so, e^ε overflows and the difference cancels. [`delta`] evaluates it as one
//! integral of positive terms, with a bound on its error. Bisection over χ keeps the invariant
//! that δ passes at the upper end *with that bound added*, and the upper end is what is returned:
//! a larger χ is a smaller μ² and a smaller δ, so the search can only end on the safe side.
//!
//! The draws of a release may fail, each with probability below 2^−4096 ([`crate::noise`]); a
//! release that can fail so is (ε, δ + draws·e^ε·2^−4096)-DP. For ε ≤ 700, δ ≥ 10^−300 and fewer
//! than 2^64 draws that is below δ·2^−1900, and the solver works with δ·(1 − 2^−50).
//!
//! Tested: `a_part_of_delta_is_reserved_for_failed_draws`, `more_budget_never_allows_less`,
//! `outside_the_certified_range_is_refused`.
//! Assumed: the error bounds of libm, as `delta.rs` says.

pub mod delta;
mod solver;

pub use solver::{Bracket, CERTIFIED_DELTA, CERTIFIED_EPSILON, Calibration, calibrate};
