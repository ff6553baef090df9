//! What a spec means that names no mechanism.
//!
//! A function of the schema alone, never of the table: `PrivMrf` where it serves, for it came nearest to every table
//! that was measured (docs, benchmarks), and else `PrivBayes`, which takes twice as many attributes.

use super::around::Around;
use super::list::{Mechanism, MechanismName};
use super::priv_bayes::PrivBayes;
use super::priv_mrf::{MOST_ATTRIBUTES, PrivMrf};

impl Mechanism {
    /// The mechanism of a spec that names none.
    pub(super) fn unnamed(around: Around<'_>) -> Self {
        match PrivMrf::serving(around) {
            Some(mrf) => Self::PrivMrf(mrf),
            None => Self::PrivBayes(PrivBayes::default()),
        }
    }
}

impl MechanismName {
    /// What to name for so many attributes, unless they are too wide for it.
    pub fn unnamed_for(attributes: usize) -> Self {
        if attributes <= MOST_ATTRIBUTES {
            Self::PrivMrf
        } else {
            Self::PrivBayes
        }
    }

    /// Why a spec that names no mechanism has this one, as a clause.
    pub fn why_unnamed(self) -> String {
        match self {
            Self::PrivMrf => format!(
                "the spec names none, and this one is the most accurate for up to {MOST_ATTRIBUTES} attributes; \
                 `PrivBayes()` is faster"
            ),
            _ => format!(
                "the spec names none, and its attributes are more than {MOST_ATTRIBUTES} or too wide for `PrivMrf()`"
            ),
        }
    }
}
