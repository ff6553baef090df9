//! Arguments that several commands take.

mod measured;
mod number;
mod table;

pub use measured::Measured;
pub use number::{memory, memory_in_bytes, row_number, whole_number};
pub use table::{Table, delimiter};
