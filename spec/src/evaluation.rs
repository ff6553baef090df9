//! What `privet evaluate` needs to know of the columns. A release does not use it.

use crate::columns::{
    column, distinct_columns, refuse_identifier, written_column, written_columns,
};
use crate::expect::list;
use crate::fields::{Fields, Group};
use crate::findings::Findings;
use crate::in_full::Written;
use crate::reader::Node;
use crate::schema::{Attribute, Kind};

/// The columns that scores of a synthetic table ask for, as indices into the schema.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Evaluation {
    /// The columns of NIST's regression score.
    pub regression: Option<Regression>,
    /// The columns that models are to tell from the others, distinct; none: the program chooses.
    pub targets: Vec<usize>,
}

/// The columns of NIST's regression score, all different, none an identifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Regression {
    pub city: usize,
    /// Two values, a missing one not counted.
    pub sex: usize,
    /// Whole numbers or decimals.
    pub income: usize,
}

impl Evaluation {
    pub(crate) fn read(
        node: &Node,
        schema: Option<&[Attribute]>,
        findings: &mut Findings,
    ) -> Option<Self> {
        let fields = Fields::of_group(node, EVALUATION, findings)?;
        let schema = schema?;
        let regression = match fields.optional("regression") {
            Some(node) => Regression::read(node, schema, findings).map(Some),
            None => Some(None),
        };
        let targets = match fields.optional("targets") {
            Some(node) => read_targets(node, schema, findings),
            None => Some(Vec::new()),
        };
        Some(Self {
            regression: regression?,
            targets: targets?,
        })
    }

    pub(crate) fn written(&self, schema: &[Attribute]) -> Written {
        let Self {
            regression,
            targets,
        } = self;
        let regression = Written::optional(*regression, |regression| regression.written(schema));
        Written::Group(
            "",
            vec![
                ("regression", regression),
                ("targets", written_columns(targets, schema)),
            ],
        )
    }
}

impl Regression {
    fn written(self, schema: &[Attribute]) -> Written {
        let Self { city, sex, income } = self;
        Written::Group(
            "",
            vec![
                ("city", written_column(city, schema)),
                ("sex", written_column(sex, schema)),
                ("income", written_column(income, schema)),
            ],
        )
    }

    fn read(node: &Node, schema: &[Attribute], findings: &mut Findings) -> Option<Self> {
        let fields = Fields::of_group(node, REGRESSION, findings)?;
        let mut find = |field: &str, example: &str| {
            let node = fields.required(field, example, findings)?;
            let index = column(node, schema, findings)?;
            Some((node, index, schema.get(index)?))
        };
        let city = find("city", "\"city\"");
        let sex = find("sex", "\"sex\"");
        let income = find("income", "\"wage\"");
        let (city, sex, income) = (city?, sex?, income?);
        refuse_identifier(city.0, city.2, findings)?;
        let sexes = sex.2.size() - u32::from(sex.2.is_nullable());
        if sexes != 2 {
            let what = format!(
                "\"{}\" has {sexes} values, and the pay gap is between two",
                sex.2.name()
            );
            findings.add(sex.0.place, what, "name a column of two values");
            return None;
        }
        if !matches!(income.2.kind(), Kind::Integer(_) | Kind::Real { .. }) {
            let what = format!("\"{}\" has no numbers", income.2.name());
            findings.add(income.0.place, what, "name an `Integer` or a `Real`");
            return None;
        }
        let indices = [city.1, sex.1, income.1];
        for (place, (node, index, attribute)) in [city, sex, income].into_iter().enumerate() {
            if indices.iter().take(place).any(|earlier| *earlier == index) {
                let what = format!("\"{}\" is named twice", attribute.name());
                findings.add(node.place, what, "name three different columns");
                return None;
            }
        }
        let [city, sex, income] = indices;
        Some(Self { city, sex, income })
    }
}

fn read_targets(node: &Node, schema: &[Attribute], findings: &mut Findings) -> Option<Vec<usize>> {
    let items = list(node, findings)?;
    let targets = distinct_columns(items, schema, findings)?;
    for (item, index) in items.iter().zip(&targets) {
        refuse_identifier(item, schema.get(*index)?, findings)?;
    }
    Some(targets)
}

const EVALUATION: Group = Group {
    owner: "evaluation",
    name: "Evaluation",
    known: &["regression", "targets"],
};

const REGRESSION: Group = Group {
    owner: "regression",
    name: "Regression",
    known: &["city", "sex", "income"],
};
