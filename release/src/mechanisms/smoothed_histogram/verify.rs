//! What `verify` holds `SmoothedHistogram` to.

use privet_core::curator::histogram_of;
use privet_core::ledger::LawRecord;
use privet_core::neighbours::Neighbours;

use super::model::Model;
use super::plan::SmoothedHistogram;
use crate::mechanisms::mechanism::{PaidFor, Verified};
use crate::plan::Plan;
use crate::record::{Asked, QueryFile};

impl Verified for SmoothedHistogram {
    /// How far a row moves the rows that are drawn is in the law itself; n, K and k must be the spec's.
    fn chooses(&self, _neighbours: Neighbours, asked: Asked, law: LawRecord) -> bool {
        match law {
            LawRecord::SmoothedRows { draws, .. } => {
                asked == Asked::Rows && draws == self.draws(draws.rows)
            }
            _ => false,
        }
    }
}

impl PaidFor for Model {
    /// The one query is over all attributes that have values to choose from, and drew as the model says.
    fn unpaid_part(&self, plan: &Plan, queries: &[QueryFile]) -> Option<&'static str> {
        let columns = plan.with_domain(|domain| {
            let variables = histogram_of(domain).unwrap_or_default();
            Ok(plan.variables.names(&variables))
        });
        let [query] = queries else {
            return Some("rows are");
        };
        let agrees = match query.law() {
            Some(LawRecord::SmoothedRows { draws, weight }) => {
                draws.rows == self.rows
                    && draws.cells.get() == self.cells
                    && draws.draws == self.drawn
                    && weight.units() == self.weight_units
            }
            _ => false,
        };
        let paid = agrees && columns.is_ok_and(|columns| columns == query.columns);
        (!paid).then_some("rows are")
    }
}
