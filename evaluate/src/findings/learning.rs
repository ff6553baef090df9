//! Models trained on synthetic rows and tested on real ones.

use serde::{Deserialize, Serialize};

/// Logistic regression on indicators of all other columns, for each target.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Learning {
    /// The model in words, with its settings.
    pub model: String,
    /// The most rows that a model is trained on; beyond that a seeded sample is taken.
    pub row_cap: u64,
    /// Empty where no target could be learned.
    pub targets: Vec<Target>,
    /// Why there are no targets, or fewer than were asked for, in words.
    pub notes: Vec<String>,
}

/// One question, yes or no, that is asked of the other columns.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Target {
    /// Place in the evaluation's `columns`.
    pub column: usize,
    /// What counts as yes: the most frequent label of the real table, or values above its median.
    pub question: String,
    pub features: u64,
    pub real_training_rows: u64,
    pub synthetic_training_rows: u64,
    pub test_rows: u64,
    /// Accuracy of always giving the answer that is more frequent in the real training rows.
    pub majority: f64,
    /// Trained on real rows.
    #[serde(deserialize_with = "super::written")]
    pub real: Option<Scores>,
    /// Trained on synthetic rows; `null` if these have one answer only.
    #[serde(deserialize_with = "super::written")]
    pub synthetic: Option<Scores>,
    /// Li's error U: by how much the shares of wrong answers of the two models differ on the real rows that the one was
    /// trained on. `null` if there is no model from synthetic rows.
    pub risk_gap: Option<f64>,
}

/// On the real rows that no model was trained on.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Scores {
    pub accuracy: f64,
    /// Area under the ROC curve, ties counted half; `null` if the test rows have one answer only.
    pub auc: Option<f64>,
}
