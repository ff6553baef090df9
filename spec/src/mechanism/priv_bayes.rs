//! `PrivBayes` on Gaussian noise (Bao).

use super::choice::Around;
use super::parameters::{
    MAX_CELLS, POST, THETA, assumed_rows, read_max_cells, read_post, read_theta,
};
use super::{Estimator, Post};
use crate::decimal::Decimal;
use crate::expect::{Variant, decimal_within};
use crate::fields::Fields;
use crate::findings::Findings;

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
    /// How tables become a model.
    pub estimator: Estimator,
    /// The number of rows by which tables are chosen, instead of the noisy one.
    pub assumed_rows: Option<u32>,
}

impl Default for PrivBayes {
    fn default() -> Self {
        Self {
            theta: THETA,
            caution: Decimal::new(1, 0),
            max_cells: MAX_CELLS,
            post: POST,
            estimator: Estimator::Network,
            assumed_rows: None,
        }
    }
}

impl PrivBayes {
    pub(super) fn read(
        variant: &Variant<'_>,
        around: Around<'_>,
        findings: &mut Findings,
    ) -> Option<Self> {
        let fields = Fields::of_variant(variant, PARAMETERS, findings)?;
        let theta = read_theta(&fields, findings);
        let caution = match fields.optional("caution") {
            Some(node) => {
                let range = Decimal::ZERO..=Decimal::new(1, 6);
                decimal_within(node, "caution", range, findings)
            }
            None => Some(Self::default().caution),
        };
        let max_cells = read_max_cells(&fields, findings);
        let post = read_post(&fields, findings);
        let estimator = Estimator::read(&fields, around.values(), findings);
        let assumed_rows = match fields.optional("assumed_rows") {
            Some(node) => assumed_rows(node, findings).map(Some),
            None => Some(None),
        };
        Some(Self {
            theta: theta?,
            caution: caution?,
            max_cells: max_cells?,
            post: post?,
            estimator: estimator?,
            assumed_rows: assumed_rows?,
        })
    }
}

const PARAMETERS: &[&str] = &[
    "theta",
    "caution",
    "max_cells",
    "post",
    "estimator",
    "assumed_rows",
];
