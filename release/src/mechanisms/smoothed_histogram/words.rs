//! What the record says of `SmoothedHistogram`.

use super::plan::SmoothedHistogram;
use crate::mechanisms::mechanism::Worded;
use crate::model::Variable;
use crate::plan::VariableName;
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
/// Everything in which this differs from section 3.1 of the text.
const DEVIATIONS: [&str; 3] = [
    "the sample space is the cells of the schema with the same measure each, so that m is their number",
    "epsilon is given and the smoothing weight follows, where the text has it the other way round: the weight \
     is the smallest multiple of 2^-63 whose loss, rounded up, fits epsilon",
    "a value inside of its bin is drawn after the cell, by what the spec says of the bin alone",
];
