//! Columns whose values are compared by rules of the spec.
//!
//! A row's codes say in which bin each number lies, and no rule forbids them. The numbers are drawn inside of their bins as
//! always; where they break a rule, all of them are drawn again, by further picks that follow from the row's own. So they
//! have the law of the bins, given that the rules hold. Where that does not come to an end, they are chosen one after the
//! other, each between what those before it have and what the bins of those behind it leave.
//!
//! A choice exists wherever codes are possible: the comparisons of a spec are closed, so that along every way of them the first
//! bin begins early enough for the last one's end. Let `latest` be the largest number that leaves room for all behind. Then each
//! bin begins at or before its own `latest`, and a number that is at most its `latest` leaves one for the next.
//!
//! Tested: random bins in random rules keep all of them; whatever is possible by pairs has a choice.

use core::ops::RangeInclusive;

use privet_spec::{Attribute, Order, Within, further_pick};

use super::Codes;

/// All columns that are compared, in sets that have nothing to do with each other.
pub(super) struct Ties<'r> {
    sets: Vec<Tied<'r>>,
    /// Columns of all sets.
    columns: usize,
}

/// Columns that are compared with each other, each before those that are larger.
struct Tied<'r> {
    columns: Vec<TiedColumn<'r>>,
    steps: Vec<Step>,
}

/// A column that is compared.
#[derive(Clone)]
pub(super) struct TiedColumn<'r> {
    /// Its place in the schema.
    pub(super) place: usize,
    pub(super) attribute: &'r Attribute,
    pub(super) codes: &'r Codes,
    /// The place of its pick among the row's.
    pub(super) pick: usize,
    /// Fields that are given.
    pub(super) given: &'r [Option<Box<str>>],
    /// Bins that are cut.
    pub(super) laws: &'r [Option<Within>],
}

/// One number is at least so much larger than another, by their places in the set.
#[derive(Clone, Copy, Debug)]
struct Step {
    first: usize,
    second: usize,
    least: i64,
}

impl<'r> Ties<'r> {
    /// The columns that are compared, of all that are written as numbers.
    pub(super) fn new(orders: &[Order], all: &[TiedColumn<'r>]) -> Self {
        let mut sets = Vec::new();
        let mut left: Vec<&TiedColumn<'r>> = all.iter().collect();
        while let Some(first) = left.first() {
            // Whatever one can come to, forward or back.
            let mut places = vec![first.place];
            let mut known = 0;
            while known < places.len() {
                known = places.len();
                for order in orders {
                    let both = [order.first, order.second];
                    if both.iter().any(|place| places.contains(place)) {
                        places.extend(
                            both.iter()
                                .filter(|place| !places.contains(place))
                                .copied()
                                .collect::<Vec<_>>(),
                        );
                    }
                }
            }
            let (of_set, others): (Vec<_>, Vec<_>) = left
                .into_iter()
                .partition(|column| places.contains(&column.place));
            left = others;
            if places.len() > 1 {
                sets.push(Tied::new(orders, &of_set));
            }
        }
        let columns = sets.iter().map(|set| set.columns.len()).sum();
        Self { sets, columns }
    }

    /// Where the number of a column stands among those that [`Ties::settle`] gives.
    pub(super) fn place(&self, schema: usize) -> Option<usize> {
        let mut columns = self.sets.iter().flat_map(|set| &set.columns);
        columns.position(|column| column.place == schema)
    }

    /// The numbers of a row that are compared; nothing for missing ones. `None` where its codes are not possible.
    pub(super) fn settle(&self, row: usize, picks: &[u64]) -> Option<Vec<Option<i64>>> {
        let mut numbers = Vec::with_capacity(self.columns);
        for set in &self.sets {
            numbers.extend(set.settle(row, picks)?);
        }
        Some(numbers)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.sets.is_empty()
    }
}

impl<'r> Tied<'r> {
    fn new(orders: &[Order], columns: &[&TiedColumn<'r>]) -> Self {
        let mut ordered: Vec<TiedColumn<'r>> = Vec::new();
        let mut left: Vec<&TiedColumn<'r>> = columns.to_vec();
        // A spec in which columns go round in a circle was refused, so that there is always one that nothing precedes.
        while !left.is_empty() {
            let waits = |column: &TiedColumn<'r>| {
                let mut before = orders.iter().filter(|order| order.second == column.place);
                before.any(|order| left.iter().any(|other| other.place == order.first))
            };
            let next = left.iter().position(|column| !waits(column)).unwrap_or(0);
            ordered.push(left.remove(next).clone());
        }
        let at = |place: usize| ordered.iter().position(|column| column.place == place);
        let steps = orders.iter().filter_map(|order| {
            Some(Step {
                first: at(order.first)?,
                second: at(order.second)?,
                least: i64::from(order.strict),
            })
        });
        Self {
            steps: steps.collect(),
            columns: ordered,
        }
    }

    fn settle(&self, row: usize, picks: &[u64]) -> Option<Vec<Option<i64>>> {
        let codes = self.columns.iter().map(|column| column.codes.code(row));
        let codes = codes.collect::<Option<Vec<u16>>>()?;
        let columns = || self.columns.iter().zip(&codes);
        let own = |column: &TiedColumn<'_>| picks.get(column.pick).copied().unwrap_or(0);
        for time in 0..=MOST_TIMES {
            let numbers: Vec<Option<i64>> = columns()
                .map(|(column, &code)| {
                    let pick = match time {
                        0 => own(column),
                        time => further_pick(own(column), time),
                    };
                    column.number(row, code, pick)
                })
                .collect();
            if holds(&self.steps, &numbers) {
                return Some(numbers);
            }
        }
        let bins = columns().map(|(column, &code)| column.bin(row, code));
        let bins: Vec<Option<RangeInclusive<i64>>> = bins.collect();
        let last = MOST_TIMES.saturating_add(1);
        chosen(&self.steps, &bins, |place, numbers| {
            let column = self.columns.get(place)?;
            let pick = further_pick(own(column), last);
            column
                .attribute
                .pick_between(*codes.get(place)?, numbers, pick)
        })
    }
}

impl TiedColumn<'_> {
    /// A number of the row, by its pick; nothing where it is missing.
    fn number(&self, row: usize, code: u16, pick: u64) -> Option<i64> {
        if let Some(number) = self.given_number(row) {
            return Some(number);
        }
        match self.laws.get(usize::from(code)) {
            Some(Some(law)) => self.attribute.pick_within(law, pick),
            _ => self.attribute.pick_number(code, pick),
        }
    }

    /// The numbers that it may have; nothing where it is missing.
    fn bin(&self, row: usize, code: u16) -> Option<RangeInclusive<i64>> {
        match self.given_number(row) {
            Some(number) => Some(number..=number),
            None => self.attribute.numbers_of(code),
        }
    }

    fn given_number(&self, row: usize) -> Option<i64> {
        let given = self.given.get(row)?.as_ref()?;
        self.attribute.number(given)
    }
}

/// Whether numbers are as large as they must be; a missing one compares with nothing.
fn holds(steps: &[Step], numbers: &[Option<i64>]) -> bool {
    let number = |place: usize| numbers.get(place).copied().flatten();
    let mut steps = steps.iter();
    steps.all(|step| match (number(step.first), number(step.second)) {
        (Some(first), Some(second)) => first.saturating_add(step.least) <= second,
        _ => true,
    })
}

/// Numbers of these bins that hold, one after the other, each as `choose` chooses between what is left. `None` if there are
/// none: columns stand before those that are larger.
fn chosen(
    steps: &[Step],
    bins: &[Option<RangeInclusive<i64>>],
    choose: impl Fn(usize, &RangeInclusive<i64>) -> Option<i64>,
) -> Option<Vec<Option<i64>>> {
    // The largest number of each that leaves one for all that are larger.
    let mut latest: Vec<Option<i64>> = vec![None; bins.len()];
    for (place, bin) in bins.iter().enumerate().rev() {
        let behind = steps.iter().filter(|step| step.first == place);
        let most = behind.filter_map(|step| {
            let later = latest.get(step.second).copied().flatten()?;
            Some(later.saturating_sub(step.least))
        });
        let most = most.min().unwrap_or(i64::MAX);
        if let (Some(slot), Some(bin)) = (latest.get_mut(place), bin) {
            *slot = Some(most.min(*bin.end()));
        }
    }
    let mut numbers: Vec<Option<i64>> = Vec::with_capacity(bins.len());
    for (place, bin) in bins.iter().enumerate() {
        let Some(bin) = bin else {
            numbers.push(None);
            continue;
        };
        let before = steps.iter().filter(|step| step.second == place);
        let least = before.filter_map(|step| {
            let earlier = numbers.get(step.first).copied().flatten()?;
            Some(earlier.saturating_add(step.least))
        });
        let least = least.max().unwrap_or(i64::MIN).max(*bin.start());
        let left = least..=latest.get(place).copied().flatten()?;
        numbers.push(Some(if left.is_empty() {
            return None;
        } else if left.start() == left.end() {
            least
        } else {
            choose(place, &left)?
        }));
    }
    Some(numbers)
}

/// Times that numbers are drawn again before they are chosen.
const MOST_TIMES: u32 = 64;

#[cfg(test)]
mod tests {
    use rand_core::{Rng as _, SeedableRng as _};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    /// Random bins, some missing, and random steps from earlier to later ones: a choice exists if and only if along every way
    /// the first bin begins early enough for the last one's end.
    #[test]
    fn what_is_possible_by_pairs_has_a_choice() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        let mut below = |bound: u64| i64::try_from(rng.next_u64() % bound).unwrap();
        let (mut possible, mut impossible) = (0, 0);
        for _ in 0..20_000 {
            let columns = usize::try_from(2 + below(4)).unwrap();
            let bins: Vec<Option<RangeInclusive<i64>>> = (0..columns)
                .map(|_| {
                    let start = below(12);
                    (below(6) > 0).then(|| start..=start + below(6))
                })
                .collect();
            let mut steps = Vec::new();
            for second in 1..columns {
                for first in 0..second {
                    if below(2) == 0 {
                        let least = below(2);
                        steps.push(Step {
                            first,
                            second,
                            least,
                        });
                    }
                }
            }
            // The most that a number must be larger than another, along any way through columns that are not missing.
            let mut apart = vec![vec![None; columns]; columns];
            for second in 0..columns {
                for first in (0..second).rev() {
                    let ways = steps.iter().filter(|step| step.second == second);
                    apart[first][second] = ways
                        .filter(|step| bins[step.first].is_some() && bins[second].is_some())
                        .filter_map(|step| {
                            let before = match step.first {
                                direct if direct == first => 0,
                                between => apart[first][between]?,
                            };
                            Some(before + step.least)
                        })
                        .max();
                }
            }
            let pairs = (0..columns).flat_map(|a| (0..columns).map(move |b| (a, b)));
            let by_pairs =
                pairs
                    .into_iter()
                    .all(|(a, b)| match (apart[a][b], &bins[a], &bins[b]) {
                        (Some(least), Some(one), Some(other)) => {
                            one.start() + least <= *other.end()
                        }
                        _ => true,
                    });
            let picks = below(1 << 40).unsigned_abs();
            let numbers = chosen(&steps, &bins, |place, left| {
                let width = left.end().abs_diff(*left.start()) + 1;
                left.start().checked_add_unsigned((picks >> place) % width)
            });
            assert_eq!(numbers.is_some(), by_pairs, "{bins:?}, {steps:?}");
            let Some(numbers) = numbers else {
                impossible += 1;
                continue;
            };
            possible += 1;
            assert!(holds(&steps, &numbers), "{bins:?}, {steps:?}, {numbers:?}");
            for (number, bin) in numbers.iter().zip(&bins) {
                assert_eq!(number.is_some(), bin.is_some());
                let inside = number
                    .zip(bin.as_ref())
                    .is_none_or(|(n, bin)| bin.contains(&n));
                assert!(inside, "{bins:?}, {numbers:?}");
            }
        }
        assert!(possible > 4_000 && impossible > 4_000, "{possible}");
    }
}
