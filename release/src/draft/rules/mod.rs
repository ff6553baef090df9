//! Rules between columns that hold in every row of a table, to be suggested in its draft.
//!
//! The table is read a second time, now that each column has a kind, so that a rule is judged by what a release would
//! read: missing values, sentinels, dates and decimals are those of the draft. Memory is bounded, whatever the number of
//! rows: crosstabs of label columns (`crossed`), and for two columns of numbers or dates whether one was ever above the
//! other (`compared`).
//!
//! That a rule holds in a table is no proof that it holds in the world, and tells of the table as a bound does. So few
//! are suggested, of those that chance would have broken often, each under a mark; the spec says nothing else of them,
//! and their order does not depend on counts. Why each was suggested is in the private notes. None is suggested that the
//! language or the drafted mechanism would refuse.

mod compared;
mod crossed;
mod determined;
mod impossible;
mod observed;
mod offered;
mod suggested;

pub(super) use suggested::suggest;
