//! What the record says of `PrivBayesPure`.

use privet_spec::Encoding;

use super::plan::PrivBayesPure;
use crate::mechanisms::mechanism::Worded;
use crate::plan::VariableName;
use crate::published::Variable;
use crate::record::{ChargeRule, PURE_COMPOSITION, PURE_NOISE, Words};

impl Worded for PrivBayesPure {
    fn words(&self) -> Words {
        Words {
            algorithm: "PrivBayes by private selection and Laplace noise",
            paper: PAPER,
            deviations: DEVIATIONS.to_vec(),
            composition: PURE_COMPOSITION.to_owned(),
            noise: PURE_NOISE,
            charge: ChargeRule::ByLaw,
        }
    }

    fn variable(&self, name: &VariableName) -> Variable {
        match self.parameters.encoding {
            Encoding::Binary => {
                let digit = digit_in_words(name);
                Variable {
                    attribute: digit.clone(),
                    written: digit,
                }
            }
            Encoding::Vanilla => Variable::of_level(name),
        }
    }
}

/// How a binary digit is written, the most significant one first.
pub(super) fn digit_in_words(VariableName(attribute, number): &VariableName) -> String {
    format!("{attribute}, digit {}", u16::from(*number) + 1)
}

const PAPER: &str = "Zhang, Cormode, Procopiuc, Srivastava, Xiao 2014, PrivBayes: private data release via \
Bayesian networks, SIGMOD";
const DEVIATIONS: [&str; 7] = [
    "scores and noise are in counts, not frequencies, since the number of rows may be private; the size \
     is asked for first, and usefulness is that of the noisy or assumed size",
    "with wider attributes parents are taken while a table of as many cells is useful, instead of a fixed \
     number",
    "a step without a choice pays for no selection, and what selections leave goes to the tables",
    "permute-and-flip may take the place of the exponential mechanism",
    "at most 4096 candidates a selection, or 2^17 cells of their tables together, but 256 candidates in any \
     case; an attribute with more sets of parents gets random ones",
    "tables are made consistent in integers, with the size as the common total",
    "binary digits that write no value take the value of a random other row",
];
