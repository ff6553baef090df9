//! Arguments that several commands take.

mod measured;
mod number;
mod table;

pub use measured::Measured;
pub use number::{drawn_rows, memory, memory_in_bytes, table_rows};
pub use table::{Table, delimiter};
