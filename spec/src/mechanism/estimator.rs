//! How noisy tables become a model.

use super::common::{CONSISTENT, MOST_CELLS};
use crate::expect::{count, variant};
use crate::fields::Fields;
use crate::findings::{Findings, Reason};
use crate::in_full::Written;
use crate::sampling::Sampling;

/// What a network's noisy tables are taken for. Post-processing: no estimator asks for more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Estimator {
    /// Made consistent and non-negative, each is the distribution of an attribute given others.
    Network,
    /// Measurements of one Markov random field.
    Pgm {
        /// The most cells of the field's cliques together; where the network's field has more, its
        /// tables are taken as by `Network`.
        max_cells: u32,
    },
}

impl Estimator {
    /// A field for attributes with so many values together.
    pub(super) fn field_for(values: u64) -> Self {
        let roomy = u32::try_from(values.saturating_mul(2)).unwrap_or(u32::MAX);
        Self::Pgm {
            max_cells: roomy.clamp(MAX_FIELD_CELLS, MOST_CELLS),
        }
    }

    /// Why rows cannot be drawn in this way; `None` if they can.
    pub(crate) fn refuses(self, sampling: Sampling) -> Option<Reason> {
        let of_field = matches!(self, Self::Pgm { .. });
        (of_field && sampling == Sampling::Inconsistent).then_some(Reason {
            what: "with `estimator: Pgm` rows are drawn from a model, which is consistent, and \
                   not from the tables as measured",
            help: CONSISTENT,
        })
    }

    /// Reads the parameter `estimator`. `untied` is the cells of a field without ties: a limit below it
    /// would not even hold attributes of which nothing is told but their own tables.
    pub(super) fn read(fields: &Fields<'_>, untied: u64, findings: &mut Findings) -> Option<Self> {
        let Some(node) = fields.optional("estimator") else {
            return Some(Self::Network);
        };
        let variant = variant(node, "estimator", &["Network", "Pgm"], findings)?;
        if variant.name == "Network" {
            variant.alone(findings)?;
            return Some(Self::Network);
        }
        let fields = Fields::of_variant(&variant, &["max_cells"], findings)?;
        let max_cells = match fields.optional("max_cells") {
            Some(node) => count(node, 2..=MOST_CELLS, findings)?,
            None => MAX_FIELD_CELLS,
        };
        if untied > u64::from(max_cells) {
            let what = format!(
                "a field of these attributes has {untied} cells before any two are tied, above \
                 `max_cells` = {max_cells}"
            );
            let help = format!(
                "write `Pgm(max_cells: n)` with n well above {untied}, use coarser bins, or write `Network`"
            );
            findings.add(node.place, what, help);
            return None;
        }
        Some(Self::Pgm { max_cells })
    }

    pub(super) fn written(self) -> Written {
        match self {
            Self::Network => Written::bare("Network"),
            Self::Pgm { max_cells } => {
                Written::Group("Pgm", vec![("max_cells", Written::bare(max_cells))])
            }
        }
    }
}

/// What `max_cells` is if absent: about 40 bytes each while estimating, 40 MB.
const MAX_FIELD_CELLS: u32 = 1_000_000;
