//! A first spec from a table, for a person to check.
//!
//! Everything that a draft says about the table was read off private data, which a release must never
//! do by itself. So each such line is marked, the spec is `reviewed: false`, `release` refuses it for either reason, and
//! bounds are rounded outward, so that they are not the data's own extremes.
//!
//! A spec is published word by word, so that nothing beyond bounds and lists stands in it: no count, no remark on the
//! table, and no order or line break that depends on a count. What was counted, why a column became what it is, and why
//! another was left out, goes to the private notes.
//!
//! A column is looked at once, field by field, in bounded memory (`profile`); what only the whole table can tell, its
//! decimal sign and the order of day and month, is settled behind the last row (`view`); then each column becomes an
//! attribute or is left out (`guess`), and the likeliest id the unit (`unit`). Ids are never learned from. Then the table is
//! read again, for rules between its columns (`rules`).
//!
//! Tested: tables of every kind, one column at a time and together, read back by privet_spec, and the
//! table itself fits its draft, and breaks none of its rules; without its marks, a draft is the same however often its labels occur.

mod assemble;
mod bounds;
mod dates;
mod form;
mod guess;
mod ids;
mod listed;
mod names;
mod notes;
mod number;
mod numbers;
mod ordered;
mod prefixes;
mod profile;
mod rules;
mod spec;
mod tally;
mod text;
mod texts;
mod unit;
mod view;
mod written;

#[cfg(test)]
mod tests;

pub use spec::{Draft, draft};
