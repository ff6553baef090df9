//! Curation: the curator pays before it reads, and what goes wrong leaves nothing behind.

use core::num::NonZeroU32;

use privet_core::Error;
use privet_core::bayes::network::Node;
use privet_core::counts::MostRows;
use privet_core::curator::{
    Candidate, Choice, Compared, Curator, DistanceScratch, ScoreScratch, SelectScratch,
    SelectionLaw, pairs_of,
};
use privet_core::domain::{Domain, Level};
use privet_core::ledger::{Accounting, Gaussian, Ledger, Pure};
use privet_core::neighbours::Neighbours;
use privet_core::privacy::{Loss, MuSquared, PureEpsilon};
use privet_core::score::{Score, State};
use privet_core::variables::Variable;

use crate::engines::{Bounds, Choices};
use crate::shapes::{Stream, set};
use crate::spies::{Lie, Notes, Spy, SpyRng};
use crate::{cover, engines};

/// A refused charge, be the share too small for any noise or the total for the charge, asks the source
/// for nothing, draws no randomness, spends nothing and leaves no entry. An accepted one is paid
/// even where the source then fails: the charge comes first. A source whose counts do not add up
/// to its rows is refused, and every buffer that held a count is wiped.
/// Bound: three queries with Gaussian noise, a choice of the farthest table, and three pure ones, shares
/// and totals of two magnitudes (random: every number), two rows (random: 2^20) of which none, one, or one
/// too many is counted.
pub fn curator_pays_before_it_reads(choose: &mut impl Choices) {
    let query = Query::any(choose);
    let share = any_loss(choose);
    let total = any_loss(choose);
    let rows = choose.number64(Bounds::small_or(2, 1 << 20));
    let lie = Lie::any(choose);
    let neighbours = if choose.flag() {
        Neighbours::Replace
    } else {
        Neighbours::AddRemove {
            rows: NonZeroU32::MIN,
        }
    };
    let notes = &Notes::default();
    let source = Spy { rows, lie, notes };
    let stream = Stream(rows);
    let rng = SpyRng { stream, notes };
    let mut lent = Lent {
        raw: [DIRT; 24],
        answers: [DIRT.cast_signed(); 6],
    };
    let (answered, paid) = if query.is_pure() {
        let (share, total) = (pure(share), pure(total));
        let ledger: Ledger<Pure, 4> = Ledger::new(total);
        let mut curator =
            Curator::new(source, MostRows::LARGEST, neighbours, ledger, rng).expect("few rows");
        notes.forget();
        let answered = ask_pure(&mut curator, query, share, &mut lent);
        (answered, is_paid(curator.ledger(), share))
    } else {
        let (share, total) = (MuSquared::from_units(share), MuSquared::from_units(total));
        let ledger: Ledger<Gaussian, 4> = Ledger::new(total);
        let mut curator =
            Curator::new(source, MostRows::LARGEST, neighbours, ledger, rng).expect("few rows");
        notes.forget();
        let answered = ask(&mut curator, query, share, &mut lent);
        (answered, is_paid(curator.ledger(), share))
    };

    let is_size = matches!(query, Query::Size | Query::PureSize);
    let public = is_size && neighbours == Neighbours::Replace;
    if !paid {
        assert_eq!(notes.draws(), 0, "noise that was not paid for");
        assert!(
            public || notes.readings() == 0,
            "counts that were not paid for"
        );
        assert!(public || answered.is_err());
    }
    match answered {
        Ok(()) => assert!(public || (lie == Lie::None || is_size) && notes.draws() > 0),
        Err(Error::CountsDisagree) => assert!(paid && matches!(lie, Lie::OneMore | Lie::TooMany)),
        Err(Error::BadColumns) => assert!(paid && lie == Lie::Fails),
        Err(_) => assert!(!paid),
    }
    let (raw, answers) = query.places();
    let left = if paid { 0 } else { DIRT };
    assert!(lent.raw[..raw].iter().all(|&count| count == left));
    // The scores of a selection are private, and wiped whatever comes of it.
    if answered.is_err() || matches!(query, Query::Selection | Query::Farthest) {
        let left = left.cast_signed();
        assert!(lent.answers[..answers].iter().all(|&answer| answer == left));
    }
    assert!(answered.is_ok() || notes.draws() == 0);
    cover!(
        choose,
        matches!(answered, Err(Error::OverBudget { .. })),
        "over budget"
    );
    cover!(
        choose,
        matches!(answered, Err(Error::OverPureBudget { .. })),
        "over a pure budget"
    );
    cover!(
        choose,
        matches!(
            answered,
            Err(Error::ShareOutOfRange | Error::SigmaOutOfRange | Error::ScaleOutOfRange)
        ),
        "no share"
    );
    cover!(
        choose,
        answered == Err(Error::CountsDisagree),
        "broken counts"
    );
    cover!(
        choose,
        answered.is_ok() && query == Query::PairScores,
        "scores"
    );
    cover!(
        choose,
        answered.is_ok() && query == Query::Selection,
        "a choice"
    );
    cover!(
        choose,
        answered.is_ok() && query == Query::Farthest,
        "a farthest table"
    );
}
engines!(curator_pays_before_it_reads: exhaust_curator_pays_before_it_reads (2688 cases),
         prop_curator_pays_before_it_reads, without Kani);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Query {
    Size,
    Table,
    PairScores,
    PureSize,
    PureTable,
    Farthest,
    Selection,
}

impl Query {
    fn any(choose: &mut impl Choices) -> Self {
        match choose.number(Bounds::all(6)) {
            0 => Self::Size,
            1 => Self::Table,
            2 => Self::PairScores,
            3 => Self::PureSize,
            4 => Self::PureTable,
            5 => Self::Farthest,
            _ => Self::Selection,
        }
    }

    /// How many places for counts and for answers it is lent.
    fn places(self) -> (usize, usize) {
        match self {
            Self::Size | Self::PureSize => (0, 0),
            Self::Table | Self::PureTable => (6, 6),
            Self::PairScores => (20, pairs_of(2)),
            Self::Farthest => (6, 4),
            Self::Selection => (24, 2),
        }
    }

    fn is_pure(self) -> bool {
        matches!(self, Self::PureSize | Self::PureTable | Self::Selection)
    }
}

/// Whether one charge was accepted, within share and total; else none was.
fn is_paid<A: Accounting>(ledger: &Ledger<A, 4>, share: A::Loss) -> bool {
    let (balance, entries) = (ledger.balance(), ledger.entries().len());
    let spent = balance.spent();
    let paid = entries == 1 && spent > A::Loss::ZERO && spent <= balance.total() && spent <= share;
    assert!(paid || (entries == 0 && spent == A::Loss::ZERO));
    paid
}

/// What the curator is lent: places for true counts, and those for answers.
struct Lent {
    raw: [u64; 24],
    answers: [i64; 6],
}

fn ask<'a>(
    curator: &mut Curator<Spy<'a>, SpyRng<'a>, Gaussian, 4>,
    query: Query,
    share: MuSquared,
    lent: &mut Lent,
) -> Result<(), Error> {
    let domain = &Domain::new(&LEVELS).expect("two leaves");
    match query {
        Query::Size => curator.size(share).map(drop),
        Query::Table => {
            let scratch = &mut lent.raw[..6];
            let set = set(&[0, 1]);
            let table = curator.table(domain, &set, share, scratch, &mut lent.answers);
            table.map(drop)
        }
        Query::Farthest => {
            let candidate = |variables: &[u8], handicap| Candidate {
                variables: set(variables),
                handicap,
                weight: NonZeroU32::MIN,
            };
            let candidates = [candidate(&[0, 1], 1), candidate(&[1], 0)];
            let expectations = [&[1_i64, 0, 0, 2, 0, 0][..], &[3, 0]];
            let (scores, offered) = lent.answers[..4].split_at_mut(2);
            let scratch = DistanceScratch {
                counts: &mut lent.raw[..6],
                scores,
                offered,
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
            let (leaf_cells, rest) = lent.raw[..20].split_at_mut(6);
            let (level_cells, margins) = rest.split_at_mut(6);
            let scratch = ScoreScratch {
                scores: &mut lent.answers[..pairs_of(2)],
                leaf_cells,
                level_cells,
                margins,
            };
            let scores = curator.pair_scores(domain, 6, share, scratch, &mut || {});
            scores.map(drop)
        }
    }
}

fn ask_pure<'a>(
    curator: &mut Curator<Spy<'a>, SpyRng<'a>, Pure, 4>,
    query: Query,
    share: PureEpsilon,
    lent: &mut Lent,
) -> Result<(), Error> {
    let domain = &Domain::new(&LEVELS).expect("two leaves");
    match query {
        Query::PureSize => curator.size(share).map(drop),
        Query::PureTable => {
            let scratch = &mut lent.raw[..6];
            let set = set(&[0, 1]);
            let table = curator.table(domain, &set, share, scratch, &mut lent.answers);
            table.map(drop)
        }
        _ => {
            let (cells, rest) = lent.raw.split_at_mut(8);
            let (joint, margins) = rest.split_at_mut(8);
            let mut scratch = SelectScratch {
                scores: &mut lent.answers[..2],
                order: &mut [77; 2],
                cells,
                joint,
                margins,
                states: &mut [State::default(); 8],
            };
            let node = |child, parents: &[u8]| Node {
                child: Variable(child),
                parents: set(parents),
            };
            let choice = Choice {
                candidates: &[node(0, &[1]), node(1, &[0])],
                score: Score::R,
                law: SelectionLaw::PermuteAndFlip,
            };
            let chosen = curator.select(domain, choice, share, &mut scratch, &mut || {});
            assert_eq!(
                scratch.order.iter().all(|&place| place == 0),
                scratch.cells[0] == 0
            );
            chosen.map(drop)
        }
    }
}

/// The same magnitudes for a pure budget.
fn pure(units: u128) -> PureEpsilon {
    let units = match units {
        few @ (0 | 1) => few,
        many => many >> 72,
    };
    PureEpsilon::from_units(u64::try_from(units).unwrap_or(u64::MAX))
}

/// Too small to be worth a σ, and the μ² of some noise.
fn any_loss(choose: &mut impl Choices) -> u128 {
    let units = choose.number(Bounds::small_or(3, u128::MAX));
    match units {
        0 | 1 => units,
        2 => 1 << 100,
        3 => 1 << 112,
        any => any,
    }
}

/// What stands in lent memory beforehand.
const DIRT: u64 = 77;
/// Three values and two.
const LEVELS: [Level; 2] = [Level::leaf(0, 3), Level::leaf(1, 2)];
