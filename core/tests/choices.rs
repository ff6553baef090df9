//! What a private choice pays for, and what it is made by: scores, distances, handicaps, and a die.

use std::num::NonZeroU32;

use chacha20::ChaCha20Rng;
use privet_core::Error;
use privet_core::bayes::network::Node;
use privet_core::bayes::pure::Dice;
use privet_core::counts::{Column, Columns, MostRows};
use privet_core::curator::{
    Candidate, Choice, Compared, Curator, DistanceScratch, SelectScratch, SelectionLaw,
    histogram_of,
};
use privet_core::domain::{Domain, Level};
use privet_core::ledger::{Gaussian, LawRecord, Ledger, Pure, Purpose};
use privet_core::neighbours::Neighbours;
use privet_core::privacy::{MuSquared, PureEpsilon, Sensitivity};
use privet_core::score::{Score, State};
use privet_core::variables::{Number, Variable, VariableSet};
use rand_core::SeedableRng;

/// Two values (variable 0), three values (1), three (2) in two groups (3).
const LEVELS: [Level; 4] = [
    Level::leaf(0, 2),
    Level::leaf(1, 3),
    Level::leaf(2, 3),
    Level {
        attribute: 2,
        size: 2,
        groups: &[0, 1, 1],
        representatives: &[0, 1],
    },
];
/// 100 rows of three columns, the last two alike.
const ROWS: [[u8; 100]; 3] = {
    let mut columns = [[0; 100]; 3];
    let mut row = 1;
    while row < 100 {
        // What comes after the row before, modulo 2 and 3.
        columns[0][row] = (columns[0][row - 1] + 1) % 2;
        columns[1][row] = (columns[1][row - 1] + 1) % 3;
        columns[2][row] = columns[1][row];
        row += 1;
    }
    columns
};
const ONE_ROW: Neighbours = Neighbours::AddRemove {
    rows: NonZeroU32::MIN,
};

fn set(variables: &[Number]) -> VariableSet {
    let variables: Vec<Variable> = variables.iter().map(|&id| Variable(id)).collect();
    VariableSet::new(&variables).unwrap()
}

fn node(child: Number, parents: &[Number]) -> Node {
    Node {
        child: Variable(child),
        parents: set(parents),
    }
}

/// The sensitivities of design and paper: 2 and 3 rows for R in units of 2^−16, 2 for 2n·F; and Zhang's
/// Lemma 1 for 100 rows: 100·log₂ 100 − 99·log₂ 99 and 101·log₂ 101 − 99·log₂ 99 − 2, times 2^16.
#[test]
fn a_choice_pays_for_its_score() {
    let domain = Domain::new(&LEVELS).unwrap();
    let columns = ROWS.each_ref().map(|column| Column::Narrow(column));
    let (narrow, wide) = (node(0, &[1]), node(1, &[2]));
    let two_groups = node(1, &[3]);
    for (label, score, neighbours, candidates, expected) in [
        ("R", Score::R, ONE_ROW, vec![wide.clone()], 2 << 16),
        (
            "R changed",
            Score::R,
            Neighbours::Replace,
            vec![wide.clone()],
            3 << 16,
        ),
        ("F", Score::F, ONE_ROW, vec![narrow.clone()], 2),
        (
            "F changed",
            Score::F,
            Neighbours::Replace,
            vec![narrow.clone()],
            2,
        ),
        (
            "I of two values",
            Score::I,
            Neighbours::Replace,
            vec![narrow.clone()],
            529_486,
        ),
        (
            "I of two groups",
            Score::I,
            Neighbours::Replace,
            vec![two_groups],
            529_486,
        ),
        (
            "I of three by three",
            Score::I,
            Neighbours::Replace,
            vec![narrow, wide],
            928_846,
        ),
    ] {
        let counts = Columns::new(&domain, &columns).unwrap();
        let ledger: Ledger<Pure, 1> = Ledger::new(PureEpsilon::from_f64_down(2.0).unwrap());
        let rng = ChaCha20Rng::from_seed([3; 32]);
        let mut curator = Curator::new(counts, MostRows::LARGEST, neighbours, ledger, rng).unwrap();
        let mut scratch = SelectScratch {
            scores: &mut [0; 2],
            order: &mut [0; 2],
            cells: &mut [0; 9],
            joint: &mut [0; 9],
            margins: &mut [0; 6],
            states: &mut [State::default(); 102],
        };
        let choice = Choice {
            candidates: &candidates,
            score,
            law: SelectionLaw::PermuteAndFlip,
        };
        let share = PureEpsilon::from_f64_down(1.0).unwrap();
        let chosen = curator.select(&domain, choice, share, &mut scratch, &mut || {});
        assert!(chosen.is_ok(), "case `{label}`: {chosen:?}");
        let law = LawRecord::PermuteAndFlip {
            sensitivity: Sensitivity::new(expected).unwrap(),
            epsilon: share,
        };
        assert_eq!(curator.ledger().entries()[0].law, law, "case `{label}`");
    }
}

/// Columns 1 and 2 are alike, 0 and 1 independent: at ε = 30 a gap of some 40 rows leaves the worse candidate
/// less than e^−200, wherever it stands and whatever stood in the memory of the scores.
#[test]
fn the_best_candidate_is_chosen_wherever_it_stands() {
    let domain = Domain::new(&LEVELS).unwrap();
    let columns = ROWS.each_ref().map(|column| Column::Narrow(column));
    let (alike, independent) = (node(1, &[2]), node(0, &[1]));
    for law in [SelectionLaw::PermuteAndFlip, SelectionLaw::Exponential] {
        for (candidates, expected) in [
            ([alike.clone(), independent.clone()], 0),
            ([independent.clone(), alike.clone()], 1),
        ] {
            for before in [i64::MIN, i64::MAX] {
                let counts = Columns::new(&domain, &columns).unwrap();
                let share = PureEpsilon::from_f64_down(30.0).unwrap();
                let ledger: Ledger<Pure, 1> = Ledger::new(share);
                let rng = ChaCha20Rng::from_seed([3; 32]);
                let mut curator =
                    Curator::new(counts, MostRows::LARGEST, ONE_ROW, ledger, rng).unwrap();
                let mut scratch = SelectScratch {
                    scores: &mut [before; 2],
                    order: &mut [0; 2],
                    cells: &mut [0; 9],
                    joint: &mut [0; 9],
                    margins: &mut [0; 6],
                    states: &mut [],
                };
                let choice = Choice {
                    candidates: &candidates,
                    score: Score::R,
                    law,
                };
                let chosen = curator.select(&domain, choice, share, &mut scratch, &mut || {});
                assert_eq!(chosen, Ok(expected), "{law:?}");
            }
        }
    }
}

/// One choice between columns 1 and 2, whose model expects `more` rows of value 0 than the 34 that are counted. At this
/// budget ε is above 70: a gap of 10 rows for each unit of sensitivity leaves the other e^−350.
fn one_choice(candidates: [(i64, u32); 2], more: [i64; 2], most_weight: u32) -> OneChoice {
    let domain = Domain::new(&LEVELS).unwrap();
    let columns = ROWS.each_ref().map(|column| Column::Narrow(column));
    let counts = Columns::new(&domain, &columns).unwrap();
    let ledger: Ledger<Gaussian, 1> = Ledger::new(MuSquared::from_f64_down(3000.0).unwrap());
    let rng = ChaCha20Rng::from_seed([4; 32]);
    let mut curator = Curator::new(counts, MostRows::LARGEST, ONE_ROW, ledger, rng).unwrap();
    let weight = |weight| NonZeroU32::new(weight).unwrap();
    let mut columns = [1, 2].into_iter();
    let candidates = candidates.map(|(handicap, of)| Candidate {
        variables: set(&[columns.next().unwrap()]),
        handicap,
        weight: weight(of),
    });
    let compared = Compared {
        candidates: &candidates,
        expectations: &more.map(|more| [34 + more, 33, 33]),
        most_weight: weight(most_weight),
    };
    let scratch = DistanceScratch {
        counts: &mut [0; 3],
        scores: &mut [0; 2],
        offered: &mut [0; 2],
        allowed: &mut [true; 2],
    };
    let share = MuSquared::from_f64_down(2000.0).unwrap();
    let mut chosen = [7];
    let strike = &mut |_, _: &mut [bool]| {};
    let made = curator.farthest(&domain, compared, share, scratch, strike, &mut chosen);
    OneChoice {
        chosen: made.map(|made| chosen[..made].to_vec()),
        paid: curator.ledger().entries().first().map(|entry| entry.law),
    }
}

struct OneChoice {
    chosen: Result<Vec<usize>, Error>,
    paid: Option<LawRecord>,
}

/// Two tables as far from their model: the one with the smaller handicap is chosen, wherever it stands.
#[test]
fn a_handicap_counts_against_a_table() {
    for (handicaps, nearer, expected) in [
        ([50, 0], 0, 1),
        ([0, 50], 0, 0),
        ([0, 0], 50, 0),
        ([60, 0], 50, 1),
    ] {
        let candidates = handicaps.map(|handicap| (handicap, 1));
        let choice = one_choice(candidates, [100, 100 - nearer], 1);
        assert_eq!(choice.chosen, Ok(vec![expected]), "{handicaps:?}, {nearer}");
    }
}

/// Two columns, the first of which is 100 rows off and the second 60: weights decide, and Δ is that of the largest weight
/// that there may be, offered or not. A weight above it is refused before anything is paid.
#[test]
fn a_weight_counts_for_a_table_and_is_paid_for() {
    for (weights, most, expected) in [
        ([1, 1], 1, Some(0)),
        ([1, 2], 2, Some(1)),
        ([3, 3], 10, Some(0)),
        ([1, 11], 10, None),
    ] {
        let choice = one_choice(weights.map(|weight| (0, weight)), [100, 60], most);
        let paid = choice.paid.map(|law| match law {
            LawRecord::ExponentialMechanism { sensitivity, .. } => sensitivity.units(),
            other => panic!("{weights:?}: {other:?}"),
        });
        let place = expected.ok_or(Error::SensitivityOutOfRange);
        assert_eq!(choice.chosen, place.map(|place| vec![place]), "{weights:?}");
        assert_eq!(paid, expected.map(|_| u64::from(most)), "{weights:?}");
    }
}

/// Four models of one column, each nearer by 30 rows than the one before it: at this budget another order has
/// probability below e^−1000. Every choice is paid for by itself, among those that are left.
#[test]
fn several_choices_are_paid_for_one_by_one() {
    let domain = Domain::new(&LEVELS).unwrap();
    let columns = ROWS.each_ref().map(|column| Column::Narrow(column));
    let candidate = Candidate {
        variables: set(&[1]),
        handicap: 0,
        weight: NonZeroU32::MIN,
    };
    let candidates = vec![candidate; 4];
    let expectations = [[134, 33, 33], [104, 33, 33], [74, 33, 33], [44, 33, 33]];
    let share = 400.0;
    for (label, budget, struck, expected, left) in [
        ("all", 2000.0, vec![], Some(vec![0, 1, 2]), vec![4, 3, 2]),
        (
            "the second may not follow",
            2000.0,
            vec![1],
            Some(vec![0, 2, 3]),
            vec![4, 2, 1],
        ),
        ("nothing may", 2000.0, vec![1, 2, 3], Some(vec![0]), vec![4]),
        ("the third is not paid for", 900.0, vec![], None, vec![4, 3]),
    ] {
        let counts = Columns::new(&domain, &columns).unwrap();
        let ledger: Ledger<Gaussian, 4> = Ledger::new(MuSquared::from_f64_down(budget).unwrap());
        let rng = ChaCha20Rng::from_seed([6; 32]);
        let mut curator = Curator::new(counts, MostRows::LARGEST, ONE_ROW, ledger, rng).unwrap();
        let (mut counts, mut scores, mut offered) = ([0; 3], [0; 4], [0; 4]);
        let scratch = DistanceScratch {
            counts: &mut counts,
            scores: &mut scores,
            offered: &mut offered,
            allowed: &mut [false; 4],
        };
        let compared = Compared {
            candidates: &candidates,
            expectations: &expectations,
            most_weight: NonZeroU32::MIN,
        };
        let mut chosen = [7; 3];
        let made = curator.farthest(
            &domain,
            compared,
            MuSquared::from_f64_down(share).unwrap(),
            scratch,
            &mut |_, allowed| struck.iter().for_each(|&place| allowed[place] = false),
            &mut chosen,
        );
        assert!(
            matches!(made, Ok(_) | Err(Error::OverBudget { .. })),
            "{label}: {made:?}"
        );
        let made = made.ok().map(|made| chosen[..made].to_vec());
        assert_eq!(made, expected, "{label}");
        let paid = curator.ledger().entries().iter();
        let paid: Vec<u32> = paid
            .map(|entry| match entry.purpose {
                Purpose::Farthest { candidates } => candidates,
                _ => 0,
            })
            .collect();
        assert_eq!(paid, left, "{label}");
        assert_eq!(
            (counts, scores, offered),
            ([0; 3], [0; 4], [0; 4]),
            "{label}: wiped"
        );
    }
}

/// A die shows every side, and no other: of 200 throws of six sides one is missed with probability
/// below 10^−15.
#[test]
fn a_die_has_all_its_sides() {
    let mut dice = Dice::new(ChaCha20Rng::from_seed([5; 32]));
    let mut seen = [0; 6];
    for _ in 0..200 {
        let side = dice.throw(NonZeroU32::new(6).unwrap()).unwrap();
        seen[side as usize] += 1;
    }
    assert!(seen.iter().all(|&times| times > 0), "{seen:?}");
}

/// Levels are not axes of their own, and an attribute of one value is none.
#[test]
fn a_histogram_is_over_the_leaves() {
    let domain = Domain::new(&LEVELS).unwrap();
    assert_eq!(histogram_of(&domain), Ok(set(&[0, 1, 2])));
    let single = [Level::leaf(0, 1), Level::leaf(1, 2)];
    let domain = Domain::new(&single).unwrap();
    assert_eq!(histogram_of(&domain), Ok(set(&[1])));
}

/// What is no question is refused before it is paid for: nothing to choose among, a table without what is expected of it,
/// no place for an answer, memory that is too small, a weight beyond what is paid for.
#[test]
fn what_is_no_choice_of_a_table_is_refused() {
    let domain = Domain::new(&LEVELS).unwrap();
    let columns = ROWS.each_ref().map(|column| Column::Narrow(column));
    let candidate = |weight| Candidate {
        variables: set(&[1]),
        handicap: 0,
        weight: NonZeroU32::new(weight).unwrap(),
    };
    let two = [candidate(1), candidate(2)];
    for (label, candidates, expectations, places, cells, memory, expected) in [
        ("two", 2, 2, 1, 3, 2, Ok(1)),
        ("no candidates", 0, 0, 1, 3, 2, Err(Error::NothingToSelect)),
        ("one unexpected", 2, 1, 1, 3, 2, Err(Error::NothingToSelect)),
        ("one too many", 1, 2, 1, 3, 2, Err(Error::NothingToSelect)),
        ("no place", 2, 2, 0, 3, 2, Err(Error::NothingToSelect)),
        ("few cells", 2, 2, 1, 2, 2, Err(Error::BufferTooSmall)),
        ("little memory", 2, 2, 1, 3, 1, Err(Error::BufferTooSmall)),
    ] {
        for most_weight in [2, 1] {
            let counts = Columns::new(&domain, &columns).unwrap();
            let ledger: Ledger<Gaussian, 4> = Ledger::new(MuSquared::from_f64_down(900.0).unwrap());
            let rng = ChaCha20Rng::from_seed([6; 32]);
            let mut curator =
                Curator::new(counts, MostRows::LARGEST, ONE_ROW, ledger, rng).unwrap();
            let scratch = DistanceScratch {
                counts: &mut [0; 3][..cells],
                scores: &mut [0; 2][..memory],
                offered: &mut [0; 2][..memory],
                allowed: &mut [false; 2][..memory],
            };
            let compared = Compared {
                candidates: &two[..candidates],
                expectations: &[[33; 3], [34; 3]][..expectations],
                most_weight: NonZeroU32::new(most_weight).unwrap(),
            };
            let share = MuSquared::from_f64_down(400.0).unwrap();
            let chosen = &mut [7][..places];
            let made = curator.farthest(&domain, compared, share, scratch, &mut |_, _| {}, chosen);
            let expected = match (expected, most_weight) {
                (Ok(_), 1) => Err(Error::SensitivityOutOfRange),
                (expected, _) => expected,
            };
            assert_eq!(made, expected, "{label}, {most_weight}");
            let paid = curator.ledger().entries().len();
            assert_eq!(paid, usize::from(made.is_ok()), "{label}, {most_weight}");
        }
    }
}
