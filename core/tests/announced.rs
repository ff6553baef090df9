//! Whatever one charge buys is announced before it is counted, and nothing else: a source that counts in passes needs one.

use std::cell::RefCell;
use std::num::NonZeroU32;

use chacha20::ChaCha20Rng;
use privet_core::Error;
use privet_core::bayes::network::Node;
use privet_core::counts::MostRows;
use privet_core::curator::{
    Candidate, Choice, Compared, Counts, Curator, DistanceScratch, ScoreScratch, SelectScratch,
    SelectionLaw, TableList, Token, pairs_of,
};
use privet_core::domain::{Domain, Level};
use privet_core::ledger::{Gaussian, Ledger, Pure};
use privet_core::neighbours::Neighbours;
use privet_core::privacy::{MuSquared, PureEpsilon};
use privet_core::score::Score;
use privet_core::variables::{Number, Variable, VariableSet};
use rand_core::SeedableRng;

/// Two values in one group (variables 0 and 1), three values (2), two values (3).
const LEVELS: [Level; 4] = [
    Level::leaf(0, 2),
    Level {
        attribute: 0,
        size: 1,
        groups: &[0, 0],
        representatives: &[0],
    },
    Level::leaf(1, 3),
    Level::leaf(2, 2),
];

fn set(variables: &[Number]) -> VariableSet {
    let variables: Vec<Variable> = variables.iter().map(|&id| Variable(id)).collect();
    VariableSet::new(&variables).unwrap()
}

/// What a source was told, and asked, in order. All of its eight rows are in the first cell.
#[derive(Default)]
struct Notes {
    expected: RefCell<Vec<Vec<VariableSet>>>,
    counted: RefCell<Vec<VariableSet>>,
}

impl Counts for &Notes {
    fn rows(&self, _: &Token) -> u64 {
        8
    }

    fn count(
        &self,
        _: &Token,
        _: &Domain<'_>,
        variables: &VariableSet,
        cells: &mut [u64],
    ) -> Result<(), Error> {
        self.counted.borrow_mut().push(variables.clone());
        cells.fill(0);
        cells[0] = 8;
        Ok(())
    }

    fn announce(&self, _: &Domain<'_>, tables: &TableList<'_>) {
        let told = || {
            let mut told = Vec::new();
            tables(&mut |set| told.push(set.clone()));
            told
        };
        let first = told();
        assert_eq!(first, told(), "told once more");
        assert!(self.counted.borrow().is_empty(), "told too late");
        self.expected.borrow_mut().push(first);
    }
}

impl Notes {
    fn assert_one_batch(&self, label: &str, tables: &[VariableSet]) {
        assert_eq!(*self.expected.borrow(), [tables], "{label}");
        assert_eq!(*self.counted.borrow(), tables, "{label}");
    }
}

fn gaussian(notes: &Notes) -> Curator<&Notes, ChaCha20Rng, Gaussian, 4> {
    let ledger = Ledger::new(MuSquared::from_units(u128::MAX));
    let rng = ChaCha20Rng::from_seed([5; 32]);
    Curator::new(notes, MostRows::LARGEST, Neighbours::Replace, ledger, rng).unwrap()
}

#[test]
fn all_pairs_are_one_batch() {
    let domain = Domain::new(&LEVELS).unwrap();
    for (label, most_cells, memory, tables) in [
        (
            "memory for all leaves",
            6,
            6,
            &[set(&[0, 2]), set(&[0, 3]), set(&[2, 3])][..],
        ),
        (
            "for one pair of them",
            6,
            4,
            &[set(&[0, 2]), set(&[1, 2]), set(&[0, 3]), set(&[2, 3])],
        ),
        (
            "for none, and small tables",
            3,
            0,
            &[set(&[1, 2]), set(&[1, 3])],
        ),
    ] {
        let notes = Notes::default();
        let scratch = ScoreScratch {
            scores: &mut vec![0; pairs_of(LEVELS.len())],
            leaf_cells: &mut vec![0; memory],
            level_cells: &mut [0; 6],
            margins: &mut [0; 6],
        };
        let share = MuSquared::from_units(u128::MAX / 4);
        let scored = gaussian(&notes).pair_scores(&domain, most_cells, share, scratch, &mut || {});
        assert!(scored.is_ok(), "{label}");
        notes.assert_one_batch(label, tables);
    }
}

#[test]
fn all_candidates_are_one_batch() {
    let domain = Domain::new(&LEVELS).unwrap();
    let (notes, tables) = (Notes::default(), [set(&[3]), set(&[0, 3])]);
    let candidates = tables.clone().map(|variables| Candidate {
        variables,
        handicap: 0,
        weight: NonZeroU32::MIN,
    });
    let compared = Compared {
        candidates: &candidates,
        expectations: &[vec![0; 2], vec![0; 4]],
        most_weight: NonZeroU32::MIN,
    };
    let scratch = DistanceScratch {
        counts: &mut [0; 4],
        scores: &mut [0; 2],
        offered: &mut [0; 2],
        allowed: &mut [true; 2],
    };
    let (share, mut chosen) = (MuSquared::from_units(u128::MAX / 1024), [0; 2]);
    let made = gaussian(&notes).farthest(
        &domain,
        compared,
        share,
        scratch,
        &mut |_, _| {},
        &mut chosen,
    );
    assert_eq!(made, Ok(2));
    notes.assert_one_batch("farthest", &tables);

    let notes = Notes::default();
    let parents = |child, parents: &[Number]| Node {
        child: Variable(child),
        parents: set(parents),
    };
    let choice = Choice {
        candidates: &[parents(3, &[]), parents(0, &[3])],
        score: Score::R,
        law: SelectionLaw::Exponential,
    };
    let mut scratch = SelectScratch {
        scores: &mut [0; 2],
        order: &mut [],
        cells: &mut [0; 4],
        joint: &mut [0; 4],
        margins: &mut [0; 4],
        states: &mut [],
    };
    let ledger = Ledger::<Pure, 4>::new(PureEpsilon::from_f64_down(9.0).unwrap());
    let rng = ChaCha20Rng::from_seed([5; 32]);
    let mut curator =
        Curator::new(&notes, MostRows::LARGEST, Neighbours::Replace, ledger, rng).unwrap();
    let share = PureEpsilon::from_f64_down(1.0).unwrap();
    let chosen = curator.select(&domain, choice, share, &mut scratch, &mut || {});
    assert!(chosen.is_ok());
    notes.assert_one_batch("selection", &tables);
}
