//! All values at once, for Kani.

use super::{Bounds, Choices};

/// Every choice is a fresh symbolic number within its bound.
#[derive(Debug)]
pub struct Symbolic;

impl Choices for Symbolic {
    fn number(&mut self, bounds: Bounds) -> u128 {
        let number = kani::any();
        kani::assume(number <= bounds.symbolic);
        number
    }

    // The bounds are shared by the three engines; a narrower type keeps the solver's terms small.
    fn number64(&mut self, bounds: Bounds) -> u64 {
        let number: u64 = kani::any();
        kani::assume(u128::from(number) <= bounds.symbolic);
        number
    }

    fn number32(&mut self, bounds: Bounds) -> u32 {
        let number: u32 = kani::any();
        kani::assume(u128::from(number) <= bounds.symbolic);
        number
    }

    fn number16(&mut self, bounds: Bounds) -> u16 {
        let number: u16 = kani::any();
        kani::assume(u128::from(number) <= bounds.symbolic);
        number
    }

    fn flag(&mut self) -> bool {
        kani::any()
    }

    // `cover!` has told Kani already.
    fn cover(&mut self, _condition: bool, _label: &'static str) {}
}
