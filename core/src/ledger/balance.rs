//! A total and what was spent of it: the arithmetic of a ledger, apart so that it can be proved.
//!
//! Proved: `charge_is_atomic`, `spending_never_passes_the_total`, for every total, charge and state.
//! Tested: `spending_never_wraps`.

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::privacy::{MuSquared, PureEpsilon};

    /// A sum beyond the largest number is refused, and not what is left of it.
    #[test]
    fn spending_never_wraps() {
        fn assert_full<L: Loss>(units: impl Fn(u8) -> L, most: L) {
            let all_but_one = most.checked_sub(units(1)).unwrap();
            let nearly = Balance::new(most).after(all_but_one).unwrap();
            assert!(nearly.after(units(1)).is_ok());
            for cost in [units(2), all_but_one, most] {
                assert_eq!(nearly.after(cost), Err(L::over_budget(cost, units(1))));
            }
        }
        let pure = |units: u8| PureEpsilon::from_units(units.into());
        assert_full(pure, PureEpsilon::from_units(u64::MAX));
        let gaussian = |units: u8| MuSquared::from_units(units.into());
        assert_full(gaussian, MuSquared::from_units(u128::MAX));
    }
}
