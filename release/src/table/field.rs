//! One field of a row.

/// A field of a row; empty if there is none.
#[inline]
pub(super) fn field<'b>(bytes: &'b [u8], ends: &[usize], index: usize) -> &'b [u8] {
    let start = match index.checked_sub(1) {
        None => Some(0),
        Some(before) => ends.get(before).copied(),
    };
    let range = start.zip(ends.get(index).copied());
    range
        .and_then(|(start, end)| bytes.get(start..end))
        .unwrap_or_default()
}
