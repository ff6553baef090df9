//! A table that is read again and again instead of being held: one that is larger than memory.
//!
//! ```text
//! Parts ──► Walk ──► Look          every part once, on all cores; blocks of codes, seen and forgotten
//!
//! persons   how many rows each person has; which rows of those with too many are kept    (at most two passes)
//! census    the number of rows, each column by itself, the fingerprint                   (one pass)
//! tables    many tables at once                                                          (one pass a batch of questions)
//! ```
//! The same rows are kept as in memory, by the same rule, so that everything behind the counts is the same, byte for byte.
//!
//! **What is checked.** A file may change while it is read, and a disk may lie. So each pass also counts the rows of each
//! part by what became of them, and adds up a keyed fingerprint of (part, row, id, codes). A pass that disagrees with the
//! first is an error, and so is a table whose columns do not add up to what the census says of them: nothing is answered from
//! it. What a pass found is never published.
//!
//! A pass carries the choice of a person's rows with the row's content, never with its number: of equal rows of one person
//! as many are kept as were chosen, whichever come first.
//!
//! Tested: `a_stream_counts_the_rows_of_memory_however_it_is_cut`: counts, fingerprint and what is left out are those
//! of memory, and without one person the counts are smaller by that person's rows, at most r (60 random tables of up to
//! 59 rows and 6 persons, r up to 4, with a rule, as text and in up to 3 files of row groups of 1 to 8 rows).
//! `a_stream_refuses_a_second_row_as_memory_does`; byte for byte `persons_and_rules_are_those_of_memory`,
//! `parquet_is_streamed_by_row_groups`.
//! Assumed: nothing of a Parquet table without a row. It has no part, so that a pass over it would say that it was
//! counted wrongly; but a table of no bytes is always held, and workers are not asked about it.

mod census;
#[cfg(feature = "parquet")]
pub mod engine;
mod parts;
mod persons;
mod print;
mod stream;
mod tables;
mod tally;
mod walk;

#[cfg(test)]
mod tests;

#[cfg(feature = "parquet")]
pub(crate) use engine::CountedBy;
pub(crate) use parts::Parts;
pub(crate) use stream::{Stream, Streaming};
pub(crate) use tables::{Derived, Question};
