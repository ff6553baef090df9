//! Which tables are neighbours, and how far one unit of privacy moves each query.
//!
//! | query | `AddRemove`, r rows a unit | `Replace`, one row |
//! |---|---|---|
//! | size | r | public |
//! | table, squared L2 | r² | 2 |
//! | table, L1, and its distance from a public table | r | 2 |
//! | pair score and n·R, in units of 2^−16 | 2r·2^16 | 3·2^16 |
//! | 2n·F | 2r | 2 |
//! | n·I, in units of 2^−16 | refused | n · Zhang Lemma 1, rounded up |
//!
//! The arguments for the scores stand in [`crate::score`]. A person with r rows moves through r
//! neighbours that each differ by one row; a table moves by at most r in one cell, or less spread
//! out, so r² bounds its square.
//!
//! Proved: `sensitivities_are_declared_as_stated`, for every r; in part `products_are_declared_as_stated` (r² and
//! weights: two circuits of a product are compared, 16 bits, widely 25), `tallies_of_neighbours_are_near` (four rows in
//! four cells), `persons_stay_within_their_rows` (r up to 63 in three cells).
//! Tested: `answers_move_by_at_most_their_sensitivity` (every table and neighbour within small bounds),
//! `dropping_rows_keeps_every_sensitivity`, `pair_score_moves_by_at_most_its_sensitivity`,
//! `maximum_score_moves_by_at_most_its_sensitivity`, `information_moves_by_at_most_its_sensitivity`,
//! `scores_that_do_not_fit_are_refused` (I where the number of rows is private).

use core::num::{NonZeroU32, NonZeroU64};

use crate::Error;
use crate::privacy::{Sensitivity, SquaredSensitivity};
use crate::score::{self, information_sensitivity};

/// The unit of privacy and what may happen to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Neighbours {
    /// One unit more or less, with at most so many rows. The number of rows is private.
    AddRemove {
        /// Most rows of a unit.
        rows: NonZeroU32,
    },
    /// One row changed. The number of rows is public.
    Replace,
}

impl Neighbours {
    /// Δ of the number of rows, or nothing where it is public.
    pub const fn size(self) -> Option<Sensitivity> {
        match self {
            Self::AddRemove { rows } => Some(Sensitivity::of_rows(rows)),
            Self::Replace => None,
        }
    }

    /// Δ² of a table of counts.
    pub fn table(self) -> SquaredSensitivity {
        match self {
            Self::AddRemove { rows } => {
                SquaredSensitivity::of_each(NonZeroU32::MIN, Sensitivity::of_rows(rows))
            }
            Self::Replace => SquaredSensitivity::TWO,
        }
    }

    /// Δ of a table of counts in the L1 norm, and so of its L1 distance from any public table.
    pub fn table_l1(self) -> Sensitivity {
        match self {
            Self::AddRemove { rows } => Sensitivity::of_rows(rows),
            Self::Replace => Sensitivity::TWO,
        }
    }

    /// Δ of that distance where a weight multiplies it. Refused: 2^48 and more.
    pub fn weighted_table_l1(self, weight: NonZeroU32) -> Result<Sensitivity, Error> {
        let once = self.table_l1().units();
        Sensitivity::new(once.saturating_mul(weight.get().into()))
    }

    /// Δ of 2n·F.
    pub fn maximum_score(self) -> Result<Sensitivity, Error> {
        match self {
            Self::AddRemove { rows } => Sensitivity::new(u64::from(rows.get()).saturating_mul(2)),
            Self::Replace => Ok(Sensitivity::TWO),
        }
    }

    /// Δ of n·I among so many rows, in its fixed-point units. Refused where the number of rows is
    /// private: it would tell it, and grows with it.
    pub fn information_score(self, rows: u64, binary: bool) -> Result<Sensitivity, Error> {
        match self {
            Self::AddRemove { .. } => Err(Error::ScoreNeedsReplace),
            Self::Replace => information_sensitivity(rows, binary),
        }
    }

    /// Δ of one pair score, in its fixed-point units.
    pub fn pair_score(self) -> Result<Sensitivity, Error> {
        let moves = match self {
            Self::AddRemove { rows } => NonZeroU64::from(rows).saturating_add(rows.get().into()),
            Self::Replace => NonZeroU64::MIN.saturating_add(2),
        };
        Sensitivity::new(moves.get().saturating_mul(score::ONE))
    }
}
