//! What matters most to those who will use the rows: public weights of attributes, pairs and larger tables.
//!
//! A table of exactly these attributes, or for one attribute a pair that has it, counts for its weight; a larger one for a
//! half of it with one attribute more, a third with two, and so on, but never for less than one: much of what is wrong
//! with it is about other attributes (tests/studies, "Workload").

use alloc::vec::Vec;
use core::num::NonZeroU32;

use super::levels;
use crate::variables::VariableSet;

/// Sets of attributes with their weights.
#[derive(Clone, Debug, Default)]
pub struct Workload(Vec<Weighted>);

/// Tables that hold all of these attributes count for more.
#[derive(Clone, Debug)]
pub struct Weighted {
    /// Attributes, one or more.
    pub attributes: Vec<u8>,
    /// What a table of them counts for.
    pub weight: NonZeroU32,
}

impl Workload {
    /// These weights.
    pub const fn new(weights: Vec<Weighted>) -> Self {
        Self(weights)
    }

    /// What a table counts for.
    pub fn weight(&self, set: &VariableSet) -> NonZeroU32 {
        let variables = set.as_slice().iter();
        let attributes: Vec<u8> = variables.map(|&v| levels::attribute(v)).collect();
        let held = |one: &&Weighted| one.attributes.iter().all(|a| attributes.contains(a));
        let weights = self.0.iter().filter(held).map(|one| {
            let more = attributes.len().saturating_sub(one.attributes.len().max(2));
            let parts = u32::try_from(more).unwrap_or(u32::MAX).saturating_add(1);
            one.weight.get() / parts
        });
        let heaviest = weights.max().unwrap_or(1);
        NonZeroU32::new(heaviest).unwrap_or(NonZeroU32::MIN)
    }

    /// The largest weight that any table has.
    pub fn most(&self) -> NonZeroU32 {
        let weights = self.0.iter().map(|one| one.weight);
        weights.max().unwrap_or(NonZeroU32::MIN)
    }

    /// The sets of three attributes and more that are named: each round looks at them.
    pub fn named(&self) -> impl Iterator<Item = &[u8]> {
        let sets = self.0.iter().map(|one| one.attributes.as_slice());
        sets.filter(|attributes| attributes.len() > 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mrf::levels::joined;

    #[test]
    fn a_table_counts_for_what_it_holds() {
        let weighted = |attributes: &[u8], weight| Weighted {
            attributes: attributes.to_vec(),
            weight: NonZeroU32::new(weight).unwrap(),
        };
        let workload = Workload::new(
            [
                weighted(&[0], 7),
                weighted(&[1, 2], 10),
                weighted(&[3, 1, 4], 2),
            ]
            .to_vec(),
        );
        for (attributes, weight) in [
            (&[1][..], 1),
            (&[0], 7),
            (&[0, 3], 7),
            (&[0, 3, 4], 3),
            (&[2, 1], 10),
            (&[0, 1, 2], 5),
            (&[0, 1, 2, 3], 3),
            (&[1, 3], 1),
            (&[1, 3, 4], 2),
            (&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15], 1),
        ] {
            let variables: Vec<_> = attributes.iter().map(|&a| joined(a)).collect();
            let set = VariableSet::new(&variables).unwrap();
            assert_eq!(workload.weight(&set).get(), weight, "{attributes:?}");
        }
        assert_eq!(workload.most().get(), 10);
        assert_eq!(workload.named().collect::<Vec<_>>(), [[3, 1, 4]]);
        assert_eq!(Workload::default().most().get(), 1);
    }
}
