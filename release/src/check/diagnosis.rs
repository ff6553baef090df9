//! What is known of a spec and of a table by it, with places in the text: for editors and other programs.

use core::ops::Range;

use privet_spec::Position;
use serde::Serialize;

use super::misfit::{Consequence, Misfits};
use super::report::{BrokenRule, Report};
use crate::complaint::Complaint;
use crate::error::Error;
use crate::mark::each_mark;
use crate::promise::Promise;
use crate::spec::Spec;

/// Everything that `check` finds.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct Diagnosis {
    /// The version of this form.
    pub privet_check: u32,
    /// Whether there are no problems.
    pub ok: bool,
    /// The spec, as it was named.
    pub file: String,
    /// SHA-256 of the spec's text, where it can be read as a spec.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
    /// Whether it says that a person has read it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reviewed: Option<bool>,
    /// What has to be mended.
    pub problems: Vec<Remark>,
    /// What is allowed and perhaps not meant.
    pub warnings: Vec<Remark>,
    /// What the spec promises; nothing where it has problems.
    pub promise: Option<Promise>,
    /// The columns whose bins a release finds.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub found_bins: Vec<FoundBins>,
    /// A table by this spec.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<TableForm>,
}

/// One problem or warning.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct Remark {
    /// What is wrong, as a clause without a full stop.
    pub message: String,
    /// What to do about it.
    pub help: String,
    /// Where: a file with line and column, a part of the spec, a column.
    pub place: String,
    /// Where exactly, if that is known.
    #[serde(flatten)]
    pub span: Option<Span>,
}

/// A stretch of a file.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct Span {
    pub file: String,
    /// Lines and columns count from 1, columns in characters. The end is behind the last character.
    pub line: usize,
    pub column: usize,
    pub end_line: usize,
    pub end_column: usize,
    /// In bytes, from 0.
    pub offset: usize,
    pub length: usize,
}

/// A column whose bins a release finds.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct FoundBins {
    pub column: String,
    /// Which values can have a bin of their own.
    pub own_bins: String,
}

/// The internal report of a table. It holds private values.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct TableForm {
    /// That it is internal, [`Report::MARK`].
    pub notice: &'static str,
    pub stops_a_release: bool,
    pub rows: u64,
    /// Rows that would be dropped, and why.
    pub dropped: Dropped,
    pub misfits: Vec<MisfitForm>,
}

/// Rows that a release would drop.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct Dropped {
    pub person_has_enough_rows: u64,
    pub names_no_person: u64,
    pub breaks_a_rule: u64,
}

/// What does not fit, of one kind.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct MisfitForm {
    /// The column, if it is about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<String>,
    /// What does not fit.
    pub what: String,
    /// What a release does about it.
    pub consequence: String,
    pub stops_a_release: bool,
    pub count: u64,
    /// The first of them.
    pub first: Vec<PlaceForm>,
}

/// A place in the table.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct PlaceForm {
    /// The line, or the row of a Parquet file.
    pub place: String,
    /// What stands there, where a single field is meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
}

impl Diagnosis {
    /// Of a spec that was read from `file`, or of what is wrong with it.
    pub fn of(file: &str, spec: Result<&Spec, &Error>) -> Self {
        let mut found = Self {
            privet_check: FORMAT,
            ok: true,
            file: file.to_owned(),
            digest: None,
            reviewed: None,
            problems: Vec::new(),
            warnings: Vec::new(),
            promise: None,
            found_bins: Vec::new(),
            table: None,
        };
        match spec {
            Ok(spec) => {
                found.digest = Some(spec.digest());
                found.reviewed = Some(spec.release().reviewed);
                found.warnings = warnings(spec);
                found.promise = Some(spec.promise());
                found.found_bins = found_bins(spec);
            }
            Err(error) => found.add(error),
        }
        found
    }

    /// Adds what is wrong.
    pub fn add(&mut self, error: &Error) {
        self.ok = false;
        match error {
            Error::Spec(spec) => {
                let problems = spec.problems.iter().map(|problem| Remark {
                    message: problem.what.to_string(),
                    help: problem.help.to_string(),
                    place: format!("{}:{}:{}", spec.name, problem.line, problem.column),
                    span: Some(Span {
                        file: spec.name.clone(),
                        line: problem.line,
                        column: problem.column,
                        end_line: problem.end_line,
                        end_column: problem.end_column,
                        offset: problem.span.start,
                        length: problem.span.len(),
                    }),
                });
                self.problems.extend(problems);
            }
            other => self
                .problems
                .extend(other.complaints().iter().map(Remark::of)),
        }
    }
}

impl Remark {
    fn of(complaint: &Complaint) -> Self {
        Self {
            message: complaint.what.to_string(),
            help: complaint.help.to_string(),
            place: complaint.place.to_string(),
            span: None,
        }
    }
}

fn warnings(spec: &Spec) -> Vec<Remark> {
    let (complaints, bytes): (Vec<Complaint>, Vec<Range<usize>>) =
        each_mark(spec.name(), spec.text()).into_iter().unzip();
    let starts = Position::of_all(spec.text(), bytes.iter().map(|bytes| bytes.start));
    let ends = Position::of_all(spec.text(), bytes.iter().map(|bytes| bytes.end));
    let places = bytes.iter().zip(starts.iter().zip(ends));
    let marked = complaints.iter().zip(places).map(|(complaint, place)| {
        let (bytes, (start, end)) = place;
        Remark {
            place: format!("{}:{}:{}", spec.name(), start.line, start.column),
            span: Some(Span {
                file: spec.name().to_owned(),
                line: start.line,
                column: start.column,
                end_line: end.line,
                end_column: end.column,
                offset: bytes.start,
                length: bytes.len(),
            }),
            ..Remark::of(complaint)
        }
    });
    let unplaced = spec.warnings_of_names();
    marked.chain(unplaced.iter().map(Remark::of)).collect()
}

fn found_bins(spec: &Spec) -> Vec<FoundBins> {
    let found = spec.found_bins().map(|(column, own_bins)| FoundBins {
        column: column.to_owned(),
        own_bins,
    });
    found.collect()
}

impl TableForm {
    /// Of the report on a table.
    pub fn of(report: &Report) -> Self {
        let line = |line: &u64| report.at(*line);
        let mut misfits = Vec::new();
        for BrokenRule { rule, count, first } in &report.broken {
            misfits.push(MisfitForm {
                column: None,
                what: format!("breaks a rule: {rule}"),
                consequence: "stays, or is dropped, as the spec's `broken` says".to_owned(),
                stops_a_release: false,
                count: *count,
                first: first.iter().map(line).collect(),
            });
        }
        let stops = |what: String, count: u64, first: Vec<PlaceForm>| MisfitForm {
            column: None,
            what,
            consequence: Consequence::Stops("").to_string(),
            stops_a_release: true,
            count,
            first,
        };
        if report.ragged > 0 {
            let what = format!("rows without the header's {} fields", report.fields);
            let first = report.first_ragged.iter().map(|(one, _)| line(one));
            misfits.push(stops(what, report.ragged, first.collect()));
        }
        if report.no_person_of_its_own > 0 {
            let what = "rows that name no person, or one that an earlier row names".to_owned();
            let first = report.first_no_person.iter().map(line).collect();
            misfits.push(stops(what, report.no_person_of_its_own, first));
        }
        if report.unsure_ids > 0 {
            let first = report.first_unsure.iter().map(|(line, id)| PlaceForm {
                value: Some(id.clone()),
                ..report.at(*line)
            });
            let first = first.collect();
            let what = "ids that name nobody for sure".to_owned();
            misfits.push(stops(what, report.unsure_ids, first));
        }
        if let Some(most) = report.most_rows {
            let what = format!("more rows than the {most} that the mechanism takes");
            misfits.push(stops(what, report.rows.saturating_sub(most), Vec::new()));
        }
        misfits.extend(report.misfits.iter().map(|one| of_column(report, one)));
        Self {
            notice: Report::MARK,
            stops_a_release: report.stops_a_release(),
            rows: report.rows,
            dropped: Dropped {
                person_has_enough_rows: report.beyond_bound,
                names_no_person: report.without_id,
                breaks_a_rule: report.broken_dropped,
            },
            misfits,
        }
    }
}

fn of_column(report: &Report, misfits: &Misfits) -> MisfitForm {
    let first = misfits.first.iter().map(|(line, value)| PlaceForm {
        value: Some(value.clone()),
        ..report.at(*line)
    });
    MisfitForm {
        column: Some(misfits.column.clone()),
        what: misfits.misfit.name().to_owned(),
        consequence: misfits.consequence.to_string(),
        stops_a_release: matches!(misfits.consequence, Consequence::Stops(_)),
        count: misfits.count,
        first: first.collect(),
    }
}

impl Report {
    fn at(&self, line: u64) -> PlaceForm {
        PlaceForm {
            place: self.place(line),
            value: None,
        }
    }
}

const FORMAT: u32 = 1;
