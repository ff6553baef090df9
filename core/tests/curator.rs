//! The curator: what it pays for, what it refuses, and what a failure leaves behind. Sources that
//! lie and sources of randomness that fail stand in for broken ones.

use std::cell::Cell;
use std::num::NonZeroU32;

use chacha20::ChaCha20Rng;
use privet_core::Error;
use privet_core::counts::{Column, Columns, MOST_ROWS, MostRows};
use privet_core::curator::{
    Counts, Curator, MOST_NOISY_ROWS, PartsScratch, ScoreScratch, Size, TableList, Token, UNSCORED,
    pairs_of, place,
};
use privet_core::domain::{Domain, Level};
use privet_core::ledger::{Gaussian, LawRecord, Ledger, Pure, Purpose};
use privet_core::neighbours::Neighbours;
use privet_core::noise::LaplaceNoise;
use privet_core::parts::{AskedParts, Parts};
use privet_core::privacy::{LaplaceScale, MuSquared, PureEpsilon, Sensitivity};
use privet_core::variables::{Number, Variable, VariableSet};
use rand_core::{SeedableRng, TryCryptoRng, TryRng};

/// Four values (variable 0) in two groups (1), three values (2), three values (3).
const LEVELS: [Level; 4] = [
    Level::leaf(0, 4),
    Level {
        attribute: 0,
        size: 2,
        groups: &[0, 1, 0, 1],
        representatives: &[0, 1],
    },
    Level::leaf(1, 3),
    Level::leaf(2, 3),
];
/// One cell fewer than the tables of variables 0 and 2, and 0 and 3, would need.
const MOST_CELLS: u64 = 11;
/// The pairs of at most so many cells, and their scores in the table below, by an independent computation
/// of T/(2n).
const SCORED: [(Number, Number, f64); 3] = [(1, 2, 4.0), (1, 3, 2.0), (2, 3, 2.0)];
/// n = 8. Variable 1 is 0 1 0 1 0 1 0 1.
const ROWS: [[u8; 8]; 3] = [
    [0, 1, 2, 3, 0, 1, 2, 3],
    [0, 1, 0, 1, 0, 1, 0, 1],
    [0, 1, 0, 2, 0, 0, 1, 1],
];

fn persons(rows: u32) -> Neighbours {
    Neighbours::AddRemove {
        rows: NonZeroU32::new(rows).unwrap(),
    }
}

fn set(variables: &[Number]) -> VariableSet {
    let variables: Vec<Variable> = variables.iter().map(|&id| Variable(id)).collect();
    VariableSet::new(&variables).unwrap()
}

/// The largest total that there is.
fn plenty() -> Ledger<Gaussian, 8> {
    Ledger::new(MuSquared::from_units(u128::MAX))
}

fn quarter() -> MuSquared {
    MuSquared::from_units(u128::MAX / 4)
}

/// Memory for scoring, full of what must not be left in it.
struct Lent {
    scores: Vec<i64>,
    leaf_cells: Vec<u64>,
    level_cells: Vec<u64>,
    margins: Vec<u64>,
}

impl Lent {
    fn with_room_for_leaves(cells: usize) -> Self {
        Self {
            scores: vec![77; pairs_of(LEVELS.len())],
            leaf_cells: vec![77; cells],
            level_cells: vec![77; 12],
            margins: vec![77; 8],
        }
    }

    fn scratch(&mut self) -> ScoreScratch<'_> {
        ScoreScratch {
            scores: &mut self.scores,
            leaf_cells: &mut self.leaf_cells,
            level_cells: &mut self.level_cells,
            margins: &mut self.margins,
        }
    }

    fn assert_wiped(&self) {
        let counts = [&self.leaf_cells, &self.level_cells, &self.margins];
        assert!(counts.into_iter().flatten().all(|&count| count == 0));
    }
}

/// The charge names every scored pair: so many scores, each of its own sensitivity; what is not
/// charged for is not given out. With room for the leaves' tables or without, the scores are those
/// of the table, within seven deviations (2.6·10^−12 a score) of a few hundredths of a row.
#[test]
fn every_score_is_paid_for_and_no_other_given() {
    let domain = Domain::new(&LEVELS).unwrap();
    let columns = ROWS.each_ref().map(|column| Column::Narrow(column));
    for (label, neighbours, moves) in [
        ("a row", persons(1), 2),
        ("three rows", persons(3), 6),
        ("replace", Neighbours::Replace, 3),
    ] {
        for leaves in [16, 0] {
            let source = Columns::new(&domain, &columns).unwrap();
            let rng = ChaCha20Rng::from_seed([8; 32]);
            let mut curator =
                Curator::new(source, MostRows::LARGEST, neighbours, plenty(), rng).unwrap();
            let mut lent = Lent::with_room_for_leaves(leaves);
            let sigma = curator
                .pair_scores(&domain, MOST_CELLS, quarter(), lent.scratch(), &mut || {})
                .unwrap()
                .unwrap();
            lent.assert_wiped();

            let [entry] = curator.ledger().entries() else {
                panic!("one charge, case `{label}`");
            };
            assert_eq!(entry.purpose, Purpose::PairScores);
            let LawRecord::Gaussian { sensitivity, .. } = entry.law else {
                panic!("Gaussian noise, case `{label}`");
            };
            let expected = SCORED.len() as u128 * (moves * 65_536_u128).pow(2);
            assert_eq!(sensitivity.units(), expected, "case `{label}`");

            let mut given = vec![None; lent.scores.len()];
            for (first, second, score) in SCORED {
                let at = place(&domain, Variable(first), Variable(second)).unwrap();
                given[at] = Some(65_536.0 * score);
            }
            for (noisy, score) in lent.scores.iter().zip(given) {
                #[allow(clippy::cast_precision_loss)]
                match score {
                    Some(score) => {
                        assert!((*noisy as f64 - score).abs() < 7.0 * sigma.to_f64());
                    }
                    None => assert_eq!(*noisy, UNSCORED, "case `{label}`"),
                }
            }
        }
    }
}

/// Δ² of a size and of a table, as the table in `neighbours` has them.
#[test]
fn size_and_tables_are_paid_for_by_their_neighbours() {
    let domain = Domain::new(&LEVELS).unwrap();
    let columns = ROWS.each_ref().map(|column| Column::Narrow(column));
    for (label, neighbours, expected) in [
        ("a row", persons(1), &[1, 1][..]),
        ("three rows", persons(3), &[9, 9]),
        ("replace: the size is public", Neighbours::Replace, &[2]),
    ] {
        let source = Columns::new(&domain, &columns).unwrap();
        let rng = ChaCha20Rng::from_seed([9; 32]);
        let mut curator =
            Curator::new(source, MostRows::LARGEST, neighbours, plenty(), rng).unwrap();
        let size = curator.size(quarter()).unwrap();
        assert_eq!(matches!(size, Size::Public(8)), expected.len() == 1);
        let (mut scratch, mut noisy) = ([77; 6], [77; 6]);
        curator
            .table(&domain, &set(&[1, 2]), quarter(), &mut scratch, &mut noisy)
            .unwrap();
        assert_eq!(scratch, [0; 6]);
        let paid: Vec<u128> = curator
            .ledger()
            .entries()
            .iter()
            .map(|entry| match entry.law {
                LawRecord::Gaussian { sensitivity, .. } => sensitivity.units(),
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(paid, expected, "case `{label}`");
    }
}

/// The L1 sensitivities of a size and of a table, of which a row replaced moves two cells.
#[test]
fn pure_size_and_tables_are_paid_for_by_their_neighbours() {
    let domain = Domain::new(&LEVELS).unwrap();
    let columns = ROWS.each_ref().map(|column| Column::Narrow(column));
    for (label, neighbours, expected) in [
        ("a row", persons(1), &[1, 1][..]),
        ("three rows", persons(3), &[3, 3]),
        ("replace: the size is public", Neighbours::Replace, &[2]),
    ] {
        let source = Columns::new(&domain, &columns).unwrap();
        let rng = ChaCha20Rng::from_seed([9; 32]);
        let share = PureEpsilon::from_f64_down(0.5).unwrap();
        let ledger: Ledger<Pure, 2> = Ledger::new(PureEpsilon::from_f64_down(1.0).unwrap());
        let mut curator = Curator::new(source, MostRows::LARGEST, neighbours, ledger, rng).unwrap();
        let size = curator.size(share).unwrap();
        assert_eq!(matches!(size, Size::Public(8)), expected.len() == 1);
        let (mut scratch, mut noisy) = ([77; 6], [77; 6]);
        curator
            .table(&domain, &set(&[1, 2]), share, &mut scratch, &mut noisy)
            .unwrap();
        assert_eq!(scratch, [0; 6]);
        let paid: Vec<Sensitivity> = curator
            .ledger()
            .entries()
            .iter()
            .map(|entry| match entry.law {
                LawRecord::Laplace { sensitivity, .. } => sensitivity,
                other => panic!("{other:?}"),
            })
            .collect();
        let expected: Vec<Sensitivity> = expected
            .iter()
            .map(|&moves| Sensitivity::new(moves).unwrap())
            .collect();
        assert_eq!(paid, expected, "case `{label}`");
    }
}

/// σ = 16: fifty answers are all the true one with probability below 0.025^50.
#[test]
fn a_private_size_is_noisy() {
    let domain = Domain::new(&LEVELS).unwrap();
    let columns = ROWS.each_ref().map(|column| Column::Narrow(column));
    let sizes = (0..if cfg!(miri) { 8 } else { 50 }).map(|seed| {
        let source = Columns::new(&domain, &columns).unwrap();
        let rng = ChaCha20Rng::from_seed([seed; 32]);
        let mut curator =
            Curator::new(source, MostRows::LARGEST, persons(1), plenty(), rng).unwrap();
        match curator.size(MuSquared::from_units(1 << 104)).unwrap() {
            Size::Noisy { rows, noise } => {
                let sigma = noise.sigma().unwrap();
                assert_eq!((sigma.mantissa(), sigma.exponent()), (1 << 39, -35));
                rows
            }
            Size::Public(_) => panic!("the size is private"),
        }
    });
    let sizes: Vec<i64> = sizes.collect();
    assert!(sizes.iter().any(|&rows| rows != 8));
    // Below and above: one side stays empty with probability below 2^−49 (under Miri 2^−7, of a fixed seed).
    assert!(sizes.iter().any(|&rows| rows < 8) && sizes.iter().any(|&rows| rows > 8));
}

/// Noise around 2^50 rows and more takes a size and a table beyond any number of rows: they are cut off, so that
/// nothing behind them overflows. Twelve numbers are all below 2^40 with probability below 2^−90.
#[test]
fn noisy_numbers_of_rows_are_cut_off() {
    let levels = [Level::leaf(0, 11)];
    let domain = Domain::new(&levels).unwrap();
    let source = || Source::new(8, |_, _| Ok(()));
    let rng = || ChaCha20Rng::from_seed([9; 32]);
    let check = |size: Size, noisy: [i64; 11]| {
        let Size::Noisy { rows, .. } = size else {
            panic!("the size is private");
        };
        let all = || noisy.into_iter().chain([rows]);
        assert!(all().all(|rows| rows.abs() <= MOST_NOISY_ROWS));
        assert!(all().any(|rows| rows.abs() == MOST_NOISY_ROWS));
    };
    let (mut scratch, mut noisy) = ([0; 11], [0; 11]);

    // Δ²/σ² = 2^−100.
    let share = MuSquared::from_units(1 << 12);
    let mut curator =
        Curator::new(source(), MostRows::LARGEST, persons(1), plenty(), rng()).unwrap();
    let size = curator.size(share).unwrap();
    let table = curator.table(&domain, &set(&[0]), share, &mut scratch, &mut noisy);
    assert!(table.is_ok());
    check(size, noisy);

    // Δ/b = 2^−40, and Δ = 2^12.
    let share = PureEpsilon::from_units(1);
    let ledger: Ledger<Pure, 8> = Ledger::new(PureEpsilon::from_units(8));
    let mut curator =
        Curator::new(source(), MostRows::LARGEST, persons(1 << 12), ledger, rng()).unwrap();
    let size = curator.size(share).unwrap();
    let table = curator.table(&domain, &set(&[0]), share, &mut scratch, &mut noisy);
    assert!(table.is_ok());
    check(size, noisy);
}

/// A ledger that refuses everything: the source is not asked, no randomness drawn, no memory touched.
#[test]
fn what_is_refused_is_not_read() {
    struct Watched<'a>(&'a Cell<u32>);
    impl Counts for Watched<'_> {
        fn rows(&self, _: &Token) -> u64 {
            self.0.set(self.0.get() + 1);
            8
        }

        fn count(
            &self,
            _: &Token,
            _: &Domain<'_>,
            _: &VariableSet,
            cells: &mut [u64],
        ) -> Result<(), Error> {
            self.0.set(self.0.get() + 1);
            cells.fill(0);
            cells[0] = 8;
            Ok(())
        }

        fn announce(&self, _: &Domain<'_>, _: &TableList<'_>) {
            self.0.set(self.0.get() + 1);
        }
    }

    let domain = Domain::new(&LEVELS).unwrap();
    let asked = Cell::new(0);
    let nothing = Ledger::<Gaussian, 8>::new(MuSquared::from_units(1));
    // Randomness that is asked for would fail with another error.
    let mut curator = Curator::new(
        Watched(&asked),
        MostRows::LARGEST,
        persons(1),
        nothing,
        Ending(0),
    )
    .unwrap();
    asked.set(0);
    let refused = |answer: Result<(), Error>| matches!(answer, Err(Error::OverBudget { .. }));
    assert!(refused(curator.size(quarter()).map(drop)));
    let (mut scratch, mut noisy) = ([77; 6], [77; 6]);
    let table = curator.table(&domain, &set(&[1, 2]), quarter(), &mut scratch, &mut noisy);
    assert!(refused(table.map(drop)));
    assert_eq!((scratch, noisy), ([77; 6], [77; 6]));
    let mut lent = Lent::with_room_for_leaves(16);
    let scores = curator.pair_scores(&domain, MOST_CELLS, quarter(), lent.scratch(), &mut || {});
    assert!(refused(scores.map(drop)));
    let counts = [&lent.leaf_cells, &lent.level_cells, &lent.margins];
    assert!(counts.into_iter().flatten().all(|&count| count == 77));
    assert!(lent.scores.iter().all(|&score| score == 77));
    assert_eq!(asked.get(), 0);
    assert!(curator.ledger().entries().is_empty());
}

/// Counts of nothing but `rows` in the first cell, but for what is done to them.
struct Source<F> {
    rows: u64,
    spoil: F,
    asked: Cell<u32>,
}

impl<F: Fn(u32, &mut [u64]) -> Result<(), Error>> Source<F> {
    fn new(rows: u64, spoil: F) -> Self {
        Self {
            rows,
            spoil,
            asked: Cell::new(0),
        }
    }
}

impl<F: Fn(u32, &mut [u64]) -> Result<(), Error>> Counts for Source<F> {
    fn rows(&self, _: &Token) -> u64 {
        self.rows
    }

    fn count(
        &self,
        _: &Token,
        _: &Domain<'_>,
        _: &VariableSet,
        cells: &mut [u64],
    ) -> Result<(), Error> {
        self.asked.set(self.asked.get() + 1);
        cells.fill(0);
        cells[0] = self.rows;
        (self.spoil)(self.asked.get(), cells)
    }
}

/// A row lost or counted twice, in the first table that is asked for or in a later one, whether pairs
/// are counted at their leaves or level by level.
#[test]
fn counts_that_do_not_add_up_are_refused_and_wiped() {
    let domain = Domain::new(&LEVELS).unwrap();
    for change in [-1_i64, 1] {
        let spoil = move |at: u32| {
            move |asked: u32, cells: &mut [u64]| {
                if asked == at {
                    cells[1] = 5;
                    cells[0] = 3_u64.saturating_add_signed(change);
                }
                Ok(())
            }
        };
        for at in [1, 3] {
            for leaves in [16, 0] {
                let rng = ChaCha20Rng::from_seed([1; 32]);
                let source = Source::new(8, spoil(at));
                let mut curator =
                    Curator::new(source, MostRows::LARGEST, persons(1), plenty(), rng).unwrap();
                let mut lent = Lent::with_room_for_leaves(leaves);
                let answered =
                    curator.pair_scores(&domain, MOST_CELLS, quarter(), lent.scratch(), &mut || {});
                assert_eq!(
                    answered,
                    Err(Error::CountsDisagree),
                    "{change} in table {at}"
                );
                lent.assert_wiped();
                assert!(lent.scores.iter().all(|&score| score == 0));
            }
        }
        let rng = ChaCha20Rng::from_seed([1; 32]);
        let mut curator = Curator::new(
            Source::new(8, spoil(1)),
            MostRows::LARGEST,
            persons(1),
            plenty(),
            rng,
        )
        .unwrap();
        let (mut scratch, mut noisy) = ([77; 6], [77; 6]);
        let answered = curator.table(&domain, &set(&[1, 2]), quarter(), &mut scratch, &mut noisy);
        assert_eq!(answered, Err(Error::CountsDisagree));
        assert_eq!((scratch, noisy), ([0; 6], [0; 6]));
    }
}

/// The first pair is scored before the second one fails: its true score must not stay.
#[test]
fn a_source_that_fails_half_way_leaves_no_score() {
    let domain = Domain::new(&LEVELS).unwrap();
    let fails = |asked: u32, cells: &mut [u64]| {
        // Two values in step: their score is 4.
        cells[0] = 4;
        cells[4] = 4;
        if asked < 3 {
            Ok(())
        } else {
            Err(Error::BadColumns)
        }
    };
    for leaves in [16, 0] {
        let rng = ChaCha20Rng::from_seed([1; 32]);
        let mut curator = Curator::new(
            Source::new(8, fails),
            MostRows::LARGEST,
            persons(1),
            plenty(),
            rng,
        )
        .unwrap();
        let mut lent = Lent::with_room_for_leaves(leaves);
        let answered =
            curator.pair_scores(&domain, MOST_CELLS, quarter(), lent.scratch(), &mut || {});
        assert_eq!(answered, Err(Error::BadColumns));
        lent.assert_wiped();
        assert!(lent.scores.iter().all(|&score| score == 0));
        // What was asked for is paid for, answered or not.
        assert_eq!(curator.ledger().entries().len(), 1);
    }
}

/// Parts are answered in units of 1/cells of a row, with the noise of what a row moves them by; memory of another size is
/// refused, and nothing is paid.
#[test]
fn memory_for_parts_is_refused_before_the_charge() {
    let domain = Domain::new(&LEVELS).unwrap();
    let columns = ROWS.each_ref().map(|column| Column::Narrow(column));
    let counts = Columns::new(&domain, &columns).unwrap();
    let rng = ChaCha20Rng::from_seed([3; 32]);
    let mut curator = Curator::new(counts, MostRows::LARGEST, persons(2), plenty(), rng).unwrap();
    let asked = AskedParts::new(&domain, &set(&[1, 2]), Parts::new([3]).unwrap()).unwrap();
    let mut noisy = [77; 6];
    for (counts, margin) in [(5, 6), (6, 5), (7, 7), (0, 0)] {
        let (mut counts, mut margin) = (vec![77; counts], vec![77; margin]);
        let scratch = PartsScratch {
            counts: &mut counts,
            margin: &mut margin,
        };
        let answered = curator.parts(&domain, &asked, quarter(), scratch, &mut noisy);
        assert_eq!(answered, Err(Error::BufferTooSmall));
        assert!(curator.ledger().entries().is_empty());
        assert!(counts.iter().all(|&cell| cell == 77));
        assert!(noisy.iter().chain(&margin).all(|&cell| cell == 77));
    }
    let (mut counts, mut margin) = ([77; 6], [77; 6]);
    let scratch = PartsScratch {
        counts: &mut counts,
        margin: &mut margin,
    };
    let few = curator.parts(&domain, &asked, quarter(), scratch, &mut noisy[..5]);
    assert_eq!(few, Err(Error::BufferTooSmall));
    let scratch = PartsScratch {
        counts: &mut counts,
        margin: &mut margin,
    };
    let sigma = curator.parts(&domain, &asked, quarter(), scratch, &mut noisy);
    let sigma = sigma.unwrap();
    // Two rows move the interaction of two by three values by 2²·6·2; so much budget leaves next to no noise.
    assert!(sigma.to_f64() < 0.1);
    let [entry] = curator.ledger().entries() else {
        panic!("one charge");
    };
    assert_eq!(entry.purpose, Purpose::Parts(asked.clone()));
    match entry.law {
        LawRecord::Gaussian {
            sensitivity,
            sigma: booked,
        } => assert_eq!((sensitivity.units(), booked), (48, sigma)),
        ref law => panic!("{law:?}"),
    }
    // 4 0 0 and 0 4 0 rows, less the mean of each line: 6·4·(1/2) in the cells of the first two columns, with signs.
    assert_eq!(noisy, [12, -12, 0, -12, 12, 0]);
    assert_eq!((counts, margin), ([0; 6], [0; 6]));
}

#[test]
fn more_rows_than_there_may_be_are_refused() {
    assert_eq!(MostRows::new(MOST_ROWS), Ok(MostRows::LARGEST));
    assert_eq!(MostRows::new(1 << 40), Err(Error::TooManyRows));
    for (rows, most, accepted) in [
        ((1 << 40) - 1, MostRows::LARGEST, true),
        (1 << 40, MostRows::LARGEST, false),
        (8, MostRows::new(8).unwrap(), true),
        (9, MostRows::new(8).unwrap(), false),
    ] {
        let rng = ChaCha20Rng::from_seed([1; 32]);
        let source = Source::new(rows, |_: u32, _: &mut [u64]| Ok(()));
        let curator = Curator::new(source, most, persons(1), plenty(), rng);
        let refused = (!accepted).then_some(Error::MoreRows { most: most.get() });
        assert_eq!(curator.err(), refused, "{rows} rows");
    }
}

/// A stream that ends after some words.
struct Ending(u32);

#[derive(Debug)]
struct Ended;

impl core::fmt::Display for Ended {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("the stream has ended")
    }
}

impl core::error::Error for Ended {}

impl TryRng for Ending {
    type Error = Ended;

    fn try_next_u32(&mut self) -> Result<u32, Ended> {
        self.0 = self.0.checked_sub(1).ok_or(Ended)?;
        // Any words will do: these are far from constant.
        Ok(self.0.wrapping_mul(0x9e37_79b9))
    }

    fn try_next_u64(&mut self) -> Result<u64, Ended> {
        Ok(u64::from(self.try_next_u32()?) << 32 | u64::from(self.try_next_u32()?))
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Ended> {
        for byte in bytes {
            *byte = self.try_next_u32()?.to_le_bytes()[0];
        }
        Ok(())
    }
}

impl TryCryptoRng for Ending {}

/// Where randomness ends half way, neither true answers nor those that have their noise already are
/// left, and the charge stays.
#[test]
fn randomness_that_fails_leaves_no_true_answer() {
    let domain = Domain::new(&LEVELS).unwrap();
    let columns = ROWS.each_ref().map(|column| Column::Narrow(column));
    for words in [0, 5, 20] {
        let source = || Columns::new(&domain, &columns).unwrap();
        let failed = Error::RandomnessUnavailable;

        let mut curator = Curator::new(
            source(),
            MostRows::LARGEST,
            persons(1),
            plenty(),
            Ending(words),
        )
        .unwrap();
        let (mut scratch, mut noisy) = ([77; 12], [77; 12]);
        let answered = curator.table(&domain, &set(&[0, 2]), quarter(), &mut scratch, &mut noisy);
        assert_eq!(answered, Err(failed));
        assert_eq!((scratch, noisy), ([0; 12], [0; 12]), "after {words} words");
        assert_eq!(curator.ledger().entries().len(), 1);

        let mut curator = Curator::new(
            source(),
            MostRows::LARGEST,
            persons(1),
            plenty(),
            Ending(words.min(5)),
        )
        .unwrap();
        let mut lent = Lent::with_room_for_leaves(16);
        let answered =
            curator.pair_scores(&domain, MOST_CELLS, quarter(), lent.scratch(), &mut || {});
        assert_eq!(answered, Err(failed));
        lent.assert_wiped();
        assert!(lent.scores.iter().all(|&score| score == 0));

        let mut ledger = Ledger::<Pure, 1>::new(PureEpsilon::from_units(1 << 40));
        let noise = LaplaceNoise {
            sensitivity: Sensitivity::ONE,
            scale: LaplaceScale::new(10, 1).unwrap(),
        };
        let mut answers = [1000; 12];
        let paid = ledger.charge(Purpose::Size, noise).unwrap();
        assert_eq!(
            paid.perturb(&mut answers, &mut Ending(words.min(2))),
            Err(failed)
        );
        assert_eq!(answers, [0; 12], "Laplace");
    }
    let source = Columns::new(&domain, &columns).unwrap();
    let mut curator =
        Curator::new(source, MostRows::LARGEST, persons(1), plenty(), Ending(0)).unwrap();
    assert_eq!(curator.size(quarter()), Err(Error::RandomnessUnavailable));
}
