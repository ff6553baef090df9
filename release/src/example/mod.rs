//! The built-in example: a spec, a table that the program makes up itself, and a look at how close the
//! synthetic table comes.
//!
//! The people are fictitious and the same on every machine, so the comparison with the real table may
//! be printed: nothing here is private. [`closeness`] must not be used on any other table.
//!
//! Tested: every made-up value fits the spec, the text is the same bytes everywhere, and the
//! dependencies between the columns are there.

mod closeness;
mod dice;
mod person;
mod population;

pub use closeness::closeness;
pub use population::{PEOPLE, write_population};

/// The demo's release spec.
pub const SPEC: &str = include_str!("demo.ron");
