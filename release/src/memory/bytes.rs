//! Whether so many bytes are to be had.

use super::left::Left;

/// Whether so many bytes are to be had: no limit on this process leaves fewer, and the system does not refuse them when it
/// is asked for all of them at once. What others take meanwhile it cannot know, and a system that promises more
/// than it has, as Linux does by default, refuses only what no machine has.
pub fn is_memory_for(bytes: u64) -> bool {
    Left::now().is_none_or(|left| bytes <= left.bytes) && is_promised(bytes)
}

/// Whether the system does not refuse so many bytes, whatever the limits are. For what was paid for: it is tried.
pub(crate) fn is_promised(bytes: u64) -> bool {
    let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
    Vec::<u8>::new().try_reserve_exact(bytes).is_ok()
}

/// Why so many bytes are not to be had, in words.
pub(crate) fn why_not(bytes: u64) -> String {
    match Left::now() {
        Some(left) if left.bytes < bytes => left.to_string(),
        _ => "the system refuses them".to_owned(),
    }
}
