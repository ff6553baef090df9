//! A closed ledger of either accounting, as the record writes it.

use privet_core::ledger::{Accounting, Ledger};

use super::{LossFile, QueryFile};
use crate::plan::Plan;

/// What was fixed in advance, what was asked, and what was spent.
pub struct Book {
    pub total: LossFile,
    pub queries: Vec<QueryFile>,
    pub spent: LossFile,
}

impl Book {
    /// The ledger's total and entries, in order.
    pub fn of<A: Accounting, const ENTRIES: usize>(plan: &Plan, ledger: &Ledger<A, ENTRIES>) -> Self
    where
        LossFile: From<A::Loss>,
    {
        let balance = ledger.balance();
        let queries = ledger.entries().iter();
        Self {
            total: balance.total().into(),
            queries: queries
                .map(|entry| QueryFile::new(plan, &entry.purpose, entry.law, entry.loss.into()))
                .collect(),
            spent: balance.spent().into(),
        }
    }
}
