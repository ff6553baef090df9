//! What a variable means: it may come to mean something else, when rare values are joined.
//!
//! Tested: `a_table_is_counted_once_for_each_meaning`, `a_count_is_of_one_meaning`.

use privet_core::domain::Domain;
use privet_core::variables::Variable;

/// Which values of which attribute a variable tells apart.
#[derive(PartialEq, Eq)]
pub(super) struct Meaning {
    attribute: Option<u8>,
    size: u32,
    groups: Box<[u16]>,
}

impl Meaning {
    pub(super) fn of(domain: &Domain<'_>, variable: Variable) -> Self {
        Self {
            attribute: domain.attribute(variable),
            size: domain.size(variable),
            groups: domain.groups(variable).into(),
        }
    }

    pub(super) fn is_of(&self, domain: &Domain<'_>, variable: Variable) -> bool {
        self.attribute == domain.attribute(variable)
            && self.size == domain.size(variable)
            && *self.groups == *domain.groups(variable)
    }
}
