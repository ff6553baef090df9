//! How attributes hang together in a model, for pages.

use crate::plan::VariableName;

/// How attributes hang together in the model.
#[derive(Clone, Debug)]
pub enum Structure {
    /// A Bayesian network.
    Network {
        /// Measured and drawn together first.
        first: Vec<Variable>,
        /// The others, in the order in which they are drawn, each with its parents.
        children: Vec<(Variable, Vec<Variable>)>,
    },
    /// A Markov random field.
    Field {
        /// In the order in which rows are drawn.
        attributes: Vec<String>,
        /// The sets of two or more that were measured together, in order.
        together: Vec<Vec<String>>,
    },
    /// Nothing was modelled, for the reason given.
    None(String),
}

/// An attribute as it stands in a network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// What is drawn as one.
    pub attribute: String,
    /// With its level, where that is not the finest.
    pub written: String,
}

impl Variable {
    /// An attribute at a level.
    pub(crate) fn of_level(name: &VariableName) -> Self {
        Self {
            attribute: name.0.clone(),
            written: name.to_string(),
        }
    }
}
