//! Arguments that several commands take.

mod measured;
mod table;

pub use measured::Measured;
pub use table::{Table, delimiter};
