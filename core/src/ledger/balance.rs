//! A total and what was spent of it: the arithmetic of a ledger, apart so that it can be proved.

use crate::Error;
use crate::privacy::Loss;

/// Invariant: spent ≤ total, and total never changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Balance<L> {
    total: L,
    spent: L,
}

impl<L: Loss> Balance<L> {
    /// Nothing spent yet.
    pub const fn new(total: L) -> Self {
        Self {
            total,
            spent: L::ZERO,
        }
    }

    /// The balance after one more charge. Refused where it does not fit.
    pub fn after(self, cost: L) -> Result<Self, Error> {
        match self.spent.checked_add(cost) {
            Some(spent) if spent <= self.total => Ok(Self { spent, ..self }),
            _ => Err(L::over_budget(cost, self.left())),
        }
    }

    /// What was fixed in advance.
    pub const fn total(self) -> L {
        self.total
    }

    /// The sum of the accepted charges.
    pub const fn spent(self) -> L {
        self.spent
    }

    /// What can still be spent.
    pub fn left(self) -> L {
        // spent ≤ total, so the difference exists.
        self.total.checked_sub(self.spent).unwrap_or(L::ZERO)
    }
}
