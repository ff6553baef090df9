//! How cells and pairs are numbered: the steps, without loops.
//!
//! A table's cells are numbers in mixed radix, one digit a variable, the last one fastest. Counting
//! appends digits, drawing rows takes them off again, and the number of cells grows by a factor at
//! a time. Pairs of variables are numbered in lexicographic order.
//!
//! Proved: in part `digits_come_off_as_they_went_on`, `cells_grow_exactly_or_not_at_all` (at every magnitude),
//! `pair_places_ascend_without_gaps`, for factors of four bits.
//! Tested: the loops around these steps, by `cell_index_is_a_bijection`, `cells_never_overflow` and
//! `pairs_have_their_places`.

/// The cell number with one more digit: cell·size + value.
///
/// For `value < size` and `cell < cells` it is below cells·size; where that is below 2^32, as for
/// every table that is counted, nothing wraps.
#[inline]
pub const fn append_digit(cell: u32, size: u32, value: u32) -> u32 {
    cell.wrapping_mul(size).wrapping_add(value)
}

/// Takes the last digit off: (the number without it, the digit). A size of zero counts as one.
#[inline]
pub const fn split_digit(cell: usize, size: u32) -> (usize, usize) {
    let size = if size == 0 { 1 } else { size as usize };
    (cell / size, cell % size)
}

/// The number of cells with one more variable of this size, or nothing where it passes `most`.
#[inline]
pub const fn grown(cells: u64, size: u32, most: u64) -> Option<u64> {
    match cells.checked_mul(size as u64) {
        Some(cells) if cells <= most => Some(cells),
        _ => None,
    }
}

/// Number of pairs among so many variables.
pub const fn pairs_of(variables: usize) -> usize {
    variables * variables.saturating_sub(1) / 2
}

/// Where the pair of two different variables stands among [`pairs_of`], the smaller one first.
pub fn pair_place(variables: usize, first: usize, second: usize) -> Option<usize> {
    // Σ_(i<first) (variables − 1 − i) + (second − first − 1)
    let before = first
        .checked_mul(variables.checked_sub(1)?)?
        .checked_sub(pairs_of(first))?;
    before.checked_add(second.checked_sub(first)?.checked_sub(1)?)
}
