//! Columns of numbers or dates of which one is never above another.

use privet_spec::Attribute;

/// Columns whose numbers are compared, two by two.
pub(super) struct Compared {
    /// Their places in the table.
    columns: Vec<usize>,
    /// Of those that can be compared, the ones of which the first was never above the second.
    pairs: Vec<Pair>,
    sample: Sample,
}

/// Two columns, by their places among those that are compared.
struct Pair {
    first: usize,
    second: usize,
    /// Rows that have both.
    rows: u64,
    /// The first was below the second in some row: they are not one column twice.
    differ: bool,
}

/// A column that is at most another, by their places in the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct AtMost {
    pub(super) first: usize,
    pub(super) second: usize,
    /// Rows that have both.
    pub(super) rows: u64,
    /// Of these, the share that would break the rule if the values of one column stood in another order.
    pub(super) broken_by_chance: f64,
}

impl Compared {
    /// Of these columns of a table, each with its place.
    pub(super) fn new(columns: &[(usize, &Attribute)]) -> Self {
        let mut pairs = Vec::new();
        for (first, (_, one)) in columns.iter().enumerate() {
            for (second, (_, other)) in columns.iter().enumerate() {
                if first != second && one.compares_with(other) {
                    pairs.push(Pair {
                        first,
                        second,
                        rows: 0,
                        differ: false,
                    });
                }
            }
        }
        Self {
            columns: columns.iter().map(|(place, _)| *place).collect(),
            pairs,
            sample: Sample::default(),
        }
    }

    /// Takes the numbers of a row, one a column; none where one is missing.
    pub(super) fn look(&mut self, numbers: &[Option<i64>]) {
        let of = |column: usize| numbers.get(column).copied().flatten();
        self.pairs.retain_mut(|pair| {
            let (Some(one), Some(other)) = (of(pair.first), of(pair.second)) else {
                return true;
            };
            pair.rows = pair.rows.saturating_add(1);
            pair.differ |= one < other;
            one <= other
        });
        self.sample.look(numbers);
    }

    /// The rules that are no accident, those that chance would break most often first; none that follows from two others.
    pub(super) fn found(&self) -> Vec<AtMost> {
        let telling = |pair: &&Pair| {
            let chance = self.sample.share_above(pair.first, pair.second);
            pair.rows >= FEWEST_ROWS && pair.differ && chance > LEAST_SHARE
        };
        let pairs: Vec<&Pair> = self.pairs.iter().filter(telling).collect();
        let holds = |first: usize, second: usize| {
            let mut pairs = pairs.iter();
            pairs.any(|pair| (pair.first, pair.second) == (first, second))
        };
        let follows = |pair: &Pair| {
            let mut between = 0..self.columns.len();
            between.any(|column| holds(pair.first, column) && holds(column, pair.second))
        };
        let own = pairs.iter().filter(|pair| !follows(pair));
        let mut found: Vec<AtMost> = own
            .filter_map(|pair| {
                Some(AtMost {
                    first: *self.columns.get(pair.first)?,
                    second: *self.columns.get(pair.second)?,
                    rows: pair.rows,
                    broken_by_chance: self.sample.share_above(pair.first, pair.second),
                })
            })
            .collect();
        found.sort_by(|one, other| other.broken_by_chance.total_cmp(&one.broken_by_chance));
        found
    }
}

/// Rows at equal distances, the distance doubled whenever there are too many: without chance, so that a table has one
/// draft.
struct Sample {
    rows: Vec<Vec<Option<i64>>>,
    /// Every so manieth row is kept.
    distance: u64,
    looked: u64,
}

impl Default for Sample {
    fn default() -> Self {
        Self {
            rows: Vec::new(),
            distance: 1,
            looked: 0,
        }
    }
}

impl Sample {
    fn look(&mut self, numbers: &[Option<i64>]) {
        if self.looked.is_multiple_of(self.distance) {
            if self.rows.len() >= MOST_SAMPLED {
                let mut even = false;
                self.rows.retain(|_| {
                    even = !even;
                    even
                });
                self.distance = self.distance.saturating_mul(2);
            }
            if self.looked.is_multiple_of(self.distance) {
                self.rows.push(numbers.to_vec());
            }
        }
        self.looked = self.looked.saturating_add(1);
    }

    /// Of all pairs of a number of one column and one of the other, from whichever rows that have both, the share in
    /// which the first is above.
    fn share_above(&self, first: usize, second: usize) -> f64 {
        let of = |row: &Vec<Option<i64>>, column: usize| row.get(column).copied().flatten();
        let both = self.rows.iter();
        let both = both.filter_map(|row| Some((of(row, first)?, of(row, second)?)));
        let (ones, mut others): (Vec<i64>, Vec<i64>) = both.unzip();
        others.sort_unstable();
        let below = |one: &i64| others.partition_point(|other| other < one);
        let above: usize = ones.iter().map(below).sum();
        let pairs = ones.len().saturating_mul(others.len()).max(1);
        #[expect(
            clippy::cast_precision_loss,
            reason = "numbers below 2^23, for a threshold and a note"
        )]
        let share = above as f64 / pairs as f64;
        share
    }
}

const FEWEST_ROWS: u64 = 30;
const LEAST_SHARE: f64 = 0.05;
const MOST_SAMPLED: usize = 2048;
