//! Attributes whose bins rules between columns cut further.

use std::collections::BTreeSet;

use super::Attribute;
use super::level::automatic;

impl Attribute {
    /// The attribute with further bins that begin at these numbers. `None` if there are too many for codes.
    pub(crate) fn cut_at(&self, cuts: &BTreeSet<i64>) -> Option<Self> {
        let Some(bins) = self.kind.bins() else {
            return Some(self.clone());
        };
        let mut attribute = self.clone();
        attribute
            .declared
            .get_or_insert_with(|| Box::new(self.clone()));
        attribute.kind.set_bins(bins.cut_at(cuts)?);
        attribute.values = attribute.kind.values();
        let parts = attribute.codes_of(self);
        attribute.levels = match self.hierarchy.group_size() {
            Some(_) if self.is_found() => Vec::new(),
            Some(group_size) => automatic(&attribute.kind, self.is_nullable(), group_size),
            None => self
                .levels
                .iter()
                .map(|level| level.of_finer(&parts))
                .collect(),
        };
        // The code of a missing value is the one after the values.
        Some(Self {
            lookup: attribute.look_up(),
            ..attribute
        })
    }
}
