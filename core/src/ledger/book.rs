//! The ledger itself: a balance with an entry for every accepted charge.
//!
//! Proved: in part `charges_are_booked_or_refused`: entry and balance move together or neither does, for every amount
//! in a book of two places.
//! Tested: `a_full_ledger_refuses_and_spends_nothing`; `shared_reference_points` and `the_whole_certified_range` for
//! `Ledger::for_guarantee`, which calibrates with floats.
//! Assumed: nothing: that a charge buys one answer holds by type, as `Paid::redeem` consumes what is not `Clone`.

use super::{Accounting, Balance, Gaussian, Law, LawRecord};
use crate::Error;
use crate::calibration::calibrate;
use crate::parts::AskedParts;
use crate::privacy::{Delta, Epsilon};
use crate::variables::VariableSet;

/// What was asked of the data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The number of rows.
    Size,
    /// The dependence scores of pairs of variables.
    PairScores,
    /// The table of counts over these variables.
    Table(VariableSet),
    /// Some parts of that table.
    Parts(AskedParts),
    /// Which of so many tables is farthest from a model of it.
    Farthest {
        /// The tables that could be chosen.
        candidates: u32,
    },
    /// A choice among candidates.
    Selection,
    /// Rows of the synthetic table, over these variables.
    Rows(VariableSet),
}

/// One accepted charge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry<L> {
    /// What was asked.
    pub purpose: Purpose,
    /// How it was answered.
    pub law: LawRecord,
    /// What it cost.
    pub loss: L,
}

/// A privacy filter with room for `ENTRIES` charges.
#[derive(Debug)]
pub struct Ledger<A: Accounting, const ENTRIES: usize> {
    balance: Balance<A::Loss>,
    entries: Entries<A::Loss, ENTRIES>,
}

/// A thousand entries are hundreds of kilobytes, and a ledger moves into its curator and out of it: with a heap they stay
/// where they are, and stacks stay small.
#[cfg(feature = "alloc")]
type Entries<L, const ENTRIES: usize> = alloc::boxed::Box<heapless::Vec<Entry<L>, ENTRIES>>;
#[cfg(not(feature = "alloc"))]
type Entries<L, const ENTRIES: usize> = heapless::Vec<Entry<L>, ENTRIES>;

impl<A: Accounting, const ENTRIES: usize> Ledger<A, ENTRIES> {
    /// Fixes the total, and has the memory for all entries.
    pub fn new(total: A::Loss) -> Self {
        Self {
            balance: Balance::new(total),
            entries: Entries::default(),
        }
    }

    /// Pays for one answer. Refused, and nothing changed: a charge that does not fit, or an entry too many.
    pub fn charge<L: Law<A>>(&mut self, purpose: Purpose, law: L) -> Result<Paid<L>, Error> {
        let loss = law.loss_up()?;
        let balance = self.balance.after(loss)?;
        let entry = Entry {
            purpose,
            law: law.record(),
            loss,
        };
        self.entries.push(entry).map_err(|_| Error::LedgerFull)?;
        self.balance = balance;
        Ok(Paid(law))
    }

    /// The total and what was spent of it.
    pub const fn balance(&self) -> Balance<A::Loss> {
        self.balance
    }

    /// The accepted charges, in order.
    pub fn entries(&self) -> &[Entry<A::Loss>] {
        &self.entries
    }
}

impl<const ENTRIES: usize> Ledger<Gaussian, ENTRIES> {
    /// The ledger whose total is what (ε, δ) allows.
    pub fn for_guarantee(epsilon: Epsilon, delta: Delta) -> Result<Self, Error> {
        Ok(Self::new(calibrate(epsilon, delta)?.mu_squared))
    }
}

/// A charge that was accepted. Made only by [`Ledger::charge`], consumed by the one answer it
/// buys; not `Clone`.
#[must_use = "budget was spent"]
#[derive(Debug)]
pub struct Paid<L>(L);

impl<L> Paid<L> {
    /// Hands the law to its sampler.
    pub(crate) fn redeem(self) -> L {
        self.0
    }
}
