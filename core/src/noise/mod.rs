//! Exact noise, on random bits only: no table, no float, no approximation.
//!
//! | law | how | paid by |
//! |---|---|---|
//! | `round(N(0, σ²))`, σ dyadic | [`GaussianNoise`]: Karney's unit normal, times σ in integers | Δ²/σ² |
//! | discrete Laplace, rational scale | [`LaplaceNoise`]: Canonne, Kamath and Steinke | Δ/b |
//! | exponential mechanism | [`ExponentialMechanism`]: uniform proposals, exact coins | ε |
//! | permute-and-flip | [`PermuteAndFlip`]: McKenna and Sheldon, exact coins | ε |
//! | rows of a smoothed histogram | [`SmoothedRows`]: a coin of λ, a uniform cell or a row's | k·ln(1 + (1−λ)K/(nλ)) |
//!
//! The API takes the true integers and returns the noised ones; there is no way to get bare noise
//! to add by hand. Every answer needs a [`Paid`](crate::ledger::Paid) charge and a cryptographic
//! source; the fast generator that draws synthetic rows does not compile here:
//! ```compile_fail,E0277
//! use privet_core::{ledger::Paid, noise::GaussianNoise};
//! use rand_xoshiro::Xoshiro256PlusPlus;
//! fn wrong(paid: Paid<GaussianNoise>, rng: &mut Xoshiro256PlusPlus) {
//!     let _ = paid.perturb(&mut [7], rng); // Xoshiro256PlusPlus: TryCryptoRng is not implemented
//! }
//! ```
//! ```
//! use privet_core::{ledger::Paid, noise::GaussianNoise};
//! use rand_core::CryptoRng;
//! fn right(paid: Paid<GaussianNoise>, rng: &mut impl CryptoRng) {
//!     let _ = paid.perturb(&mut [7], rng);
//! }
//! ```
//!
//! **Bounded loops.** Every loop ends by itself with probability one; each is cut off where the
//! probability of getting that far is below 2^−4200. A draw runs through fewer than 2^40 of them,
//! so it fails with probability below 2^−4096, which the calibration reserves from δ. A failed
//! draw is an [`Error::DrawFailed`](crate::Error::DrawFailed), and the answers are wiped.

pub mod bernoulli;
pub mod digits;
mod failure;
mod gaussian;
mod laplace;
mod lazy;
mod normal;
mod recomputed;
pub mod rounding;
mod selection;
pub mod smoothed;
pub mod uniform;

pub use failure::Failure;
pub use gaussian::GaussianNoise;
pub use laplace::LaplaceNoise;
pub use selection::{ExponentialMechanism, PermuteAndFlip};
pub use smoothed::SmoothedRows;
