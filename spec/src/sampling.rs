//! How rows are drawn.

use crate::expect::variant;
use crate::findings::{Findings, Reason};
use crate::in_full::Written;
use crate::reader::Node;

/// How rows are drawn from the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sampling {
    /// From consistent tables, each row independently.
    WithReplacement,
    /// From consistent tables, drawing down integer histograms.
    WithoutReplacement,
    /// From the tables as they were measured.
    Inconsistent,
}

impl Sampling {
    /// `refused` says why the release's mechanism cannot draw in this way.
    pub(crate) fn read(
        node: &Node,
        refused: impl FnOnce(Self) -> Option<Reason>,
        findings: &mut Findings,
    ) -> Option<Self> {
        let known = ["WithReplacement", "WithoutReplacement", "Inconsistent"];
        let variant = variant(node, "sampling", &known, findings)?;
        variant.alone(findings)?;
        let sampling = match variant.name {
            "WithReplacement" => Self::WithReplacement,
            "WithoutReplacement" => Self::WithoutReplacement,
            _ => Self::Inconsistent,
        };
        if let Some(reason) = refused(sampling) {
            findings.refuse(node.place, reason);
            return None;
        }
        Some(sampling)
    }

    pub(crate) fn written(self) -> Written {
        Written::bare(match self {
            Self::WithReplacement => "WithReplacement",
            Self::WithoutReplacement => "WithoutReplacement",
            Self::Inconsistent => "Inconsistent",
        })
    }
}
