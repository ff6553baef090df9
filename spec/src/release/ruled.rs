//! What a release says of its rules.

use super::Release;
use crate::rules::{Judge, Order, Relation};
use crate::schema::Attribute;

impl Release {
    /// What the rules say of the codes of [`Release::learned`]. Where the release finds bins, it must have found them: the
    /// cells among which it does so are too many for tables of pairs.
    pub fn relations(&self) -> Vec<Relation> {
        self.rules.relations(&self.schema)
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
