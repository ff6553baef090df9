//! What every page is made of: its frame, notices, tables, and how numbers and names are written.

mod frame;
mod levels;
mod name;
mod number;
mod table;

pub use frame::{Notice, Page, Section};
pub use levels::{Levels, level_in_words};
pub use name::{heading, joined, letters, name, shortened, visible};
pub use number::{count, decimal, float, percent, rows_as_float, share, signed_share};
pub use table::{Cell, Column, Table};
