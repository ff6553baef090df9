//! What matters most to those who will use the rows: public weights of attributes, pairs and larger tables.
//!
//! A choice is among the tables that are named, by their weights, or among any, all alike: whichever told more the last
//! time, what named tables told counting for their weights. If every choice were among all of them, by weights, tables of
//! little weight would be told apart by nothing but the noise of the choice, which grows with the largest weight; since they
//! are many, it would often fall on one of them, and hardly ever on a good one. What is chosen among the named tables is
//! measured more precisely (tests/studies, "Workload").

use alloc::vec::Vec;
use core::num::NonZeroU32;

use super::levels;
use crate::variables::VariableSet;

/// Sets of attributes with their weights.
#[derive(Clone, Debug, Default)]
pub struct Workload(Vec<Weighted>);

/// These attributes, and no other, count for more.
#[derive(Clone, Debug)]
pub struct Weighted {
    /// Attributes; of one, every pair that has it.
    pub attributes: Vec<u8>,
    /// What a table of them counts for.
    pub weight: NonZeroU32,
}

/// What a choice is among.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Among {
    /// The tables that the workload names, each by its weight.
    Named,
    /// Any tables, all alike.
    Any,
}

/// Whose turn it is: what the last tables of either kind were worth. Public, by what was measured of them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Turns {
    named: Option<f64>,
    any: Option<f64>,
}

impl Turns {
    /// What the next choice is among: each kind once, named tables first, then the kind that was worth more the last time.
    pub fn next(self, workload: &Workload) -> Among {
        match (self.named, self.any) {
            _ if workload.most() == NonZeroU32::MIN => Among::Any,
            (None, _) => Among::Named,
            (Some(named), Some(any)) if named >= any => Among::Named,
            _ => Among::Any,
        }
    }

    /// Tables of this kind were worth so much, on the average; named ones each times its weight.
    pub const fn note(&mut self, among: Among, worth: f64) {
        match among {
            Among::Named => self.named = Some(worth),
            Among::Any => self.any = Some(worth),
        }
    }
}

impl Workload {
    /// These weights.
    pub const fn new(weights: Vec<Weighted>) -> Self {
        Self(weights)
    }

    /// What a table counts for, if it is named: one of exactly these attributes, at any levels.
    pub fn weight(&self, set: &VariableSet) -> Option<NonZeroU32> {
        let variables = set.as_slice().iter();
        let attributes: Vec<u8> = variables.map(|&v| levels::attribute(v)).collect();
        let is_named = |one: &&Weighted| {
            attributes.len() == one.attributes.len().max(2)
                && one.attributes.iter().all(|a| attributes.contains(a))
        };
        let named = self.0.iter().filter(is_named);
        named.map(|one| one.weight).max()
    }

    /// What a table counts for in a choice. Among any, all have the largest weight: that changes no chance, and every choice
    /// is paid for alike.
    pub fn weight_in(&self, among: Among, set: &VariableSet) -> NonZeroU32 {
        match among {
            Among::Named => self.weight(set).unwrap_or(NonZeroU32::MIN),
            Among::Any => self.most(),
        }
    }

    /// The rounds whose budget a table has: of a choice among named ones as many as the cube root of the largest weight. If noise
    /// were all that is wrong with tables, its weighted sum would be least with w^(2/3) times the budget for weight w; half of
    /// that exponent leaves others theirs (tests/studies, "Workload").
    pub fn rounds_a_table(&self, among: Among) -> NonZeroU32 {
        let most = match among {
            Among::Named => u64::from(self.most().get()),
            Among::Any => 1,
        };
        (1..=u32::MAX)
            .take_while(|&root| u64::from(root).pow(3) <= most)
            .last()
            .and_then(NonZeroU32::new)
            .unwrap_or(NonZeroU32::MIN)
    }

    /// The largest weight that any table has.
    pub fn most(&self) -> NonZeroU32 {
        let weights = self.0.iter().map(|one| one.weight);
        weights.max().unwrap_or(NonZeroU32::MIN)
    }

    /// The sets of three attributes and more that are named: each round looks at them.
    pub fn larger(&self) -> impl Iterator<Item = &[u8]> {
        let sets = self.0.iter().map(|one| one.attributes.as_slice());
        sets.filter(|attributes| attributes.len() > 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mrf::levels::joined;

    fn weighted(attributes: &[u8], weight: u32) -> Weighted {
        Weighted {
            attributes: attributes.to_vec(),
            weight: NonZeroU32::new(weight).unwrap(),
        }
    }

    #[test]
    fn a_table_counts_where_it_is_named() {
        let workload = Workload::new(
            [
                weighted(&[0], 7),
                weighted(&[1, 2], 10),
                weighted(&[1], 3),
                weighted(&[3, 1, 4], 2),
            ]
            .to_vec(),
        );
        for (attributes, weight) in [
            (&[1][..], None),
            (&[0], None),
            (&[0, 3], Some(7)),
            (&[0, 1], Some(7)),
            (&[1, 3], Some(3)),
            (&[2, 1], Some(10)),
            (&[2, 3], None),
            (&[1, 3, 4], Some(2)),
            (&[0, 1, 2], None),
            (&[1, 2, 3, 4], None),
        ] {
            let variables: Vec<_> = attributes.iter().map(|&a| joined(a)).collect();
            let set = VariableSet::new(&variables).unwrap();
            let weight = weight.and_then(NonZeroU32::new);
            assert_eq!(workload.weight(&set), weight, "{attributes:?}");
            let among_named = workload.weight_in(Among::Named, &set);
            assert_eq!(among_named, weight.unwrap_or(NonZeroU32::MIN));
            assert_eq!(workload.weight_in(Among::Any, &set).get(), 10);
        }
        assert_eq!(workload.most().get(), 10);
        assert_eq!(workload.larger().collect::<Vec<_>>(), [[3, 1, 4]]);
        assert_eq!(Workload::default().most().get(), 1);
        for (weight, rounds) in [(1, 1), (7, 1), (8, 2), (26, 2), (27, 3), (u32::MAX, 1625)] {
            let workload = Workload::new([weighted(&[0], weight), weighted(&[1], 1)].to_vec());
            assert_eq!(workload.rounds_a_table(Among::Named).get(), rounds);
            assert_eq!(workload.rounds_a_table(Among::Any).get(), 1);
        }
    }

    #[test]
    fn what_told_more_goes_on() {
        let heavy = Workload::new([weighted(&[0], 2)].to_vec());
        let mut turns = Turns::default();
        for (worth, among) in [
            (5.0, Among::Named),
            (7.0, Among::Any),
            (4.0, Among::Any),
            (5.0, Among::Named),
            (3.0, Among::Named),
            (-1.0, Among::Any),
            (0.0, Among::Named),
            (-2.0, Among::Named),
            (-3.0, Among::Any),
        ] {
            assert_eq!(turns.next(&heavy), among);
            turns.note(among, worth);
        }
        // Where all weigh alike, nothing comes first.
        let light = Workload::new([weighted(&[0], 1)].to_vec());
        for workload in [light, Workload::default()] {
            assert_eq!(Turns::default().next(&workload), Among::Any);
        }
    }
}
