//! A spec as text with every default written out, and what another one says otherwise.
//!
//! Each type of the language says by itself how it is written, beside how it is read, and names all of its fields there:
//! a new field that is not written does not compile. Comments are not kept. What a spec can only say by leaving it out
//! stands as `None`, which the language reads as left out: a delimiter that is not stated, bins that the release finds.
//!
//! Tested: every spec of the repository, and whatever a fuzzer thinks of, is read back from this text as the same
//! release and written as the same bytes. A spec near the limit of a file's length may pass it so.

mod changes;
mod layout;
mod written;

pub use changes::Change;
pub(crate) use changes::changes;
pub(crate) use written::Written;

#[cfg(test)]
mod tests;
