//! Privet's claims: one property is one function over a source of choices, run by three engines.
//!
//! - *exhaustive* (`cargo test`): every value within the stated small bounds;
//! - *random* (`cargo test`): proptest, over the wide bounds, with shrinking;
//! - *symbolic* (`cargo kani`): all values of the symbolic bounds at once.
//!
//! So every claim is checked also where Kani is not installed, and Kani proves the same text. The fuzz
//! targets run the same functions again. See the README beside this crate for the list of claims.

// A property that fails panics: that is how the engines learn of it.
#![allow(clippy::missing_panics_doc)]

#[cfg(kani)]
pub mod anything;
pub mod engines;
pub mod properties;
pub mod scene;
pub mod shapes;
pub mod spies;
