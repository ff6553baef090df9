//! Privet's core: the parts that make a differential-privacy claim true, small enough to read.
//!
//! `no_std`, no heap (but for `mrf`, behind the feature `alloc`), no floating point on private values, no
//! panics. Data flows one way:
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
//! 1. [`counts`]: where exact counts come from, over the attributes and levels of a [`domain`].
//! 2. [`curator`]: the only code that sees a count. For each question it looks up how far one person
//!    moves the answer ([`neighbours`]), charges the [`ledger`], counts, and draws [`noise`]. A refused
//!    charge reads nothing and draws nothing.
//! 3. The mechanism ([`bayes`], `mrf`) asks the curator, and makes a model of the noisy answers. All of
//!    that is public, and so are the rows that are drawn from the model.
//!
//! # Where to look
//!
//! - **What may see a count?** The [`curator`], and whatever implements the trait [`counts::Counts`].
//!   Nobody else. Read `curator/gaussian.rs` first.
//! - **What does a query cost?** How far it moves: the table in [`neighbours`]; why a score moves no
//!   farther: [`score`]. What noise of a scale then costs: [`ledger::Law::loss_up`] of each law, listed
//!   in [`noise`]. What it is charged to, and what is left: [`ledger`]. What (ε, δ) allows in total:
//!   [`calibration`].
//! - **What is proved?** `verification/README.md` lists every claim with its bounds and what checks it.
//!   The end of a module's page says what of it is *Proved*, *Tested* and *Assumed*, under the same names.
//! - **Which mechanism is where?** PrivBayes: [`bayes`], and under pure ε [`bayes::pure`]. PrivMRF:
//!   `mrf::learn`. The same estimation on PrivBayes' tables: `mrf::field`. The smoothed histogram:
//!   [`noise::smoothed`], asked through [`curator::Curator::smoothed_rows`].
//! - **Which way is it rounded?** Inexact functions say so in their names: `_up` or `_ceil`, `_down` or
//!   `_floor`. Noise scales and charges go up ([`privacy::Sigma::smallest_up`]), totals and parts of them
//!   down ([`privacy::MuSquared::share_down`]). The arithmetic underneath is [`wide`].
//! - **How is randomness drawn?** Noise: exactly, from a cryptographic generator ([`noise`]). Rows: from
//!   any generator ([`bayes::tickets`]), since they are drawn from public values.
//! - **What is refused?** [`Error`] has every case, and nothing of it comes from the data.

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
