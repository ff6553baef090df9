//! One rule.

use alloc::vec::Vec;

use crate::Error;
use crate::domain::Domain;
use crate::variables::Variable;

/// Which values of some attributes may stand together.
///
/// Values that the rule does not tell apart are one class, so that a rule about five columns of a hundred labels has no more
/// than 2^5 cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relation {
    attributes: Vec<u8>,
    classes: Vec<Vec<u16>>,
    possible: Vec<bool>,
}

impl Relation {
    /// For each attribute, in ascending order, the class of every leaf value; and for every combination of classes, the
    /// last attribute's fastest, whether it is possible. Refused: attributes that are not in order, classes that are not as many as the
    /// combinations say.
    pub fn new(
        attributes: Vec<u8>,
        classes: Vec<Vec<u16>>,
        possible: Vec<bool>,
    ) -> Result<Self, Error> {
        let ascending = attributes.is_sorted_by(|one, next| one < next);
        let relation = Self {
            attributes,
            classes,
            possible,
        };
        let cells = relation.sizes().iter().try_fold(1_usize, |cells, size| {
            cells.checked_mul(*size).filter(|cells| *cells > 0)
        });
        let fits = relation.classes.len() == relation.attributes.len()
            && cells == Some(relation.possible.len());
        if ascending && fits && !relation.attributes.is_empty() {
            Ok(relation)
        } else {
            Err(Error::BadDomain)
        }
    }

    /// The attributes that it is about, in ascending order.
    pub fn attributes(&self) -> &[u8] {
        &self.attributes
    }

    /// The class of every leaf value of an attribute; nothing where the rule is not about it.
    pub fn classes_of(&self, attribute: u8) -> Option<&[u16]> {
        let mut axes = self.attributes.iter().zip(&self.classes);
        let (_, classes) = axes.find(|(one, _)| **one == attribute)?;
        Some(classes)
    }

    /// Whether a row may be, by its leaf values: one for each attribute.
    pub fn allows(&self, row: &[u16]) -> bool {
        let mut cell = 0_usize;
        let axes = self.attributes.iter().zip(&self.classes);
        for ((&attribute, classes), size) in axes.zip(self.sizes()) {
            let value = row.get(usize::from(attribute)).copied().unwrap_or(0);
            let class = classes.get(usize::from(value)).copied().unwrap_or(0);
            cell = cell.saturating_mul(size).saturating_add(usize::from(class));
        }
        self.possible.get(cell).copied().unwrap_or(true)
    }

    /// Which cells of the table of its attributes at these levels hold something possible.
    pub(super) fn at_levels(&self, domain: &Domain<'_>, levels: &[Variable]) -> Vec<bool> {
        let mut possible = self.possible.clone();
        let mut inner = possible.len();
        let axes = levels.iter().zip(&self.classes);
        for ((&level, classes), size) in axes.zip(self.sizes()) {
            inner = inner.checked_div(size).unwrap_or(1).max(1);
            let members = members(domain, level, classes);
            let mut onto = Vec::new();
            for block in possible.chunks_exact(inner.saturating_mul(size).max(1)) {
                for classes in &members {
                    let rows = classes.iter().filter_map(|&class| {
                        let start = usize::from(class).saturating_mul(inner);
                        block.get(start..start.saturating_add(inner))
                    });
                    let begun = onto.len();
                    onto.resize(begun.saturating_add(inner), false);
                    let slots = onto.get_mut(begun..).unwrap_or_default();
                    for row in rows {
                        let both = slots.iter_mut().zip(row);
                        both.for_each(|(slot, possible)| *slot |= possible);
                    }
                }
            }
            possible = onto;
        }
        possible
    }

    /// The number of classes of each attribute.
    fn sizes(&self) -> Vec<usize> {
        let size = |classes: &Vec<u16>| {
            classes
                .iter()
                .max()
                .map_or(0, |&last| usize::from(last) + 1)
        };
        self.classes.iter().map(size).collect()
    }
}

/// For each value of a level the classes of the leaf values in it, each once.
fn members(domain: &Domain<'_>, level: Variable, classes: &[u16]) -> Vec<Vec<u16>> {
    let mut members = alloc::vec![Vec::new(); domain.size(level) as usize];
    for (leaf, &class) in (0..=u16::MAX).zip(classes) {
        let value = usize::from(domain.coarse(level, leaf));
        if let Some(members) = members.get_mut(value)
            && !members.contains(&class)
        {
            members.push(class);
        }
    }
    members
}
