//! All values at once, for Kani.

use super::{Bounds, Choices};

/// Every choice is a fresh symbolic number within its bound, in wide proofs within the wider one.
#[derive(Debug)]
pub struct Symbolic<const WIDE: bool>;

impl<const WIDE: bool> Symbolic<WIDE> {
    const fn bound(bounds: Bounds) -> u128 {
        if WIDE { bounds.wide } else { bounds.symbolic }
    }
}

impl<const WIDE: bool> Choices for Symbolic<WIDE> {
    fn number(&mut self, bounds: Bounds) -> u128 {
        let number = fresh(Self::bound(bounds));
        kani::assume(number <= Self::bound(bounds));
        number
    }

    // The bounds are shared by the engines; a narrower type keeps the solver's terms small.
    #[allow(clippy::cast_possible_truncation)]
    fn number64(&mut self, bounds: Bounds) -> u64 {
        let number = fresh(Self::bound(bounds)) as u64;
        kani::assume(u128::from(number) <= Self::bound(bounds));
        number
    }

    #[allow(clippy::cast_possible_truncation)]
    fn number32(&mut self, bounds: Bounds) -> u32 {
        let number = fresh(Self::bound(bounds)) as u32;
        kani::assume(u128::from(number) <= Self::bound(bounds));
        number
    }

    #[allow(clippy::cast_possible_truncation)]
    fn number16(&mut self, bounds: Bounds) -> u16 {
        let number = fresh(Self::bound(bounds)) as u16;
        kani::assume(u128::from(number) <= Self::bound(bounds));
        number
    }

    fn flag(&mut self) -> bool {
        kani::any()
    }

    // `cover!` has told Kani already.
    fn cover(&mut self, _condition: bool, _label: &'static str) {}
}

/// Any number of as many bits as the bound has, rounded up to a type: bits that are zero by
/// construction cost the solver nothing. With a bound of zero it is a constant, so that what depends
/// on it alone is computed and not solved for.
fn fresh(bound: u128) -> u128 {
    if bound == 0 {
        0
    } else if bound < 1 << 4 {
        u128::from(kani::any::<u8>() & 0xf)
    } else if bound < 1 << 8 {
        kani::any::<u8>().into()
    } else if bound < 1 << 16 {
        kani::any::<u16>().into()
    } else if bound < 1 << 32 {
        kani::any::<u32>().into()
    } else if bound < 1 << 64 {
        kani::any::<u64>().into()
    } else {
        kani::any()
    }
}
