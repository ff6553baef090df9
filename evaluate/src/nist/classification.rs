//! Classification: how well the rows that fulfil random conditions are kept.
//!
//! ```text
//! score = 10^6 · max(0, 1 + RMS/ln(1/1000)),   RMS² = mean of (ln p − ln q)² over 300 repeats
//! ```
//! with p and q the shares of the real and the synthetic rows that fulfil the conditions. (The text
//! leaves the "1 +" out, without which the score would be negative.) The text does not say what the
//! logarithm of no rows is; as in the challenge, a share below 10^−6 counts as 10^−6.
//!
//! Each repeat picks a third of the columns and, as the challenge does, one real row, which fulfils all
//! conditions, so that p is never 0. Of a categorical column it picks 1 to all values (the number is
//! uniform, then the values are, the row's own among them), of numbers and dates the bins at most w
//! away from the row's, w uniform below their number. Where the row's value is missing, it must be.

use rayon::prelude::*;

use super::scale::MILLION;
use crate::dice::Dice;
use crate::findings::{Classification, Condition, Conjunction, Picked};
use crate::input::{Attribute, Codes, Comparison, Table};
use crate::number::{count, float, mean};

pub(super) fn score(
    comparison: &Comparison<'_>,
    dice: &mut Dice,
    step: &(dyn Fn() + Sync),
) -> Classification {
    let conditions: Vec<Vec<Condition>> = (0..REPEATS).map(|_| pick(comparison, dice)).collect();
    let conjunctions: Vec<Conjunction> = conditions
        .into_par_iter()
        .map(|conditions| {
            let rows = |table: &Table<'_>| matching(comparison.attributes(), table, &conditions);
            let (real, synthetic) = (rows(comparison.real()), rows(comparison.synthetic()));
            step();
            Conjunction {
                real,
                synthetic,
                conditions,
            }
        })
        .collect();
    let rows = [comparison.real().rows, comparison.synthetic().rows];
    let [real_rows, synthetic_rows] = rows.map(|rows| float(count(rows)));
    let log = |rows: u64, all: f64| (float(rows) / all).max(LEAST_SHARE).ln();
    let squares = conjunctions.iter().map(|conjunction| {
        let off = log(conjunction.real, real_rows) - log(conjunction.synthetic, synthetic_rows);
        off * off
    });
    let root_mean_square = mean(squares).sqrt();
    Classification {
        score: MILLION * (1.0 + root_mean_square / (1.0_f64 / 1000.0).ln()).max(0.0),
        root_mean_square,
        conjunctions,
    }
}

/// Conditions on a third of the columns, fulfilled by one real row.
fn pick(comparison: &Comparison<'_>, dice: &mut Dice) -> Vec<Condition> {
    let attributes = comparison.attributes();
    let row = dice.place(comparison.real().rows);
    let mut places = dice.distinct(attributes.len().div_ceil(3), attributes.len());
    places.sort_unstable();
    let conditions = places.into_iter().filter_map(|column| {
        let code = comparison.real().columns.get(column)?.codes.at(row);
        let attribute = attributes.get(column)?;
        Some(Condition {
            column,
            picked: pick_codes(attribute, usize::from(code), dice),
        })
    });
    conditions.collect()
}

fn pick_codes(attribute: &Attribute, own: usize, dice: &mut Dice) -> Picked {
    // Codes fit 16 bits.
    let code = |place: usize| u16::try_from(place).unwrap_or(u16::MAX);
    if attribute.is_ordered() {
        if attribute.null() == Some(own) {
            return Picked::Range([code(own), code(own)]);
        }
        let values = attribute.null().unwrap_or(attribute.size());
        let reach = dice.place(values);
        let last = own.saturating_add(reach).min(values.saturating_sub(1));
        return Picked::Range([code(own.saturating_sub(reach)), code(last)]);
    }
    let others = attribute.size().saturating_sub(1);
    let further = dice.place(attribute.size());
    let mut codes = dice.distinct(further, others);
    for other in &mut codes {
        // The others are all codes but the row's own.
        *other += usize::from(*other >= own);
    }
    codes.push(own);
    codes.sort_unstable();
    Picked::Codes(codes.into_iter().map(code).collect())
}

/// The rows that fulfil all conditions.
fn matching(attributes: &[Attribute], table: &Table<'_>, conditions: &[Condition]) -> u64 {
    let mut left: Option<Vec<usize>> = None;
    for condition in conditions {
        let (Some(attribute), Some(column)) = (
            attributes.get(condition.column),
            table.columns.get(condition.column),
        ) else {
            continue;
        };
        let allowed = allowed(attribute, &condition.picked);
        let fits = |code: usize| allowed.get(code).copied().unwrap_or(false);
        left = Some(match (left, column.codes) {
            (None, Codes::Narrow(codes)) => first(codes.iter().map(|c| fits(usize::from(*c)))),
            (None, Codes::Wide(codes)) => first(codes.iter().map(|c| fits(usize::from(*c)))),
            (Some(mut rows), codes) => {
                rows.retain(|row| fits(usize::from(codes.at(*row))));
                rows
            }
        });
    }
    left.map_or(0, |rows| count(rows.len()))
}

fn first(fits: impl Iterator<Item = bool>) -> Vec<usize> {
    let fitting = fits.enumerate().filter(|(_, fits)| *fits);
    fitting.map(|(row, _)| row).collect()
}

/// Whether each code is picked.
fn allowed(attribute: &Attribute, picked: &Picked) -> Vec<bool> {
    match picked {
        Picked::Range([from, to]) => {
            let range = usize::from(*from)..=usize::from(*to);
            (0..attribute.size())
                .map(|code| range.contains(&code))
                .collect()
        }
        Picked::Codes(codes) => {
            let mut allowed = vec![false; attribute.size()];
            for code in codes {
                if let Some(allowed) = allowed.get_mut(usize::from(*code)) {
                    *allowed = true;
                }
            }
            allowed
        }
    }
}

const REPEATS: usize = 300;
const LEAST_SHARE: f64 = 1e-6;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Owned, attributes, comparison, nullable_numbers, random_table};

    #[test]
    fn the_same_table_has_full_marks() {
        let mut attributes = attributes(&[3, 4, 5, 2, 2]);
        attributes.push(nullable_numbers("age", 30));
        let table = random_table(&[3, 4, 5, 2, 2, 31], 500, 3);
        let comparison = comparison(&attributes, &table, &table);
        let found = score(&comparison, &mut Dice::new(7, 0), &|| ());
        assert!((found.score - MILLION).abs() < 1e-6);
        assert_eq!(found.conjunctions.len(), 300);
        // The chosen row fulfils its own conditions.
        assert!(
            found
                .conjunctions
                .iter()
                .all(|c| c.real > 0 && c.conditions.len() == 2)
        );
    }

    #[test]
    fn nothing_in_common_has_none() {
        let attributes = attributes(&[2]);
        let (zeros, ones) = (Owned::new(vec![vec![0; 40]]), Owned::new(vec![vec![1; 40]]));
        let comparison = comparison(&attributes, &zeros, &ones);
        let found = score(&comparison, &mut Dice::new(7, 0), &|| ());
        // In half of the repeats the condition is "0", where the shares are 1 and taken for 10^−6: the
        // root mean square is ln 10^6 · √½ = 9.8, and below ln 1000 = 6.9 only if fewer than a quarter of
        // the 300 are so, which is eight deviations away.
        assert!(found.score < 1e-6, "{}", found.score);
        for conjunction in &found.conjunctions {
            let both = conjunction.conditions[0].picked == Picked::Codes(vec![0, 1]);
            assert_eq!(
                (conjunction.real, conjunction.synthetic),
                (40, if both { 40 } else { 0 })
            );
        }
    }

    #[test]
    fn picked_codes_are_in_range() {
        let (numbers, labels) = (
            nullable_numbers("n", 9),
            crate::testing::categorical("l", 6),
        );
        let mut dice = Dice::new(1, 0);
        for _ in 0..500 {
            let Picked::Range([from, to]) = pick_codes(&numbers, 4, &mut dice) else {
                panic!("numbers have ranges");
            };
            assert!(from <= 4 && (4..9).contains(&to));
            let Picked::Codes(codes) = pick_codes(&labels, 2, &mut dice) else {
                panic!("labels have codes");
            };
            assert!(codes.contains(&2) && codes.is_sorted_by(|a, b| a < b) && codes.len() <= 6);
            assert!(codes.iter().all(|code| *code < 6));
        }
        assert_eq!(pick_codes(&numbers, 9, &mut dice), Picked::Range([9, 9]));
    }
}
