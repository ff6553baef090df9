//! What a fault is.

use std::path::{Path, PathBuf};

use super::Suite;

/// One thing done wrong, in one place.
#[derive(Clone, Copy, Debug)]
pub struct Fault {
    /// What is wrong, in a few words.
    pub name: &'static str,
    /// The file, from the project's folder.
    pub file: &'static str,
    /// The text as it should be. It stands in the file exactly once, so that a list which no longer
    /// fits the code is noticed.
    pub right: &'static str,
    /// What is planted instead.
    pub wrong: &'static str,
    /// The suites that are run, in this order, until one fails.
    pub suites: &'static [Suite],
}

impl Fault {
    /// The file's text with the fault in it; nothing where the right text is not there exactly once.
    pub fn planted(&self, text: &str) -> Option<String> {
        let once = text.matches(self.right).count() == 1;
        (once && self.right != self.wrong).then(|| text.replacen(self.right, self.wrong, 1))
    }
}

/// The folder of this checkout.
pub fn project() -> PathBuf {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    tests.parent().unwrap_or(tests).to_owned()
}
