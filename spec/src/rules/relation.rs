//! What rules say of codes: which of them no row has together.

use crate::schema::Attribute;

/// What one rule, or several together, say of a few attributes: which combinations of classes of their codes are possible.
/// A row is possible if it is in every relation.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Relation {
    /// The rules that it follows from, by their places in the list.
    pub rules: Vec<usize>,
    /// By their places among the attributes that are learned, ascending.
    pub attributes: Vec<usize>,
    /// For each attribute the class of every code, null included.
    pub classes: Vec<Vec<u16>>,
    /// For each combination of classes whether a row can have it; the first attribute's is the slowest.
    pub possible: Vec<bool>,
}

impl Relation {
    /// How many classes the codes of each attribute have.
    pub fn sizes(&self) -> Vec<usize> {
        let most = |classes: &Vec<u16>| {
            classes
                .iter()
                .max()
                .map_or(0, |most| usize::from(*most) + 1)
        };
        self.classes.iter().map(most).collect()
    }

    /// The class of every code of one of the attributes.
    pub(super) fn classes_of(&self, attribute: usize) -> Option<&[u16]> {
        let place = self.attributes.binary_search(&attribute).ok()?;
        self.classes.get(place).map(Vec::as_slice)
    }

    /// Whether a row can have these codes, one for each attribute.
    pub fn allows(&self, codes: &[u16]) -> bool {
        let mut cell = 0_usize;
        for ((classes, size), code) in self.classes.iter().zip(self.sizes()).zip(codes) {
            let class = classes.get(usize::from(*code)).copied().unwrap_or_default();
            cell = cell.saturating_mul(size).saturating_add(usize::from(class));
        }
        self.possible.get(cell).copied().unwrap_or(false)
    }
}

/// Where each column of the schema stands among those that are learned.
pub(super) struct Places {
    places: Vec<Option<usize>>,
}

impl Places {
    pub(super) fn new(schema: &[Attribute]) -> Self {
        let mut next = 0..;
        let places = schema.iter().map(|attribute| {
            let learned = attribute.is_learned();
            learned.then(|| next.next()).flatten()
        });
        Self {
            places: places.collect(),
        }
    }

    pub(super) fn place(&self, column: usize) -> Option<usize> {
        self.places.get(column).copied().flatten()
    }
}
