//! What the record says of `PrivBayes`.

use privet_spec::{Decimal, Estimator, HeadRule, Post, Repair};

use super::plan::PrivBayes;
use crate::mechanisms::mechanism::Worded;
use crate::model::Variable;
use crate::plan::VariableName;
use crate::record::{ChargeRule, GAUSSIAN_COMPOSITION, GAUSSIAN_NOISE, Words, deviations};

impl PrivBayes {
    /// In the order of the paper.
    fn deviations(&self) -> Vec<&'static str> {
        let parameters = &self.parameters;
        deviations(&[
            (
                true,
                "the size is asked for first, and only pairs whose table can be used are scored",
            ),
            (
                true,
                "the size has a share of the budget of its own; the paper divides a fifth of the budget evenly over the size and \
                 all scores",
            ),
            (
                true,
                "tau = max(n*, 1) / (theta * sigma), sigma at the largest possible number of tables; the paper's formula is \
                 garbled",
            ),
            (
                true,
                "an attribute enters the network once, at one of its levels, and is a parent at that level or a coarser one; \
                 where it entered at a coarser one, its own table is measured too. In the paper every level is an attribute \
                 of its own",
            ),
            (
                parameters.head == HeadRule::Worth,
                "the head grows by the scores less `caution` times the noise that an attribute brings, while that is above \
                 zero, not by the largest scores a cell, whatever their sign, until it is full",
            ),
            (
                parameters.caution > Decimal::ZERO,
                "a parent is added only where its score exceeds `caution` times the noise that it brings",
            ),
            (
                true,
                "no parent is added whose score is not above zero: the paper asks for the largest sum of scores",
            ),
            (
                true,
                "consistency is enforced on intersections closed under intersection, at most 4096 of them, in integers, with \
                 the size as the common total",
            ),
            (true, "the variance update of Eq. 3.3 is corrected"),
            (
                parameters.post == Post::L2Projection,
                "tables become non-negative by projection onto the simplex (Li, Wang, Cheng 2023), not by cutting and scaling",
            ),
            (
                parameters.repair == Repair::ByTurns,
                "tables become consistent and non-negative by turns, eight times; the paper cuts once, and then makes \
                 consistent once",
            ),
            (
                parameters.repair == Repair::Once,
                "what the consistent pass leaves below zero, of which the paper says nothing, is cut at the end",
            ),
            (
                matches!(parameters.estimator, Estimator::Pgm { .. }),
                "all tables are measurements of one Markov random field, and rows are drawn from that (PB-PGM: McKenna, \
                 Sheldon, Miklau 2019)",
            ),
            (
                true,
                "without replacement, rows with equal parents draw down one histogram, column by column; straight from \
                 inconsistent tables, after 20000 draws a row takes the tables' own distributions",
            ),
        ])
    }
}

impl Worded for PrivBayes {
    fn words(&self) -> Words {
        Words {
            algorithm: "PrivBayes on Gaussian noise",
            paper: PAPER,
            deviations: self.deviations(),
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
