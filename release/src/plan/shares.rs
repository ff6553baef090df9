//! Parts of a budget, and the noise of the number of rows that its part buys.

use core::num::NonZeroU32;

use privet_core::neighbours::Neighbours;
use privet_core::privacy::{
    LaplaceScale, Loss, MuSquared, PureEpsilon, Share, Sigma, SquaredSensitivity,
};
use privet_spec::{Decimal, Release};

use super::total::Total;
use crate::error::Error;

/// A share as core takes it.
pub(crate) fn share_of(share: Decimal) -> Result<Share, Error> {
    share
        .to_fraction()
        .and_then(|(numerator, denominator)| Share::new(numerator, denominator).ok())
        .ok_or_else(|| {
            Error::refused(
                "budget, shares",
                format!("the share {share} has too many digits"),
                "write at most 18 digits",
            )
        })
}

/// The share's part of a total of μ², rounded down; nothing for a share that is not written.
pub(super) fn part_of(total: MuSquared, share: Option<Decimal>) -> Result<MuSquared, Error> {
    share.map_or(Ok(MuSquared::from_units(0)), |share| {
        share_of(share).map(|share| total.share_down(share))
    })
}

/// The share's part of a total of ε, rounded down; nothing for a share that is not written.
pub(crate) fn pure_part_of(
    total: PureEpsilon,
    share: Option<Decimal>,
) -> Result<PureEpsilon, Error> {
    share.map_or(Ok(PureEpsilon::from_units(0)), |share| {
        share_of(share).map(|share| total.share_down(share))
    })
}

/// What a mechanism may spend of a total: all but the part for finding bins. Refused: parts that are more than that. The
/// reader of a spec says so with its place; this is asked again before every charge, whatever a spec was made of.
pub(crate) fn left_for<L: Loss>(total: L, bins: L, parts: [L; 3]) -> Result<L, Error> {
    let asked = parts.into_iter().try_fold(L::ZERO, L::checked_add);
    match (total.checked_sub(bins), asked) {
        (Some(left), Some(asked)) if asked <= left => Ok(left),
        _ => Err(Error::refused(
            "budget, shares",
            "the shares add up to more than the whole budget",
            "write shares that add up to at most 1",
        )),
    }
}

/// What a release gives to finding bins; nothing where its spec declares all of them.
pub(crate) fn bins_part(release: &Release) -> Result<Total, Error> {
    let share = release.budget.shares.and_then(|shares| shares.bins);
    Ok(match Total::of(release.budget.guarantee)? {
        Total::Gaussian(total) => Total::Gaussian(part_of(total, share)?),
        Total::Pure(total) => Total::Pure(pure_part_of(total, share)?),
    })
}

/// σ of the noisy number of rows for a part of the budget; nothing where it is public.
pub(super) fn size_sigma(
    neighbours: Neighbours,
    part: MuSquared,
) -> Result<Option<Sigma>, privet_core::Error> {
    let sigma = neighbours.size().map(|each| {
        let sensitivity = SquaredSensitivity::of_each(NonZeroU32::MIN, each);
        Sigma::smallest_up(sensitivity, part)
    });
    sigma.transpose()
}

/// The scale of the noisy number of rows for a part of the budget; nothing where it is public.
pub(crate) fn size_scale(
    neighbours: Neighbours,
    part: PureEpsilon,
) -> Result<Option<LaplaceScale>, privet_core::Error> {
    let scale = neighbours
        .size()
        .map(|sensitivity| LaplaceScale::for_share(sensitivity, part));
    scale.transpose()
}

/// Beyond a million rows of noise a table that fits this program is drowned.
pub(crate) const HOPELESS_NOISE: f64 = 1e6;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_fit_into_what_bins_leave() {
        for (total, bins, parts, expected) in [
            (10, 3, [1, 2, 4], Some(7)),
            (10, 0, [0, 0, 0], Some(10)),
            (10, 4, [1, 2, 4], None),
            (10, 3, [2, 2, 4], None),
            (10, 3, [1, 3, 4], None),
            (10, 3, [1, 2, 5], None),
            (10, 11, [0, 0, 0], None),
            (u64::MAX, 0, [u64::MAX, 1, 0], None),
        ] {
            let of = PureEpsilon::from_units;
            let left = left_for(of(total), of(bins), parts.map(of));
            assert_eq!(left.ok(), expected.map(of), "{total} {bins} {parts:?}");
        }
    }
}
