//! What stands around a mechanism in a spec.

use crate::schema::Attribute;
use crate::unit::Adjacency;

/// What the rest of the spec says that a mechanism's parameters depend on.
#[derive(Clone, Copy)]
pub(crate) struct Around<'a> {
    /// `None` if it was itself refused; nothing is then said about it.
    pub(crate) adjacency: Option<Adjacency>,
    /// With the most bins that a release can find; `None` if it was itself refused.
    pub(crate) schema: Option<&'a [Attribute]>,
    /// The attributes whose bins the release finds.
    pub(crate) found: usize,
    /// Whether there are rules that a model must keep.
    pub(crate) rules: bool,
}

impl<'a> Around<'a> {
    /// The attributes that are learned; none where the schema was refused.
    pub(super) fn learned(&self) -> Vec<&'a Attribute> {
        let schema = self.schema.unwrap_or_default().iter();
        schema.filter(|attribute| attribute.is_learned()).collect()
    }

    /// The values of all attributes together; none where the schema was refused.
    pub(super) fn values(&self) -> u64 {
        let schema = self.schema.unwrap_or_default().iter();
        let learned = schema.filter(|attribute| attribute.is_learned());
        learned.map(|attribute| u64::from(attribute.size())).sum()
    }
}
