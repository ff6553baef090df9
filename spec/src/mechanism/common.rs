//! Parameters that several mechanisms have.

use super::word::Word;
use crate::decimal::Decimal;
use crate::expect::{count, decimal_within};
use crate::fields::Fields;
use crate::findings::Findings;
use crate::reader::Node;

/// How a noisy table becomes non-negative with its total kept (Li 3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Post {
    /// Negative cells become 0 and the others are scaled.
    Normalize,
    /// The nearest non-negative table with the same total.
    L2Projection,
}

/// What a `workload` needs, where a mechanism does not heed it.
pub(super) const NEEDS_CHOICES: &str = "write `mechanism: PrivMrf()`, which looks first where the weights are, or leave `workload` out";
/// What rules between columns need, where a mechanism could break them.
pub(super) const KEEPS_RULES: &str = "write `mechanism: PrivMrf()`, or `PrivBayes(estimator: Pgm())`; `Determines` alone goes with every mechanism";
/// What it is if absent, in every mechanism.
pub(super) const THETA: Decimal = Decimal::new(4, 0);
/// What it is if absent, in every mechanism: 2^22 counts are 32 MiB.
pub(super) const MAX_CELLS: u32 = 1 << 22;
pub(super) const POST: Post = Post::L2Projection;

pub(super) fn read_theta(fields: &Fields<'_>, findings: &mut Findings) -> Option<Decimal> {
    let range = Decimal::new(1, -3)..=Decimal::new(1, 6);
    match fields.optional("theta") {
        Some(node) => decimal_within(node, "theta", range, findings),
        None => Some(THETA),
    }
}

pub(super) fn read_max_cells(fields: &Fields<'_>, findings: &mut Findings) -> Option<u32> {
    match fields.optional("max_cells") {
        Some(node) => count(node, 2..=MOST_CELLS, findings),
        None => Some(MAX_CELLS),
    }
}

/// The value of `assumed_rows` where it is written.
pub(super) fn assumed_rows(node: &Node, findings: &mut Findings) -> Option<u32> {
    count(node, 1..=u32::MAX, findings)
}

impl Word for Post {
    const PARAMETER: &'static str = "post";
    const WORDS: &'static [(&'static str, Self)] = &[
        ("Normalize", Self::Normalize),
        ("L2Projection", Self::L2Projection),
    ];
}

/// The largest table that the core takes.
pub(super) const MOST_CELLS: u32 = 1 << 24;
/// What to write where rows cannot be drawn from the tables as measured.
pub(super) const CONSISTENT: &str = "write `WithoutReplacement` or `WithReplacement`";
