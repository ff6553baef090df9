//! What the record says of `Independent`.

use super::plan::Independent;
use crate::mechanisms::mechanism::Worded;
use crate::model::Variable;
use crate::plan::VariableName;
use crate::record::{ChargeRule, GAUSSIAN_COMPOSITION, GAUSSIAN_NOISE, Words};

impl Worded for Independent {
    fn words(&self) -> Words {
        Words {
            algorithm: "independent columns on Gaussian noise",
            paper: "none: every column is drawn from its own noisy table, whatever the others say",
            deviations: Vec::new(),
            composition: GAUSSIAN_COMPOSITION.to_owned(),
            noise: GAUSSIAN_NOISE,
            charge: ChargeRule::SensitivityOverSigma,
        }
    }

    fn variable(&self, name: &VariableName) -> Variable {
        Variable::of_level(name)
    }
}
