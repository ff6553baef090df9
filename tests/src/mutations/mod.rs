//! Deliberate faults: each is planted in a copy of the project, and the tests must notice it.
//!
//! [`FAULTS`] lists them, by family: the text that is right, the text that is wrong, and the suites of
//! tests that should fail. `cargo run -p privet-tests --example mutations` plants one after the other
//! and prints which test caught it; with `--stale` it names those that no longer fit the code, as `.ci/run` does.

mod copy;
mod fault;
mod faults;
mod outcome;
mod suite;

pub use copy::Copy;
pub use fault::{Fault, project};
pub use faults::FAULTS;
pub use outcome::{Outcome, Trials};
pub use suite::Suite;
