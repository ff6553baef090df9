//! What `verify` holds `PrivBayes` to.

use privet_core::answers::Transcript;
use privet_core::curator::{UNSCORED, pairs_of, place};
use privet_core::ledger::LawRecord;
use privet_core::neighbours::Neighbours;

use super::model::Model;
use super::plan::PrivBayes;
use crate::mechanisms::mechanism::{Answered, Verified};
use crate::plan::Plan;
use crate::record::Asked;

impl Verified for PrivBayes {
    /// It makes no private choices, and draws no rows from the data.
    fn chooses(&self, _neighbours: Neighbours, _asked: Asked, _law: LawRecord) -> bool {
        false
    }
}

impl Answered for Model {
    fn transcript(&self, plan: &Plan) -> Option<Transcript> {
        let tables = self.tables.iter();
        Some(Transcript {
            size: self.size.rows(),
            scores: self.all_scores(plan)?,
            tables: tables.map(|table| table.measured.clone()).collect(),
            ..Transcript::default()
        })
    }
}

impl Model {
    /// One score for each pair of variables.
    fn all_scores(&self, plan: &Plan) -> Option<Vec<i64>> {
        let scores = plan.with_domain(|domain| {
            let mut scores = vec![UNSCORED; pairs_of(domain.len())];
            let known = self.scores.pairs.iter().all(|(one, other, score)| {
                let pair = [one, other].map(|name| plan.variables.variable(name));
                let [Some(one), Some(other)] = pair else {
                    return false;
                };
                let place = place(domain, one, other).and_then(|place| scores.get_mut(place));
                place.map(|place| *place = *score).is_some()
            });
            Ok(known.then_some(scores))
        });
        scores.ok().flatten()
    }
}
