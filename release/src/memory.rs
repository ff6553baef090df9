//! Memory that is looked for before it is needed: a program that runs out of it is ended by the system, without a word.

/// Whether so many bytes are to be had, as far as the system tells when asked for all of them at once. A system that
/// promises more than it has, as Linux does by default, tells this only of limits and of what no machine has.
pub fn is_memory_for(bytes: u64) -> bool {
    let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
    Vec::<u8>::new().try_reserve_exact(bytes).is_ok()
}
