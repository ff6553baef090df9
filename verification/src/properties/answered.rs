//! Answers: what is paid for is answered, whatever memory is lent.

use core::num::NonZeroU32;

use privet_core::Error;
use privet_core::bayes::network::Node;
use privet_core::counts::MostRows;
use privet_core::curator::{
    Candidate, Choice, Compared, Curator, DistanceScratch, PartsScratch, ScoreScratch,
    SelectScratch, SelectionLaw,
};
use privet_core::domain::{Domain, Level};
use privet_core::ledger::{Accounting, Gaussian, Ledger, Pure};
use privet_core::neighbours::Neighbours;
use privet_core::parts::{AskedParts, Parts};
use privet_core::privacy::{MuSquared, PureEpsilon};
use privet_core::score::{Score, State};
use privet_core::variables::Variable;

use crate::engines::{Bounds, Choices};
use crate::shapes::{Stream, set};
use crate::spies::{Lie, Notes, Spy, SpyRng};
use crate::{cover, engines};

/// A question is refused before it is paid for, or it is answered: memory that is too small is never found out
/// after the charge. And where the number of rows is private, whether and why a question is refused does not depend on it: a table
/// of any other number, with the same memory, is refused in the same way.
/// Bound: one of the buffers has any length up to 9 and the others are ample, two attributes of two values, at most
/// three rows and any two numbers of them (random: 2^20), which decide what the score F needs.
pub fn what_is_paid_for_is_answered(choose: &mut impl Choices) {
    let question = choose.number(Bounds::all(8));
    let neighbours = if choose.flag() {
        Neighbours::Replace
    } else {
        Neighbours::AddRemove {
            rows: NonZeroU32::MIN,
        }
    };
    let most = choose.number64(Bounds::small_or(3, 1 << 20));
    let [rows, others] = [0; 2].map(|_: u8| choose.number64(Bounds::all(most.into())));
    let mut lengths = [AMPLE; 6];
    let short = choose.number32(Bounds::all(5)) as usize;
    lengths[short] = choose.number32(Bounds::all(9)) as usize;
    let lent = Lent {
        neighbours,
        most_rows: MostRows::new(most).expect("few rows"),
        lengths,
    };
    let answered = lent.answer_to(question, rows);
    if neighbours != Neighbours::Replace {
        let of_others = lent.answer_to(question, others);
        assert_eq!(answered, of_others, "{rows} rows, or {others}");
    }
    cover!(choose, answered.is_ok(), "answered");
    cover!(
        choose,
        answered == Err(Error::BufferTooSmall),
        "too little memory"
    );
    cover!(
        choose,
        answered == Err(Error::BufferTooSmall) && question == 5 && short == 5 && rows != others,
        "too little memory for the most rows"
    );
}
engines!(what_is_paid_for_is_answered: exhaust_what_is_paid_for_is_answered (32_400 cases),
         prop_what_is_paid_for_is_answered, without Kani);

/// What a question is asked with, apart from the table.
struct Lent {
    neighbours: Neighbours,
    most_rows: MostRows,
    lengths: [usize; 6],
}

impl Lent {
    /// Asked of a table of so many rows; what is answered was paid for, and nothing else.
    fn answer_to(&self, question: u128, rows: u64) -> Result<(), Error> {
        let &Self {
            neighbours,
            most_rows,
            lengths,
        } = self;
        let notes = &Notes::default();
        let lie = Lie::None;
        let source = Spy { rows, lie, notes };
        let stream = Stream(rows);
        let rng = SpyRng { stream, notes };
        let (answered, paid) = if question < 4 {
            let ledger: Ledger<Gaussian, 1> = Ledger::new(MuSquared::from_units(1 << 112));
            let curator = Curator::new(source, most_rows, neighbours, ledger, rng);
            let mut curator = curator.expect("no more rows than there may be");
            let answered = ask(&mut curator, question, lengths);
            (answered, is_charged(curator.ledger()))
        } else {
            let ledger: Ledger<Pure, 1> = Ledger::new(PureEpsilon::from_units(1 << 44));
            let curator = Curator::new(source, most_rows, neighbours, ledger, rng);
            let mut curator = curator.expect("no more rows than there may be");
            let answered = ask_pure(&mut curator, question, lengths);
            (answered, is_charged(curator.ledger()))
        };
        assert_eq!(answered.is_ok(), paid, "{answered:?}");
        answered
    }
}

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
        2 => {
            let exact = |length: usize| if length == AMPLE { 4 } else { length };
            let (mut margin, mut noisy) = (vec![0; exact(lengths[1])], vec![0; exact(lengths[3])]);
            one.resize(exact(lengths[0]), 0);
            let scratch = PartsScratch {
                counts: &mut one,
                margin: &mut margin,
            };
            let interaction = Parts::new([3]).expect("a part of two variables");
            let asked = AskedParts::new(domain, &set(&[0, 1]), interaction);
            let asked = asked.expect("a small table");
            let parts = curator.parts(domain, &asked, share, scratch, &mut noisy);
            parts.map(drop)
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
    if question == 4 {
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
        5 => (Score::F, SelectionLaw::PermuteAndFlip),
        6 => (Score::F, SelectionLaw::Exponential),
        7 => (Score::R, SelectionLaw::PermuteAndFlip),
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
