//! What `PrivMrf` chooses among, and what it makes of a table.

use crate::decimal::Decimal;
use crate::expect::{decimal_within, variant};
use crate::fields::Fields;
use crate::findings::Findings;
use crate::in_full::Written;
use crate::reader::Node;

/// Which tables a round may choose among.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MrfSearch {
    /// Any that keeps the model within its memory.
    Anywhere,
    /// Those within the cliques of a graph made from noisy pair scores (Cai Alg. 1–3).
    Graph {
        /// The part of what the attributes' own tables leave that pays for the scores.
        scores: Decimal,
    },
}

/// What measured tables count for in the estimation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MrfWeights {
    /// Each by its precision.
    ByVariance,
    /// All alike.
    Equal,
}

impl MrfSearch {
    /// `search`, with `scores` where there are any.
    pub(super) fn read(fields: &Fields<'_>, findings: &mut Findings) -> Option<Self> {
        let is_graph = match fields.optional("search") {
            Some(node) => {
                let chosen = variant(node, "search", &["Anywhere", "Graph"], findings)?;
                chosen.alone(findings)?;
                chosen.name == "Graph"
            }
            None => false,
        };
        match (is_graph, fields.optional("scores")) {
            (false, None) => Some(Self::Anywhere),
            (false, Some(node)) => {
                let what = "`scores` pays for the graph of `search: Graph`, which is not asked for";
                findings.add(node.place, what, "leave it out, or write `search: Graph`");
                None
            }
            (true, None) => Some(Self::Graph {
                scores: Decimal::new(1, -1),
            }),
            (true, Some(node)) => {
                let range = Decimal::new(1, -3)..=Decimal::new(9, -1);
                let scores = decimal_within(node, "scores", range, findings)?;
                Some(Self::Graph { scores })
            }
        }
    }

    /// The values of `search` and `scores`.
    pub(super) fn written(&self) -> [Written; 2] {
        match self {
            Self::Anywhere => [Written::bare("Anywhere"), Written::none()],
            Self::Graph { scores } => [Written::bare("Graph"), Written::decimal(*scores)],
        }
    }
}

impl MrfWeights {
    pub(super) fn read(node: &Node, findings: &mut Findings) -> Option<Self> {
        let chosen = variant(node, "weights", &["ByVariance", "Equal"], findings)?;
        chosen.alone(findings)?;
        Some(match chosen.name {
            "Equal" => Self::Equal,
            _ => Self::ByVariance,
        })
    }

    pub(super) fn written(self) -> Written {
        Written::bare(match self {
            Self::ByVariance => "ByVariance",
            Self::Equal => "Equal",
        })
    }
}
