//! Going through a table without stopping at what does not fit.

use privet_spec::{Attribute, Charset, Release};

use super::misfit::{Misfit, Misfits};
use super::report::{Report, shown};
use crate::error::Error;
use crate::spec::Spec;
use crate::table::{Bounding, Cause, Input, Opened, Options, Records, Shape, TableError, Verdict};
use crate::watch::Watch;

/// Looks at every field that a release would read, and lists those that do not fit: all of them
/// counted, the first `limit` of each kind in each column with line and value.
///
/// Every row with an id is looked at, as in a release; rows without one are counted. What makes the rest of a
/// file unreadable (no header, a missing column, an open quote) is an error here too.
pub fn check_table(
    spec: &Spec,
    table: Input<'_>,
    limit: usize,
    watch: &dyn Watch,
) -> Result<Report, Error> {
    table.read(
        spec.release().input,
        "the table",
        watch,
        |opened, options| survey(spec.release(), opened, options, limit),
    )
}

/// The same on a table that is open.
pub(crate) fn survey<'r>(
    release: &Release,
    opened: Opened<'r>,
    options: Options<'r>,
    limit: usize,
) -> Result<Report, TableError> {
    let mut records = Records::new(opened, options, release.input)?;
    let mut bounding = Bounding::new(release, &records)?;
    let mut columns = release
        .learned()
        .map(|attribute| Column::new(attribute, &records))
        .collect::<Result<Vec<_>, _>>()?;
    let mut report = Report {
        fields: records.header().names().len(),
        ..Report::default()
    };
    loop {
        match records.advance()? {
            Shape::End => break,
            Shape::Ragged { found } => {
                report.ragged = report.ragged.saturating_add(1);
                if report.first_ragged.len() < limit {
                    report.first_ragged.push((records.line(), found));
                }
                continue;
            }
            Shape::Whole => {}
        }
        match bounding.judge(&records) {
            Verdict::WithoutId => report.without_id = report.without_id.saturating_add(1),
            Verdict::Refused(_) => {
                report.no_person_of_its_own = report.no_person_of_its_own.saturating_add(1);
                if report.first_no_person.len() < limit {
                    report.first_no_person.push(records.line());
                }
            }
            Verdict::NoMemory => return Err(records.error(None, None, Cause::NoMemory)),
            Verdict::Read => {
                report.rows = report.rows.saturating_add(1);
                for column in &mut columns {
                    column.look(records.field(column.index), records.line(), limit);
                }
            }
        }
    }
    report.beyond_bound = bounding.beyond_bound();
    report.rows = report.rows.saturating_sub(report.beyond_bound);
    report.misfits = columns.into_iter().flat_map(Column::into_misfits).collect();
    Ok(report)
}

struct Column<'s> {
    attribute: &'s Attribute,
    encoding: Charset,
    index: usize,
    /// One for each kind of misfit, in the order of `Misfit::ALL`.
    found: Vec<Misfits>,
}

impl<'s> Column<'s> {
    fn new(attribute: &'s Attribute, records: &Records<'_>) -> Result<Self, TableError> {
        let found = Misfit::ALL.map(|misfit| Misfits {
            column: attribute.name().to_owned(),
            misfit,
            consequence: misfit.consequence(attribute),
            count: 0,
            first: Vec::new(),
        });
        Ok(Self {
            attribute,
            encoding: records.encoding(),
            index: records.find(&attribute.column())?,
            found: found.into(),
        })
    }

    fn look(&mut self, field: &[u8], line: u64, limit: usize) {
        let text = self.encoding.decode(field);
        let Some(misfit) = Misfit::of(self.attribute, text.as_deref()) else {
            return;
        };
        let Some(found) = self.found.iter_mut().find(|found| found.misfit == misfit) else {
            return;
        };
        found.count = found.count.saturating_add(1);
        if found.first.len() < limit {
            let visible = text.as_deref().map_or(field, str::as_bytes);
            found.first.push((line, shown(visible)));
        }
    }

    fn into_misfits(self) -> impl Iterator<Item = Misfits> {
        self.found.into_iter().filter(|found| found.count > 0)
    }
}
