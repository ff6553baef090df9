//! Rows drawn from a smoothed histogram (Sørensen 3.1, after Wasserman and Zhou). Here drawing *is*
//! the mechanism: k rows, each from the mixture of the table's histogram with the uniform law.
//!
//! With n rows, K cells and counts C, a draw is cell j with probability
//! ```text
//! p_j = (1−λ)·C_j/n + λ/K.
//! ```
//! A changed row raises one count by one and lowers another. The cell that gains has
//! p_j'/p_j = 1 + ((1−λ)/n)/p_j ≤ 1 + (1−λ)K/(nλ), for p_j ≥ λ/K, with equality where C_j = 0; the cell
//! that loses is the same with the tables exchanged. The k draws are independent, so together they are
//! ε-DP for ε = k·ln(1 + (1−λ)K/(nλ)) (Sørensen Eq. 3.2), and no less: all k may fall into such a cell.
//! The number of rows must be the same in both tables, and public: `Replace` only. The text's m is
//! sup 1/μ(B_i); here μ is uniform over the cells, so m = K.
//!
//! A draw is exact: a coin of λ by comparing single bits with those of λ, then a uniform cell, or the
//! cell of a uniform row. No float, and nothing of the histogram leaves but the cells that were drawn.
//!
//! Proved: `weights_are_compared_bit_by_bit`, for every λ; in part `draws_fall_on_the_cell_of_their_row` (three cells,
//! λ in eighths), `smoothed_rows_are_paid_before_they_are_read` (what is recorded, and that all is wiped without
//! randomness: four cells, two draws).
//! Tested: `smoothed_draws_hide_a_row` (the ratio of two neighbours, over every outcome of the draw's own decision, and
//! that it is reached), `smoothing_weight_fits_its_share`, `every_string_of_bits` (20 bits), `draws_follow_their_law`,
//! `the_ratio_to_the_power_of_all_draws_is_within_the_claim`.

use core::num::{NonZeroU32, NonZeroU64, NonZeroU128};

use rand_core::TryCryptoRng;

use super::digits::{CryptoDigits, Digits};
use super::{Failure, uniform};
use crate::Error;
use crate::ledger::sealed::Sealed;
use crate::ledger::{Law, LawRecord, Paid, Pure};
use crate::privacy::{Draws, PureEpsilon, SmoothingWeight};

/// k rows from the histogram of n rows over K cells, smoothed with weight λ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SmoothedRows {
    /// n, K and k.
    pub draws: Draws,
    /// λ.
    pub weight: SmoothingWeight,
}

impl Sealed for SmoothedRows {}

impl Law<Pure> for SmoothedRows {
    /// k·ln(1 + (1−λ)K/(nλ)).
    fn loss_up(&self) -> Result<PureEpsilon, Error> {
        self.weight.loss_up(self.draws)
    }

    fn record(&self) -> LawRecord {
        LawRecord::SmoothedRows {
            draws: self.draws,
            weight: self.weight,
        }
    }
}

impl Paid<SmoothedRows> {
    /// Draws as many cells as were paid for. `counts` is the histogram and is wiped; on an error so is
    /// `drawn`. Refused: counts or draws of another number than was paid for.
    pub fn draw<R: TryCryptoRng>(
        self,
        counts: &mut [u64],
        drawn: &mut [u32],
        rng: &mut R,
    ) -> Result<(), Error> {
        let SmoothedRows { draws, weight } = self.redeem();
        let outcome = accumulate(counts, draws).and_then(|()| {
            let fits = u32::try_from(drawn.len()) == Ok(draws.draws);
            fits.then_some(()).ok_or(Error::BufferTooSmall)?;
            let mut source = CryptoDigits::new(rng);
            drawn.iter_mut().try_for_each(|slot| {
                *slot = draw_one(weight, draws.cells, counts, &mut source)?;
                Ok(())
            })
        });
        counts.fill(0);
        if outcome.is_err() {
            drawn.fill(0);
        }
        outcome
    }
}

/// Turns counts into numbers of rows up to and including each cell, after checking that there are as
/// many cells and rows as was paid for.
fn accumulate(counts: &mut [u64], draws: Draws) -> Result<(), Error> {
    if u32::try_from(counts.len()) != Ok(draws.cells.get()) {
        return Err(Error::BufferTooSmall);
    }
    let mut rows = 0_u64;
    for count in counts {
        rows = rows.checked_add(*count).ok_or(Error::CountsDisagree)?;
        *count = rows;
    }
    if rows == u64::from(draws.rows) {
        Ok(())
    } else {
        Err(Error::CountsDisagree)
    }
}

/// What a draw asks a uniform number for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// A bit of the coin.
    Bit,
    /// A cell of so many.
    Cell(NonZeroU32),
    /// A row of so many.
    Row(NonZeroU64),
}

impl Wanted {
    /// The number must be below this.
    pub fn bound(self) -> NonZeroU128 {
        match self {
            Self::Bit => NonZeroU128::MIN.saturating_add(1),
            Self::Cell(cells) => cells.into(),
            Self::Row(rows) => rows.into(),
        }
    }
}

/// The cell of one draw, from uniform numbers, each below the bound of what it is wanted for.
///
/// `cumulative` is the number of rows up to and including each cell. Nothing where it has no rows and
/// λ < 1, or a number is not below its bound.
pub fn decide<E>(
    weight: SmoothingWeight,
    cells: NonZeroU32,
    cumulative: &[u64],
    mut uniform: impl FnMut(Wanted) -> Result<u128, E>,
) -> Result<Option<u32>, E> {
    if coin(weight, || Ok(uniform(Wanted::Bit)? == 1))? {
        let cell = u32::try_from(uniform(Wanted::Cell(cells))?).ok();
        return Ok(cell.filter(|&cell| cell < cells.get()));
    }
    let Some(rows) = cumulative.last().copied().and_then(NonZeroU64::new) else {
        return Ok(None);
    };
    let row = uniform(Wanted::Row(rows))?;
    // Row numbers from cumulative[j − 1] up to cumulative[j] are those of cell j.
    let cell = cumulative.partition_point(|&up_to| u128::from(up_to) <= row);
    Ok(u32::try_from(cell).ok().filter(|_| cell < cumulative.len()))
}

/// True with probability λ: whether a uniform number below 1, revealed bit by bit, is below λ. Ends
/// where the bits differ, or where λ has no more of them.
fn coin<E>(weight: SmoothingWeight, mut bit: impl FnMut() -> Result<bool, E>) -> Result<bool, E> {
    // The bits of λ after the point, leading one first.
    let mut left = weight.units() << (u64::BITS - SmoothingWeight::FRACTION_BITS);
    if weight == SmoothingWeight::ONE {
        return Ok(true);
    }
    while left != 0 {
        let own = left >> (u64::BITS - 1) == 1;
        left <<= 1;
        if bit()? != own {
            return Ok(own);
        }
    }
    Ok(false)
}

fn draw_one<D: Digits>(
    weight: SmoothingWeight,
    cells: NonZeroU32,
    cumulative: &[u64],
    source: &mut D,
) -> Result<u32, Failure> {
    decide(weight, cells, cumulative, |wanted| {
        uniform::below(wanted.bound(), source)
    })?
    // The counts were checked: there are rows wherever λ < 1.
    .ok_or(Failure::DrawFailed)
}

#[cfg(test)]
mod tests {
    use super::super::digits::tape::enumerate;
    use super::*;

    /// λ = 3/8, counts 2, 0, 1: p_j = (5/8)·C_j/3 + (3/8)/3, so weights 13, 3 and 8 of 24.
    #[test]
    fn every_string_of_bits() {
        let weight = SmoothingWeight::new(3 << 60).unwrap();
        let cells = NonZeroU32::new(3).unwrap();
        let length = 20;
        let (weights, undecided) = enumerate::<3>(length, |tape| {
            let cell = draw_one(weight, cells, &[2, 2, 3], tape)?;
            Ok(usize::try_from(cell).unwrap())
        });
        let whole = 1_u128 << length;
        for (cell, expected) in [(0, 13), (1, 3), (2, 8)] {
            let low = u128::from(weights[cell]) * 24;
            let high = low + u128::from(undecided) * 24;
            assert!(
                low <= expected * whole && expected * whole <= high,
                "cell {cell}: {} of 2^{length}",
                weights[cell]
            );
        }
        // Two bits a candidate, of which one in four is refused: 4^−8 or so are left.
        assert!(undecided < 1 << 6, "{undecided}");
    }

    #[test]
    fn a_weight_of_one_looks_at_no_table() {
        let cells = NonZeroU32::new(4).unwrap();
        let (weights, undecided) = enumerate::<4>(2, |tape| {
            let cell = draw_one(SmoothingWeight::ONE, cells, &[0; 4], tape)?;
            Ok(usize::try_from(cell).unwrap())
        });
        assert_eq!((weights, undecided), ([1; 4], 0));
    }

    #[test]
    fn a_number_that_is_not_below_its_bound_draws_nothing() {
        let cells = NonZeroU32::new(3).unwrap();
        // Heads: a cell; tails at the first bit: a row.
        for weight in [SmoothingWeight::ONE, SmoothingWeight::new(1).unwrap()] {
            let decided = decide(weight, cells, &[2, 2, 3], |wanted| {
                Ok::<u128, ()>(match wanted {
                    Wanted::Bit => 1,
                    Wanted::Cell(_) | Wanted::Row(_) => wanted.bound().get(),
                })
            });
            assert_eq!(decided, Ok(None));
        }
    }

    #[test]
    fn the_smallest_weight_takes_all_its_bits() {
        // λ = 2^−63: 62 zeros must come before the one that decides, then a zero.
        let least = SmoothingWeight::new(1).unwrap();
        for (label, zeros, last, expected) in [
            ("just below", 63, false, true),
            ("just above", 62, true, false),
            ("early", 5, true, false),
        ] {
            let mut bits = core::iter::repeat_n(false, zeros).chain([last]);
            let decided = coin(least, || Ok::<bool, ()>(bits.next().unwrap()));
            assert_eq!(decided, Ok(expected), "case `{label}`");
        }
    }
}
