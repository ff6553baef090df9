//! What is public of a release, for reports: no number here is private. Text stands as the record has it.

use super::ties::Ties;
use crate::bounds::cell::CellNoise;
use crate::model::Structure;
use crate::promise::RulesFile;
use crate::promise::{BestGuess, InWords};

/// A release.
#[derive(Clone, Debug)]
pub struct Facts {
    /// How the user named it: a folder.
    pub name: String,
    pub title: Option<String>,
    pub claim: Claim,
    /// The promise in plain sentences.
    pub in_words: InWords,
    /// How often an attacker guesses right at best who would be right every second time before the release.
    pub best_guess: BestGuess,
    /// The mechanism's name in a spec, as `PrivBayes`.
    pub mechanism: String,
    /// What the record says of the algorithm.
    pub algorithm: String,
    pub paper: String,
    pub deviations: Vec<String>,
    /// The rows of the synthetic table.
    pub rows: u64,
    /// What adds up over queries.
    pub accounting: Accounting,
    /// The total that was fixed in advance, in units of the accounting.
    pub total: f64,
    pub spent: f64,
    /// Every query, in order.
    pub queries: Vec<Query>,
    /// Every table that was measured with noise of its own, in the order of the model.
    pub tables: Vec<Table>,
    pub structure: Structure,
    /// Of every column what it was measured together with, in the order of the spec; nothing where nothing was modelled.
    pub ties: Vec<Ties>,
    /// The rules of the spec, where it has any.
    pub rules: Option<RulesFile>,
    /// Every column whose bins hold more than one value.
    pub inside: Vec<Inside>,
    /// Files with their SHA-256.
    pub files: Vec<(String, String)>,
    pub caveat: String,
    pub report_a_flaw: String,
    /// The program that made the release, with version and commit.
    pub software: String,
}

/// What is claimed, in the record's words.
#[derive(Clone, Debug)]
pub struct Claim {
    pub epsilon: String,
    pub delta: String,
    pub unit: String,
    pub adjacency: String,
    pub composition: String,
    /// What the guarantee does not cover, a sentence a reason.
    pub unprotected: Vec<String>,
}

/// What adds up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accounting {
    /// μ² of Gaussian answers.
    MuSquared,
    /// ε of pure ones.
    Epsilon,
}

impl Accounting {
    /// Its symbol.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::MuSquared => "μ²",
            Self::Epsilon => "ε",
        }
    }
}

/// One query.
#[derive(Clone, Debug)]
pub struct Query {
    pub purpose: String,
    pub columns: Vec<String>,
    pub law: String,
    /// σ or scale, in units of the answer, with that unit; nothing for a choice.
    pub noise: Option<(f64, String)>,
    /// In units of the accounting.
    pub charge: f64,
}

/// A table as it was measured.
#[derive(Clone, Debug)]
pub struct Table {
    pub columns: Vec<String>,
    pub cells: usize,
    /// Expected |noise| on one cell, in rows.
    pub noise_per_cell: f64,
    /// Expected total variation distance by noise alone, at most 1.
    pub expected_error: f64,
    /// What the noise does to a count of one cell, and what such counts are good for.
    pub cell: CellNoise,
}

impl Table {
    /// What a reader can take from it, by noise alone.
    pub fn in_words(&self) -> String {
        let wrong = match 100.0 * self.expected_error {
            little if little < 0.1 => "less than 0.1".to_owned(),
            percent => format!("about {percent:.1}"),
        };
        let cell = self.cell;
        format!("The noise puts {wrong} % of the rows into a wrong cell; {cell}.")
    }
}

/// What is known of a column's values inside of its bins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inside {
    pub column: String,
    pub bins: usize,
    /// Parts that finer counts tell apart; `None` where nothing finer was measured.
    pub parts: Option<usize>,
}

impl Facts {
    /// The mean of the tables' expected error; nothing without tables.
    pub fn mean_expected_error(&self) -> Option<f64> {
        let errors = self.tables.iter().map(|table| table.expected_error);
        (!self.tables.is_empty()).then(|| errors.sum::<f64>() / float(self.tables.len()))
    }

    /// The largest of the tables' expected errors; nothing without tables.
    pub fn largest_expected_error(&self) -> Option<f64> {
        let errors = self.tables.iter().map(|table| table.expected_error);
        errors.max_by(f64::total_cmp)
    }
}

#[allow(clippy::cast_precision_loss)] // a number of tables
fn float(number: usize) -> f64 {
    number as f64
}
