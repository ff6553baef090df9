//! How a spec says where the bins of an ordered domain begin.

use super::date_times::Step;

/// What a spec declares of bins. It changes nothing of what they are: it is how they are written again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cuts {
    /// Nothing: the release finds them, or each of a few seconds is one.
    Undeclared,
    /// `bin: 5`
    Width(i64),
    /// `bins: 25`
    Count(u32),
    /// `bin: Months(3)`
    Steps(Step),
    /// `edges: […]`
    Edges,
}
