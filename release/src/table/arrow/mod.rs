//! Columns of Arrow as texts: what Parquet files and data frames have in common.
//!
//! ```text
//! record batches ──► BatchRows ──► Texts ──► codes
//!                                  each value once, as a CSV file has it
//! ```
//!
//! A typed value becomes the text that the same value has in a CSV file, and everything behind it is the same: labels,
//! bounds, missing tokens, ids. The text depends on the value and the spec alone, never on the type of its column: one
//! missing value turns a column of whole numbers into one of fractions, and no other cell may change its code by that.
//!
//! Tested: every type cell by cell against the same table as CSV; the same numbers as every type that can hold them; a row
//! that changes the type of its column moves no other row's code.

mod batch_rows;
mod canonical;
mod cells;
mod column_rows;
mod frame;
mod guarded;
mod moment;
mod numeral;
mod types;

pub(super) use batch_rows::{BatchRows, rows_at_once};
pub(super) use cells::{Meaning, Unwritten};
pub(super) use column_rows::ColumnRows;
pub(super) use frame::{Frame, FrameCopy, FrameRows};
pub(super) use guarded::guarded;
pub(super) use types::{has_time_of_day, has_times, without_text};
