//! What rows are drawn from.

use crate::Error;
use crate::bayes::network::Network;
use crate::bayes::tables::{Table, Tables};
use crate::domain::Domain;
use crate::variables::Variable;

/// A network with its tables, fitted or not.
#[derive(Clone, Copy, Debug)]
pub struct Model<'a> {
    /// The variables.
    pub domain: Domain<'a>,
    /// In which order, given what.
    pub network: &'a Network,
    /// Where each table's cells stand.
    pub tables: &'a Tables,
    /// The cells; negative ones count as zero.
    pub cells: &'a [i64],
}

impl Model<'_> {
    /// The table of a leaf that is drawn given its coarser level.
    pub(super) fn one_way(&self, leaf: Variable) -> Result<&Table, Error> {
        let tables = self.tables.as_slice();
        tables
            .iter()
            .rev()
            .find(|t| t.variables.as_slice() == [leaf])
            .ok_or(Error::BadDomain)
    }
}
