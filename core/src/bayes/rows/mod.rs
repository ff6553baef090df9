//! Synthetic rows from fitted tables: post-processing, with a fast seeded generator.
//!
//! Columns are drawn one after the other in the network's order: the head's attributes, each given those
//! before it, then each child given the values that its parents have in the same row. An attribute that
//! entered at a coarse level is refined at once from its leaf's one-way table.
//!
//! - *Without replacement* (Bao 3.3): the rows with the same parent values draw down one integer
//!   histogram: n rows of it get ⌊n·p⌋ or ⌈n·p⌉ of each value. Which values get one more and which row gets
//!   which is left to chance, and chances lean against what tables of one, two and three columns lack so
//!   far (`debts`, `leaning`). Deviation: Bao draws down row by row and falls back where a histogram is
//!   empty; column by column none is ever empty too early. And Bao's rows do not lean.
//! - *With replacement*: every row draws for itself.
//! - *Inconsistent* ([`draw_rows_with_fallback`]): row by row from the noisy tables as they are,
//!   negative cells as zero; where nothing is left to draw, go back a step and try again, after ten
//!   failures a step further (Bao 3.3.1).
//!
//! A parent combination without any mass falls back to the child's own distribution.
//!
//! Where nothing is followed (no memory for debts, a first column, a leaf given its group, a very large table),
//! the rows of a group are dealt at random, and their counts rounded with a random start.
//!
//! The arithmetic of dealing is proved in [`super::tickets`], the end of a walk in [`super::walk`].
//! Tested: `rows_follow_their_tables` (the histograms are those of the tables, rounded, and only cells
//! with mass are drawn), `fallback_ends`; both also on tables that hold anything.

mod by_column;
mod by_row;
mod columns;
mod dealer;
mod debts;
mod layout;
mod leaning;
#[cfg(feature = "alloc")]
mod memory;
mod model;
mod places;

pub use by_column::RowScratch;
pub use by_row::draw_rows_with_fallback;
pub use dealer::Replacement;
#[cfg(feature = "alloc")]
pub use memory::RowMemory;
pub use model::Model;
pub use places::Places;
