//! How the synthetic table is made, and the parameters of that.

use crate::decimal::Decimal;
use crate::expect::{count, decimal_within, variant};
use crate::fields::Fields;
use crate::findings::Findings;
use crate::reader::{Node, Value};

/// The mechanism of a release.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Mechanism {
    PrivBayes(PrivBayes),
}

/// Parameters of `PrivBayes` on Gaussian noise. None of them changes the guarantee.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PrivBayes {
    /// A table is allowed while the average count of its cells is at least this many deviations of
    /// its noise.
    pub theta: Decimal,
    /// How many times the noise that it brings to a table a parent's score must exceed; 0 adds
    /// parents until the table is full.
    pub caution: Decimal,
    /// The most cells that a table may have, whatever `theta` allows.
    pub max_cells: u32,
    /// How tables become non-negative after consistency.
    pub post: Post,
    /// The number of rows by which tables are chosen, instead of the noisy one.
    pub assumed_rows: Option<u32>,
}

/// How a noisy table becomes non-negative with its total kept (Li 3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Post {
    /// Negative cells become 0 and the others are scaled.
    Normalize,
    /// The nearest non-negative table with the same total.
    L2Projection,
}

impl Mechanism {
    pub(crate) fn read(node: &Node, findings: &mut Findings) -> Option<Self> {
        if let Value::Term {
            name: Some(name), ..
        } = &node.value
            && PLANNED.contains(&name.text.as_str())
        {
            let what = format!("`{}` is not yet implemented in this version", name.text);
            findings.add(name.place, what, "write `PrivBayes()`");
            return None;
        }
        let variant = variant(node, "mechanism", &["PrivBayes"], findings)?;
        let fields = Fields::of_variant(&variant, PRIV_BAYES, findings)?;
        PrivBayes::read(&fields, findings).map(Self::PrivBayes)
    }
}

impl Default for Mechanism {
    fn default() -> Self {
        Self::PrivBayes(PrivBayes::default())
    }
}

impl Default for PrivBayes {
    fn default() -> Self {
        Self {
            theta: Decimal::new(4, 0),
            caution: Decimal::new(1, 0),
            max_cells: 1 << 22,
            post: Post::L2Projection,
            assumed_rows: None,
        }
    }
}

impl PrivBayes {
    fn read(fields: &Fields<'_>, findings: &mut Findings) -> Option<Self> {
        let default = Self::default();
        let theta = match fields.optional("theta") {
            Some(node) => {
                let range = Decimal::new(1, -3)..=Decimal::new(1, 6);
                decimal_within(node, "theta", range, findings)
            }
            None => Some(default.theta),
        };
        let caution = match fields.optional("caution") {
            Some(node) => {
                let range = Decimal::ZERO..=Decimal::new(1, 6);
                decimal_within(node, "caution", range, findings)
            }
            None => Some(default.caution),
        };
        let max_cells = match fields.optional("max_cells") {
            Some(node) => count(node, 2..=MOST_CELLS, findings),
            None => Some(default.max_cells),
        };
        let post = match fields.optional("post") {
            Some(node) => Post::read(node, findings),
            None => Some(default.post),
        };
        let assumed_rows = match fields.optional("assumed_rows") {
            Some(node) => count(node, 1..=u32::MAX, findings).map(Some),
            None => Some(None),
        };
        Some(Self {
            theta: theta?,
            caution: caution?,
            max_cells: max_cells?,
            post: post?,
            assumed_rows: assumed_rows?,
        })
    }
}

impl Post {
    fn read(node: &Node, findings: &mut Findings) -> Option<Self> {
        let variant = variant(
            node,
            "post-processing",
            &["Normalize", "L2Projection"],
            findings,
        )?;
        variant.alone(findings)?;
        Some(if variant.name == "Normalize" {
            Self::Normalize
        } else {
            Self::L2Projection
        })
    }
}

const PRIV_BAYES: &[&str] = &["theta", "caution", "max_cells", "post", "assumed_rows"];
/// Mechanisms of later versions.
const PLANNED: [&str; 3] = ["PrivBayesPure", "PrivMrf", "SmoothedHistogram"];
/// The largest table that the core takes.
const MOST_CELLS: u32 = 1 << 24;
