//! The model of `PrivBayesPure`.
//!
//! It holds the spec, the network, and for each table the noisy counts as they were measured with the
//! scale of their Laplace noise (`measured`, in rows) and after consistency and non-negativity
//! (`fitted`, in units of 2^−20 rows). All of it is noisy answers and functions of them. With
//! `encoding: Binary` a column is a binary digit of an attribute: its number stands beside the
//! attribute's name, the most significant is 0.

use privet_core::bayes::pure::digits::{append_digit, settle};
use privet_spec::{Encoding, Release};
use rand_core::Rng as _;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use super::network::{Drawing, NodeFile};
use super::{EstimatedFile, RowPicks, ScaleFile};
use crate::error::CliError;
use crate::plan::{MechanismPlan, Plan, VariableName, digits_in};
use crate::progress::Reporter;
use crate::table::Codes;

/// What the file says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "PrivBayesPure")]
pub struct PureModel {
    /// Version of the format.
    pub privet_model: u32,
    /// The release spec, word for word.
    pub spec: String,
    /// The seed that the release's own rows were drawn with.
    pub row_seed: String,
    /// The number of rows: noisy, or public under `Replace`.
    pub size: PureSizeFile,
    /// τ: the most cells of a table of two columns or more.
    pub tau: u64,
    /// The columns that are measured and drawn together first.
    pub head: Vec<VariableName>,
    /// The others in the order in which they are drawn.
    pub nodes: Vec<NodeFile>,
    /// Head's table, then one a node.
    pub tables: Vec<PureTableFile>,
    /// The largest difference between two fitted tables on what they share, in 2^−20 rows.
    pub disagreement: u64,
    /// The Markov random field of these tables, where the spec asks for one; `fitted` is then as it has
    /// them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub estimated: Option<EstimatedFile>,
}

/// The number of rows.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum PureSizeFile {
    /// With Laplace noise of this scale.
    Noisy { rows: i64, scale: ScaleFile },
    /// As it is.
    Public { rows: i64 },
}

/// One table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PureTableFile {
    pub columns: Vec<VariableName>,
    pub scale: ScaleFile,
    pub measured: Vec<i64>,
    pub fitted: Vec<i64>,
}

impl PureModel {
    /// The most parents of a column: the head's last one has all others of the head.
    pub fn most_parents(&self) -> usize {
        let nodes = self.nodes.iter().map(|node| node.parents.len());
        nodes
            .max()
            .unwrap_or(0)
            .max(self.head.len().saturating_sub(1))
    }

    /// Draws rows: one column of codes for each learned attribute.
    pub fn draw(
        &self,
        name: &str,
        release: &Release,
        plan: &Plan,
        rows: usize,
        seed: [u8; 32],
        reporter: Reporter,
    ) -> Result<(Vec<Codes>, RowPicks), CliError> {
        let drawing = Drawing {
            name,
            head: &self.head,
            nodes: &self.nodes,
            sampling: release.output.sampling,
        };
        let tables = self
            .tables
            .iter()
            .map(|table| (&*table.columns, [&*table.measured, &*table.fitted]));
        let of = (name, release.output.sampling);
        let (columns, mut rng) = plan.with_domain(|domain| match &self.estimated {
            Some(EstimatedFile::Field(field)) => field.draw(of, plan, domain, rows, seed, reporter),
            _ => drawing.draw(plan, domain, tables, rows, seed, reporter),
        })?;
        let columns = match &plan.mechanism {
            MechanismPlan::PrivBayesPure(pure) if pure.parameters.encoding == Encoding::Binary => {
                decoded(release, &columns, rows, &mut rng)
            }
            _ => columns,
        };
        let columns = columns.into_iter().map(Codes::Wide).collect();
        Ok((columns, RowPicks::new(rng)))
    }
}

/// Digits back to values; what is none takes that of another row.
fn decoded(
    release: &Release,
    digits: &[Vec<u16>],
    rows: usize,
    rng: &mut Xoshiro256PlusPlus,
) -> Vec<Vec<u16>> {
    let mut digits = digits.iter();
    let mut valid = vec![0; rows];
    let mut decode = |values: u32| {
        let mut numbers = vec![0; rows];
        for column in digits.by_ref().take(digits_in(values)) {
            append_digit(&mut numbers, column);
        }
        // Multiply and shift: a bias below 2^−31 in synthetic rows.
        let below = |bound: u64| {
            let product = u128::from(rng.next_u64()) * u128::from(bound);
            u64::try_from(product >> 64).unwrap_or(0)
        };
        settle(&mut numbers, values, &mut valid, below);
        numbers
    };
    release
        .learned()
        .map(|attribute| decode(attribute.size()))
        .collect()
}
