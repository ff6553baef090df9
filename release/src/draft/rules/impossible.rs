//! Labels of two columns that never stand in one row, though chance would have put them there.

use super::crossed::{Crossed, Value};
use super::determined::{Determining, to_f64};

/// Two values that no row has together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Apart {
    pub(super) one: Value,
    pub(super) other: Value,
    /// The rows that would have both if the columns had nothing to do with each other.
    pub(super) expected: f64,
}

/// All such pairs, those of most expected rows first; none that one before it says already, and none of two columns of
/// which one tells the other, or both follow from a third.
pub(super) fn apart(crossed: &Crossed, determining: &[Determining]) -> Vec<Apart> {
    let rows = to_f64(crossed.rows);
    let least = FEWEST_EXPECTED.max(LEAST_SHARE * rows);
    let mut found: Vec<Apart> = Vec::new();
    for later in 0..crossed.columns() {
        for earlier in (0..later).filter(|earlier| !explained(*earlier, later, determining)) {
            for (one, of_one) in crossed.values(earlier) {
                let never = crossed.values(later).filter_map(|(other, of_other)| {
                    let expected = to_f64(of_one) * to_f64(of_other) / rows;
                    let apart = expected >= least && crossed.rows_of_both(one, other) == 0;
                    apart.then_some(Apart {
                        one,
                        other,
                        expected,
                    })
                });
                found.extend(never);
            }
        }
    }
    found.sort_by(|left, right| right.expected.total_cmp(&left.expected));
    let mut own: Vec<Apart> = Vec::new();
    for pair in found.into_iter().take(MOST_LOOKED_AT) {
        if !own.iter().any(|known| known.covers(&pair, crossed)) {
            own.push(pair);
        }
    }
    own
}

impl Apart {
    /// Whether a row with the values of the other pair would have those of this one, as far as the table tells.
    fn covers(&self, other: &Self, crossed: &Crossed) -> bool {
        let as_they_stand =
            crossed.implies(other.one, self.one) && crossed.implies(other.other, self.other);
        as_they_stand
            || (crossed.implies(other.one, self.other) && crossed.implies(other.other, self.one))
    }
}

/// Whether a column tells the other, or a third tells both.
fn explained(one: usize, other: usize, determining: &[Determining]) -> bool {
    let tells = |by: usize, column: usize| {
        let mut known = determining.iter();
        by == column || known.any(|rule| (rule.by, rule.column) == (by, column))
    };
    let mut roots = determining.iter().map(|rule| rule.by).chain([one, other]);
    roots.any(|root| tells(root, one) && tells(root, other))
}

const FEWEST_EXPECTED: f64 = 30.0;
/// Of all rows.
const LEAST_SHARE: f64 = 0.005;
/// Far more than are suggested.
const MOST_LOOKED_AT: usize = 200;
