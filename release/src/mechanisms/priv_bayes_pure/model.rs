//! The model of `PrivBayesPure`.
//!
//! It holds the spec, the network, and for each table the noisy counts as they were measured with the
//! scale of their Laplace noise (`measured`, in rows) and after consistency and non-negativity
//! (`fitted`, in units of 2^−20 rows). All of it is noisy answers and functions of them. With
//! `encoding: Binary` a column is a binary digit of an attribute: its number stands beside the
//! attribute's name, the most significant is 0.

use core::num::NonZeroU32;

use privet_core::Error as CoreError;
use privet_core::bayes::pure::digits::{append_digit, settle};
use privet_core::curator::Size;
use privet_spec::{Encoding, Mechanism, Release, counted};
use rand_core::Rng as _;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use super::words::digit_in_words;
use crate::beside::BesideFile;
use crate::bins::InsideFile;
use crate::complaint::Complaint;
use crate::error::Error;
use crate::mechanisms::mechanism::ModelFile;
use crate::mechanisms::network::{EstimatedFile, MeasuredTable, NetworkView, NodeFile};
use crate::model::{CountedRows, Drawn, LawWanted, MeasuredColumn, NoisyTable, RowsWanted};
use crate::model::{Structure, Variable};
use crate::noise::ScaleFile;
use crate::plan::{Plan, VariableName, digits_in};
use crate::watch::Watch;

/// What the file says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "PrivBayesPure")]
pub(crate) struct Model {
    /// Version of the format.
    #[serde(rename = "privet_model")]
    pub(super) version: u32,
    /// The number of the algorithm that made it.
    pub(super) algorithm: NonZeroU32,
    /// The release spec, word for word.
    pub(super) spec: String,
    /// The files that it names, word for word.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) files: Vec<BesideFile>,
    /// The seed that the release's own rows were drawn with.
    pub(super) row_seed: String,
    /// What is known of values inside of bins.
    #[serde(default, skip_serializing_if = "InsideFile::is_empty")]
    pub(super) inside: InsideFile,
    /// The number of rows: noisy, or public under `Replace`.
    pub(super) size: SizeFile,
    /// τ: the most cells of a table of two columns or more.
    pub(super) tau: u64,
    /// The columns in the order in which they were chosen, the first by dice.
    pub(super) order: Vec<VariableName>,
    /// The columns that are measured and drawn together first.
    pub(super) head: Vec<VariableName>,
    /// The others in the order in which they are drawn.
    pub(super) nodes: Vec<NodeFile>,
    /// Head's table, then one a node.
    pub(super) tables: Vec<TableFile>,
    /// The largest difference between two fitted tables on what they share, in 2^−20 rows.
    pub(super) disagreement: u64,
    /// The Markov random field of these tables, where the spec asks for one; `fitted` is then as it has
    /// them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) estimated: Option<EstimatedFile>,
}

/// The number of rows.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) enum SizeFile {
    /// With Laplace noise of this scale.
    Noisy { rows: i64, scale: ScaleFile },
    /// As it is.
    Public { rows: i64 },
}

/// One table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
// The file writes the names of its structures; this one differs from that of `PrivBayes`.
#[serde(deny_unknown_fields, rename = "PureTableFile")]
pub(super) struct TableFile {
    pub(super) columns: Vec<VariableName>,
    pub(super) scale: ScaleFile,
    pub(super) measured: Vec<i64>,
    pub(super) fitted: Vec<i64>,
}

impl SizeFile {
    /// Refused: a size with noise of another law.
    pub(super) fn of(size: Size) -> Result<Self, CoreError> {
        Ok(match size {
            Size::Noisy { rows, noise } => Self::Noisy {
                rows,
                scale: ScaleFile::of(Some(noise))?,
            },
            Size::Public(rows) => Self::Public { rows },
        })
    }
}

impl Model {
    /// The network, whatever its noise.
    pub(super) fn network(&self) -> NetworkView<'_> {
        let tables = self.tables.iter();
        NetworkView {
            head: &self.head,
            nodes: &self.nodes,
            tables: tables
                .map(|table| MeasuredTable {
                    columns: &table.columns,
                    measured: &table.measured,
                    fitted: &table.fitted,
                    noise: table.scale.noise(),
                })
                .collect(),
            estimated: self.estimated.as_ref(),
        }
    }

    /// The most parents of a column: the head's last one has all others of the head.
    fn most_parents(&self) -> usize {
        let nodes = self.nodes.iter().map(|node| node.parents.len());
        nodes
            .max()
            .unwrap_or(0)
            .max(self.head.len().saturating_sub(1))
    }
}

impl ModelFile for Model {
    fn version(&self) -> u32 {
        self.version
    }

    fn algorithm(&self) -> NonZeroU32 {
        self.algorithm
    }

    fn spec(&self) -> &str {
        &self.spec
    }

    fn files(&self) -> &[BesideFile] {
        &self.files
    }

    fn row_seed(&self) -> &str {
        &self.row_seed
    }

    fn rows(&self) -> i64 {
        let (SizeFile::Noisy { rows, .. } | SizeFile::Public { rows }) = self.size;
        rows
    }

    fn counted_rows(&self) -> CountedRows {
        CountedRows {
            rows: self.rows(),
            noise: match self.size {
                SizeFile::Noisy { scale, .. } => Some(scale.noise()),
                SizeFile::Public { .. } => None,
            },
        }
    }

    fn inside(&self) -> &InsideFile {
        &self.inside
    }

    fn in_words(&self) -> String {
        self.network().in_words(format!(
            "{}, at most {}, at most {} a table",
            counted(self.tables.len(), "table", "tables"),
            counted(self.most_parents(), "parent", "parents"),
            counted(self.tau, "cell", "cells")
        ))
    }

    fn estimator(&self) -> Option<String> {
        self.estimated.as_ref().map(EstimatedFile::in_record)
    }

    fn tables(&self) -> Vec<NoisyTable<'_>> {
        self.network().noisy_tables()
    }

    fn measured_column(&self, plan: &Plan, name: &VariableName) -> Option<MeasuredColumn> {
        let VariableName(attribute, number) = name;
        let attribute = plan.learned(attribute)?;
        if !is_by_digits(plan) {
            return MeasuredColumn::of_level(attribute, name);
        }
        let is_one = usize::from(*number) < digits_in(attribute.size());
        is_one.then(|| MeasuredColumn::of_digit(attribute, digit_in_words(name)))
    }

    fn structure(&self, shown: &dyn Fn(&VariableName) -> Variable) -> Structure {
        self.network().structure(shown)
    }

    fn draw(&self, plan: &Plan, wanted: RowsWanted<'_>, watch: &dyn Watch) -> Result<Drawn, Error> {
        let by_digits = is_by_digits(plan);
        if by_digits && wanted.known.is_some() {
            // What is no value takes that of another row, so that a row alone has no law.
            return Err(Error::OnlyByRejection(Complaint::new(
                wanted.file,
                "`encoding: Binary` draws digits and mends what is no value, which cannot be conditioned",
                "",
            )));
        }
        let (columns, mut rng) = self.network().draw(plan, wanted, watch)?;
        let columns = if by_digits {
            decoded(&plan.release, &columns, wanted.rows, &mut rng)
        } else {
            columns
        };
        Ok(Drawn::new(columns, rng))
    }

    fn law(&self, plan: &Plan, wanted: LawWanted<'_>) -> Result<Vec<f64>, Error> {
        if is_by_digits(plan) {
            return Err(wanted.refused(
                "`encoding: Binary` draws digits and mends what is no value, so that a row alone has no law",
            ));
        }
        self.network().law(plan, wanted)
    }
}

/// Whether columns are binary digits of attributes.
fn is_by_digits(plan: &Plan) -> bool {
    matches!(
        &plan.release.mechanism,
        Mechanism::PrivBayesPure(pure) if pure.encoding == Encoding::Binary
    )
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
