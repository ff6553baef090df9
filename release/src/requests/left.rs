//! What rules that compare columns leave of a row, some of whose numbers are given.

use core::ops::RangeInclusive;

use privet_spec::Release;

/// For the other columns that are compared with given numbers, those that are left. A row that cannot be has an empty range.
///
/// What a number says of a column is passed on through columns that are not given, though these may turn out to be missing:
/// numbers can be found for every row that is drawn.
pub(super) fn left_by_rules(
    release: &Release,
    given: &[(usize, i64)],
) -> Vec<(usize, RangeInclusive<i64>)> {
    let number = |column: usize| {
        let mut given = given.iter();
        given.find_map(|(known, number)| (*known == column).then_some(*number))
    };
    let columns = release.schema.len();
    let known = || (0..columns).map(number);
    let mut least: Vec<Option<i64>> = known().collect();
    let mut most = least.clone();
    let mut broken = Vec::new();
    // No way is longer than the rules are many.
    for _ in release.orders() {
        for order in release.orders() {
            let step = i64::from(order.strict);
            let (first, second) = (order.first, order.second);
            if let (Some(one), Some(other)) = (number(first), number(second)) {
                if one.saturating_add(step) > other {
                    broken.push(first);
                }
                continue;
            }
            let lower = least.get(first).copied().flatten();
            let upper = most.get(second).copied().flatten();
            if let (Some(lower), None, Some(slot)) = (lower, number(second), least.get_mut(second))
            {
                let lower = lower.saturating_add(step);
                *slot = Some(slot.map_or(lower, |known| known.max(lower)));
            }
            if let (Some(upper), None, Some(slot)) = (upper, number(first), most.get_mut(first)) {
                let upper = upper.saturating_sub(step);
                *slot = Some(slot.map_or(upper, |known| known.min(upper)));
            }
        }
    }
    let bounds = least.iter().zip(&most).enumerate();
    let mut left: Vec<(usize, RangeInclusive<i64>)> = bounds
        .filter(|(column, (least, most))| {
            number(*column).is_none() && (least.is_some() || most.is_some())
        })
        .map(|(column, (least, most))| {
            (column, least.unwrap_or(i64::MIN)..=most.unwrap_or(i64::MAX))
        })
        .collect();
    left.extend(broken.into_iter().map(|column| (column, EMPTY)));
    left
}

const EMPTY: RangeInclusive<i64> = RangeInclusive::new(i64::MAX, i64::MIN);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Group, Known};

    /// x < y ≤ z in bins of ten from 0 to 49, the middle one perhaps missing.
    const SPEC: &str = r#"(privet: 1, unit: Row, adjacency: AddRemove, budget: (epsilon: 1, delta: 1e-9),
        schema: [
            (name: "x", kind: Integer(min: 0, max: 49, bin: 10)),
            (name: "y", kind: Integer(min: 0, max: 49, bin: 10), missing: ["NA"]),
            (name: "z", kind: Integer(min: 0, max: 49, bin: 10)),
        ],
        rules: [Below("x", "y"), AtMost("y", "z")])"#;

    /// Which codes are left of the columns that are not given.
    fn left(given: &[(usize, i64)]) -> Vec<Vec<u16>> {
        let release = privet_spec::parse(SPEC).unwrap();
        let code = |&(column, number): &(usize, i64)| (column, u16::try_from(number / 10).unwrap());
        let known = Known {
            release: &release,
            weights: vec![Vec::new(); 3],
            groups: Vec::new(),
            max_cells: 0,
        };
        let weights = known.weights_of(&Group {
            codes: given.iter().map(code).collect(),
            between: left_by_rules(&release, given),
            rows: Vec::new(),
            place: String::new(),
        });
        let left = |weights: &Vec<f64>| {
            let left = (0..).zip(weights).filter(|(_, weight)| **weight > 0.0);
            left.map(|(code, _)| code).collect()
        };
        weights.iter().map(left).collect()
    }

    #[test]
    fn numbers_that_are_given_leave_what_rules_allow() {
        for (label, given, expected) in [
            ("nothing", &[][..], [&[][..], &[], &[]]),
            // 20 and above; a missing value is code 5.
            ("the first", &[(0, 19)], [&[1], &[2, 3, 4, 5], &[2, 3, 4]]),
            (
                "the first, within a bin",
                &[(0, 18)],
                [&[1], &[1, 2, 3, 4, 5], &[1, 2, 3, 4]],
            ),
            ("the middle", &[(1, 20)], [&[0, 1], &[2], &[2, 3, 4]]),
            ("the last", &[(2, 10)], [&[0], &[0, 1, 5], &[1]]),
            ("both ends", &[(0, 19), (2, 20)], [&[1], &[2, 5], &[2]]),
            // Nothing fits between them, and the middle one may be missing.
            (
                "ends without a middle",
                &[(0, 25), (2, 22)],
                [&[2], &[5], &[2]],
            ),
            (
                "what breaks a rule",
                &[(0, 25), (1, 25)],
                [&[], &[2], &[2, 3, 4]],
            ),
        ] {
            assert_eq!(left(given), expected, "case `{label}`");
        }
    }
}
