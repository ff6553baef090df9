//! A table that another program counts, such as a cluster: what that program has to be, and what it is given for it.
//!
//! ```text
//!  here                              an engine                                        here
//!  Pass: Job + Share ──► Share::read on any machine ──► rows ──► Sums ──► Sums ──► bytes ──► checked, and asked by the curator
//!                                                    (bring together the rows of a person, if `Pass::most`)
//! ```
//! An engine moves rows and adds up. It neither reads files nor counts by itself: [`Share::read`] turns a part of the table
//! into codes, and [`Sums`] counts them, by the same code as on one machine. It may run them wherever it likes, in any order,
//! and join sums in any order.
//!
//! **It is not trusted.** Each pass also returns, for every part, how many rows it has met by what became of them, and a
//! keyed fingerprint of (part, row, id, codes). Rows that were lost or met twice disagree with what the Parquet files say of
//! themselves; rows that changed disagree with the first pass; and every column of every table must be what the first pass
//! has counted. What disagrees ends the release, before any noise is drawn for it. **What is believed** of an engine is that
//! it brings together all rows of a person: the record says so of whatever counts.
//!
//! Tested: `an_engine_changes_no_byte` (9 units and mechanisms × 1, 3 and 50 workers),
//! `an_engine_that_counts_wrongly_releases_nothing` (10 faults, each in every pass in which it can be).
//! Assumed: an engine brings together all rows of a person; the record says so.

mod asked;
mod elsewhere;
mod job;
mod rows;
mod share;
mod sums;
mod unfit;

#[cfg(test)]
mod tests;

pub use elsewhere::{Engine, Failure, Pass, Persons};
pub use job::Job;
pub use rows::{CODES, ID, KEPT, KIND, PART, ROW};
pub use share::Share;
pub use sums::Sums;
pub use unfit::Unfit;

pub(crate) use elsewhere::CountedBy;
pub(super) use elsewhere::{Elsewhere, wrong};
