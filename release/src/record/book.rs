//! A closed ledger of either accounting, as the record writes it.

use privet_core::ledger::{Accounting, Ledger};

use super::loss::LossFile;
use super::query::QueryFile;
use crate::plan::Variables;

/// What was fixed in advance, what was asked, and what was spent.
pub(crate) struct Book {
    pub(crate) total: LossFile,
    pub(crate) queries: Vec<QueryFile>,
    pub(crate) spent: LossFile,
}

impl Book {
    /// The ledger's total and entries, in order.
    pub(crate) fn of<A: Accounting, const ENTRIES: usize>(
        variables: &Variables,
        ledger: &Ledger<A, ENTRIES>,
    ) -> Self
    where
        LossFile: From<A::Loss>,
    {
        let balance = ledger.balance();
        let queries = ledger.entries().iter();
        Self {
            total: balance.total().into(),
            queries: queries
                .map(|entry| {
                    QueryFile::new(variables, &entry.purpose, entry.law, entry.loss.into())
                })
                .collect(),
            spent: balance.spent().into(),
        }
    }
}
