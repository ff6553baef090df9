//! What the record says of `SmoothedHistogram`.

use super::plan::SmoothedHistogram;
use crate::mechanisms::mechanism::Worded;
use crate::plan::VariableName;
use crate::published::Variable;
use crate::record::{ChargeRule, PURE_COMPOSITION, PURE_NOISE, Words};

impl Worded for SmoothedHistogram {
    fn words(&self) -> Words {
        Words {
            algorithm: "rows drawn from a smoothed histogram",
            paper: PAPER,
            deviations: DEVIATIONS.to_vec(),
            composition: PURE_COMPOSITION.to_owned(),
            noise: PURE_NOISE,
            charge: ChargeRule::ByLaw,
        }
    }

    fn variable(&self, name: &VariableName) -> Variable {
        Variable::of_level(name)
    }
}

const PAPER: &str = "S\u{f8}rensen 2024, Differential privacy and synthetic data generation using \
PrivBayes, Aalborg University, section 3.1; after Wasserman and Zhou, A statistical framework for \
differential privacy";
const DEVIATIONS: [&str; 2] = [
    "the sample space is the cells of the schema, so that m is their number",
    "the smoothing weight is the smallest multiple of 2^-63 whose loss, rounded up, fits epsilon",
];
