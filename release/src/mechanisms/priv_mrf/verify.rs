//! What `verify` holds `PrivMrf` to.

use privet_core::answers::Transcript;
use privet_core::curator::{UNSCORED, pairs_of};
use privet_core::ledger::LawRecord;
use privet_core::neighbours::Neighbours;
use privet_core::radix::pair_place;
use privet_spec::{Attribute, Release};

use super::model::{Model, ScoresFile};
use super::plan::PrivMrf;
use crate::mechanisms::mechanism::{Answered, Verified};
use crate::plan::Plan;
use crate::record::Asked;

impl Verified for PrivMrf {
    /// It chooses the table that is farthest from its model, by the exponential mechanism.
    fn chooses(&self, neighbours: Neighbours, asked: Asked, law: LawRecord) -> bool {
        match law {
            LawRecord::ExponentialMechanism { sensitivity, .. } => {
                asked == Asked::Farthest && self.choice_sensitivity(neighbours) == Ok(sensitivity)
            }
            _ => false,
        }
    }
}

impl Answered for Model {
    fn transcript(&self, plan: &Plan) -> Option<Transcript> {
        let tables = self.measured.iter();
        let choices = self.choices.iter();
        Some(Transcript {
            size: self.size.rows(),
            scores: match &self.scores {
                Some(scores) => scores.of_all_pairs(&plan.release)?,
                None => Vec::new(),
            },
            tables: tables.map(|table| table.counts.clone()).collect(),
            farthest: choices
                .map(|names| plan.variables.set(names))
                .collect::<Option<_>>()?,
            ..Transcript::default()
        })
    }
}

impl ScoresFile {
    /// One score for each pair of attributes.
    fn of_all_pairs(&self, release: &Release) -> Option<Vec<i64>> {
        let names: Vec<&str> = release.learned().map(Attribute::name).collect();
        let place_of = |name: &str| names.iter().position(|known| *known == name);
        let mut scores = vec![UNSCORED; pairs_of(names.len())];
        for (one, other, score) in &self.pairs {
            let place = pair_place(names.len(), place_of(one)?, place_of(other)?)?;
            *scores.get_mut(place)? = *score;
        }
        Some(scores)
    }
}
