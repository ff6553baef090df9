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
/// Everything in which this differs from algorithms 1 and 2 and sections 4.2 to 4.6 of the text.
const DEVIATIONS: [&str; 16] = [
    "scores and noise are in counts, not frequencies, since the number of rows may be private; with one row \
     or person more or less the size is asked for first, and usefulness is that of the noisy or assumed size",
    "the spec's shares divide epsilon between choosing parents, the size and the tables, where the text gives \
     half to choosing parents and half to the tables",
    "the score R, the distance to independence, may take the place of F or I; it is not in this text but in \
     the authors' later one (2017)",
    "F is computed for binary columns alone, not by the integer program that the text speaks of for others",
    "the scores R and I are rounded down to multiples of 2^-16, with sensitivities that hold for what is rounded",
    "permute-and-flip may take the place of the exponential mechanism",
    "attributes are taken as they are, where the text's experiments take all of them by their binary digits, \
     unless the spec says otherwise or one has more than 256 values",
    "with attributes of more than two values parents are taken while a table of as many cells would be useful \
     if every attribute had one, instead of a fixed number of parents",
    "the spec may limit parents and the cells of a table below what is useful",
    "at most 4096 candidates a selection, or 2^17 cells of their tables together, but 256 candidates in any \
     case, or as many as the spec says; an attribute with more sets of parents gets random ones",
    "a step without a choice pays for no selection, and what selections leave goes to the tables",
    "noise is Laplace on whole numbers, not on reals",
    "unless rows are drawn from the tables as measured, tables are made consistent in integers, with the size \
     as the common total, and then non-negative by the nearest such table or, as in the text, by scaling; or \
     they become a Markov random field, if the spec says so",
    "as many rows are drawn as the spec says, and without replacement unless it says otherwise; where tables \
     as measured leave nothing to draw, the row goes back a step and tries again",
    "numbers have the bins of the spec, or bins that are found with a part of epsilon, not 16 of equal width",
    "binary digits that write no value take the value of a random other row",
];
