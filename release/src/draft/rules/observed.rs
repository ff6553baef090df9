//! A table read a second time, by the attributes of its draft.

use privet_spec::{Attribute, Encoded};

use super::compared::Compared;
use super::crossed::Crossed;
use crate::table::{Cause, Records, Shape, TableError};

/// What the rows tell of columns together.
pub(super) struct Observed {
    pub(super) crossed: Crossed,
    pub(super) compared: Compared,
}

/// The columns that are looked at, each with its place in the table.
pub(super) struct Looked<'a> {
    labels: Vec<(usize, &'a Attribute)>,
    ordered: Vec<(usize, &'a Attribute)>,
}

impl<'a> Looked<'a> {
    /// Of these columns of a table, as many as memory is meant for.
    pub(super) fn new(columns: impl Iterator<Item = (usize, &'a Attribute)>) -> Self {
        let learned = columns.filter(|(_, attribute)| attribute.is_learned());
        let (ordered, labels): (Vec<_>, Vec<_>) =
            learned.partition(|(_, attribute)| attribute.kind().is_ordered());
        let few = |(_, attribute): &(usize, &Attribute)| {
            attribute.size() <= MOST_VALUES + u32::from(attribute.is_nullable())
        };
        Self {
            labels: labels.into_iter().filter(few).take(MOST_COLUMNS).collect(),
            ordered: ordered.into_iter().take(MOST_COLUMNS).collect(),
        }
    }

    /// Whether any two columns could have a rule between them.
    pub(super) fn has_pairs(&self) -> bool {
        self.labels.len() > 1 || self.ordered.len() > 1
    }

    /// Reads all rows. A field that the draft does not take makes its column one without rules: `None` then, since no
    /// table that was not changed meanwhile has any.
    pub(super) fn observe(
        &self,
        records: &mut Records<'_>,
    ) -> Result<Option<Observed>, TableError> {
        let mut observed = Observed {
            crossed: Crossed::new(&self.labels),
            compared: Compared::new(&self.ordered),
        };
        let encoding = records.encoding();
        let (mut codes, mut numbers) = (Vec::new(), Vec::new());
        loop {
            match records.advance()? {
                Shape::End => {
                    observed.crossed.count();
                    return Ok(Some(observed));
                }
                Shape::Ragged { found } => {
                    let expected = records.header().names().len();
                    let cause = Cause::Ragged { expected, found };
                    return Err(records.error(Some(records.line()), None, cause));
                }
                Shape::Whole => {}
            }
            codes.clear();
            for (place, attribute) in &self.labels {
                let text = encoding.decode(records.field(*place));
                let code = text.map(|text| attribute.encode(&text));
                let Some(Encoded::Code(code)) = code else {
                    return Ok(None);
                };
                codes.push(u8::try_from(code).unwrap_or(u8::MAX));
            }
            numbers.clear();
            for (place, attribute) in &self.ordered {
                let text = encoding.decode(records.field(*place));
                numbers.push(text.and_then(|text| attribute.number(&text)));
            }
            observed.crossed.look(&codes);
            observed.compared.look(&numbers);
        }
    }
}

const MOST_VALUES: u32 = 64;
/// Of labels, and of numbers and dates.
const MOST_COLUMNS: usize = 40;
