//! One question to a curator: about whom, of which source, and what it may leave behind. For properties about who
//! pays first.

use core::cell::Cell;
use core::num::NonZeroU32;

use privet_core::Error;
use privet_core::counts::{MOST_ROWS, MostRows};
use privet_core::curator::Curator;
use privet_core::domain::Level;
use privet_core::ledger::{Accounting, LawRecord, Ledger};
use privet_core::neighbours::Neighbours;
use privet_core::privacy::{Loss, MuSquared, PureEpsilon, Sensitivity, SquaredSensitivity};
use privet_core::variables::{Variable, VariableSet};

use crate::engines::{Bounds, Choices};
use crate::spies::{Dry, Source, SourceKind};

/// Whom a question is about, and who answers it.
#[derive(Debug)]
pub struct Scene {
    pub neighbours: Neighbours,
    pub rows: u64,
    pub kind: SourceKind,
    pub asked: Cell<u32>,
    pub drawn: Cell<u32>,
}

impl Scene {
    /// The rows of one person: any number. Zero stands for a changed row.
    pub const PERSONS: Bounds = Bounds::small_or(3, u32::MAX as u128);
    /// The same, for Kani up to seven: where a product is declared, the solver would have to see that two multipliers are
    /// equal. That the declared product is right has a claim of its own, proved for numbers of 16 bits.
    pub const SMALL_PERSONS: Bounds = Self::PERSONS.symbolic(7);

    /// Of as many rows a person as `persons` allows, and a source of one of these kinds, numbered in the order of
    /// [`SourceKind`].
    pub fn any(choose: &mut impl Choices, persons: Bounds, kinds: Bounds) -> Self {
        let rows_of_one = choose.number32(persons);
        Self {
            neighbours: match NonZeroU32::new(rows_of_one) {
                Some(rows) => Neighbours::AddRemove { rows },
                None => Neighbours::Replace,
            },
            rows: choose.number64(Bounds::small_or(2, MOST_ROWS.into())),
            kind: SourceKind::from_number(choose.number(kinds)),
            asked: Cell::new(0),
            drawn: Cell::new(0),
        }
    }

    pub fn curator<A: Accounting>(
        &self,
        ledger: Ledger<A, 1>,
    ) -> Curator<Source<'_>, Dry<'_>, A, 1> {
        let source = Source {
            rows: self.rows,
            kind: self.kind,
            asked: &self.asked,
        };
        let curator = Curator::new(
            source,
            MostRows::LARGEST,
            self.neighbours,
            ledger,
            Dry(&self.drawn),
        );
        self.asked.set(0); // the curator counts the rows once
        curator.expect("not too many rows")
    }

    /// Whether one charge was accepted, within the total; else none was.
    pub fn is_paid<A: Accounting>(&self, ledger: &Ledger<A, 1>) -> bool {
        let (spent, paid) = (ledger.balance().spent(), ledger.entries().len() == 1);
        assert!(spent <= ledger.balance().total());
        assert!(paid == (spent > A::Loss::ZERO));
        paid
    }

    /// The same for a question that is never answered here, since there is no noise.
    pub fn assert_paid_first<A: Accounting>(
        &self,
        ledger: &Ledger<A, 1>,
        answered: Result<(), Error>,
    ) -> bool {
        let paid = self.is_paid(ledger);
        assert!(answered.is_err());
        assert!(paid == (self.asked.get() > 0));
        assert!(self.drawn.get() == u32::from(paid && self.kind == SourceKind::Answers));
        paid
    }

    /// The same for the size, which is told as it is where it is public.
    pub fn assert_size_is_paid_first<A: Accounting>(
        &self,
        ledger: &Ledger<A, 1>,
        answered: Result<u64, Error>,
    ) -> bool {
        let paid = self.is_paid(ledger);
        assert!(!(paid && self.is_public()));
        assert!(if self.is_public() {
            answered == Ok(self.rows)
        } else {
            answered.is_err()
        });
        assert!(self.drawn.get() == u32::from(paid));
        assert!(self.is_public() || paid == (self.asked.get() > 0));
        paid
    }

    /// Whether the number of rows is.
    pub fn is_public(&self) -> bool {
        self.neighbours == Neighbours::Replace
    }

    /// The declared L1 of a table.
    pub fn l1(&self) -> u64 {
        match self.neighbours {
            Neighbours::AddRemove { rows } => rows.get().into(),
            Neighbours::Replace => 2,
        }
    }

    /// The declared squared L2 of a table.
    pub fn squared(&self) -> SquaredSensitivity {
        match self.neighbours {
            Neighbours::AddRemove { .. } => squared(self.l1()),
            Neighbours::Replace => SquaredSensitivity::TWO,
        }
    }

    /// By how much a pair score may move.
    pub fn score_moves(&self) -> u64 {
        match self.neighbours {
            Neighbours::AddRemove { .. } => 2 * self.l1(),
            Neighbours::Replace => 3,
        }
    }
}

/// Of one answer that moves by at most so much.
pub fn squared(moves: u64) -> SquaredSensitivity {
    let each = Sensitivity::new(moves).expect("it was charged");
    SquaredSensitivity::of_each(NonZeroU32::MIN, each)
}

/// The law of the one entry.
pub fn law<A: Accounting>(ledger: &Ledger<A, 1>) -> Option<LawRecord> {
    ledger.entries().first().map(|entry| entry.law)
}

/// Wiped where something was paid for, and else untouched.
pub fn assert_left(paid: bool, lent: &[u64]) {
    let left = if paid { 0 } else { DIRT };
    for count in lent {
        assert!(*count == left);
    }
}

pub fn assert_answers_left(paid: bool, lent: &[i64]) {
    let left = if paid { 0 } else { DIRT.cast_signed() };
    for answer in lent {
        assert!(*answer == left);
    }
}

pub fn both() -> VariableSet {
    VariableSet::new(&[Variable(0), Variable(1)]).expect("two variables")
}

/// μ² of 2^−72 or more, up to one. For Kani one share: what is made of it is replaced by anything.
pub fn any_share(choose: &mut impl Choices) -> MuSquared {
    MuSquared::from_units(1 << (40 + choose.number32(Bounds::small_or(2, 72).symbolic(0))))
}

/// Around the share's charge, and anything.
pub fn any_total(choose: &mut impl Choices) -> MuSquared {
    let units = choose.number(Bounds::small_or(2, u128::MAX));
    MuSquared::from_units(match units {
        1 => (1 << 40) - 1,
        2 => 1 << 41,
        any => any,
    })
}

/// ε from nothing to two magnitudes, and anything.
pub fn any_pure(choose: &mut impl Choices) -> PureEpsilon {
    let units = choose.number64(Bounds::small_or(3, u64::MAX.into()));
    PureEpsilon::from_units(match units {
        2 => 1 << 38,
        3 => 1 << 40,
        any => any,
    })
}

/// What stands in lent memory beforehand.
pub const DIRT: u64 = 77;
/// Two values each.
pub const LEVELS: [Level; 2] = [Level::leaf(0, 2), Level::leaf(1, 2)];
