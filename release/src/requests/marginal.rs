//! The law of some columns together, by inference on the model.

use privet_spec::{Attribute, Release};

use super::columns::{refuse_generated, unknown_column};
use super::sampling::Conditions;
use crate::error::Error;
use crate::model::{LawWanted, value_labels};
use crate::public_model::Model;
use crate::watch::Watch;

/// What a model expects of some columns together.
#[derive(Clone, Debug, PartialEq)]
pub struct Marginal {
    /// In the order in which they were asked for.
    pub columns: Vec<LabelledColumn>,
    /// Expected rows for every combination of values: numbers in mixed radix, the last column fastest. They add up to the
    /// model's number of rows, or to 0 where that is below zero.
    pub counts: Vec<f64>,
}

/// A column with the labels of its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabelledColumn {
    pub name: String,
    /// One for each value at its finest level, in order; bins as `[20, 25)`, a missing value is the last.
    pub labels: Vec<String>,
}

impl Model {
    /// The model's own law of some columns at their finest level, as expected rows: exact by inference on the model, not by
    /// drawing rows, and free of charge.
    ///
    /// It is the law that [`Model::sample_where`] conditions: each attribute given its parents, as the model's tables have it.
    /// Rows that are drawn without replacement, or that lean towards the tables of a Markov random field, are not independent
    /// draws from it. Tests find no difference between their counts and it beyond chance; that there is none is not proved.
    /// A column that another one determines follows from that one.
    ///
    /// Refused: no column, an unknown one, one twice, an identifier; more than [`Marginal::MAX_CELLS`] combinations, or more
    /// than [`Conditions::MAX_CELLS`] cells of memory on the way; and models whose rows follow no law of their own, such
    /// as that of a smoothed histogram, of `sampling: Inconsistent` and of `encoding: Binary`.
    pub fn marginal(&self, columns: &[&str], watch: &dyn Watch) -> Result<Marginal, Error> {
        let settled = self.settled(&self.spec()?)?;
        let release = &settled.plan.release;
        let asked = Asked::read(release, columns)?;
        let bar = watch.stage("inferring", 1);
        let law = self.law(
            &settled,
            LawWanted {
                file: self.name(),
                attributes: &asked.learned,
                max_cells: Conditions::MAX_CELLS,
            },
        )?;
        bar.step();
        Ok(Marginal {
            counts: asked.counts(release, &law, self.rows()),
            columns: (asked.columns.iter())
                .map(|asked| LabelledColumn {
                    name: asked.attribute.name().to_owned(),
                    labels: value_labels(asked.attribute),
                })
                .collect(),
        })
    }
}

impl Marginal {
    /// The most combinations of values that are told of at once.
    pub const MAX_CELLS: u64 = 1 << 20;
}

/// What is asked for.
struct Asked<'r> {
    columns: Vec<AskedColumn<'r>>,
    /// The learned attributes that they follow from, by their numbers, in order.
    learned: Vec<u8>,
}

struct AskedColumn<'r> {
    attribute: &'r Attribute,
    /// The number of the learned attribute that it is, or follows from.
    by: u8,
}

impl<'r> Asked<'r> {
    fn read(release: &'r Release, names: &[&str]) -> Result<Self, Error> {
        if names.is_empty() {
            let help = "name one column or more";
            return Err(Error::refused(PLACE, "there are no columns", help));
        }
        let mut columns: Vec<AskedColumn<'r>> = Vec::new();
        let mut cells = 1_u64;
        for name in names {
            let column = column(release, name)?;
            if (columns.iter()).any(|before| before.attribute.name() == *name) {
                let what = format!("the column `{name}` stands there twice");
                return Err(Error::refused(PLACE, what, "name it once"));
            }
            cells = cells.saturating_mul(u64::from(column.attribute.size()));
            columns.push(column);
        }
        if cells > Marginal::MAX_CELLS {
            let most = Marginal::MAX_CELLS;
            let what =
                format!("they have {cells} combinations of values, and at most {most} are told of");
            return Err(Error::refused(PLACE, what, "ask for fewer columns"));
        }
        let mut learned: Vec<u8> = columns.iter().map(|column| column.by).collect();
        learned.sort_unstable();
        learned.dedup();
        Ok(Self { columns, learned })
    }

    /// Expected rows in the order of the columns, of the law of what they follow from.
    fn counts(&self, release: &Release, law: &[f64], rows: i64) -> Vec<f64> {
        let sizes = self
            .columns
            .iter()
            .map(|column| column.attribute.size() as usize);
        let mut counts = vec![0.0; sizes.product()];
        #[allow(clippy::cast_precision_loss)] // far below 2^53
        let rows = rows.max(0) as f64;
        // Inference leaves a sum of one but for rounding.
        let sum: f64 = law.iter().sum();
        let learned: Vec<(u8, usize)> = (release.learned().zip(0..=u8::MAX))
            .filter(|(_, number)| self.learned.contains(number))
            .map(|(attribute, number)| (number, attribute.size() as usize))
            .collect();
        for (cell, probability) in law.iter().enumerate() {
            let place = self.columns.iter().fold(0, |place, column| {
                let code = column.code(digit(&learned, cell, column.by));
                place * column.attribute.size() as usize + code
            });
            if let Some(count) = counts.get_mut(place) {
                *count += probability / sum * rows;
            }
        }
        counts
    }
}

impl AskedColumn<'_> {
    /// Its code, of that of the attribute that it follows from.
    fn code(&self, code: usize) -> usize {
        let follows = self.attribute.determined();
        follows.map_or(code, |follows| {
            let code = follows.codes.get(code).copied();
            code.map_or(usize::MAX, usize::from)
        })
    }
}

/// The code of an attribute in a cell of the law, the last attribute fastest.
fn digit(learned: &[(u8, usize)], cell: usize, of: u8) -> usize {
    let mut left = cell;
    for &(number, size) in learned.iter().rev() {
        if number == of {
            return left % size.max(1);
        }
        left /= size.max(1);
    }
    0
}

/// The column of this name, and what it follows from.
fn column<'r>(release: &'r Release, name: &str) -> Result<AskedColumn<'r>, Error> {
    let mut columns = release.schema.iter().enumerate();
    let found = columns.find(|(_, attribute)| attribute.name() == name);
    let (place, attribute) = found.ok_or_else(|| unknown_column(release, name, PLACE))?;
    refuse_generated(attribute, PLACE)?;
    let by = attribute.determined().map_or(place, |follows| follows.by);
    let before = release.schema.iter().take(by);
    let number = before.filter(|before| before.is_learned()).count();
    // A parsed spec has at most 256 learned attributes.
    let by = u8::try_from(number).map_err(|error| Error::flaw(PLACE, error))?;
    Ok(AskedColumn { attribute, by })
}

/// How errors name what was asked for.
const PLACE: &str = "marginal";
