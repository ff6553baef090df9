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
//! Tested: `a_cell_depends_on_its_value_alone` and `a_row_that_changes_types_moves_no_other_row` (256 random tables of
//! up to 39 and 19 rows, 8 types of numbers and 3 of dates), `every_cell_has_the_code_of_its_text` (32 typed columns ×
//! 7 kinds), `a_code_does_not_depend_on_the_type`.

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
