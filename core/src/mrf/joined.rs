//! Values that are too rare to be told apart are joined before tables of several attributes are made.
//!
//! A value whose noisy count is lost in its noise would only add noisy cells to every table. Values of
//! an ordered attribute are joined with their neighbours until a group stands out; of an unordered one
//! all rare values become one group. Inside a group, values keep the proportions of the attribute's own
//! table, as far as they are more than noise. All of this is a function of noisy counts.
//!
//! Every attribute has two variables here, its leaf at 2a and its joined level at 2a + 1, which is the leaf
//! itself where nothing is joined; so the variables are numbered before anything is measured.

use alloc::vec;
use alloc::vec::Vec;

use crate::Error;
use crate::domain::{Domain, Level, MOST_LEVELS};
use crate::variables::Variable;

/// Most attributes: two variables each.
pub const MOST_ATTRIBUTES: usize = MOST_LEVELS / 2;

/// The leaf of an attribute.
pub fn leaf(attribute: u8) -> Variable {
    Variable(attribute.saturating_mul(2))
}

/// The joined level of an attribute.
pub fn joined(attribute: u8) -> Variable {
    Variable(attribute.saturating_mul(2).saturating_add(1))
}

/// How the values of one attribute are joined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grouping {
    groups: Vec<u16>,
    representatives: Vec<u16>,
}

impl Grouping {
    /// Every value for itself. Refused: no value, or more than a domain can hold.
    pub fn identity(size: u32) -> Result<Self, Error> {
        let groups = (0..size)
            .map(|value| u16::try_from(value).map_err(|_| Error::BadDomain))
            .collect::<Result<Vec<_>, _>>()?;
        Self::new(groups)
    }

    /// The group of every value. Refused: groups that are not numbered 0, 1, 2, … without a gap.
    pub fn new(groups: Vec<u16>) -> Result<Self, Error> {
        let last = groups.iter().max().copied().ok_or(Error::BadDomain)?;
        let mut first_values = vec![None; usize::from(last).saturating_add(1)];
        for (value, &group) in groups.iter().enumerate() {
            let value = u16::try_from(value).map_err(|_| Error::BadDomain)?;
            if let Some(first) = first_values.get_mut(usize::from(group)) {
                first.get_or_insert(value);
            }
        }
        let representatives: Option<Vec<u16>> = first_values.into_iter().collect();
        let representatives = representatives.ok_or(Error::BadDomain)?;
        Ok(Self {
            groups,
            representatives,
        })
    }

    /// Joins values whose noisy counts stay below `least`·σ.
    #[allow(clippy::cast_precision_loss)]
    pub fn of_rare(noisy: &[i64], sigma: f64, least: f64, order: Order) -> Result<Self, Error> {
        let mut groups = Vec::with_capacity(noisy.len());
        match order {
            Order::Unordered => {
                let is_rare = |count: i64| (count as f64) < least * sigma;
                let common = noisy.iter().filter(|&&count| !is_rare(count)).count();
                // Where all of 65,536 values are common, there is no rare one that needs a number.
                let rare_group = u16::try_from(common).unwrap_or(u16::MAX);
                let mut next = 0_u16;
                for &count in noisy {
                    if is_rare(count) {
                        groups.push(rare_group);
                    } else {
                        groups.push(next);
                        next = next.saturating_add(1);
                    }
                }
            }
            Order::Ordered => join_neighbours(noisy, least * sigma, &mut groups),
            Order::OrderedThenMissing => {
                let values = noisy.split_last().map_or(noisy, |(_, values)| values);
                join_neighbours(values, least * sigma, &mut groups);
                groups.push(groups.last().map_or(0, |last| last.saturating_add(1)));
            }
        }
        Self::new(groups)
    }

    /// The values' counts inside their groups, none below zero. What values of one group seem to differ
    /// by is mostly noise, so the differences shrink as far as noise explains them (James and Stein):
    /// y ← ȳ + max(0, 1 − (m − 1)σ²/Σ(y − ȳ)²)·(y − ȳ).
    #[allow(clippy::cast_precision_loss)]
    pub fn shrunk(&self, noisy: &[i64], sigma: f64) -> Vec<f64> {
        // For each group its number of values, their sum and their sum of squares.
        let mut groups = vec![(0.0, 0.0, 0.0); self.representatives.len()];
        for (&group, &count) in self.groups.iter().zip(noisy) {
            if let Some((members, sum, squares)) = groups.get_mut(usize::from(group)) {
                let count = count as f64;
                *members += 1.0;
                *sum += count;
                *squares += count * count;
            }
        }
        let shrink = |(&group, &count): (&u16, &i64)| {
            let group = groups.get(usize::from(group)).copied();
            let (members, sum, squares) = group.unwrap_or((1.0, 0.0, 0.0));
            let mean = sum / members;
            let spread = squares - mean * sum;
            let noise = (members - 1.0) * sigma * sigma;
            let kept = if spread > noise {
                1.0 - noise / spread
            } else {
                0.0
            };
            (mean + kept * (count as f64 - mean)).max(0.0)
        };
        self.groups.iter().zip(noisy).map(shrink).collect()
    }

    /// The group of every value.
    pub fn groups(&self) -> &[u16] {
        &self.groups
    }

    /// Number of groups.
    pub fn size(&self) -> u32 {
        // At most 2^16 groups, as values are `u16`.
        u32::try_from(self.representatives.len()).unwrap_or(u32::MAX)
    }
}

/// Appends the groups of ordered values: a group grows until its count stands out of its noise.
#[allow(clippy::cast_precision_loss)]
fn join_neighbours(noisy: &[i64], least: f64, groups: &mut Vec<u16>) {
    let (mut group, mut sum, mut members) = (0_u16, 0.0, 0.0);
    for &count in noisy {
        // The group so far is large enough: this value begins the next one.
        if members > 0.0 && sum >= least * libm::sqrt(members) {
            group = group.saturating_add(1);
            (sum, members) = (0.0, 0.0);
        }
        sum += count as f64;
        members += 1.0;
        groups.push(group);
    }
    // What is left at the end belongs to the group before it.
    if group > 0 && sum < least * libm::sqrt(members) {
        for of_value in groups.iter_mut() {
            *of_value = (*of_value).min(group - 1);
        }
    }
}

/// Whether neighbouring values are alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Numbers, dates, grades.
    Ordered,
    /// The same, followed by one that stands for a missing value: it stays by itself.
    OrderedThenMissing,
    /// Names.
    Unordered,
}

/// Leaf and joined level of every attribute, for [`Domain::new`].
pub fn levels(groupings: &[Grouping]) -> Result<Vec<Level<'_>>, Error> {
    if groupings.len() > MOST_ATTRIBUTES {
        return Err(Error::BadDomain);
    }
    let mut levels = Vec::with_capacity(groupings.len().saturating_mul(2));
    for (grouping, attribute) in groupings.iter().zip(0..) {
        levels.push(Level {
            attribute,
            size: u32::try_from(grouping.groups.len()).map_err(|_| Error::BadDomain)?,
            groups: &[],
            representatives: &[],
        });
        levels.push(Level {
            attribute,
            size: grouping.size(),
            groups: &grouping.groups,
            representatives: &grouping.representatives,
        });
    }
    Domain::new(&levels)?;
    Ok(levels)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rare_values_are_joined() {
        let noisy = [100, -3, 50, 9, 0, 40, 2];
        // Threshold 3·10 = 30.
        let unordered = Grouping::of_rare(&noisy, 10.0, 3.0, Order::Unordered).unwrap();
        assert_eq!(unordered.groups(), [0, 3, 1, 3, 3, 2, 3]);
        // Neighbours: 100 | −3 + 50 ≥ 30·√2 | 9 + 0 + 40 < 30·√3, and 2 more < 30·√4: they join the last.
        let ordered = Grouping::of_rare(&noisy, 10.0, 3.0, Order::Ordered).unwrap();
        assert_eq!(ordered.groups(), [0, 1, 1, 1, 1, 1, 1]);
        let precise = Grouping::of_rare(&noisy, 1.0, 3.0, Order::Ordered).unwrap();
        assert_eq!(precise.groups(), [0, 1, 1, 2, 3, 3, 3]);
    }

    #[test]
    fn inside_a_group_noise_is_averaged_away() {
        let grouping = Grouping::new(vec![0, 1, 1, 1]).unwrap();
        // Around 4: squares 4 + 0 + 4 = 8, noise 2σ² = 4: half of the differences stays.
        let root_two = libm::sqrt(2.0);
        let shrunk = grouping.shrunk(&[90, 2, 4, 6], root_two);
        for (actual, expected) in shrunk.iter().zip([90.0, 3.0, 4.0, 5.0]) {
            assert!(
                (actual - expected).abs() < 1e-9,
                "{actual} is not {expected}"
            );
        }
        assert_eq!(grouping.shrunk(&[90, 2, 4, 6], 9.0), [90.0, 4.0, 4.0, 4.0]);
        assert_eq!(grouping.shrunk(&[-1, -2, -4, -6], 9.0), [0.0; 4]);
    }

    #[test]
    fn nothing_but_noise_is_one_group() {
        for order in [Order::Ordered, Order::Unordered] {
            let grouping = Grouping::of_rare(&[-5, 3, 0], 10.0, 3.0, order).unwrap();
            assert_eq!(grouping.groups(), [0, 0, 0], "{order:?}");
            assert_eq!(grouping.size(), 1);
        }
        assert_eq!(
            Grouping::of_rare(&[], 1.0, 3.0, Order::Ordered),
            Err(Error::BadDomain)
        );
    }

    #[test]
    fn a_missing_value_has_no_neighbour() {
        let order = Order::OrderedThenMissing;
        // 100 | 50 + 2; the last value is rare and stays alone all the same.
        let grouping = Grouping::of_rare(&[100, 50, 2, 1], 10.0, 3.0, order).unwrap();
        assert_eq!(grouping.groups(), [0, 1, 1, 2]);
        let noise = Grouping::of_rare(&[-5, 3, 0], 10.0, 3.0, order).unwrap();
        assert_eq!(noise.groups(), [0, 0, 1]);
        let only = Grouping::of_rare(&[7], 10.0, 3.0, order).unwrap();
        assert_eq!(only.groups(), [0]);
    }

    /// As many values as a code can have, none of which is rare.
    #[test]
    fn all_of_65536_values_may_be_common() {
        let noisy = alloc::vec![100; 1 << 16];
        for order in [Order::Ordered, Order::Unordered] {
            let grouping = Grouping::of_rare(&noisy, 10.0, 3.0, order).unwrap();
            assert_eq!(grouping.size(), 1 << 16, "{order:?}");
        }
        let mut one_rare = noisy;
        one_rare[7] = 0;
        let grouping = Grouping::of_rare(&one_rare, 10.0, 3.0, Order::Unordered).unwrap();
        assert_eq!((grouping.size(), grouping.groups()[7]), (1 << 16, 65_535));
    }

    #[test]
    fn common_values_stay_apart() {
        let identity = Grouping::identity(3).unwrap();
        for order in [Order::Ordered, Order::Unordered] {
            assert_eq!(
                Grouping::of_rare(&[90, 80, 70], 10.0, 3.0, order),
                Ok(identity.clone())
            );
        }
        let groupings = [identity, Grouping::new(alloc::vec![0, 0, 1]).unwrap()];
        let levels = levels(&groupings).unwrap();
        let domain = Domain::new(&levels).unwrap();
        assert_eq!(domain.size(joined(1)), 2);
        assert_eq!(domain.leaf(joined(1)), leaf(1));
        assert_eq!(Grouping::new(alloc::vec![0, 2]), Err(Error::BadDomain));
    }
}
