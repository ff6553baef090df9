//! What `verify` holds `PrivBayes` to.

use privet_core::ledger::LawRecord;
use privet_core::neighbours::Neighbours;
use privet_spec::Mechanism;

use super::model::Model;
use super::plan::PrivBayes;
use crate::mechanisms::mechanism::{PaidFor, Verified};
use crate::mechanisms::network::estimator_follows;
use crate::plan::Plan;
use crate::record::{Asked, QueryFile};

impl Verified for PrivBayes {
    /// It makes no private choices, and draws no rows from the data.
    fn chooses(&self, _neighbours: Neighbours, _asked: Asked, _law: LawRecord) -> bool {
        false
    }
}

impl PaidFor for Model {
    /// Columns and σ agree with the queries, in order.
    fn unpaid_part(&self, plan: &Plan, queries: &[QueryFile]) -> Option<&'static str> {
        let Mechanism::PrivBayes(parameters) = &plan.release.mechanism else {
            return Some("mechanism is");
        };
        if !estimator_follows(&self.network(), parameters.estimator, plan) {
            return Some("estimator is");
        }
        let asked = |asked| {
            queries
                .iter()
                .filter(move |query| query.asked() == Some(asked))
        };
        let scores_sensitivity = plan.neighbours.pair_score().ok().and_then(|each| {
            let squared = u128::from(each.units()).checked_mul(u128::from(each.units()))?;
            squared.checked_mul(self.scores.pairs.len() as u128)
        });
        let scores_paid = asked(Asked::PairScores).all(|query| {
            let sensitivity = match query.law() {
                Some(LawRecord::Gaussian { sensitivity, .. }) => Some(sensitivity.units()),
                _ => None,
            };
            sensitivity == scores_sensitivity && query.sigma() == self.scores.sigma
        });
        let tables = asked(Asked::Table);
        let tables_paid = tables.clone().count() == self.tables.len()
            && tables.zip(&self.tables).all(|(query, table)| {
                query.columns == table.columns && query.sigma() == Some(table.sigma)
            });
        let sizes = asked(Asked::Size).map(QueryFile::sigma);
        if !sizes.eq(self.size.sigma().map(Some)) {
            Some("size is")
        } else if asked(Asked::PairScores).count() != usize::from(self.scores.sigma.is_some())
            || !scores_paid
        {
            Some("scores are")
        } else if !tables_paid {
            Some("tables are")
        } else {
            None
        }
    }
}
