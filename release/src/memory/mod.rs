//! Memory that is looked for before it is needed: a program that runs out of it is ended by the system, without a word.

mod bytes;
mod groups;
mod left;
mod limit;

pub use bytes::is_memory_for;
pub(crate) use bytes::{is_promised, why_not};
pub(crate) use left::of_this_process;
pub use limit::MemoryLimit;
