//! Several releases side by side: what is public of each, and where they were evaluated how close they come.

mod accuracy;
mod basis;
mod figures;
mod page;

pub(crate) use accuracy::accuracy_lost;
pub use figures::{Better, Compared, Figure, figures, notes};
pub use page::page;
