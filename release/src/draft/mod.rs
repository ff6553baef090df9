//! A first spec from a table, for a person to check.
//!
//! Everything that a draft says about the table was read off private data, which a release must never
//! do by itself. So each such line says so, loudly, the spec is `reviewed: false`, which `release`
//! refuses, and bounds are rounded outward, so that they are not the data's own extremes.
//!
//! What cannot be guessed becomes a comment that says what to do. The result always parses.
//!
//! Tested: tables of every kind, one column at a time and together, read back by `privet_spec`, and the
//! table itself fits its draft.

mod bounds;
mod guess;
mod listed;
mod number;
mod ordered;
mod profile;
mod spec;
mod text;
mod written;

#[cfg(test)]
mod tests;

pub use spec::draft;
