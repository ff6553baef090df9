//! What every page is made of: its frame, notices, tables, and how numbers and names are written.

mod frame;
mod name;
mod number;
mod table;

pub use frame::{Notice, Page};
pub use name::{joined, letters, name, shortened, visible};
pub use number::{count, decimal, float, share, signed_share};
pub use table::{Cell, Column, Table};
