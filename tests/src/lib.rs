//! What tests of several crates share: the statistics of the privacy [`audit`] and JSON Schemas ([`schema`]). It needs no crate
//! above core and spec.

// A helper that fails is a test that fails.
#![allow(clippy::missing_panics_doc)]

pub mod audit;
pub mod schema;

use std::path::{Path, PathBuf};

/// The folder of this checkout.
pub fn project() -> PathBuf {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    tests.parent().unwrap_or(tests).to_owned()
}
