//! A reader for RON that remembers where everything stood.
//!
//! The crate `ron` forgets positions once a value is parsed, and stops at the first mistake; a
//! reviewer wants the place of *every* mistake, also of those found long after parsing. So this
//! reader keeps the byte range of each value in a tree ([`Node`]), which the checks then walk.
//!
//! It reads the part of RON that a spec needs: `Name(field: value)`, `(field: value)`, names with and
//! without payload, strings with escapes, lists, maps, numbers, booleans, `Some` and `None`, both
//! kinds of comment, trailing commas. It refuses what would let a file change its own language
//! (`#![enable(…)]`) and what is never needed here (raw and byte strings, characters, line breaks in
//! strings). Numbers stay text: only the field that receives one knows how to keep it exact.
//!
//! Tested: whatever this reader takes, the crate ron takes for the same data; `agreement.rs` says what that
//! means. `README.md` says why we do not read by a crate.

mod cursor;
mod node;
mod parser;
mod string;

#[cfg(any(test, fuzzing))]
pub(crate) mod agreement;

pub(crate) use node::{Body, Field, Name, Node, Value};
pub(crate) use parser::read;
