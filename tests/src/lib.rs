//! What tests of several crates share: the statistics of the privacy [`audit`], JSON Schemas ([`schema`]), and deliberate
//! faults ([`mutations`]). It needs no crate above core and spec.

// A helper that fails is a test that fails.
#![allow(clippy::missing_panics_doc)]

pub mod audit;
pub mod mutations;
pub mod schema;
