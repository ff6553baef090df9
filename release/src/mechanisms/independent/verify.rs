//! What `verify` holds `Independent` to.

use privet_core::ledger::LawRecord;
use privet_core::neighbours::Neighbours;

use super::model::Model;
use super::plan::Independent;
use crate::mechanisms::mechanism::{PaidFor, Verified};
use crate::plan::{Plan, VariableName};
use crate::record::{Asked, QueryFile};

impl Verified for Independent {
    /// It makes no private choices, and draws no rows from the data.
    fn chooses(&self, _neighbours: Neighbours, _asked: Asked, _law: LawRecord) -> bool {
        false
    }
}

impl PaidFor for Model {
    /// The queries are the size, where it is private, and one table for each column, in the order of the spec;
    /// columns and σ are the model's.
    fn unpaid_part(&self, plan: &Plan, queries: &[QueryFile]) -> Option<&'static str> {
        let is_size = |query: &&QueryFile| query.asked() == Some(Asked::Size);
        let (sizes, tables) = queries.split_at(queries.iter().take_while(is_size).count());
        if !sizes
            .iter()
            .map(QueryFile::sigma)
            .eq(self.size.sigma().map(Some))
        {
            return Some("size is");
        }
        let learned = plan.release.learned();
        let own = learned.map(|attribute| vec![VariableName(attribute.name().to_owned(), 0)]);
        let of_schema = own.eq(self.tables.iter().map(|table| table.columns.clone()));
        let paid = tables.len() == self.tables.len()
            && tables.iter().zip(&self.tables).all(|(query, table)| {
                query.asked() == Some(Asked::Table)
                    && query.columns == table.columns
                    && query.sigma() == Some(table.sigma)
            });
        (!(of_schema && paid)).then_some("tables are")
    }
}
