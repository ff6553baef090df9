//! What the record says of `PrivMrf`.

use std::num::NonZeroU32;

use privet_core::mrf::learn::Search;

use super::plan::PrivMrf;
use crate::mechanisms::mechanism::Worded;
use crate::model::Variable;
use crate::plan::VariableName;
use crate::record::{ChargeRule, GAUSSIAN_COMPOSITION, Words, deviations};

impl PrivMrf {
    /// In the order of the paper.
    fn deviations(&self) -> Vec<&'static str> {
        let settings = &self.settings;
        let keeps_memory = u16::try_from(self.attributes.len())
            .is_ok_and(|attributes| settings.keeps_memory(attributes));
        let has_graph = matches!(settings.search, Search::Graph { .. });
        deviations(&[
            (
                true,
                "every attribute's own table is measured first, with what its noise needs of the budget, and values too rare to \
                 stand out of that noise are joined with others",
            ),
            (
                !has_graph,
                "no pair scores and no fixed graph: any table may be chosen that keeps the model within its memory (as in AIM, \
                 McKenna, Mullins, Sheldon and Miklau 2022)",
            ),
            (
                keeps_memory,
                "memory is given out by and by, as much of it as the square of the part of the rounds that were made (AIM: as \
                 of the budget)",
            ),
            (
                has_graph,
                "the cliques of the graph have at most `clique_cells` cells each, as in the paper, and at most `max_cells` \
                 together, which is memory; a table for which the model has no room then is not chosen",
            ),
            (
                has_graph,
                "of the useful tables those of at most `max_attributes` attributes are looked at, and at most 2^18, the smaller \
                 ones first",
            ),
            (
                has_graph,
                "in the correlation of an attribute and a table (Eq. 8) a score below zero counts as none",
            ),
            (
                !has_graph,
                "two attributes whose table would have too many cells, or nearly so, may be chosen at coarser levels, which are \
                 made of neighbours by their noisy own tables; the model has every attribute at its own values",
            ),
            (
                !has_graph,
                "two attributes that the model ties already may be chosen at levels of up to sixteen times as many cells as are \
                 useful, if each cell counts only as far as the model expects the noise's worth of rows in it",
            ),
            (
                settings.caution > 0.0,
                "what chance alone makes of a table, by the noise of measuring it and by the draw of rows, counts in part \
                 against its distance from the model",
            ),
            (
                true,
                "a table is chosen by the exponential mechanism instead of noise on every distance",
            ),
            (
                settings.workload.most() > NonZeroU32::MIN,
                "tables that the `workload` names are chosen among themselves, by their weights, in turns with any others: \
                 whichever told more beyond noise the last time comes next; a named table is measured with the budget of as many \
                 rounds as the cube root of the largest weight",
            ),
            (
                !has_graph,
                "several tables are chosen by one estimate of the model",
            ),
            (settings.repeats, "a table may be measured again"),
            (
                !has_graph,
                "where other tables tell some parts of a table well, such as its margins, only its other parts are measured, \
                 which a row moves by less (after Xiao, He, Zhang and Kifer 2023)",
            ),
            (
                true,
                "what is left of the budget is divided evenly over the rounds that are left",
            ),
            (
                settings.anneals,
                "where noise leaves few useful cells, there are fewer rounds, down to a half; tables of which most were nothing but \
                 noise halve the number of the rounds that are left",
            ),
            (
                true,
                "tables are made to agree before the model is estimated, which is the most likely one under an entropy prior, \
                 table by table as in iterative proportional fitting instead of by mirror descent",
            ),
            (
                true,
                "rows are drawn from the model's junction tree, column by column; without replacement, rows with equal parents \
                 draw down one histogram, and who gets which value leans against what tables of up to three columns lack so \
                 far",
            ),
        ])
    }
}

impl Worded for PrivMrf {
    fn words(&self) -> Words {
        Words {
            algorithm: "PrivMRF: a Markov random field on Gaussian noise",
            paper: PAPER,
            deviations: self.deviations(),
            composition: format!("{GAUSSIAN_COMPOSITION} {CHOICES}"),
            noise: NOISE,
            charge: ChargeRule::ByLaw,
        }
    }

    /// Values that were joined are still those of the attribute; those of a coarser level are not.
    fn variable(&self, VariableName(attribute, level): &VariableName) -> Variable {
        Variable {
            attribute: attribute.clone(),
            written: match level {
                0 | 1 => attribute.clone(),
                _ => format!("{attribute} (coarser)"),
            },
        }
    }
}

const CHOICES: &str = "A choice by the exponential mechanism at epsilon has a loss of range epsilon \
and counts as mu^2 = (pi/8) * epsilon^2.";
const NOISE: &str = "exact integer sampling (noise: Karney 2016; choices: Canonne, Kamath \
and Steinke 2020) from ChaCha20, seeded by HKDF-SHA-256 from 256 bits of the operating system, the digest of the spec and a keyed fingerprint of the rows; a draw \
fails with probability below 2^-4096, which delta reserves";
const PAPER: &str = "Cai, Lei, Wei, Xiao 2021, Data synthesis via differentially private Markov random fields, \
Proceedings of the VLDB Endowment 14(11)";
