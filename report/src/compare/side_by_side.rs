//! Everything that is compared, as data for programs.

use privet_evaluate::findings::NOTICE;
use serde::Serialize;

use super::figures::{Compared, Figure, notes};

/// Several releases, with every figure.
#[derive(Serialize)]
pub struct SideBySide<'a> {
    privet_comparison: u32,
    /// Whether the claims of the releases cover these figures.
    public: bool,
    notice: Option<&'a str>,
    notes: Vec<String>,
    /// Figures by which these releases cannot be told apart, and why.
    unranked: serde_json::Map<String, serde_json::Value>,
    releases: Vec<ReleaseOf<'a>>,
}

#[derive(Serialize)]
struct ReleaseOf<'a> {
    folder: &'a str,
    mechanism: &'a str,
    epsilon: &'a str,
    delta: &'a str,
    unit: &'a str,
    adjacency: &'a str,
    rows: u64,
    tables: usize,
    figures: serde_json::Map<String, serde_json::Value>,
}

impl<'a> SideBySide<'a> {
    /// All figures of these releases.
    pub fn new(compared: &'a [Compared], figures: &[Figure]) -> Self {
        let private = has_private_figures(compared);
        let of = |(place, one): (usize, &'a Compared)| {
            let release = &one.release;
            let value = |figure: &Figure| {
                let value = figure.values.get(place).copied().flatten();
                (figure.key.clone(), value.into())
            };
            ReleaseOf {
                folder: &release.name,
                mechanism: &release.mechanism,
                epsilon: &release.claim.epsilon,
                delta: &release.claim.delta,
                unit: &release.claim.unit,
                adjacency: &release.claim.adjacency,
                rows: release.rows,
                tables: release.tables.len(),
                figures: figures.iter().map(value).collect(),
            }
        };
        Self {
            privet_comparison: 1,
            public: !private,
            notice: private.then_some(NOTICE),
            notes: notes(compared, figures),
            unranked: figures
                .iter()
                .filter_map(|figure| Some((figure.key.clone(), figure.unranked?.into())))
                .collect(),
            releases: compared.iter().enumerate().map(of).collect(),
        }
    }
}

/// Whether a figure comes from the real table, so that no claim of a release covers it.
pub fn has_private_figures(compared: &[Compared]) -> bool {
    compared.iter().any(|one| one.evaluation.is_some())
}
