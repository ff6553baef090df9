//! What `PrivMrf` chooses among, and what it makes of a table.

use super::word::Word;
use crate::decimal::Decimal;
use crate::expect::{count, decimal_within, variant};
use crate::fields::Fields;
use crate::findings::Findings;
use crate::in_full::Written;

/// Which tables a round may choose among.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MrfSearch {
    /// Any that keeps the model within its memory.
    Anywhere,
    /// Those within the cliques of a graph made from noisy pair scores (Cai Alg. 1–3).
    Graph {
        /// The part of what the attributes' own tables leave that pays for the scores.
        scores: Decimal,
        /// τ_c: the most cells of a clique of the graph.
        clique_cells: u32,
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
    /// `search`, with `scores` and `clique_cells` where there is a graph.
    pub(super) fn read(fields: &Fields<'_>, findings: &mut Findings) -> Option<Self> {
        let is_graph = match fields.optional("search") {
            Some(node) => {
                let chosen = variant(node, "search", &["Anywhere", "Graph"], findings)?;
                chosen.alone(findings)?;
                chosen.name == "Graph"
            }
            None => false,
        };
        let of_graph = ["scores", "clique_cells"].map(|name| (name, fields.optional(name)));
        if !is_graph {
            let mut is_bare = true;
            for (name, node) in of_graph {
                if let Some(node) = node {
                    let what = format!(
                        "`{name}` is of the graph of `search: Graph`, which is not asked for"
                    );
                    findings.add(node.place, what, "leave it out, or write `search: Graph`");
                    is_bare = false;
                }
            }
            return is_bare.then_some(Self::Anywhere);
        }
        let [(_, scores), (_, clique_cells)] = of_graph;
        let scores = match scores {
            Some(node) => {
                let range = Decimal::new(1, -3)..=Decimal::new(9, -1);
                decimal_within(node, "scores", range, findings)
            }
            None => Some(SCORES),
        };
        let clique_cells = match clique_cells {
            Some(node) => count(node, 4..=MOST_MODEL_CELLS, findings),
            None => Some(CLIQUE_CELLS),
        };
        Some(Self::Graph {
            scores: scores?,
            clique_cells: clique_cells?,
        })
    }

    /// The values of `search`, `scores` and `clique_cells`.
    pub(super) fn written(&self) -> [Written; 3] {
        match self {
            Self::Anywhere => [Written::bare("Anywhere"), Written::none(), Written::none()],
            Self::Graph {
                scores,
                clique_cells,
            } => [
                Written::bare("Graph"),
                Written::decimal(*scores),
                Written::bare(clique_cells),
            ],
        }
    }
}

impl Word for MrfWeights {
    const PARAMETER: &'static str = "weights";
    const WORDS: &'static [(&'static str, Self)] =
        &[("ByVariance", Self::ByVariance), ("Equal", Self::Equal)];
}

/// Cai 3.6.
const SCORES: Decimal = Decimal::new(1, -1);
const CLIQUE_CELLS: u32 = 10_000_000;
/// About 40 bytes each while estimating: 640 MiB.
pub(super) const MOST_MODEL_CELLS: u32 = 1 << 24;
