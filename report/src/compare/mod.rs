//! Several releases side by side: what is public of each, and where they were evaluated how close they come.

mod accuracy;
mod basis;
mod figures;
mod found;
mod gathered;
mod page;
mod peers;
mod side_by_side;
mod summary;

pub(crate) use accuracy::accuracy_lost;
pub use figures::{Better, Compared, Figure, figures, notes};
pub use gathered::gather;
pub use page::page;
pub use side_by_side::{SideBySide, has_private_figures};
pub use summary::summary;
