//! Answers: what is paid for is answered, whatever memory is lent.

use core::num::NonZeroU32;

use privet_core::Error;
use privet_core::bayes::network::Node;
use privet_core::curator::{
    Candidate, Choice, Compared, Curator, DistanceScratch, ScoreScratch, SelectScratch,
    SelectionLaw,
};
use privet_core::domain::{Domain, Level};
use privet_core::ledger::{Accounting, Gaussian, Ledger, Pure};
use privet_core::neighbours::Neighbours;
use privet_core::privacy::{MuSquared, PureEpsilon};
use privet_core::score::{Score, State};
use privet_core::variables::Variable;

use crate::engines::{Bounds, Choices};
use crate::shapes::{Stream, set};
use crate::spies::{Lie, Notes, Spy, SpyRng};
use crate::{cover, engines};

/// A question is refused before it is paid for, or it is answered: memory that is too small is never found out
/// after the charge. Bound: one of the buffers has any length up to 9 and the others are ample, two attributes
/// of two values, up to three rows (random: 2^20), which decide what the score F needs.
pub fn what_is_paid_for_is_answered(choose: &mut impl Choices) {
    let question = choose.number(Bounds::all(7));
    let rows = choose.number64(Bounds::small_or(3, 1 << 20));
    let mut lengths = [AMPLE; 6];
    let short = choose.number32(Bounds::all(5)) as usize;
    lengths[short] = choose.number32(Bounds::all(9)) as usize;
    let notes = &Notes::default();
    let lie = Lie::None;
    let source = Spy { rows, lie, notes };
    let stream = Stream(rows);
    let rng = SpyRng { stream, notes };
    let (answered, paid) = if question < 3 {
        let ledger: Ledger<Gaussian, 1> = Ledger::new(MuSquared::from_units(1 << 112));
        let mut curator = Curator::new(source, Neighbours::Replace, ledger, rng).expect("few rows");
        let answered = ask(&mut curator, question, lengths);
        (answered, is_charged(curator.ledger()))
    } else {
        let ledger: Ledger<Pure, 1> = Ledger::new(PureEpsilon::from_units(1 << 44));
        let mut curator = Curator::new(source, Neighbours::Replace, ledger, rng).expect("few rows");
        let answered = ask_pure(&mut curator, question, lengths);
        (answered, is_charged(curator.ledger()))
    };
    assert_eq!(answered.is_ok(), paid, "{answered:?}");
    cover!(choose, answered.is_ok(), "answered");
    cover!(
        choose,
        answered == Err(Error::BufferTooSmall),
        "too little memory"
    );
}
engines!(what_is_paid_for_is_answered: exhaust_what_is_paid_for_is_answered (1920 cases),
         prop_what_is_paid_for_is_answered, without Kani);

fn is_charged<A: Accounting>(ledger: &Ledger<A, 1>) -> bool {
    !ledger.entries().is_empty()
}

fn ask<'a>(
    curator: &mut Curator<Spy<'a>, SpyRng<'a>, Gaussian, 1>,
    question: u128,
    lengths: [usize; 6],
) -> Result<(), Error> {
    let domain = &Domain::new(&LEVELS).expect("two leaves");
    let share = MuSquared::from_units(1 << 112);
    let [mut one, mut two, mut three] =
        [lengths[0], lengths[1], lengths[2]].map(|length| vec![0; length]);
    let mut answers = vec![0; lengths[3]];
    match question {
        0 => {
            let (scratch, noisy) = table_lengths(lengths);
            one.resize(scratch, 0);
            answers.resize(noisy, 0);
            let table = curator.table(domain, &set(&[0, 1]), share, &mut one, &mut answers);
            table.map(drop)
        }
        1 => {
            let candidate = |variables: &[u8]| Candidate {
                variables: set(variables),
                handicap: 1,
                weight: NonZeroU32::MIN,
            };
            let candidates = [candidate(&[1]), candidate(&[0, 1])];
            let mut expectations = [vec![1_i64; 2], vec![0; 4]];
            if lengths[1] != AMPLE {
                expectations[1].resize(lengths[1], 0);
            }
            let mut offered = vec![0; lengths[2]];
            let scratch = DistanceScratch {
                counts: &mut one,
                scores: &mut answers,
                offered: &mut offered,
                allowed: &mut [true; 2],
            };
            let compared = Compared {
                candidates: &candidates,
                expectations: &expectations,
                most_weight: NonZeroU32::MIN,
            };
            let chosen = &mut [0];
            let made = curator.farthest(domain, compared, share, scratch, &mut |_, _| {}, chosen);
            made.map(drop)
        }
        _ => {
            let mut scores = vec![0; if lengths[3] == AMPLE { 1 } else { lengths[3] }];
            let scratch = ScoreScratch {
                scores: &mut scores,
                leaf_cells: &mut one,
                level_cells: &mut two,
                margins: &mut three,
            };
            let scored = curator.pair_scores(domain, 4, share, scratch, &mut || {});
            scored.map(drop)
        }
    }
}

fn ask_pure<'a>(
    curator: &mut Curator<Spy<'a>, SpyRng<'a>, Pure, 1>,
    question: u128,
    lengths: [usize; 6],
) -> Result<(), Error> {
    let domain = &Domain::new(&LEVELS).expect("two leaves");
    let share = PureEpsilon::from_units(1 << 44);
    let [mut cells, mut joint, mut margins] =
        [lengths[0], lengths[1], lengths[2]].map(|length| vec![0; length]);
    let mut answers = vec![0; lengths[3]];
    if question == 3 {
        let (scratch, noisy) = table_lengths(lengths);
        cells.resize(scratch, 0);
        answers.resize(noisy, 0);
        let table = curator.table(domain, &set(&[0, 1]), share, &mut cells, &mut answers);
        return table.map(drop);
    }
    let mut scratch = SelectScratch {
        scores: &mut answers,
        order: &mut vec![0; lengths[4]],
        cells: &mut cells,
        joint: &mut joint,
        margins: &mut margins,
        states: &mut vec![State::default(); lengths[5]],
    };
    let node = |child, parents: &[u8]| Node {
        child: Variable(child),
        parents: set(parents),
    };
    let (score, law) = match question {
        4 => (Score::F, SelectionLaw::PermuteAndFlip),
        5 => (Score::F, SelectionLaw::Exponential),
        6 => (Score::R, SelectionLaw::PermuteAndFlip),
        _ => (Score::I, SelectionLaw::Exponential),
    };
    let choice = Choice {
        candidates: &[node(0, &[1]), node(1, &[0]), node(0, &[])],
        score,
        law,
    };
    let chosen = curator.select(domain, choice, share, &mut scratch, &mut || {});
    chosen.map(drop)
}

/// A table's memory is as long as the table, but for the one that has any length, or both: the second has no other
/// use here.
fn table_lengths(lengths: [usize; 6]) -> (usize, usize) {
    let exact = |length: usize| if length == AMPLE { 4 } else { length };
    if lengths[1] == AMPLE {
        (exact(lengths[0]), exact(lengths[3]))
    } else {
        (lengths[1], lengths[1])
    }
}

/// Enough for any of these questions.
const AMPLE: usize = 16;
/// Two values each.
const LEVELS: [Level; 2] = [Level::leaf(0, 2), Level::leaf(1, 2)];
