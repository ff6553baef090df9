//! What matters most to those who will use the rows.

use core::num::NonZeroU32;

use crate::columns::{column, distinct_columns, refuse_unlearned, written_column, written_columns};
use crate::expect::{count, list};
use crate::fields::{Fields, Group};
use crate::findings::Findings;
use crate::in_full::Written;
use crate::mechanism::Mechanism;
use crate::reader::Node;
use crate::schema::Attribute;

/// What matters most: a mechanism that chooses its tables looks there first. Columns are indices into the schema.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Workload {
    /// The column that is to be predicted from the others: pairs with it count [`TARGET_WEIGHT`] times.
    pub target: Option<usize>,
    /// Tables of these columns count so many times.
    pub weights: Vec<WeightedColumns>,
}

/// Columns, distinct and none an identifier, and what a table of them counts for; of one column, a pair that has it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WeightedColumns {
    pub columns: Vec<usize>,
    pub weight: NonZeroU32,
}

/// What a pair with the target counts for.
pub const TARGET_WEIGHT: NonZeroU32 = NonZeroU32::new(10).unwrap();

impl Workload {
    /// Whether the spec says nothing of it.
    pub fn is_empty(&self) -> bool {
        self.target.is_none() && self.weights.is_empty()
    }

    /// `mechanism` is `None` where it was refused, which is reported already.
    pub(crate) fn read(
        node: &Node,
        schema: Option<&[Attribute]>,
        mechanism: Option<&Mechanism>,
        findings: &mut Findings,
    ) -> Option<Self> {
        let fields = Fields::of_group(node, WORKLOAD, findings)?;
        let schema = schema?;
        let most_columns = match mechanism?.weighs() {
            Ok(most) => most,
            Err(reason) => {
                findings.add(node.place, reason.what, reason.help);
                return None;
            }
        };
        let target = match fields.optional("target") {
            Some(node) => {
                let index = column(node, schema, findings);
                index.and_then(|index| {
                    refuse_unlearned(node, schema.get(index)?, findings)?;
                    Some(Some(index))
                })
            }
            None => Some(None),
        };
        let weights = match fields.optional("weights") {
            Some(node) => list(node, findings).and_then(|items| {
                let read =
                    |item| WeightedColumns::read(item, schema, usize::from(most_columns), findings);
                let weights: Vec<_> = items.iter().map(read).collect();
                weights.into_iter().collect::<Option<Vec<_>>>()
            }),
            None => Some(Vec::new()),
        };
        let workload = Self {
            target: target?,
            weights: weights?,
        };
        if workload.is_empty() {
            let what = "this `workload` names nothing";
            let help = "write `workload: (target: \"income\")` or `workload: (weights: [(columns: [\"age\"], \
                        weight: 5)])`, or leave it out";
            findings.add(node.place, what, help);
            return None;
        }
        Some(workload)
    }

    /// One that names nothing is refused, so that it is left out.
    pub(crate) fn written(&self, schema: &[Attribute]) -> Written {
        if self.is_empty() {
            return Written::none();
        }
        let Self { target, weights } = self;
        let weights = weights.iter().map(|one| one.written(schema));
        Written::Group(
            "",
            vec![
                (
                    "target",
                    Written::optional(*target, |index| written_column(index, schema)),
                ),
                ("weights", Written::List(weights.collect())),
            ],
        )
    }
}

impl WeightedColumns {
    fn written(&self, schema: &[Attribute]) -> Written {
        let Self { columns, weight } = self;
        Written::Group(
            "",
            vec![
                ("columns", written_columns(columns, schema)),
                ("weight", Written::bare(weight)),
            ],
        )
    }

    fn read(
        node: &Node,
        schema: &[Attribute],
        most_columns: usize,
        findings: &mut Findings,
    ) -> Option<Self> {
        let fields = Fields::of_group(node, WEIGHTED, findings)?;
        let weight = fields.required("weight", "10", findings);
        let weight = weight.and_then(|node| count(node, 1..=MOST_WEIGHT, findings));
        let named = fields.required("columns", "[\"age\", \"income\"]", findings)?;
        let items = list(named, findings)?;
        let columns = distinct_columns(items, schema, findings)?;
        for (item, index) in items.iter().zip(&columns) {
            refuse_unlearned(item, schema.get(*index)?, findings)?;
        }
        if columns.is_empty() || columns.len() > most_columns {
            let what = match columns.len() {
                0 => "no column is named".to_owned(),
                several => format!(
                    "{several} columns are named, and a table of this mechanism has at most {most_columns}"
                ),
            };
            let help =
                "name one column, a pair, or a few; `max_attributes` of `PrivMrf` allows up to 16";
            findings.add(named.place, what, help);
            return None;
        }
        Some(Self {
            columns,
            weight: NonZeroU32::new(weight?)?,
        })
    }
}

const WORKLOAD: Group = Group {
    owner: "workload",
    name: "Workload",
    known: &["target", "weights"],
};

const WEIGHTED: Group = Group {
    owner: "weights",
    name: "Weighted",
    known: &["columns", "weight"],
};

/// With 2^32 rows of a person a weighted score moves by less than 2^39: within every law's range.
const MOST_WEIGHT: u32 = 100;
