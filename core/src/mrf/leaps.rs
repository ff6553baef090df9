//! Leaps along ways on which a descent creeps.
//!
//! A rule may make tables of different attributes say the same thing, and where noise has them say it differently, a sweep of
//! the estimation moves next to nothing from the one to the other, always in the same direction: steps d, rd, r²d, … come to
//! r·d/(1 − r) in the end (Aitken 1926). A leap is tried, and taken only where the fit is better there.

use alloc::vec::Vec;

/// What the last sweep changed, and how many there were.
#[derive(Default)]
pub(super) struct Leaps {
    last: Vec<f64>,
    sweeps: u32,
}

impl Leaps {
    /// Where a sweep from `before` to `after`, and all like it, lead to; nothing where it is too early to tell.
    pub(super) fn after(&mut self, before: &[f64], after: &[f64]) -> Option<Vec<f64>> {
        let step: Vec<f64> = after
            .iter()
            .zip(before)
            .map(|(new, old)| new - old)
            .collect();
        let last = core::mem::replace(&mut self.last, step);
        self.sweeps = self.sweeps.saturating_add(1);
        if !self.sweeps.is_multiple_of(SWEEPS_A_LEAP) {
            return None;
        }
        let product = |one: &[f64], other: &[f64]| -> f64 {
            one.iter().zip(other).map(|(one, other)| one * other).sum()
        };
        let shrinks = product(&self.last, &last) / product(&last, &last);
        if !(shrinks > 0.0 && shrinks < 1.0) {
            return None;
        }
        let far = (shrinks / (1.0 - shrinks)).min(FARTHEST_LEAP);
        let ahead = after.iter().zip(&self.last);
        Some(ahead.map(|(at, step)| at + far * step).collect())
    }
}

/// Sweeps between two leaps: the quick directions come to rest first.
const SWEEPS_A_LEAP: u32 = 4;
/// Steps of a leap.
const FARTHEST_LEAP: f64 = 1000.0;
