//! What `verify` holds `PrivBayesPure` to.

use privet_core::curator::SelectionLaw;
use privet_core::ledger::LawRecord;
use privet_core::neighbours::Neighbours;
use privet_core::score::Score;
use privet_spec::Mechanism;

use super::model::{Model, SizeFile};
use super::plan::{PrivBayesPure, score_of};
use crate::mechanisms::mechanism::{PaidFor, Verified};
use crate::mechanisms::network::estimator_follows;
use crate::plan::Plan;
use crate::record::{Asked, QueryFile};

impl Verified for PrivBayesPure {
    /// Selections go by the spec's law, with their score's sensitivity. That of mutual information depends on
    /// the public number of rows, which stands in the model: it is checked there.
    fn chooses(&self, neighbours: Neighbours, asked: Asked, law: LawRecord) -> bool {
        let (by, sensitivity) = match law {
            LawRecord::ExponentialMechanism { sensitivity, .. } => {
                (SelectionLaw::Exponential, sensitivity)
            }
            LawRecord::PermuteAndFlip { sensitivity, .. } => {
                (SelectionLaw::PermuteAndFlip, sensitivity)
            }
            LawRecord::Gaussian { .. }
            | LawRecord::Laplace { .. }
            | LawRecord::SmoothedRows { .. } => return false,
        };
        let declared = match self.settings.score {
            Score::F => neighbours.maximum_score(),
            Score::R => neighbours.pair_score(),
            Score::I => Ok(sensitivity),
        };
        asked == Asked::Selection && by == self.settings.law && declared == Ok(sensitivity)
    }
}

impl PaidFor for Model {
    /// Columns and scales agree with the queries, in order; there is at most one selection for each column but
    /// the first; and mutual information has the sensitivity of the public number of rows.
    fn unpaid_part(&self, plan: &Plan, queries: &[QueryFile]) -> Option<&'static str> {
        let Mechanism::PrivBayesPure(parameters) = &plan.release.mechanism else {
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
        let (size, rows) = match self.size {
            SizeFile::Noisy { scale, .. } => (Some(scale), None),
            SizeFile::Public { rows } => (None, u64::try_from(rows).ok()),
        };
        let columns = self.head.len().saturating_add(self.nodes.len());
        let by_information = score_of(parameters) == Score::I;
        let right = |query: &QueryFile| {
            let sensitivity = match query.law() {
                Some(
                    LawRecord::ExponentialMechanism { sensitivity, .. }
                    | LawRecord::PermuteAndFlip { sensitivity, .. },
                ) => Some(sensitivity),
                _ => None,
            };
            let declared = |binary| {
                let sensitivity = plan.neighbours.information_score(rows?, binary);
                sensitivity.ok()
            };
            !by_information
                || sensitivity.is_some()
                    && [true, false]
                        .into_iter()
                        .any(|binary| declared(binary) == sensitivity)
        };
        let tables = asked(Asked::Table);
        let tables_paid = tables.clone().count() == self.tables.len()
            && tables.zip(&self.tables).all(|(query, table)| {
                query.columns == table.columns && query.scale() == Some(table.scale)
            });
        let sizes = asked(Asked::Size).map(QueryFile::scale);
        if !sizes.eq(size.map(Some)) {
            Some("size is")
        } else if asked(Asked::Selection).count() >= columns.max(1)
            || !asked(Asked::Selection).all(right)
        {
            Some("structure is")
        } else if !tables_paid {
            Some("tables are")
        } else {
            None
        }
    }
}
