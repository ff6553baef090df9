//! Privet's core: the parts that make a differential-privacy claim true, small enough to read.
//!
//! `no_std`, no heap (but for `mrf` and the entries of a ledger, behind the feature `alloc`), no floating point on private
//! values, no panics. Data flows one way:
//!
//! ```text
//!                    (ε, δ) ─► calibration ─► total
//!                                               │  fixed in advance
//!  private ─────────────────────────────────────▼───────────────────────────────────
//!                       ┌─ CURATOR ─────────────────────────────────────────────┐
//!  columns ─► counts ─► │  sensitivity ─► charge the ledger ─► count ─► noise   │
//!                       └──────────────────────────────────────────────────┬────┘
//!  public ─────────────────────────────────────────────────────────────────▼────────
//!                rows ◄── model ◄── mechanism (bayes, mrf) ◄────── noisy answers
//!                  ▲                                                       │
//!                  └───────── smoothed histogram: the answer is rows ──────┘
//! ```
//!
//! 1. [`counts`]: columns in memory, counted over the attributes and levels of a [`domain`].
//! 2. [`curator`]: the only code that sees a count. For each question it looks up how far one unit of
//!    privacy moves the answer ([`neighbours`]), charges the [`ledger`], counts, and draws [`noise`]. A refused
//!    charge reads nothing and draws nothing.
//! 3. The mechanism ([`bayes`], `mrf`) asks the curator, and makes a model of the noisy answers. All of
//!    that is public, and so are the rows that are drawn from the model. Who has the answers asks them instead
//!    ([`answers`]), and gets the same model.
//!
//! # Where to look
//!
//! - **What may see a count?** The [`curator`], and what implements the trait [`curator::Counts`]; nobody else can make the
//!   [`curator::Token`] that it asks for.
//! - **What does a query cost?** Its sensitivity ([`neighbours`]) and its law ([`noise`]: `loss_up`) say; the
//!   [`ledger`] is charged. What (ε, δ) allows in total: [`calibration`].
//! - **Why does a score move no farther?** The arguments stand in [`score`], function by function; for parts of a table in
//!   [`parts`].
//! - **What is proved?** `verification/README.md` has every claim; a module's page ends with what of it is
//!   *Proved*, *Tested* and *Assumed*, under the same names.
//! - **Where is PrivBayes?** [`bayes`], and under pure ε [`bayes::pure`].
//! - **Where is PrivMRF?** `mrf::learn`; the same estimation on PrivBayes' tables: `mrf::field`.
//! - **Where is the smoothed histogram?** [`noise::smoothed`], by [`curator::Curator::smoothed_rows`].
//! - **What may not stand together in a row?** `rules`.
//! - **Which way is it rounded?** Names say it: `_up`, `_down`, `_ceil`, `_floor`. Noise scales and charges go
//!   up, budgets and their parts down. The arithmetic underneath: [`wide`].
//! - **How is randomness drawn?** [`noise`]: exactly, from a cryptographic generator. Rows are drawn from
//!   public values, by any generator: [`bayes::tickets`].
//! - **What is refused?** [`Error`]; nothing in it comes from the data.

#![no_std]
#![warn(missing_docs)]

#[cfg(feature = "alloc")]
extern crate alloc;

pub mod answers;
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
pub mod parts;
pub mod privacy;
pub mod radix;
#[cfg(feature = "alloc")]
pub mod rules;
pub mod score;
pub mod variables;
pub mod wide;

pub use error::Error;
