//! What a release says of its rules.

use super::chains::chains;
use super::judge::Judge;
use super::relation::Relation;
use super::relations::relations;
use super::rule::{Order, Rule};
use crate::release::Release;
use crate::schema::Attribute;

impl Release {
    /// What the rules say of the codes of [`Release::learned`]. Where the release finds bins, it must have found them: the
    /// cells among which it does so are too many for tables of pairs.
    pub fn relations(&self) -> Vec<Relation> {
        let rules: Vec<&Rule> = self.rules.list.iter().collect();
        // A spec whose comparisons have no closure was refused.
        let chains = chains(&rules, &self.schema).unwrap_or_default();
        relations(rules.into_iter(), &chains, &self.schema)
    }

    /// The rules that compare two columns, as the spec has them.
    pub fn orders(&self) -> &[Order] {
        &self.rules.orders
    }

    /// Tells of rows which rules they break.
    pub fn judge(&self) -> Judge {
        Judge::new(&self.rules, &self.schema)
    }

    /// The release with columns that others determine as ordinary ones: by this a synthetic table is compared with another.
    #[must_use]
    pub fn for_comparison(&self) -> Self {
        let mut release = self.clone();
        let schema = &mut release.schema;
        schema.iter_mut().for_each(Attribute::set_free);
        release
    }
}
