//! A closed ledger of either accounting, as the record writes it.

use privet_core::ledger::{Accounting, Ledger};

use super::query::QueryFile;
use crate::error::Error;
use crate::plan::{Total, VariableName, Variables};

/// What was asked, in order, and what was spent.
pub(crate) struct Book {
    pub(crate) queries: Vec<QueryFile>,
    pub(crate) spent: Total,
}

impl Book {
    /// The ledger's entries, in order.
    pub(crate) fn of<A: Accounting, const ENTRIES: usize>(
        variables: &Variables,
        ledger: &Ledger<A, ENTRIES>,
    ) -> Self
    where
        Total: From<A::Loss>,
    {
        let queries = ledger.entries().iter().map(|entry| {
            let loss = Total::from(entry.loss).into();
            QueryFile::new(variables, &entry.purpose, entry.law, loss)
        });
        Self {
            queries: queries.collect(),
            spent: ledger.balance().spent().into(),
        }
    }

    /// The entries of a ledger that paid for the levels of one grid, finest first; `name` gives a level its name.
    pub(crate) fn of_grid<A: Accounting, const ENTRIES: usize>(
        name: &dyn Fn(u8) -> VariableName,
        ledger: &Ledger<A, ENTRIES>,
    ) -> Self
    where
        Total: From<A::Loss>,
    {
        let entries = ledger.entries().iter().zip(0..=u8::MAX);
        let queries = entries.map(|(entry, level)| {
            QueryFile::of_grid(name(level), entry.law, Total::from(entry.loss).into())
        });
        Self {
            queries: queries.collect(),
            spent: ledger.balance().spent().into(),
        }
    }

    /// What was asked before, then this.
    pub(crate) fn after(self, before: Self) -> Result<Self, Error> {
        let spent = before.spent.checked_add(self.spent);
        let mut queries = before.queries;
        queries.extend(self.queries);
        Ok(Self {
            queries,
            spent: spent.ok_or_else(|| Error::flaw("ledger", "charges of two accountings"))?,
        })
    }
}
