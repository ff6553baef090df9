use super::*;
use crate::columns::columns;
use crate::dice::Dice;
use crate::findings::{ColumnKind, FaultKind};
use crate::input::Attribute;
use crate::marginals::{Chosen, measure, one_way};
use crate::testing::{Owned, binned, comparison};

#[test]
fn grades() {
    for (distance, sampling, expected) in [
        (0.0, 0.0, Grade::LikeASample),
        (0.3, 0.2, Grade::LikeASample),
        (0.05, 0.01, Grade::Close),
        (0.051, 0.01, Grade::Fair),
        (0.151, 0.1, Grade::Far),
    ] {
        let verdict = Verdict {
            grade: Grade::Far,
            words: String::new(),
            ways: 3,
            distance,
            sampling,
            weakest_columns: Vec::new(),
            weakest_pairs: Vec::new(),
        };
        let grade = verdict.limits().grade(distance);
        assert_eq!(grade, expected, "{distance} {sampling}");
    }
}

/// Columns that look right in their bins and are wrong inside of them, each as the program once drafted it
/// for a raw table; and one, the last, that is right.
#[test]
fn bins_hide_nothing() {
    let attributes = raw_attributes();
    let (real, mut bad) = (raw(4000, 1), raw(4000, 2));
    let mut dice = Dice::new(3, 0);
    let uniform = |bin: i64, value: i64, dice: &mut Dice| {
        value - value.rem_euclid(bin) + i64::try_from(dice.below(bin.unsigned_abs())).unwrap()
    };
    for (column, bin) in bad.numbers.iter_mut().zip(BINS).take(5) {
        for value in column.iter_mut().flatten() {
            *value = uniform(bin, *value, &mut dice);
        }
    }
    let comparison = comparison(&attributes, &real, &bad);
    let found = columns(&comparison, &|| ());
    let verdict = verdict(&found, &[one_way(&found)]);
    assert_eq!(verdict.grade, Grade::Far);
    let mut weakest = verdict.weakest_columns.clone();
    weakest.sort_unstable();
    assert_eq!(weakest, [0, 1, 2, 3, 4], "{}", verdict.words);
    assert!(
        verdict
            .words
            .starts_with("Far from the real table in 4 of 6 columns. `"),
        "{}",
        verdict.words
    );
    assert!(
        verdict.words.contains(" (Kolmogorov–Smirnov). "),
        "{}",
        verdict.words
    );
    for (column, kind, words) in [
        (
            "price",
            FaultKind::Distribution,
            "the distribution is off by 0.7",
        ),
        (
            "visits",
            FaultKind::CutMean,
            "quantile is 1.8 instead of 0.20",
        ),
        ("share", FaultKind::Spike, "94 % of real values are 1, 9 %"),
        (
            "weight",
            FaultKind::Endings,
            "82 % of real values end in 0 or 5, 2",
        ),
        (
            "day",
            FaultKind::Endings,
            "0 % of real dates are Saturdays or Sundays, 2",
        ),
    ] {
        let column = found.iter().find(|one| one.name == column).unwrap();
        assert!(
            column.distance < 0.1,
            "{}: {}",
            column.name,
            column.distance
        );
        let fault = column
            .faults
            .iter()
            .find(|fault| fault.kind == kind)
            .unwrap();
        assert!(
            fault.words.contains(words),
            "{}: {}",
            column.name,
            fault.words
        );
        assert!(
            fault.size > 0.25 && fault.grade() >= Grade::Fair,
            "{fault:?}"
        );
    }
    let last = found.last().unwrap().worst().unwrap();
    assert_eq!(last.grade(), Grade::LikeASample, "{last:?}");
}

/// One far column is enough, whatever the marginals are; and it is named.
#[test]
fn the_worse_grade_counts() {
    let attributes = [
        binned("price", ColumnKind::Numeric, 0, 100, 2),
        binned("label", ColumnKind::Numeric, 0, 1, 2),
    ];
    let real = Owned::of_numbers(
        vec![
            (0..200).map(|row| row % 2).collect(),
            (0..200).map(|row| row % 2).collect(),
        ],
        &[100, 1],
    );
    let same = Owned::of_numbers(
        vec![vec![90; 200], (0..200).map(|row| row % 2).collect()],
        &[100, 1],
    );
    let comparison = comparison(&attributes, &real, &same);
    let found = columns(&comparison, &|| ());
    let two = Chosen::new(2, 2, 9, &mut Dice::new(1, 0));
    let two_ways = measure(&comparison, &two.sets, &|| ());
    let verdict = verdict(&found, &[one_way(&found), two.summary(two_ways)]);
    assert_eq!((verdict.grade, verdict.distance), (Grade::Far, 0.0));
    assert_eq!(
        verdict.words,
        "Far from the real table in 1 of 2 columns. `price`: 0 % of real values are 90, 100 % of synthetic \
         ones. Shares of 2-way tables are off by 0.00 % in total on average, where a sample of the real table \
         of this size is off by 2.82 %."
    );
}

/// Rows drawn from the real table are what the grade calls them. 400 samples of 30 to 3000 rows have about
/// 35,000 figures with a chance of 1e-7 each, so that an alarm by a column has a probability below 0.004; the
/// mean of 20 marginals was never above 1.3 times what is expected, where 1.5 is allowed. Seeds are fixed: what
/// passes once passes always.
#[test]
fn samples_are_graded_as_samples() {
    let attributes = raw_attributes();
    let real = raw(2000, 1);
    let mut largest = 0.0_f64;
    for seed in 0..400 {
        let rows = [30, 300, 1000, 3000][usize::try_from(seed % 4).unwrap()];
        let mut dice = Dice::new(seed, 1);
        let places: Vec<usize> = (0..rows).map(|_| dice.place(real.rows)).collect();
        let sample = real.at(&places);
        let comparison = comparison(&attributes, &real, &sample);
        let found = columns(&comparison, &|| ());
        let three = Chosen::new(3, attributes.len(), 20, &mut dice);
        let marginals = measure(&comparison, &three.sets, &|| ());
        let three = three.summary(marginals);
        largest = largest.max(three.mean / three.sampling);
        let verdict = verdict(&found, &[one_way(&found), three]);
        assert_eq!(
            verdict.grade,
            Grade::LikeASample,
            "seed {seed}: {}",
            verdict.words
        );
    }
    assert!((1.0..1.4).contains(&largest), "{largest}");
}

const BINS: [i64; 6] = [20_000, 5, 10, 10, 31, 5];

fn raw_attributes() -> Vec<Attribute> {
    let kind = [ColumnKind::Numeric, ColumnKind::Date];
    [
        ("price", 0, 0, 28),
        ("visits", 0, 0, 20),
        ("share", 0, 2, 11),
        ("weight", 0, 0, 20),
        ("day", 1, 0, 70),
        ("age", 0, 0, 20),
    ]
    .iter()
    .zip(BINS)
    .map(|((name, of, decimals, size), bin)| binned(name, kind[*of], *decimals, bin, *size))
    .collect()
}

/// Prices with a median near 400, visits that are mostly none, a share that is 1 in 94 % of rows, weights that
/// 82 % round to 5, workdays, ages.
fn raw(rows: usize, seed: u64) -> Owned {
    let mut dice = Dice::new(seed, 0);
    let mut columns = vec![Vec::new(); 6];
    for _ in 0..rows {
        let mut below = |bound: u64| i64::try_from(dice.below(bound)).unwrap();
        let price = 50 * (1_i64 << below(8)) + below(100);
        let visits = if below(10) == 0 { 1 + below(3) } else { 0 };
        let share = if below(100) < 94 { 100 } else { below(100) };
        let weight = 50 + below(100);
        let weight = if below(100) < 77 {
            weight - weight % 5
        } else {
            weight
        };
        // Day 4 was a Monday.
        let day = 4 + 7 * below(200) + below(5);
        let age = 20 + below(60);
        for (column, value) in columns
            .iter_mut()
            .zip([price, visits, share, weight, day, age])
        {
            column.push(value);
        }
    }
    Owned::of_numbers(columns, &BINS)
}
