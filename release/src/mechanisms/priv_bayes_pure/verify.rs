//! What `verify` holds `PrivBayesPure` to.

use privet_core::answers::Transcript;
use privet_core::bayes::network::Node;
use privet_core::curator::SelectionLaw;
use privet_core::ledger::LawRecord;
use privet_core::neighbours::Neighbours;
use privet_core::score::Score;

use super::model::Model;
use super::plan::PrivBayesPure;
use crate::mechanisms::mechanism::{Answered, ModelFile as _, Verified};
use crate::plan::{Plan, VariableName};
use crate::record::Asked;

impl Verified for PrivBayesPure {
    /// Selections go by the spec's law, with their score's sensitivity. That of mutual information depends on
    /// the public number of rows and on what was offered, which a rebuild knows.
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

impl Answered for Model {
    fn transcript(&self, plan: &Plan) -> Option<Transcript> {
        let tables = self.tables.iter();
        Some(Transcript {
            size: self.rows(),
            tables: tables.map(|table| table.measured.clone()).collect(),
            nodes: self.chosen(plan)?,
            ..Transcript::default()
        })
    }
}

impl Model {
    /// Every column with its parents, in the order in which they were chosen; in the head they are all before it.
    fn chosen(&self, plan: &Plan) -> Option<Vec<Node>> {
        let node = |(place, child): (usize, &VariableName)| {
            let node = self.nodes.iter().find(|node| node.child == *child);
            let before = self.order.get(..place)?;
            Some(Node {
                child: plan.variables.variable(child)?,
                parents: (plan.variables).set(node.map_or(before, |node| &node.parents))?,
            })
        };
        self.order.iter().enumerate().map(node).collect()
    }
}
