//! A uniform number in [0, 1) whose digits are revealed only as far as a comparison needs.
//!
//! Tested: `the_coin_of_a_step_is_bracketed_by_every_string_of_bits`: each digit is drawn once and kept.

use core::cmp::Ordering;

use super::Failure;
use super::digits::Digits;

/// The digits seen so far; the rest are still undecided, and independent of all that happened.
///
/// The first digit is apart: it alone decides all but one comparison in 2^32.
#[derive(Debug)]
pub(crate) struct LazyUniform {
    first: u32,
    rest: heapless::Vec<u32, MOST_DIGITS>,
}

impl LazyUniform {
    /// Scratch space, to be renewed before use.
    pub(crate) const fn scratch() -> Self {
        Self {
            first: 0,
            rest: heapless::Vec::new(),
        }
    }

    /// Forgets the number: what follows is a new one.
    #[inline]
    pub(crate) fn renew<D: Digits>(&mut self, source: &mut D) -> Result<(), Failure> {
        self.begin(source.digit()?);
        Ok(())
    }

    /// Forgets the number: what follows is one with this first digit.
    pub(crate) fn begin(&mut self, first: u32) {
        self.first = first;
        self.rest.clear();
    }

    /// The first digit.
    pub(crate) const fn first(&self) -> u32 {
        self.first
    }

    /// The digit at this place after the point, revealed if need be. Places are asked for in
    /// order; past the last one the draw has failed (probability 2^−4352).
    pub(crate) fn digit<D: Digits>(
        &mut self,
        place: usize,
        source: &mut D,
    ) -> Result<u32, Failure> {
        let Some(place) = place.checked_sub(1) else {
            return Ok(self.first);
        };
        if let Some(&digit) = self.rest.get(place) {
            return Ok(digit);
        }
        let digit = source.digit()?;
        self.rest.push(digit).map_err(|_| Failure::DrawFailed)?;
        Ok(digit)
    }

    /// Whether this number is below the other. Equal numbers have probability zero.
    #[inline]
    pub(crate) fn is_below<D: Digits>(
        &mut self,
        other: &mut Self,
        source: &mut D,
    ) -> Result<bool, Failure> {
        if self.first == other.first {
            return self.rest_is_below(other, source);
        }
        Ok(self.first < other.first)
    }

    #[cold]
    fn rest_is_below<D: Digits>(
        &mut self,
        other: &mut Self,
        source: &mut D,
    ) -> Result<bool, Failure> {
        for place in 1..=MOST_DIGITS {
            match self.digit(place, source)?.cmp(&other.digit(place, source)?) {
                Ordering::Less => return Ok(true),
                Ordering::Greater => return Ok(false),
                Ordering::Equal => {}
            }
        }
        Err(Failure::DrawFailed)
    }
}

/// 136 digits of 32 bits: two numbers agree in all of them with probability 2^−4352.
const MOST_DIGITS: usize = 136;
