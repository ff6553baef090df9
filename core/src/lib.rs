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
//! # The floors, from the ground up
//!
//! Each floor answers a question. A module uses only modules that stand before it here, on a floor below or earlier in its
//! line; a test holds the code to that.
//!
//! 1. How is a number held exactly, and rounded the way that a name says? [`wide`], [`radix`], `amount`
//! 2. What is refused? `error`; nothing in it comes from the data
//! 3. What may ε, δ, σ, a share and a sensitivity be? [`privacy`]
//! 4. What do ε and δ allow in total? [`calibration`]
//! 5. Which columns can be asked about, and at which levels? [`variables`], [`domain`]
//! 6. What may not stand together in a row? `rules`
//! 7. How are columns in memory counted? [`counts`]
//! 8. How far does one unit move a score, a table or its parts, and why no farther? [`score`], [`neighbours`], [`parts`]
//! 9. What was spent, and does a charge fit what is left? [`ledger`]
//! 10. How is noise drawn exactly, and what does its law cost? [`noise`]
//! 11. What may see a count? [`curator`]: nobody else can make the token that a source of counts asks for
//! 12. Who answers a mechanism: the curator, or a record of its answers? [`answers`]
//! 13. What is learned from noisy answers? [`bayes`], `mrf`
//!
//! # Where else to look
//!
//! - **What is proved?** `verification/README.md` has every claim; a module's page ends with what of it is
//!   *Proved*, *Tested* and *Assumed*, under the same names.
//! - **Where is PrivBayes?** [`bayes`], and under pure ε [`bayes::pure`].
//! - **Where is PrivMRF?** `mrf::learn`; the same estimation on PrivBayes' tables: `mrf::field`.
//! - **Where is the smoothed histogram?** [`noise::smoothed`], by [`curator::Curator::smoothed_rows`].
//! - **Which way is it rounded?** Names say it: `_up`, `_down`, `_ceil`, `_floor`. Noise scales and charges go
//!   up, budgets and their parts down.
//! - **How are rows drawn?** From public values, by any generator: [`bayes::tickets`].

#![no_std]
#![warn(missing_docs)]

#[cfg(feature = "alloc")]
extern crate alloc;

mod amount;
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
