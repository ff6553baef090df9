//! Who looks on while a table is read.

/// Sees the bytes of a text, in order.
pub type Observer<'r> = &'r mut dyn FnMut(&[u8]);

/// Is told how far the work is.
pub type Progress<'r> = &'r dyn Fn(u64);
