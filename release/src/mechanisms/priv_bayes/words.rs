//! What the record says of `PrivBayes`.

use super::plan::PrivBayes;
use crate::mechanisms::mechanism::Worded;
use crate::plan::VariableName;
use crate::published::Variable;
use crate::record::{ChargeRule, GAUSSIAN_COMPOSITION, GAUSSIAN_NOISE, Words};

impl Worded for PrivBayes {
    fn words(&self) -> Words {
        Words {
            algorithm: "PrivBayes on Gaussian noise",
            paper: PAPER,
            deviations: &DEVIATIONS,
            composition: GAUSSIAN_COMPOSITION.to_owned(),
            noise: GAUSSIAN_NOISE,
            charge: ChargeRule::SensitivityOverSigma,
        }
    }

    fn variable(&self, name: &VariableName) -> Variable {
        Variable::of_level(name)
    }
}

const PAPER: &str = "Bao, Xiao, Zhao, Zhang, Ding 2021, Synthetic data generation with differential \
privacy via Bayesian networks, Journal of Privacy and Confidentiality";
const DEVIATIONS: [&str; 7] = [
    "the size is asked for first, and only pairs whose table can be used are scored",
    "tau = max(n*, 1) / (theta * sigma), sigma at the largest possible number of tables",
    "the head grows by what adds most to its scores, not by the largest score a cell",
    "a parent is added only where its score exceeds `caution` times the noise that it brings",
    "consistency is enforced on intersections closed under intersection, in integers, with the size as \
     the common total",
    "the variance update of Eq. 3.3 is corrected",
    "without replacement, rows with equal parents draw down one histogram, column by column",
];
