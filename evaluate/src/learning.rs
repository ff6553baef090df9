//! Train on synthetic rows, test on real ones.
//!
//! A target is a yes-or-no question of one column, asked of all the others: is it the most frequent
//! label of the real table, or is it above the median of its real values. The model is a logistic
//! regression ([`crate::logistic`]) on indicators of the other columns, wide ones in groups
//! ([`crate::groups`]). The same model is trained on real rows that are not held out; both are tested on
//! held-out real rows.
//!
//! The risk gap is U of Li, Wang and Cheng 2023, Eq. 3, for the real rows D that the one model was trained on:
//! ```text
//! U = (1/n)·|R(θ from D) − R(θ from synthetic rows)|,    R(θ) = Σ over D of the loss
//! ```
//! Deviation: the loss in R is 1 for a wrong answer and 0 for a right one, within the bound of 1 that Assumption 4.2
//! sets. The text's R has the loss that was minimised, which here is logarithmic, penalised, and has no bound.
//!
//! Beyond [`MOST_ROWS`] rows a seeded sample of the rows is taken: the same number of real and of synthetic
//! rows, unless one table has fewer.
//!
//! Tested: a column that another decides is learned, noise is not, areas under the curve and a risk gap by hand;
//! `tests/evaluate/check.py` compares with scikit-learn on the same question.

use rayon::prelude::*;

use crate::dice::Dice;
use crate::findings::{Learning, Scores, Target};
use crate::held_out::{Rows, Split};
use crate::indicators::{Examples, Indicators};
use crate::input::Comparison;
use crate::logistic::{MOST_STEPS, Model};
use crate::number::{count, ratio};
use crate::question::Question;

/// Which columns are targets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Targets {
    /// The columns that the others tell most of in the real table, at most five, of those where the rarer
    /// answer is not too rare to be learned.
    Likely,
    /// These places among the attributes, in this order.
    Named(Vec<usize>),
}

/// The places of the targets: those that are named, or the likeliest of those that are worth it.
pub(crate) fn places(
    targets: &Targets,
    told: &[f64],
    is_worth_asking: impl Fn(usize) -> bool,
) -> Vec<usize> {
    match targets {
        Targets::Named(places) => places.clone(),
        Targets::Likely => {
            let mut places: Vec<usize> = (0..told.len()).collect();
            let by = |place: &usize| told.get(*place).copied().unwrap_or(0.0);
            places.sort_by(|left, right| by(right).total_cmp(&by(left)));
            let worth = places.into_iter().filter(|place| is_worth_asking(*place));
            worth.take(MOST_LIKELY).collect()
        }
    }
}

/// Learns every target.
pub(crate) fn learning(
    comparison: &Comparison<'_>,
    split: &Split<'_, '_>,
    targets: &[usize],
    dice: &mut Dice,
    step: &(dyn Fn() + Sync),
) -> Learning {
    let mut notes = Vec::new();
    let indicators = Indicators::new(comparison);
    let synthetic = Rows::all(comparison.synthetic());
    let least = |rows: &Rows<'_, '_>| rows.places.len() < 2;
    let mut found = Vec::new();
    if comparison.attributes().len() < 2 || least(&split.reference) || least(&split.held_out) {
        notes.push("Nothing was trained: there are too few columns or rows.".to_owned());
    } else if targets.is_empty() {
        notes.push(
            "Nothing was trained: no target was named, or in every column fewer than 2 % of the real rows, or fewer \
             than 50, have the rarer answer."
                .to_owned(),
        );
    } else {
        let samples: Vec<Samples<'_, '_>> = targets
            .iter()
            .map(|target| Samples {
                target: *target,
                real: split.reference.some(MOST_ROWS, dice),
                synthetic: synthetic.some(MOST_ROWS, dice),
                test: split.held_out.some(MOST_TESTED, dice),
            })
            .collect();
        let learned: Vec<Result<Target, String>> = samples
            .par_iter()
            .map(|samples| {
                let learned = learn(comparison, &indicators, samples);
                step();
                learned
            })
            .collect();
        for target in learned {
            match target {
                Ok(target) => found.push(target),
                Err(note) => notes.push(note),
            }
        }
    }
    Learning {
        model: model(),
        row_cap: count(MOST_ROWS),
        targets: found,
        notes,
    }
}

/// The rows for one target.
struct Samples<'c, 't> {
    target: usize,
    real: Rows<'c, 't>,
    synthetic: Rows<'c, 't>,
    test: Rows<'c, 't>,
}

fn learn(
    comparison: &Comparison<'_>,
    indicators: &Indicators,
    samples: &Samples<'_, '_>,
) -> Result<Target, String> {
    let column = samples.target;
    let attribute = comparison.attributes().get(column);
    let real = comparison.real().columns.get(column);
    let (Some(attribute), Some(real)) = (attribute, real) else {
        return Err("A target is no column of the table.".to_owned());
    };
    let Some(question) = Question::new(attribute, *real) else {
        let name = &attribute.name;
        return Err(format!(
            "{name} was not learned: it has one value only in the real table."
        ));
    };
    let examples = |rows| Examples::new(indicators, column, &question, rows);
    let (training, test) = (examples(&samples.real), examples(&samples.test));
    let yes = count(training.answers().iter().filter(|yes| **yes).count());
    let majority = 2 * yes > count(training.answers().len());
    // One after the other: targets are spread over the cores, and a thread that waited for half of one would
    // begin with others, and hold the rows of all of them.
    let real = Model::fit(&training);
    let synthetic = Model::fit(&examples(&samples.synthetic));
    let tested = |model: &Model| scores(model, &test);
    let gap = |(one, other): (&Model, &Model)| risk_gap([one, other], &training);
    Ok(Target {
        column,
        question: question.in_words(attribute),
        features: count(indicators.features(column)),
        real_training_rows: count(samples.real.places.len()),
        synthetic_training_rows: count(samples.synthetic.places.len()),
        test_rows: count(samples.test.places.len()),
        majority: share(test.answers(), |yes| yes == majority),
        real: real.as_ref().map(tested),
        synthetic: synthetic.as_ref().map(tested),
        risk_gap: real.as_ref().zip(synthetic.as_ref()).map(gap),
    })
}

/// How well a model answers the test rows.
fn scores(model: &Model, test: &Examples) -> Scores {
    let values = model.values(test);
    Scores {
        accuracy: ratio(right(&values, test).into(), count(values.len()).into()),
        auc: area_under_curve(&values, test.answers()),
    }
}

/// (1/n)·|R(θ) − R(θ′)| on these rows.
fn risk_gap(models: [&Model; 2], rows: &Examples) -> f64 {
    let [one, other] = models.map(|model| right(&model.values(rows), rows));
    // As many more wrong answers as right ones are fewer.
    ratio(
        one.abs_diff(other).into(),
        count(rows.answers().len()).into(),
    )
}

/// How many rows are answered right by these values.
fn right(values: &[f64], rows: &Examples) -> u64 {
    let answered = values.iter().zip(rows.answers());
    count(
        answered
            .filter(|(value, yes)| (**value > 0.0) == **yes)
            .count(),
    )
}

/// The chance that a yes has a larger value than a no, ties counted half; `None` without both.
fn area_under_curve(values: &[f64], answers: &[bool]) -> Option<f64> {
    let mut rows: Vec<(f64, bool)> = values
        .iter()
        .copied()
        .zip(answers.iter().copied())
        .collect();
    rows.sort_by(|left, right| left.0.total_cmp(&right.0));
    let (mut no, mut yes, mut twice_above) = (0_u128, 0_u128, 0_u128);
    for tied in rows.chunk_by(|left, right| left.0.total_cmp(&right.0).is_eq()) {
        let new_yes = u128::from(count(tied.iter().filter(|(_, yes)| *yes).count()));
        let new_no = u128::from(count(tied.len())) - new_yes;
        twice_above += new_yes * (2 * no + new_no);
        no += new_no;
        yes += new_yes;
    }
    (yes > 0 && no > 0).then(|| ratio(twice_above, 2 * yes * no))
}

fn share(answers: &[bool], wanted: impl Fn(bool) -> bool) -> f64 {
    let hits = answers.iter().filter(|answer| wanted(**answer)).count();
    ratio(count(hits).into(), count(answers.len()).into())
}

/// Targets unless some are named.
pub(crate) const MOST_LIKELY: usize = 5;
/// Rows that a model is trained on.
const MOST_ROWS: usize = 10_000;
/// Rows that a model is tested on.
const MOST_TESTED: usize = 50_000;

/// The model in words.
fn model() -> String {
    format!(
        "logistic regression on indicators of all other columns, wide ones in 32 groups; L2 penalty ½‖w‖² on \
         the summed loss, at most {MOST_STEPS} steps of L-BFGS; at most {MOST_ROWS} rows to train on, \
         {MOST_TESTED} rows to test on, beyond that a seeded sample"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::held_out::HeldOutRows;
    use crate::testing::{Owned, attributes, comparison, random_table};

    #[test]
    fn areas_by_hand() {
        for (label, values, answers, expected) in [
            (
                "right",
                [1.0, 2.0, 3.0, 4.0],
                [false, false, true, true],
                Some(1.0),
            ),
            (
                "wrong",
                [1.0, 2.0, 3.0, 4.0],
                [true, true, false, false],
                Some(0.0),
            ),
            (
                "one pair of four wrong",
                [1.0, 2.0, 3.0, 4.0],
                [false, true, false, true],
                Some(0.75),
            ),
            ("all tied", [1.0; 4], [false, true, false, true], Some(0.5)),
            ("one answer", [1.0, 2.0, 3.0, 4.0], [true; 4], None),
        ] {
            assert_eq!(
                area_under_curve(&values, &answers),
                expected,
                "case `{label}`"
            );
        }
    }

    /// The second column says what the first is; in the synthetic table it says the opposite, and the
    /// third is noise in both.
    #[test]
    fn what_is_told_is_learned() {
        let base = random_table(&[2, 3], 2000, 4);
        let (bits, noise) = (base.columns[0].clone(), base.columns[1].clone());
        let opposite = bits.iter().map(|bit| 1 - bit).collect();
        let real = Owned::new(vec![bits.clone(), bits.clone(), noise.clone()]);
        let synthetic = Owned::new(vec![bits.clone(), opposite, noise]);
        let attributes = attributes(&[2, 2, 3]);
        let comparison = comparison(&attributes, &real, &synthetic);
        let mut dice = Dice::new(1, 0);
        let share = HeldOutRows::Share(0.2);
        let split = Split::new(&comparison, &share, &mut dice);
        let found = learning(&comparison, &split, &[0, 2], &mut dice, &|| ());
        let [told, noise] = found.targets.as_slice() else {
            panic!("two targets: {:?}", found.notes);
        };
        let (real, synthetic) = (told.real.unwrap(), told.synthetic.unwrap());
        assert_eq!((real.accuracy, real.auc), (1.0, Some(1.0)));
        assert_eq!((synthetic.accuracy, synthetic.auc), (0.0, Some(0.0)));
        // All training rows right, against none.
        assert_eq!(told.risk_gap, Some(1.0));
        assert_eq!(
            (told.features, told.real_training_rows, told.test_rows),
            (5, 1600, 400)
        );
        // 400 rows: the area's deviation is 0.03; an alarm beyond 0.15 is 5 of them.
        assert!((noise.real.unwrap().auc.unwrap() - 0.5).abs() < 0.15);
        assert!((0.5..0.8).contains(&noise.majority));
    }

    /// The second column says the first in 900 of 1000 rows, and in the synthetic table the opposite in 600: each model
    /// answers by it, so that 100 and 900 of the real rows that they were trained on are wrong.
    #[test]
    fn the_risk_gap_by_hand() {
        let column = |places: core::ops::Range<u16>, wrong: u16| -> Vec<u16> {
            places
                .map(|row| (row + u16::from(row % 10 < wrong)) % 2)
                .collect()
        };
        let real = Owned::new(vec![column(0..1000, 0), column(0..1000, 1)]);
        let synthetic = Owned::new(vec![column(0..1000, 0), column(0..1000, 6)]);
        let attributes = attributes(&[2, 2]);
        let comparison = comparison(&attributes, &real, &synthetic);
        let held_out = HeldOutRows::Table {
            table: real.table(),
            file: "held-out.csv".to_owned(),
        };
        let mut dice = Dice::new(1, 0);
        let split = Split::new(&comparison, &held_out, &mut dice);
        let found = learning(&comparison, &split, &[0], &mut dice, &|| ());
        let target = &found.targets[0];
        assert_eq!(target.real_training_rows, 1000);
        assert_eq!(target.risk_gap, Some(0.8));
    }

    #[test]
    fn likely_targets() {
        let told = [0.1, 0.9, 0.3, 0.2, 0.8, 0.7];
        assert_eq!(places(&Targets::Likely, &told, |_| true), [1, 4, 5, 2, 3]);
        // The likeliest is not worth it; the next one takes its place.
        let but = |place| place != 1;
        assert_eq!(places(&Targets::Likely, &told, but), [4, 5, 2, 3, 0]);
        assert_eq!(places(&Targets::Named(vec![1]), &told, but), [1]);
    }

    #[test]
    fn a_constant_column_and_too_few_rows_are_noted() {
        let attributes = attributes(&[2, 2]);
        let table = Owned::new(vec![vec![1; 50], (0..50).map(|row| row % 2).collect()]);
        let comparison = comparison(&attributes, &table, &table);
        for (share, note) in [(0.2, "c0 was not learned"), (0.0, "Nothing was trained")] {
            let share = HeldOutRows::Share(share);
            let split = Split::new(&comparison, &share, &mut Dice::new(1, 0));
            let found = learning(&comparison, &split, &[0], &mut Dice::new(1, 0), &|| ());
            assert!(found.targets.is_empty());
            assert!(found.notes[0].starts_with(note), "{:?}", found.notes);
        }
    }
}
