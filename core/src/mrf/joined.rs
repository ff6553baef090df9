//! Values that are too rare to be told apart are joined before tables of several attributes are made.
//!
//! A value whose noisy count is lost in its noise would only add noisy cells to every table. A value that stands
//! out of it is never joined: the noise of rare ones would come to it, and keep what of it is above zero. Rare
//! values of an ordered attribute are joined with their neighbours until a group stands out; what is left, and all rare
//! values of an unordered attribute, become one group. Inside a group, values keep the proportions of the attribute's
//! own table, as far as they are more than noise. All of this is a function of noisy counts.

use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;

use crate::Error;

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

    /// Joins values whose noisy counts stay below `least`.
    pub fn of_rare(noisy: &[i64], least: f64, order: Order) -> Result<Self, Error> {
        let mut joining = Joining::default();
        match order {
            Order::Unordered => {
                for &count in noisy {
                    if stands_out(count, least) {
                        joining.alone();
                    } else {
                        joining.rest(1);
                    }
                }
            }
            Order::Ordered => joining.neighbours(noisy, least),
            Order::OrderedThenMissing => {
                let values = noisy.split_last().map_or(noisy, |(_, values)| values);
                joining.neighbours(values, least);
                joining.alone();
            }
        }
        Self::new(joining.groups())
    }

    /// The same among values of one kind at a time: groups of values that a rule tells apart would be neither possible nor
    /// impossible. Groups of ordered values are numbered in their order.
    pub fn of_rare_within(
        kinds: &[u16],
        noisy: &[i64],
        least: f64,
        order: Order,
    ) -> Result<Self, Error> {
        let mut of_kind: BTreeMap<u16, (Vec<usize>, Vec<i64>)> = BTreeMap::new();
        for (value, (&kind, &count)) in kinds.iter().zip(noisy).enumerate() {
            let (values, counts) = of_kind.entry(kind).or_default();
            values.push(value);
            counts.push(count);
        }
        let missing = noisy.len().checked_sub(1);
        let mut apart = vec![(0, 0); noisy.len()];
        for (kind, (values, counts)) in of_kind {
            // What is missing is the last value of one kind only.
            let order = match order {
                Order::OrderedThenMissing if values.last().copied() != missing => Order::Ordered,
                order => order,
            };
            let grouping = Self::of_rare(&counts, least, order)?;
            for (value, &group) in values.into_iter().zip(grouping.groups()) {
                if let Some(slot) = apart.get_mut(value) {
                    *slot = (kind, group);
                }
            }
        }
        let mut numbers: BTreeMap<(u16, u16), u16> = BTreeMap::new();
        let groups = apart.into_iter().map(|group| {
            let next = u16::try_from(numbers.len()).unwrap_or(u16::MAX);
            *numbers.entry(group).or_insert(next)
        });
        Self::new(groups.collect())
    }

    /// The values' counts inside their groups, none below zero. What values of one group seem to differ
    /// by is mostly noise, so the differences shrink as far as noise explains them (James and Stein):
    /// y ← ȳ + max(0, 1 − (m − 1)σ²/Σ(y − ȳ)²)·(y − ȳ). Then the nearest counts of the same sum that are not
    /// negative take their place.
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
            mean + kept * (count as f64 - mean)
        };
        let mut shrunk: Vec<f64> = self.groups.iter().zip(noisy).map(shrink).collect();
        let mut members = vec![Vec::new(); groups.len()];
        for (place, &group) in self.groups.iter().enumerate().take(shrunk.len()) {
            if let Some(members) = members.get_mut(usize::from(group)) {
                members.push(place);
            }
        }
        for (members, (_, sum, _)) in members.iter().zip(&groups) {
            let counts = members.iter().filter_map(|&place| shrunk.get(place));
            let cut = cut_for(counts.copied().collect(), *sum);
            for &place in members {
                if let Some(count) = shrunk.get_mut(place) {
                    *count = (*count - cut).max(0.0);
                }
            }
        }
        shrunk
    }

    /// The group of every value.
    pub fn groups(&self) -> &[u16] {
        &self.groups
    }

    /// One value of every group.
    pub fn representatives(&self) -> &[u16] {
        &self.representatives
    }

    /// Number of groups.
    pub fn size(&self) -> u32 {
        // At most 2^16 groups, as values are `u16`.
        u32::try_from(self.representatives.len()).unwrap_or(u32::MAX)
    }
}

/// What is to be taken off all counts so that those above zero have this sum; no sum is below zero.
#[allow(clippy::cast_precision_loss)]
fn cut_for(mut counts: Vec<f64>, sum: f64) -> f64 {
    counts.sort_unstable_by(|one, other| other.total_cmp(one));
    let (mut above, mut cut) = (0.0, 0.0);
    for (place, count) in counts.iter().enumerate() {
        above += count;
        let next = (above - sum.max(0.0)) / (place as f64 + 1.0);
        // From here on counts would be below zero.
        if *count <= next {
            break;
        }
        cut = next;
    }
    if sum > 0.0 { cut } else { f64::INFINITY }
}

fn stands_out(count: i64, least: f64) -> bool {
    #[allow(clippy::cast_precision_loss)] // a noisy count of rows
    let count = count as f64;
    count >= least
}

/// Groups that are being made, value by value.
#[derive(Default)]
struct Joining {
    /// The group of each value; nothing for the rest, which is numbered last.
    groups: Vec<Option<u16>>,
    made: u16,
}

impl Joining {
    /// The next value has a group of its own.
    fn alone(&mut self) {
        self.together(1);
    }

    /// The next values are one group.
    fn together(&mut self, values: usize) {
        let group = self.made;
        self.groups.extend((0..values).map(|_| Some(group)));
        self.made = self.made.saturating_add(1);
    }

    /// The next values belong to the rest.
    fn rest(&mut self, values: usize) {
        self.groups.extend((0..values).map(|_| None));
    }

    /// Ordered values: each that stands out is alone; between them a group grows until its count stands out of its
    /// noise.
    #[allow(clippy::cast_precision_loss)]
    fn neighbours(&mut self, noisy: &[i64], least: f64) {
        for run in noisy.chunk_by(|&one, &next| !stands_out(one, least) && !stands_out(next, least))
        {
            if let &[count] = run
                && stands_out(count, least)
            {
                self.alone();
                continue;
            }
            let begun = self.groups.len();
            let (mut sum, mut members) = (0.0, 0_usize);
            for &count in run {
                sum += count as f64;
                members = members.saturating_add(1);
                if sum >= least * libm::sqrt(members as f64) {
                    self.together(members);
                    (sum, members) = (0.0, 0);
                }
            }
            // What is left at the end belongs to the group before it, if that is of the same run.
            if self.groups.len() > begun {
                let last = self.groups.last().copied().flatten();
                self.groups.extend((0..members).map(|_| last));
            } else {
                self.rest(members);
            }
        }
    }

    fn groups(self) -> Vec<u16> {
        // Where all of 65,536 values have a group, there is no rest that needs a number.
        let rest = self.made;
        let groups = self.groups.into_iter();
        groups.map(|group| group.unwrap_or(rest)).collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rare_values_are_joined() {
        let noisy = [100, -3, 50, 9, 0, 40, 2];
        // Threshold 3·10 = 30.
        let unordered = Grouping::of_rare(&noisy, 30.0, Order::Unordered).unwrap();
        assert_eq!(unordered.groups(), [0, 3, 1, 3, 3, 2, 3]);
        // 100, 50 and 40 stand out by themselves; −3, 9 + 0 and 2 do not, and have nobody beside them.
        let ordered = Grouping::of_rare(&noisy, 30.0, Order::Ordered).unwrap();
        assert_eq!(ordered.groups(), [0, 3, 1, 3, 3, 2, 3]);
        // 20 + 25 ≥ 30·√2, then 29 + 29; 5 more joins them. After 90 there is nothing but noise.
        let noisy = [20, 25, 29, 29, 5, 90, 1, -2];
        let ordered = Grouping::of_rare(&noisy, 30.0, Order::Ordered).unwrap();
        assert_eq!(ordered.groups(), [0, 0, 1, 1, 1, 2, 3, 3]);
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
        // 90 of one group; 30, 2, −8 of the other, whose sum is 24: 24 and nothing, not 30 and 2.
        let precise = grouping.shrunk(&[90, 30, 2, -8], 1e-6);
        for (actual, expected) in precise.iter().zip([90.0, 24.0, 0.0, 0.0]) {
            assert!(
                (actual - expected).abs() < 1e-3,
                "{actual} is not {expected}"
            );
        }
    }

    #[test]
    fn nothing_but_noise_is_one_group() {
        for order in [Order::Ordered, Order::Unordered] {
            let grouping = Grouping::of_rare(&[-5, 3, 0], 30.0, order).unwrap();
            assert_eq!(grouping.groups(), [0, 0, 0], "{order:?}");
            assert_eq!(grouping.size(), 1);
        }
        assert_eq!(
            Grouping::of_rare(&[], 3.0, Order::Ordered),
            Err(Error::BadDomain)
        );
    }

    #[test]
    fn a_missing_value_has_no_neighbour() {
        let order = Order::OrderedThenMissing;
        // 100 | 50 | the missing value, which is rare and stays alone all the same | 2.
        let grouping = Grouping::of_rare(&[100, 50, 2, 1], 30.0, order).unwrap();
        assert_eq!(grouping.groups(), [0, 1, 3, 2]);
        let noise = Grouping::of_rare(&[-5, 3, 0], 30.0, order).unwrap();
        assert_eq!(noise.groups(), [1, 1, 0]);
        let only = Grouping::of_rare(&[7], 30.0, order).unwrap();
        assert_eq!(only.groups(), [0]);
    }

    /// As many values as a code can have, none of which is rare.
    #[test]
    fn all_of_65536_values_may_be_common() {
        let noisy = alloc::vec![100; 1 << 16];
        for order in [Order::Ordered, Order::Unordered] {
            let grouping = Grouping::of_rare(&noisy, 30.0, order).unwrap();
            assert_eq!(grouping.size(), 1 << 16, "{order:?}");
        }
        let mut one_rare = noisy;
        one_rare[7] = 0;
        let grouping = Grouping::of_rare(&one_rare, 30.0, Order::Unordered).unwrap();
        assert_eq!((grouping.size(), grouping.groups()[7]), (1 << 16, 65_535));
    }

    #[test]
    fn common_values_stay_apart() {
        let identity = Grouping::identity(3).unwrap();
        for order in [Order::Ordered, Order::Unordered] {
            assert_eq!(
                Grouping::of_rare(&[90, 80, 70], 30.0, order),
                Ok(identity.clone())
            );
        }
        assert_eq!(Grouping::new(alloc::vec![0, 2]), Err(Error::BadDomain));
    }
}
