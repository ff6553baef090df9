//! Curation: the curator pays before it reads, and what goes wrong leaves nothing behind.

use core::cell::Cell;
use core::convert::Infallible;

use privet_core::Error;
use privet_core::counts::Counts;
use privet_core::curator::{Curator, ScoreRoom, pairs_of};
use privet_core::domain::{Domain, Level};
use privet_core::ledger::{Gaussian, Ledger};
use privet_core::neighbours::Neighbours;
use privet_core::privacy::{Loss, MuSquared};
use privet_core::variables::VariableSet;
use rand_core::{TryCryptoRng, TryRng};

use crate::engines::{Bounds, Choices};
use crate::shapes::{Stream, leaf, set};
use crate::{cover, engines};

/// A refused charge, be the share too small for any σ or the total for the charge, asks the source
/// for nothing, draws no randomness, spends nothing and leaves no entry. An accepted one is paid
/// even where the source then fails: the charge comes first. A source whose counts do not add up
/// to its rows is refused, and every buffer that held a count is wiped.
/// Bound: three queries, shares and totals of two magnitudes (random: every `u128`), two rows
/// (random: 2^20) of which none, one, or one too many is counted.
pub fn curator_pays_before_it_reads(choose: &mut impl Choices) {
    let query = choose.number(Bounds::all(2));
    let share = any_loss(choose);
    let total = any_loss(choose);
    let rows = choose.number64(Bounds::small_or(2, 1 << 20));
    let lie = match choose.number(Bounds::all(3)) {
        0 => Lie::None,
        1 => Lie::OneMore,
        2 => Lie::TooMany,
        _ => Lie::Fails,
    };
    let neighbours = if choose.flag() {
        Neighbours::Replace
    } else {
        Neighbours::AddRemove {
            rows: core::num::NonZeroU32::MIN,
        }
    };
    let (asked, drawn) = (Cell::new(0), Cell::new(0));
    let source = Spy {
        rows,
        lie,
        asked: &asked,
    };
    let rng = SpyRng(Stream(rows), &drawn);
    let ledger: Ledger<Gaussian, 4> = Ledger::new(total);
    let mut curator = Curator::new(source, neighbours, ledger, rng).expect("few rows");
    asked.set(0);

    let domain = Domain::new(&LEVELS).expect("two leaves");
    let mut lent = Lent {
        raw: [DIRT; 20],
        answers: [DIRT.cast_signed(); 6],
    };
    let answered = ask(&mut curator, &domain, query, share, &mut lent);

    let spent = curator.ledger().balance().spent();
    let entries = curator.ledger().entries().len();
    let public = query == 0 && neighbours == Neighbours::Replace;
    let paid = entries == 1 && spent > MuSquared::ZERO && spent <= total && spent <= share;
    assert!(paid || (entries == 0 && spent == MuSquared::ZERO));
    if !paid {
        assert_eq!(drawn.get(), 0, "noise that was not paid for");
        assert!(public || asked.get() == 0, "counts that were not paid for");
        assert!(public || answered.is_err());
    }
    match answered {
        Ok(()) => assert!(public || (lie == Lie::None || query == 0) && drawn.get() > 0),
        Err(Error::CountsDisagree) => assert!(paid && matches!(lie, Lie::OneMore | Lie::TooMany)),
        Err(Error::BadColumns) => assert!(paid && lie == Lie::Fails),
        Err(_) => assert!(!paid),
    }
    let (raw, answers) = match query {
        0 => (0, 0),
        1 => (6, 6),
        _ => (lent.raw.len(), pairs_of(2)),
    };
    let left = if paid { 0 } else { DIRT };
    assert!(lent.raw[..raw].iter().all(|&count| count == left));
    if answered.is_err() {
        assert_eq!(drawn.get(), 0);
        let left = left.cast_signed();
        assert!(lent.answers[..answers].iter().all(|&answer| answer == left));
    }
    cover!(
        choose,
        matches!(answered, Err(Error::OverBudget { .. })),
        "over budget"
    );
    cover!(
        choose,
        matches!(
            answered,
            Err(Error::ShareOutOfRange | Error::SigmaOutOfRange)
        ),
        "no share"
    );
    cover!(
        choose,
        answered == Err(Error::CountsDisagree),
        "broken counts"
    );
    cover!(choose, answered.is_ok() && query == 2, "scores");
}
engines!(curator_pays_before_it_reads: exhaust_curator_pays_before_it_reads (1152 cases),
         prop_curator_pays_before_it_reads, without Kani);

/// What the curator is lent: places for true counts, and those for answers.
struct Lent {
    raw: [u64; 20],
    answers: [i64; 6],
}

fn ask<'a>(
    curator: &mut Curator<Spy<'a>, SpyRng<'a>, Gaussian, 4>,
    domain: &Domain<'_>,
    query: u128,
    share: MuSquared,
    lent: &mut Lent,
) -> Result<(), Error> {
    match query {
        0 => curator.size(share).map(|_| ()),
        1 => {
            let room = &mut lent.raw[..6];
            curator
                .table(domain, &set(&[0, 1]), share, room, &mut lent.answers)
                .map(|_| ())
        }
        _ => {
            let (leaf_cells, rest) = lent.raw.split_at_mut(6);
            let (level_cells, margins) = rest.split_at_mut(6);
            let room = ScoreRoom {
                scores: &mut lent.answers[..pairs_of(2)],
                leaf_cells,
                level_cells,
                margins,
            };
            curator
                .pair_scores(domain, 6, share, room, &mut || {})
                .map(|_| ())
        }
    }
}

/// Too small to be worth a σ, and the μ² of some noise.
fn any_loss(choose: &mut impl Choices) -> MuSquared {
    let units = choose.number(Bounds::small_or(3, u128::MAX));
    MuSquared::from_units(match units {
        0 | 1 => units,
        2 => 1 << 100,
        3 => 1 << 112,
        any => any,
    })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lie {
    None,
    OneMore,
    TooMany,
    Fails,
}

/// Counts that note when they are asked for.
struct Spy<'a> {
    rows: u64,
    lie: Lie,
    asked: &'a Cell<u32>,
}

impl Counts for Spy<'_> {
    fn rows(&self) -> u64 {
        self.asked.set(self.asked.get() + 1);
        self.rows
    }

    fn count(&self, _: &Domain<'_>, _: &VariableSet, cells: &mut [u64]) -> Result<(), Error> {
        self.asked.set(self.asked.get() + 1);
        cells.fill(0);
        cells[0] = self.rows;
        match self.lie {
            Lie::None => {}
            Lie::OneMore => cells[1] = 1,
            // Some count in any case, so that a lie is one even without rows.
            Lie::TooMany => cells.fill(self.rows + 1),
            Lie::Fails => return Err(Error::BadColumns),
        }
        Ok(())
    }
}

/// Randomness that notes when it is drawn.
struct SpyRng<'a>(Stream, &'a Cell<u32>);

impl TryRng for SpyRng<'_> {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        self.1.set(self.1.get() + 1);
        self.0.try_next_u32()
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        self.1.set(self.1.get() + 1);
        self.0.try_next_u64()
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        self.1.set(self.1.get() + 1);
        self.0.try_fill_bytes(bytes)
    }
}

impl TryCryptoRng for SpyRng<'_> {}

/// What stands in lent memory beforehand.
const DIRT: u64 = 77;
/// Three values and two.
const LEVELS: [Level; 2] = [leaf(0, 3), leaf(1, 2)];
