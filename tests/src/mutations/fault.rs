//! What a fault is.

use std::fs;
use std::path::{Path, PathBuf};

use super::Suite;

/// One thing done wrong, in one place.
#[derive(Clone, Copy, Debug)]
pub struct Fault {
    /// What is wrong, in a few words.
    pub name: &'static str,
    /// The file, from the project's folder.
    pub file: &'static str,
    /// The text as it should be. Where it does not stand in the file exactly once, the code has moved on: the fault is stale.
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

    /// Whether it no longer fits the code of this checkout, so that it has to be written anew or taken off the list.
    pub fn is_stale(&self) -> bool {
        let text = fs::read_to_string(project().join(self.file));
        !text.is_ok_and(|text| self.planted(&text).is_some())
    }
}

/// The folder of this checkout.
pub fn project() -> PathBuf {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    tests.parent().unwrap_or(tests).to_owned()
}
