//! The ledger: a privacy filter whose total is fixed in advance.
//!
//! Gaussian answers compose by μ² = Σ Δᵢ²/σᵢ² (Bao Lemma 2.1), pure ones by Σ εᵢ. Later charges may
//! depend on earlier noisy answers, so the certified claim is the *total*, not the sum of the
//! charges: fully adaptive composition of Gaussian DP (Smith and Thakurta 2022; Koskela, Tobaben
//! and Honkela 2022) allows exactly that a charge which fits is answered and one which does not
//! is refused.
//!
//! The accounting is a type: a Gaussian law cannot be charged to a pure ledger.
//! ```compile_fail,E0277
//! use privet_core::{ledger::*, noise::GaussianNoise, privacy::*};
//! fn charge(ledger: &mut Ledger<Pure, 8>, noise: GaussianNoise) {
//!     let _ = ledger.charge(Purpose::Size, noise); // GaussianNoise: Law<Pure> is not implemented
//! }
//! ```
//! What was paid for is answered once: a [`Paid`] is neither made by hand nor used twice.
//! ```compile_fail,E0382
//! use privet_core::{ledger::*, noise::GaussianNoise};
//! use rand_core::CryptoRng;
//! fn twice(paid: Paid<GaussianNoise>, rng: &mut impl CryptoRng) {
//!     let _ = paid.perturb(&mut [7], rng);
//!     let _ = paid.perturb(&mut [7], rng); // moved above
//! }
//! ```
//! ```compile_fail,E0423
//! use privet_core::{ledger::*, noise::GaussianNoise};
//! fn forge(noise: GaussianNoise) -> Paid<GaussianNoise> {
//!     Paid(noise) // private field
//! }
//! ```
//!
//! Tested: `what_the_filter_accepts_is_within_the_true_mu_squared`: accepted charges, recomputed as exact fractions,
//! stay below reference values of the true μ².
//! Assumed: the cited composition theorems.

mod accounting;
mod balance;
mod book;

pub(crate) use accounting::sealed;
pub use accounting::{Accounting, Gaussian, Law, LawRecord, Pure};
pub use balance::Balance;
pub use book::{Entry, Ledger, Paid, Purpose};
