//! `privet check`: what is wrong with a spec, or what it promises.

use std::io::Write;
use std::path::{Path, PathBuf};

use privet_release::{Complaint, Diagnosis, Error, Report, Spec, TableForm, check_table};
use privet_spec::shown;

use crate::error::CliError;
use crate::input::Table;
use crate::output::{name, write_json};
use crate::progress::Reporter;

/// Check a spec: its problems, its digest, and what it promises in plain words.
///
/// Warns of marks that a draft has left, of labels that a spreadsheet would take for formulas, and of
/// names and labels that look like others.
/// With --data also an internal report of every value that does not fit, by line. It ends with code 2 if a release of
/// this table would stop, and with 0 if all of it has a place in the release.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  privet check spec.ron\n  privet check spec.ron --data table.csv\n  privet check spec.ron --json"
)]
pub struct Args {
    /// The release spec.
    #[arg(value_name = "SPEC")]
    pub spec: PathBuf,

    /// A table to check against the spec, CSV or Parquet as `release` reads it; the report is internal and not for
    /// publication.
    #[arg(long, value_name = "FILE")]
    pub data: Option<PathBuf>,

    #[command(flatten)]
    pub table: Table,

    /// Print one JSON object instead of text, with the place of every problem: for editors and other programs.
    #[arg(long)]
    pub json: bool,
}

/// Prints the digest and the promise, and with a table the internal report.
pub fn run(args: &Args, out: &mut impl Write) -> Result<(), CliError> {
    if args.json {
        return run_as_json(args, out);
    }
    let spec = Spec::read(&args.spec)?;
    let table = args.data.as_ref().map(|data| args.table.input(data));
    let table = table.transpose()?;
    writeln!(out, "{}: no problems found", name(&args.spec))?;
    writeln!(out, "digest (SHA-256): {}", spec.digest())?;
    if !spec.release().reviewed {
        writeln!(
            out,
            "reviewed: no; `release` refuses it until it says `reviewed: true`"
        )?;
    }
    for Complaint { place, what, help } in spec.warnings() {
        writeln!(out, "warning: {place}: {what}\n  help: {help}")?;
    }
    write!(out, "\n{}", spec.promise())?;
    for (column, cells) in spec.found_bins() {
        let column = shown(column);
        writeln!(
            out,
            "Bins of \"{column}\" are found by the release. A bin of its own can have: {cells}."
        )?;
    }
    if let (Some(data), Some(table)) = (&args.data, table) {
        let report = check_table(&spec, table, LINES_SHOWN, &Reporter::Terminal)?;
        write!(out, "\n{report}")?;
        refuse_stopping(data, &report)?;
    }
    Ok(())
}

/// Prints the same as one JSON object, problems included; the exit code is that of the text.
fn run_as_json(args: &Args, out: &mut impl Write) -> Result<(), CliError> {
    let file = args.spec.to_string_lossy();
    let spec = Spec::read(&args.spec);
    let mut found = Diagnosis::of(&file, spec.as_ref());
    let checked = spec.and_then(|spec| {
        let Some(data) = &args.data else {
            return Ok(());
        };
        let table = args.table.input(data);
        let report =
            table.and_then(|table| check_table(&spec, table, LINES_SHOWN, &Reporter::Terminal));
        let checked = report.and_then(|report| {
            found.table = Some(TableForm::of(&report));
            refuse_stopping(data, &report)
        });
        if let Err(error) = &checked {
            found.add(error);
        }
        checked
    });
    write_json(out, &found)?;
    out.flush()?;
    Ok(checked?)
}

fn refuse_stopping(data: &Path, report: &Report) -> Result<(), Error> {
    if report.stops_a_release() {
        return Err(Error::refused(
            name(data),
            "a release of this table would stop",
            "mend what the report says stops it, in the table or in the spec",
        ));
    }
    Ok(())
}

/// Values shown of each kind in each column.
const LINES_SHOWN: usize = 20;
