//! How close synthetic tables come to the real one, by a spec. **Not differentially private.**

mod attributes;
mod real;

pub(crate) use real::release_digests;
pub use real::{RealTable, Wanted};
