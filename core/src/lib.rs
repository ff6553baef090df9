//! Privet's core: the parts that make a differential-privacy claim true, small enough to read.
//!
//! `no_std`, no heap, no floating point on private values, no panics. Data flows one way:
//!
//! ```text
//! (ε, δ) ──► calibration ──► total μ² ──► ledger ──(Paid)──► noise ──► noisy answers
//! ```
//!
//! - [`calibration`] turns (ε, δ) into the largest certified total μ², and proves nothing is lost
//!   to rounding: every bound goes outward.
//! - [`privacy`] holds the parameters as types that cannot hold nonsense.
//! - [`ledger`] is a privacy filter: a charge fits the total fixed in advance, or changes nothing.
//! - [`noise`] draws exactly, on random bits only, and only for a charge that was paid.
//! - [`wide`] is the integer arithmetic underneath, with its rounding direction in its names.
//!
//! What is proved, tested and assumed stands at the end of each module's page.

#![no_std]
#![warn(missing_docs)]

#[cfg(feature = "alloc")]
extern crate alloc;

pub mod bayes;
pub mod calibration;
pub mod counts;
pub mod curator;
pub mod domain;
mod error;
pub mod ledger;
#[cfg(feature = "alloc")]
pub mod mrf;
pub mod neighbours;
pub mod noise;
pub mod privacy;
pub mod radix;
pub mod score;
pub mod variables;
pub mod wide;

pub use error::Error;
