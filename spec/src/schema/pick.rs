//! From one uniform number to several, and to numbers below a bound.

/// A number below `below`, for `pick` uniform in `0..2^64`.
pub(super) fn scaled(pick: u64, below: u64) -> u64 {
    let product = (u128::from(pick) * u128::from(below)) >> 64;
    u64::try_from(product).unwrap_or(u64::MAX)
}

/// Several numbers from one, each uniform where it is: the finaliser of `SplitMix64`, which is a permutation.
pub(super) fn mixed(pick: u64, which: u64) -> u64 {
    let mut z = pick.wrapping_add(which.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Another number from one, where the first has led to nothing: each time another, and none that a value is chosen by.
pub fn further_pick(pick: u64, time: u32) -> u64 {
    mixed(pick, u64::from(time).wrapping_add(AFTER_ALL_OTHERS))
}

const AFTER_ALL_OTHERS: u64 = 1_000;
