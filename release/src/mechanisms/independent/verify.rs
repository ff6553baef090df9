//! What `verify` holds `Independent` to.

use privet_core::answers::Transcript;
use privet_core::ledger::LawRecord;
use privet_core::neighbours::Neighbours;

use super::model::Model;
use super::plan::Independent;
use crate::mechanisms::mechanism::{Answered, Verified};
use crate::plan::Plan;
use crate::record::Asked;

impl Verified for Independent {
    /// It makes no private choices, and draws no rows from the data.
    fn chooses(&self, _neighbours: Neighbours, _asked: Asked, _law: LawRecord) -> bool {
        false
    }
}

impl Answered for Model {
    fn transcript(&self, _plan: &Plan) -> Option<Transcript> {
        let tables = self.tables.iter();
        Some(Transcript {
            size: self.size.rows(),
            tables: tables.map(|table| table.measured.clone()).collect(),
            ..Transcript::default()
        })
    }
}
