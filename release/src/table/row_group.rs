//! How large the row groups of a Parquet file are: public, and needed to say beforehand what a release takes.

/// The fewest bytes of a file with so many rows: equal values take next to nothing, a row group does not.
pub(super) fn least_typed_bytes(rows: u64) -> u64 {
    rows.div_ceil(ROWS_A_GROUP as u64)
        .saturating_mul(LEAST_A_GROUP)
}

/// A group is held in memory until it is whole.
pub(crate) const ROWS_A_GROUP: usize = 1 << 17;
/// Of its metadata alone.
const LEAST_A_GROUP: u64 = 64;
