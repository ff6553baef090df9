//! What is public of a table: its attributes, their sizes and their levels.
//!
//! A *variable* is one level of one attribute. Level 0 is the leaf, the attribute as it is; each
//! further level is coarser and nests in the one before. A set of variables holds at most one
//! level of an attribute; its table has one cell for each combination of values, in row-major
//! order of the ascending variables.
//!
//! Proved: in part `accepted_levels_nest`, for three values and two coarser levels. The steps of numbering are proved
//! in `radix.rs`.
//! Tested: `cell_index_is_a_bijection`, `marginalisation_adds_up`, `counting_is_projecting`, `cells_never_overflow`
//! (all on every small domain with levels, and at random on larger ones).

mod levels;
mod projection;
mod sets;

#[cfg(test)]
mod tests;

pub use levels::{Domain, Level, MOST_ATTRIBUTES, MOST_LEVELS, MOST_VALUES};
