//! From a table to what may leave the curator.

use super::{priv_bayes, priv_bayes_pure, smoothed_histogram};
use crate::error::CliError;
use crate::keys::MasterSeed;
use crate::plan::MechanismPlan;
use crate::progress::Reporter;
use crate::release::Spec;
use crate::release::model::ModelFile;
use crate::release::record::Book;
use crate::table::{Codes, EncodedTable};

/// What a mechanism made.
pub struct Made {
    pub model: ModelFile,
    pub book: Book,
    pub rows: Rows,
}

/// Where the synthetic rows come from.
pub enum Rows {
    /// They are drawn from the model, as many as one likes.
    FromModel,
    /// The mechanism has drawn them: a column of codes for each learned attribute.
    Drawn(Vec<Codes>),
}

/// Runs the spec's mechanism. Takes the table: nothing of it is left afterwards but what was paid for.
pub fn run(
    spec: &Spec,
    table: EncodedTable,
    seed: &MasterSeed,
    reporter: Reporter,
) -> Result<Made, CliError> {
    let made = match &spec.plan.mechanism {
        MechanismPlan::PrivBayes(bayes) => priv_bayes::run(spec, bayes, &table, seed, reporter),
        MechanismPlan::PrivBayesPure(pure) => {
            priv_bayes_pure::run(spec, pure, &table, seed, reporter)
        }
        MechanismPlan::SmoothedHistogram(histogram) => {
            smoothed_histogram::run(spec, histogram, &table, seed, reporter)
        }
    };
    drop(table);
    made
}
