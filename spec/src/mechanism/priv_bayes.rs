//! `PrivBayes` on Gaussian noise (Bao).

use super::around::Around;
use super::common::{
    KEEPS_RULES, MAX_CELLS, NEEDS_CHOICES, POST, Post, THETA, assumed_rows, read_max_cells,
    read_theta,
};
use super::estimator::Estimator;
use super::parameters::{Accounting, Parameters};
use super::word::Word;
use crate::decimal::Decimal;
use crate::expect::{Variant, decimal_within};
use crate::fields::Fields;
use crate::findings::{Findings, Reason};
use crate::in_full::Written;
use crate::sampling::Sampling;
use crate::shares::Division;
use crate::unit::Adjacency;

/// Parameters of `PrivBayes` on Gaussian noise. None of them changes the guarantee.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PrivBayes {
    /// A table is allowed while the average count of its cells is at least this many deviations of
    /// its noise.
    pub theta: Decimal,
    /// How many times the noise that it brings to a table a parent's score must exceed; 0 adds
    /// parents until the table is full, or no score above zero is left.
    pub caution: Decimal,
    /// How the head of the network grows.
    pub head: HeadRule,
    /// The most cells that a table may have, whatever `theta` allows.
    pub max_cells: u32,
    /// How tables become non-negative.
    pub post: Post,
    /// How often they do, and are made consistent.
    pub repair: Repair,
    /// How tables become a model.
    pub estimator: Estimator,
    /// The number of rows by which tables are chosen, instead of the noisy one.
    pub assumed_rows: Option<u32>,
}

/// What the head of a network grows by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeadRule {
    /// Scores, less the noise that an attribute brings.
    Worth,
    /// Scores a cell (Bao Alg. 2).
    PerCell,
}

/// In which order tables become consistent and non-negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repair {
    /// By turns, several times.
    ByTurns,
    /// Non-negative, then consistent (Bao Alg. 4 and 5).
    Once,
}

impl Default for PrivBayes {
    fn default() -> Self {
        Self {
            theta: THETA,
            caution: Decimal::new(1, 0),
            head: HeadRule::Worth,
            max_cells: MAX_CELLS,
            post: POST,
            repair: Repair::ByTurns,
            estimator: Estimator::Network,
            assumed_rows: None,
        }
    }
}

impl Parameters for PrivBayes {
    const NAME: &'static str = "PrivBayes";
    const ACCOUNTING: Accounting = Accounting::Gaussian;

    /// Bao divides the structure's share evenly over scores and size, which leaves a wide table's
    /// size with a deviation of hundreds; so the size has a small share of its own.
    fn division(adjacency: Adjacency) -> Division {
        let (structure, size) = match adjacency {
            Adjacency::AddRemove => (Decimal::new(19, -2), Some(Decimal::new(1, -2))),
            Adjacency::Replace => (Decimal::new(2, -1), None),
        };
        Division::Shared {
            structure: Ok(structure),
            size,
            tables: Decimal::new(8, -1),
        }
    }

    fn refuses(_: Sampling) -> Option<Reason> {
        None
    }

    fn estimator(&self) -> Option<Estimator> {
        Some(self.estimator)
    }

    fn most_rows(&self) -> Option<u32> {
        None
    }

    fn breaks_rules(&self) -> Option<Reason> {
        (self.estimator == Estimator::Network).then_some(Reason {
            what: "`PrivBayes` with the estimator `Network` draws from noisy tables by themselves, so its rows would break \
                   rules between columns",
            help: KEEPS_RULES,
        })
    }

    fn weighs(&self) -> Result<u8, Reason> {
        Err(Reason {
            what: "`PrivBayes` chooses its tables by all pairs alike",
            help: NEEDS_CHOICES,
        })
    }

    fn read(variant: &Variant<'_>, around: Around<'_>, findings: &mut Findings) -> Option<Self> {
        let fields = Fields::of_variant(variant, PARAMETERS, findings)?;
        let theta = read_theta(&fields, findings);
        let caution = match fields.optional("caution") {
            Some(node) => {
                let range = Decimal::ZERO..=Decimal::new(1, 6);
                decimal_within(node, "caution", range, findings)
            }
            None => Some(Self::default().caution),
        };
        let head = HeadRule::read(&fields, HeadRule::Worth, findings);
        let max_cells = read_max_cells(&fields, findings);
        let post = Post::read(&fields, POST, findings);
        let repair = Repair::read(&fields, Repair::ByTurns, findings);
        let estimator = Estimator::read(&fields, around.values(), findings);
        let assumed_rows = match fields.optional("assumed_rows") {
            Some(node) => assumed_rows(node, findings).map(Some),
            None => Some(None),
        };
        Some(Self {
            theta: theta?,
            caution: caution?,
            head: head?,
            max_cells: max_cells?,
            post: post?,
            repair: repair?,
            estimator: estimator?,
            assumed_rows: assumed_rows?,
        })
    }

    fn written(&self) -> Vec<(&'static str, Written)> {
        let Self {
            theta,
            caution,
            head,
            max_cells,
            post,
            repair,
            estimator,
            assumed_rows,
        } = self;
        vec![
            ("theta", Written::decimal(*theta)),
            ("caution", Written::decimal(*caution)),
            ("head", head.written()),
            ("max_cells", Written::bare(max_cells)),
            ("post", post.written()),
            ("repair", repair.written()),
            ("estimator", estimator.written()),
            (
                "assumed_rows",
                Written::optional(*assumed_rows, Written::bare),
            ),
        ]
    }
}

impl Word for HeadRule {
    const PARAMETER: &'static str = "head";
    const WORDS: &'static [(&'static str, Self)] =
        &[("Worth", Self::Worth), ("PerCell", Self::PerCell)];
}

impl Word for Repair {
    const PARAMETER: &'static str = "repair";
    const WORDS: &'static [(&'static str, Self)] =
        &[("ByTurns", Self::ByTurns), ("Once", Self::Once)];
}

const PARAMETERS: &[&str] = &[
    "theta",
    "caution",
    "head",
    "max_cells",
    "post",
    "repair",
    "estimator",
    "assumed_rows",
];
