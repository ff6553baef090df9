//! Several releases side by side: what is public of each, and where they were evaluated how close they come.

mod figures;
mod page;

pub(crate) use figures::accuracy_lost;
pub use figures::{Better, Compared, Figure, figures, notes};
pub use page::page;
