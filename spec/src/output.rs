//! What the synthetic table looks like.

use crate::columns::{distinct_columns, written_columns};
use crate::delimiter::{read_delimiter, written_delimiter};
use crate::expect::{count, list, text, variant};
use crate::fields::{Fields, Group};
use crate::findings::{Findings, Reason};
use crate::in_full::Written;
use crate::input::InputForm;
use crate::mechanism::{Around, Estimator, MechanismName};
use crate::output_format::OutputFormat;
use crate::reader::Node;
use crate::sampling::Sampling;
use crate::schema::Attribute;
use crate::spelling::Spelling;
use crate::unit::Adjacency;

/// How rows are drawn and written.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Output {
    pub rows: RowCount,
    pub sampling: Sampling,
    /// Indices into the schema, in the order of the output's columns; every attribute once.
    pub columns: Vec<usize>,
    /// What kind of file.
    pub format: OutputFormat,
    /// How a missing value is written, for all attributes that can have one. `None`: as each
    /// attribute's first missing token. A null of Parquet reads as the empty text.
    pub null: Option<String>,
    /// The byte between two fields; the input's unless the spec has another.
    pub delimiter: u8,
    /// How texts are spelled.
    pub spelling: Spelling,
}

/// How many rows the synthetic table has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowCount {
    /// The noisy number of rows; only under `AddRemove`.
    Noisy,
    /// As many as the input has; only under `Replace`, where that number is public.
    AsInput,
    /// A number from the spec.
    Exactly(u32),
}

/// What rows are drawn from; nothing of what was itself refused.
#[derive(Clone, Copy)]
pub(crate) struct Drawn {
    pub(crate) mechanism: Option<MechanismName>,
    pub(crate) estimator: Option<Estimator>,
}

impl Output {
    /// What an absent `output` means.
    pub(crate) fn default_for(
        adjacency: Option<Adjacency>,
        attributes: usize,
        input: InputForm,
    ) -> Self {
        Self {
            rows: RowCount::default_for(adjacency),
            sampling: Sampling::WithoutReplacement,
            columns: (0..attributes).collect(),
            format: OutputFormat::default(),
            null: None,
            delimiter: input.delimiter,
            spelling: Spelling::default(),
        }
    }

    /// What depends on a part of the spec that was itself refused is not checked.
    pub(crate) fn read(
        node: &Node,
        around: Around<'_>,
        drawn: Drawn,
        input: InputForm,
        findings: &mut Findings,
    ) -> Option<Self> {
        let Around {
            adjacency, schema, ..
        } = around;
        let fields = Fields::of_group(node, OUTPUT, findings)?;
        let mut default = Self::default_for(adjacency, schema.map_or(0, <[_]>::len), input);
        let rows = match fields.optional("rows") {
            Some(node) => RowCount::read(node, adjacency, findings),
            None => Some(default.rows),
        };
        let sampling = match fields.optional("sampling") {
            Some(node) => Sampling::read(node, |sampling| drawn.refuses(sampling), findings),
            None => Some(default.sampling),
        };
        let columns = match (fields.optional("columns"), schema) {
            (Some(node), Some(schema)) => read_columns(node, schema, findings),
            (Some(_), None) => None,
            (None, _) => Some(default.columns),
        };
        let format = match fields.optional("format") {
            Some(node) => OutputFormat::read(node, findings),
            None => Some(default.format),
        };
        if format == Some(OutputFormat::Parquet) {
            refuse_texts(&fields, findings)?;
            // So a null is read back; no label is empty.
            default.null = Some(String::new());
        }
        let null = match fields.optional("null") {
            Some(node) => read_null(node, schema.unwrap_or_default(), findings).map(Some),
            None => Some(default.null),
        };
        let delimiter = match fields.optional("delimiter") {
            Some(node) => read_delimiter(node, findings).filter(|delimiter| {
                let apart = input.decimal.keep_apart(*delimiter, node.place, findings);
                apart.is_some()
            }),
            None => Some(default.delimiter),
        };
        let spelling = match fields.optional("spelling") {
            Some(node) => Spelling::read(node, findings),
            None => Some(default.spelling),
        };
        Some(Self {
            rows: rows?,
            sampling: sampling?,
            columns: columns?,
            format: format?,
            null: null?,
            delimiter: delimiter?,
            spelling: spelling?,
        })
    }

    /// A mechanism that draws its rows itself takes no `sampling`.
    pub(crate) fn written(&self, schema: &[Attribute], mechanism: MechanismName) -> Written {
        let Self {
            rows,
            sampling,
            columns,
            format,
            null,
            delimiter,
            spelling,
        } = self;
        let sampling = Some(*sampling).filter(|sampling| mechanism.refuses(*sampling).is_none());
        let mut fields = vec![
            ("rows", rows.written()),
            ("sampling", Written::optional(sampling, Sampling::written)),
            ("columns", written_columns(columns, schema)),
        ];
        // The default is left out: it is what the text of a spec meant before there was another.
        fields.extend(match format {
            OutputFormat::Csv => vec![
                ("null", Written::optional(null.as_deref(), Written::text)),
                ("delimiter", written_delimiter(*delimiter)),
                ("spelling", spelling.written()),
            ],
            OutputFormat::Parquet => vec![("format", format.written())],
        });
        Written::Group("", fields)
    }
}

impl RowCount {
    fn written(self) -> Written {
        match self {
            Self::Noisy => Written::bare("Noisy"),
            Self::AsInput => Written::bare("AsInput"),
            Self::Exactly(rows) => Written::Around("Exactly", Box::new(Written::bare(rows))),
        }
    }

    fn default_for(adjacency: Option<Adjacency>) -> Self {
        if adjacency == Some(Adjacency::Replace) {
            Self::AsInput
        } else {
            Self::Noisy
        }
    }

    fn read(node: &Node, adjacency: Option<Adjacency>, findings: &mut Findings) -> Option<Self> {
        let variant = variant(
            node,
            "row count",
            &["Noisy", "AsInput", "Exactly"],
            findings,
        )?;
        if variant.name == "Exactly" {
            let item = variant.only_item("Exactly(20000)", findings)?;
            return count(item, 1..=u32::MAX, findings).map(Self::Exactly);
        }
        variant.alone(findings)?;
        match (variant.name, adjacency) {
            ("Noisy", Some(Adjacency::Replace)) => {
                let what = "under `Replace` no noisy number of rows is measured";
                findings.add(node.place, what, "write `AsInput` or `Exactly(20000)`");
                None
            }
            ("AsInput", Some(Adjacency::AddRemove)) => {
                let what = "under `AddRemove` the number of rows is private";
                findings.add(node.place, what, "write `Noisy` or `Exactly(20000)`");
                None
            }
            ("Noisy", _) => Some(Self::Noisy),
            _ => Some(Self::AsInput),
        }
    }
}

impl Drawn {
    /// Why rows cannot be drawn in this way; `None` if they can.
    fn refuses(self, sampling: Sampling) -> Option<Reason> {
        let by_mechanism = self.mechanism.and_then(|name| name.refuses(sampling));
        by_mechanism.or_else(|| self.estimator.and_then(|made| made.refuses(sampling)))
    }
}

/// A permutation of the schema's names, as indices into the schema.
fn read_columns(node: &Node, schema: &[Attribute], findings: &mut Findings) -> Option<Vec<usize>> {
    let columns = distinct_columns(list(node, findings)?, schema, findings)?;
    let left_out = schema
        .iter()
        .enumerate()
        .find(|(index, _)| !columns.contains(index));
    if let Some((_, attribute)) = left_out {
        let what = format!(
            "\"{}\" is in the schema but not in `columns`",
            attribute.name()
        );
        findings.add(node.place, what, "write every name of the schema once");
        return None;
    }
    Some(columns)
}

/// A spelling that no attribute would read as one of its values.
fn read_null(node: &Node, schema: &[Attribute], findings: &mut Findings) -> Option<String> {
    let null = text(node, findings)?;
    let taken = schema
        .iter()
        .find(|attribute| attribute.is_nullable() && attribute.has_value(null));
    if let Some(attribute) = taken {
        let what = format!("\"{null}\" is a value of \"{}\"", attribute.name());
        findings.add(
            node.place,
            what,
            "write a spelling that is not a value, as in `\"\"`",
        );
        return None;
    }
    Some(null.to_owned())
}

/// What says how texts are written, where there are none.
fn refuse_texts(fields: &Fields<'_>, findings: &mut Findings) -> Option<()> {
    let mut refused = None;
    for (name, why) in [
        ("null", "missing values are nulls in Parquet"),
        ("delimiter", "Parquet has no delimiter"),
        ("spelling", "no spreadsheet computes a text in Parquet"),
    ] {
        if let Some(node) = fields.optional(name) {
            let help = format!("leave out `{name}`, or write `format: Csv`");
            findings.add(node.place, why, help);
            refused = Some(());
        }
    }
    refused.is_none().then_some(())
}

const OUTPUT: Group = Group {
    owner: "output",
    name: "Output",
    known: &[
        "rows",
        "sampling",
        "columns",
        "format",
        "null",
        "delimiter",
        "spelling",
    ],
};
