//! A release under way: from a spec and a table, or from what was published, to the files of a release.
//!
//! ```text
//! table ──► read ──► bins ──► mechanism ─┐
//! published answers ──────► mechanism ───┴─► Publication ──► Sink: a folder, memory, or a comparison
//! ```
//! Whoever makes a release goes this way once, and `verify` and a replay go it again and compare.

mod needs;
mod sink;
mod under_way;

pub(crate) use needs::Needs;
pub(crate) use sink::Sink;
pub use under_way::Released;
pub(crate) use under_way::{LeftOut, Origin, Publication, UnderWay};
