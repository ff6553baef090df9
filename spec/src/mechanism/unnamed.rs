//! What a spec means that names no mechanism.
//!
//! A function of the schema alone, never of the table: `PrivMrf` where it serves, for it came nearest to every table
//! that was measured (docs, benchmarks), and else `PrivBayes`, which takes twice as many attributes; with the estimator
//! that keeps rules between columns, where there are such.

use super::around::Around;
use super::estimator::Estimator;
use super::list::{Mechanism, MechanismName};
use super::priv_bayes::PrivBayes;
use super::priv_mrf::{MOST_ATTRIBUTES, PrivMrf};

impl Mechanism {
    /// The mechanism of a spec that names none.
    pub(super) fn unnamed(around: Around<'_>) -> Self {
        match PrivMrf::serving(around) {
            Some(mrf) => Self::PrivMrf(mrf),
            None if around.rules => Self::PrivBayes(PrivBayes {
                estimator: Estimator::field_for(around.values()),
                ..PrivBayes::default()
            }),
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

    /// The same as a spec writes it; where there are rules, one that keeps them.
    pub fn written_for(attributes: usize, has_rules: bool) -> String {
        match Self::unnamed_for(attributes) {
            Self::PrivBayes if has_rules => "PrivBayes(estimator: Pgm())".to_owned(),
            name => format!("{name}()"),
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
