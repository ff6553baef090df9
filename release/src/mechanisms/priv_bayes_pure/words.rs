//! What the record says of `PrivBayesPure`.

use privet_spec::mechanism::Selection;
use privet_spec::{Encoding, Estimator, Post, Score};

use super::plan::PrivBayesPure;
use crate::mechanisms::mechanism::Worded;
use crate::model::Variable;
use crate::plan::VariableName;
use crate::record::{ChargeRule, PURE_COMPOSITION, PURE_NOISE, Words, deviations};

impl PrivBayesPure {
    /// Everything in which this differs from algorithms 1 and 2 and sections 4.2 to 4.6 of the paper.
    fn deviations(&self) -> Vec<&'static str> {
        let parameters = &self.parameters;
        let is_binary = parameters.encoding == Encoding::Binary;
        let is_network = matches!(parameters.estimator, Estimator::Network);
        deviations(&[
            (
                true,
                "scores and noise are in counts, not frequencies, since the number of rows may be private; with one row or \
                 person more or less the size is asked for first, and usefulness is that of the noisy or assumed size",
            ),
            (
                true,
                "the spec's shares divide epsilon between choosing parents, the size and the tables; the paper gives half to \
                 choosing parents and half to the tables",
            ),
            (
                parameters.score == Score::R,
                "the score is R, the distance to independence, which is not in this paper but in the authors' later one (2017)",
            ),
            (
                true,
                "F is computed for columns of two values alone, not by the integer program that the paper speaks of for others",
            ),
            (
                parameters.score != Score::F,
                "scores are rounded down to multiples of 2^-16, with a sensitivity that holds for what is rounded",
            ),
            (
                parameters.selection == Selection::PermuteAndFlip,
                "permute-and-flip takes the place of the exponential mechanism",
            ),
            (
                !is_binary,
                "attributes are taken as they are; the paper's experiments take all of them by their binary digits. Where \
                 some have more than two values, parents are taken while a table of as many cells would be useful if every \
                 attribute had one, instead of a fixed number of parents",
            ),
            (
                parameters.degree.is_some(),
                "the spec limits the number of parents below what is useful",
            ),
            (
                parameters.candidates.is_none(),
                "at most 4096 candidates a selection, or 2^17 cells of their tables together, but 256 candidates in any case; an \
                 attribute with more sets of parents gets random ones",
            ),
            (
                parameters.candidates.is_some(),
                "at most as many candidates a selection as the spec says; an attribute with more sets of parents gets random \
                 ones",
            ),
            (
                true,
                "no table has more cells than the spec's `max_cells`, however useful",
            ),
            (
                true,
                "a step without a choice pays for no selection, and what selections leave goes to the tables",
            ),
            (true, "noise is Laplace on whole numbers, not on reals"),
            (
                is_network,
                "unless rows are drawn from the tables as measured, these are made consistent in integers, with the size as the \
                 common total",
            ),
            (
                is_network && parameters.post == Post::L2Projection,
                "tables become non-negative by projection onto the simplex (Li, Wang, Cheng 2023), not by cutting and scaling",
            ),
            (
                !is_network,
                "all tables are measurements of one Markov random field, and rows are drawn from that (PB-PGM: McKenna, \
                 Sheldon, Miklau 2019)",
            ),
            (
                true,
                "as many rows are drawn as the spec says, and without replacement unless it says otherwise; where tables as \
                 measured leave nothing to draw, the row goes back a step and tries again",
            ),
            (
                true,
                "numbers have the bins of the spec, or bins that are found with a part of epsilon, not 16 of equal width",
            ),
            (
                is_binary,
                "binary digits that write no value take the value of a random other row",
            ),
        ])
    }
}

impl Worded for PrivBayesPure {
    fn words(&self) -> Words {
        Words {
            algorithm: "PrivBayes by private selection and Laplace noise",
            paper: PAPER,
            deviations: self.deviations(),
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
