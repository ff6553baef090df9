//! Answers that were recorded: given again they cost the same, and what was not recorded is refused.
#![cfg(feature = "alloc")]

use std::num::NonZeroU32;

use chacha20::ChaCha20Rng;
use privet_core::Error;
use privet_core::answers::{GaussianAnswers, PureAnswers, Recorded, Transcript};
use privet_core::bayes::network::Node;
use privet_core::counts::{Column, Columns, MostRows};
use privet_core::curator::{
    Candidate, Choice, Compared, Curator, DistanceScratch, PartsScratch, ScoreScratch,
    SelectScratch, SelectionLaw, Size,
};
use privet_core::domain::{Domain, Level};
use privet_core::ledger::{Gaussian, Ledger, Pure};
use privet_core::neighbours::Neighbours;
use privet_core::parts::{AskedParts, Parts};
use privet_core::privacy::{MuSquared, PureEpsilon};
use privet_core::score::{Score, State};
use privet_core::variables::{Variable, VariableSet};
use rand_core::SeedableRng;

const LEVELS: [Level; 3] = [Level::leaf(0, 2), Level::leaf(1, 3), Level::leaf(2, 2)];
const ROWS: [[u8; 6]; 3] = [[0, 1, 0, 1, 0, 0], [0, 1, 2, 2, 1, 0], [1, 1, 0, 0, 1, 1]];
const ONE_ROW: Neighbours = Neighbours::AddRemove {
    rows: NonZeroU32::MIN,
};

fn set(members: &[u16]) -> VariableSet {
    let members: Vec<_> = members.iter().copied().map(Variable).collect();
    VariableSet::new(&members).unwrap()
}

/// What a mechanism on Gaussian noise was told.
#[derive(Debug, PartialEq)]
struct Told {
    size: Size,
    scores: Vec<i64>,
    table: Vec<i64>,
    chosen: Vec<usize>,
    parts: Vec<i64>,
}

/// Asks for the size, all scores, two tables of a choice among three, and a table.
fn ask(curator: &mut impl GaussianAnswers) -> Result<Told, Error> {
    let domain = Domain::new(&LEVELS)?;
    let share = MuSquared::from_f64_down(0.5)?;
    let size = curator.size(share)?;
    let mut scores = vec![0; 3];
    let scratch = ScoreScratch {
        scores: &mut scores,
        leaf_cells: &mut [0; 6],
        level_cells: &mut [0; 6],
        margins: &mut [0; 6],
    };
    curator.pair_scores(&domain, 6, share, scratch, &mut || {})?;
    let candidates = [set(&[0]), set(&[1]), set(&[2])].map(|variables| Candidate {
        variables,
        handicap: 0,
        weight: NonZeroU32::MIN,
    });
    let scratch = DistanceScratch {
        counts: &mut [0; 3],
        scores: &mut [0; 3],
        offered: &mut [0; 3],
        allowed: &mut [true; 3],
    };
    let compared = Compared {
        candidates: &candidates,
        expectations: &[vec![3, 3], vec![2, 2, 2], vec![3, 3]],
        most_weight: NonZeroU32::MIN,
    };
    let mut chosen = vec![0; 2];
    curator.farthest(
        &domain,
        compared,
        share,
        scratch,
        &mut |_, _| {},
        &mut chosen,
    )?;
    let mut table = vec![0; 6];
    curator.table(&domain, &set(&[0, 1]), share, &mut [0; 6], &mut table)?;
    let asked = AskedParts::new(&domain, &set(&[0, 1]), Parts::new([2, 3])?)?;
    let scratch = PartsScratch {
        counts: &mut [0; 6],
        margin: &mut [0; 6],
    };
    let mut parts = vec![0; 6];
    curator.parts(&domain, &asked, share, scratch, &mut parts)?;
    Ok(Told {
        size,
        scores,
        table,
        chosen,
        parts,
    })
}

fn ledger() -> Ledger<Gaussian, 8> {
    Ledger::new(MuSquared::from_f64_down(10.0).unwrap())
}

/// From the curator, with its answers as they are published.
fn told(neighbours: Neighbours) -> (Told, Transcript, Ledger<Gaussian, 8>) {
    let domain = Domain::new(&LEVELS).unwrap();
    let columns = ROWS.each_ref().map(|column| Column::Narrow(column));
    let counts = Columns::new(&domain, &columns).unwrap();
    let rng = ChaCha20Rng::from_seed([1; 32]);
    let mut curator = Curator::new(counts, MostRows::LARGEST, neighbours, ledger(), rng).unwrap();
    let told = ask(&mut curator).unwrap();
    let (Size::Noisy { rows, .. } | Size::Public(rows)) = told.size;
    let places = told.chosen.iter();
    let transcript = Transcript {
        size: rows,
        scores: told.scores.clone(),
        tables: vec![told.table.clone(), told.parts.clone()],
        farthest: places
            .map(|&place| set(&[u16::try_from(place).unwrap()]))
            .collect(),
        ..Transcript::default()
    };
    (told, transcript, curator.close())
}

#[test]
fn recorded_answers_are_given_again_at_the_same_price() {
    for neighbours in [ONE_ROW, Neighbours::Replace] {
        let (told, transcript, paid) = told(neighbours);
        let mut recorded = Recorded::new(transcript, neighbours, ledger()).unwrap();
        assert_eq!(ask(&mut recorded), Ok(told), "{neighbours:?}");
        let charged = recorded.close().unwrap();
        assert_eq!(charged.entries(), paid.entries(), "{neighbours:?}");
        assert_eq!(charged.balance().spent(), paid.balance().spent());
    }
}

type Change = fn(&mut Transcript);

#[test]
fn what_was_not_recorded_is_refused() {
    let (_, transcript, _) = told(ONE_ROW);
    let changes: [(&str, Change); 13] = [
        ("a size beyond all tables", |t| t.size = 1 << 40),
        ("a score less", |t| t.scores.truncate(2)),
        ("a score that was not asked for", |t| t.scores.push(1)),
        ("no score where there is one", |t| t.scores[0] = i64::MIN),
        ("a table less", |t| t.tables.clear()),
        ("a table more", |t| t.tables.push(vec![0; 6])),
        ("a cell less", |t| t.tables[0].truncate(5)),
        ("a cell more", |t| t.tables[0].push(0)),
        ("a count beyond all tables", |t| t.tables[0][0] = -1 << 40),
        ("parts less", |t| t.tables.truncate(1)),
        // Six units to a row.
        ("a part beyond all tables", |t| t.tables[1][0] = -6 << 40),
        ("a choice less", |t| t.farthest.truncate(1)),
        ("the same choice twice", |t| {
            t.farthest[1] = t.farthest[0].clone();
        }),
    ];
    for (label, change) in changes {
        let mut changed = transcript.clone();
        change(&mut changed);
        let outcome = Recorded::new(changed, ONE_ROW, ledger()).and_then(|mut recorded| {
            ask(&mut recorded)?;
            recorded.close()
        });
        assert!(matches!(outcome, Err(Error::NotAsRecorded)), "{label}");
    }
    // A choice that was never made.
    let mut changed = transcript;
    changed.farthest.push(set(&[0]));
    let mut recorded = Recorded::new(changed, ONE_ROW, ledger()).unwrap();
    assert!(ask(&mut recorded).is_ok());
    assert!(matches!(recorded.close(), Err(Error::NotAsRecorded)));
}

/// A public number of rows is never below zero.
#[test]
fn a_public_size_is_one() {
    for (neighbours, size, is_one) in [
        (ONE_ROW, -5, true),
        (Neighbours::Replace, -5, false),
        (Neighbours::Replace, 0, true),
    ] {
        let transcript = Transcript {
            size,
            ..Transcript::default()
        };
        let recorded = Recorded::new(transcript, neighbours, ledger());
        assert_eq!(recorded.is_ok(), is_one, "{neighbours:?}, {size}");
    }
}

fn pure_ledger() -> Ledger<Pure, 8> {
    Ledger::new(PureEpsilon::from_f64_down(10.0).unwrap())
}

/// Asks for the size, the next node of a network that begins with variable 0, and a table.
fn ask_purely(curator: &mut impl PureAnswers) -> Result<(Size, usize, Vec<i64>), Error> {
    let domain = Domain::new(&LEVELS)?;
    let share = PureEpsilon::from_f64_down(1.0)?;
    let size = curator.size(share)?;
    let candidates = [(1, &[][..]), (1, &[0]), (2, &[]), (2, &[0])];
    let candidates = candidates.map(|(child, parents)| Node {
        child: Variable(child),
        parents: set(parents),
    });
    let choice = Choice {
        candidates: &candidates,
        score: Score::R,
        law: SelectionLaw::PermuteAndFlip,
    };
    let mut scratch = SelectScratch {
        scores: &mut [0; 4],
        order: &mut [0; 4],
        cells: &mut [0; 6],
        joint: &mut [0; 6],
        margins: &mut [0; 6],
        states: &mut [State::default(); 8],
    };
    let place = curator.select(&domain, choice, share, &mut scratch, &mut || {})?;
    let mut table = vec![0; 2];
    curator.table(&domain, &set(&[2]), share, &mut [0; 2], &mut table)?;
    Ok((size, place, table))
}

#[test]
fn a_recorded_network_is_chosen_again() {
    let domain = Domain::new(&LEVELS).unwrap();
    let columns = ROWS.each_ref().map(|column| Column::Narrow(column));
    let counts = Columns::new(&domain, &columns).unwrap();
    let rng = ChaCha20Rng::from_seed([2; 32]);
    let mut curator = Curator::new(counts, MostRows::LARGEST, ONE_ROW, pure_ledger(), rng).unwrap();
    let (size, place, table) = ask_purely(&mut curator).unwrap();
    let (Size::Noisy { rows, .. } | Size::Public(rows)) = size;
    let (child, parents): (_, &[u16]) = [(1, &[][..]), (1, &[0]), (2, &[]), (2, &[0])][place];
    let node = |child, parents| Node {
        child: Variable(child),
        parents: set(parents),
    };
    let recorded = |nodes| {
        let transcript = Transcript {
            size: rows,
            tables: vec![table.clone()],
            nodes,
            ..Transcript::default()
        };
        Recorded::new(transcript, ONE_ROW, pure_ledger()).unwrap()
    };
    // The first one was not chosen, and is not offered; what comes later is not looked at.
    let mut again = recorded(vec![
        node(0, &[]),
        node(child, parents),
        node(3 - child, &[]),
    ]);
    assert_eq!(ask_purely(&mut again), Ok((size, place, table.clone())));
    let charged = again.close().unwrap();
    assert_eq!(charged.entries(), curator.ledger().entries());
    for nodes in [vec![], vec![node(child, &[2, 0])]] {
        let outcome = ask_purely(&mut recorded(nodes));
        assert_eq!(outcome, Err(Error::NotAsRecorded));
    }
}
