//! Going through a table without stopping at what does not fit.

use privet_spec::{Broken, Release};

use super::column::Column;
use super::judged::Judged;
use super::report::{Report, shown};
use crate::error::Error;
use crate::spec::Spec;
use crate::table::{
    Bounding, Cause, IdProblem, Input, Opened, Options, Records, Shape, TableError, Verdict, Wanted,
};
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
    let report = table.read(
        spec.release().input,
        "the table",
        watch,
        |opened, options| survey(spec.release(), opened, options, limit),
    )?;
    Ok(report)
}

/// The same on a table that is open.
pub(crate) fn survey<'r>(
    release: &Release,
    opened: Opened<'r>,
    options: Options<'r>,
    limit: usize,
) -> Result<Report, TableError> {
    let mut records = Records::new(opened, options, &Wanted::by_release(release))?;
    let mut bounding = Bounding::new(release, &records)?;
    let mut columns = release
        .learned()
        .map(|attribute| Column::new(attribute, &records))
        .collect::<Result<Vec<_>, _>>()?;
    let mut judged = Judged::new(release);
    // Whether each row that is looked at keeps all rules.
    let mut kept: Vec<bool> = Vec::new();
    let mut report = Report {
        fields: records.header().names().len(),
        parts: records.parts(),
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
            Verdict::Refused(IdProblem::Unsure) => {
                report.unsure_ids = report.unsure_ids.saturating_add(1);
                if report.first_unsure.len() < limit {
                    let id = bounding.id_column().map(|column| records.field(column));
                    let id = shown(id.unwrap_or_default());
                    report.first_unsure.push((records.line(), id));
                }
            }
            Verdict::Refused(IdProblem::Missing | IdProblem::Repeated) => {
                report.no_person_of_its_own = report.no_person_of_its_own.saturating_add(1);
                if report.first_no_person.len() < limit {
                    report.first_no_person.push(records.line());
                }
            }
            Verdict::NoMemory => return Err(records.error(None, None, Cause::NoMemory)),
            Verdict::Read => {
                report.rows = report.rows.saturating_add(1);
                for column in &mut columns {
                    column.look(&records, limit);
                }
                kept.push(judged.look(&columns, &records, limit));
            }
        }
    }
    if release.rules.broken == Broken::Drop {
        bounding.leave_out(&kept);
        let dropped = kept.iter().filter(|kept| !**kept).count();
        report.broken_dropped = u64::try_from(dropped).unwrap_or(u64::MAX);
    }
    report.beyond_bound = bounding.beyond_bound();
    let dropped = report.beyond_bound.saturating_add(report.broken_dropped);
    report.rows = report.rows.saturating_sub(dropped);
    let most = release.mechanism.most_rows().map(u64::from);
    report.most_rows = most.filter(|&most| report.rows > most);
    report.broken = judged.into_broken();
    report.misfits = columns.into_iter().flat_map(Column::into_misfits).collect();
    Ok(report)
}
