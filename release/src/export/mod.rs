//! A model for those who want its numbers: every noisy table with labels (`measurements`), and all of it as JSON (`labelled`,
//! of the parts that `form` lists).

mod form;
mod labelled;
mod measurements;
#[cfg(test)]
mod tests;

pub use labelled::LabelledModel;
pub use measurements::{Measured, Measurement};
