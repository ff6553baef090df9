//! Rows on request: those that meet conditions, and those of which a part is known.
//!
//! Both are questions to a public model, free of charge. A condition becomes a weight of every value of a column (`meant`): 1 or
//! 0, or the share of a bin that is meant. The model is conditioned on them (`privet_core::mrf::conditional`), and no row
//! is thrown away. Where that takes more memory than is allowed, or rows follow no law of their own, rows can be drawn and thrown
//! away instead (`rejection`), if the user says so. A bin that is cut is decoded within what is meant of it (`Within` of
//! `privet_spec`), so that all of it is the model's conditional law.
//!
//! The law of some columns is asked for in the same way (`marginal`), and told without drawing rows.
//!
//! What rows are completed from is private, and so is what comes of it: errors name lines and columns and no value.

mod clause;
mod columns;
mod left;
mod marginal;
mod meant;
mod partial;
mod rejection;
mod sampling;
mod values;
mod wishes;

pub use marginal::{LabelledColumn, Marginal};
pub use sampling::Conditions;
