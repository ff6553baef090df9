//! What `verify` holds `SmoothedHistogram` to.

use privet_core::answers::Transcript;
use privet_core::ledger::LawRecord;
use privet_core::neighbours::Neighbours;

use super::model::Model;
use super::plan::SmoothedHistogram;
use crate::mechanisms::mechanism::{Answered, Verified};
use crate::plan::Plan;
use crate::record::Asked;

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

impl Answered for Model {
    /// Nothing but the number of rows, which is public.
    fn transcript(&self, _plan: &Plan) -> Option<Transcript> {
        Some(Transcript {
            size: self.rows.into(),
            ..Transcript::default()
        })
    }
}
