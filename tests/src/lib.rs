//! What tests of several crates share: the statistics of the privacy [`audit`] and JSON Schemas ([`schema`]). It needs no crate
//! above core and spec.

// A helper that fails is a test that fails.
#![allow(clippy::missing_panics_doc)]

pub mod audit;
pub mod schema;

use std::env;
use std::path::{Path, PathBuf};

/// Whether every variant is tried: `.ci/run --all` sets `PRIVET_EVERY`. Otherwise a test takes those that notice a planted fault
/// within seconds.
pub fn is_every_one_tried() -> bool {
    env::var_os("PRIVET_EVERY").is_some()
}

/// How many random cases a test takes: as many as usually notice a planted fault, and ten times as many where every one is tried.
pub fn cases(usual: u32) -> u32 {
    usual * if is_every_one_tried() { 10 } else { 1 }
}

/// The folder of this checkout.
pub fn project() -> PathBuf {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    tests.parent().unwrap_or(tests).to_owned()
}
