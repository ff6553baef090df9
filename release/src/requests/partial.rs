//! Rows whose columns are partly filled.
//!
//! They are private: no error quotes a field.

use core::ops::RangeInclusive;
use std::collections::HashMap;

use privet_spec::{Attribute, Fit, Release, Selection};

use super::left::left_by_rules;
use crate::error::Error;
use crate::model::Group;
use crate::nearest::nearest;
use crate::table::{Cause, GivenFields, Input, Records, Shape, TableError, Wanted};
use crate::watch::Watch;

/// The rows of a table, as far as they are filled.
pub(super) struct Partial {
    pub(super) rows: u32,
    /// Rows with the same values, in the order in which they first occur.
    pub(super) groups: Vec<Group>,
    /// What is written again as it was read.
    pub(super) fields: GivenFields,
}

/// What is known of a row: codes, and numbers that rules leave.
type Knowledge = (Vec<(usize, u16)>, Vec<(usize, RangeInclusive<i64>)>);

/// A column of the table.
struct Column<'r> {
    attribute: &'r Attribute,
    /// Its place in the schema.
    place: usize,
    /// Its values that conditions mean.
    meant: Option<&'r Selection>,
}

impl Partial {
    /// Refused: an unknown column, a value outside of its domain, or one that the conditions exclude.
    pub(super) fn read(
        release: &Release,
        given: Input<'_>,
        meant: &[Option<Selection>],
        watch: &dyn Watch,
    ) -> Result<Self, Error> {
        let name = given.name();
        let form = release.input;
        let what = "the rows to be completed";
        given.read(form, what, watch, |opened, options| {
            let mut records = Records::new(opened, options, &Wanted::by_schema(release))?;
            match columns(release, &records, meant, &name) {
                Ok(columns) => Self::read_rows(release, &mut records, &columns),
                Err(error) => Ok(Err(error)),
            }
        })?
    }

    /// The rows, or what is wrong with the first field that is no value.
    fn read_rows(
        release: &Release,
        records: &mut Records<'_>,
        columns: &[Column<'_>],
    ) -> Result<Result<Self, Error>, TableError> {
        let mut fields = GivenFields::new(release.schema.len());
        let mut places: HashMap<Knowledge, usize> = HashMap::new();
        let mut groups: Vec<Group> = Vec::new();
        let mut rows = 0_u32;
        loop {
            let line = match records.advance()? {
                Shape::End => break,
                Shape::Whole => records.line(),
                Shape::Ragged { found } => {
                    let expected = columns.len();
                    let cause = Cause::Ragged { expected, found };
                    return Err(records.error(Some(records.line()), None, cause));
                }
            };
            let (mut codes, mut numbers) = (Vec::new(), Vec::new());
            for (index, column) in columns.iter().enumerate() {
                let encoding = records.encoding();
                let bytes = records.field(index);
                let name = || Some(column.attribute.name().to_owned());
                let Some(text) = encoding.decode(bytes) else {
                    let cause = Cause::Undecodable { encoding };
                    return Err(records.error(Some(line), name(), cause));
                };
                if text.is_empty() {
                    continue;
                }
                if !column.attribute.is_identifier() {
                    let Some(code) = column.code(&text) else {
                        // Only the place is of interest.
                        let at = records.error(Some(line), name(), Cause::Empty);
                        return Ok(Err(Error::refused(
                            at.place().to_string(),
                            "the field is no value of the column, or not one that `--where` means",
                            "mend the field, or leave it empty to have it filled",
                        )));
                    };
                    codes.push((column.place, code));
                    let number = column.attribute.number(&text);
                    numbers.extend(number.map(|number| (column.place, number)));
                }
                fields.put(column.place, rows as usize, &text);
            }
            codes.sort_unstable();
            let next = groups.len();
            let between = left_by_rules(release, &numbers);
            let known = (codes, between);
            let place = *places.entry(known).or_insert_with_key(|(codes, between)| {
                groups.push(Group {
                    codes: codes.clone(),
                    between: between.clone(),
                    rows: Vec::new(),
                    place: records
                        .error(Some(line), None, Cause::Empty)
                        .place()
                        .to_string(),
                });
                next
            });
            if let Some(group) = groups.get_mut(place) {
                group.rows.push(rows);
            }
            rows = match rows.checked_add(1) {
                Some(rows) => rows,
                None => return Err(records.error(None, None, Cause::TooManyRows)),
            };
        }
        Ok(Ok(Self {
            rows,
            groups,
            fields,
        }))
    }
}

impl Column<'_> {
    /// The code of a field; nothing for one outside of the domain, or that is not meant.
    fn code(&self, text: &str) -> Option<u16> {
        let (Fit::Inside(code) | Fit::Missing(code)) = self.attribute.classify(text) else {
            return None;
        };
        let is_missing = self.attribute.null_code() == Some(code);
        match self.meant {
            Some(meant) if is_missing => meant.has_null().then_some(code),
            Some(meant) if self.attribute.kind().is_ordered() => {
                let number = self.attribute.number(text)?;
                let mut ranges = meant.ranges().iter();
                let meant = ranges.any(|range| range.contains(&number));
                meant.then_some(code)
            }
            // Labels that are not meant have no weight, which is found out later.
            _ => Some(code),
        }
    }
}

/// The columns of the file.
fn columns<'r>(
    release: &'r Release,
    records: &Records<'_>,
    meant: &'r [Option<Selection>],
    name: &str,
) -> Result<Vec<Column<'r>>, Error> {
    let names = records.header().names().iter();
    let find = |(number, column): (usize, &String)| {
        let schema = || release.schema.iter();
        let place = schema().position(|attribute| attribute.column() == *column);
        let known = place.and_then(|place| Some((place, release.schema.get(place)?)));
        let Some((place, attribute)) = known else {
            let known: Vec<String> = schema().map(Attribute::column).collect();
            let all = || format!("its columns are `{}`", known.join("`, `"));
            if records.parts().is_empty() {
                // Where there is no header, the first line is a row, and not shown.
                let what = format!("column {number} has a name that is none of the release's");
                let help = format!(
                    "{}; if the first line holds values, put a line with the names of the columns above it",
                    all()
                );
                return Err(Error::refused(format!("{name}:1"), what, help));
            }
            let near = nearest(column, known.iter().map(String::as_str));
            let help = near.map_or_else(all, |near| format!("the nearest name is `{near}`"));
            let what = format!("the release has no column `{column}`");
            return Err(Error::refused(name, what, help));
        };
        Ok(Column {
            attribute,
            place,
            meant: meant.get(place).and_then(Option::as_ref),
        })
    };
    (1..).zip(names).map(find).collect()
}
