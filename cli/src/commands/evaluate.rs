//! `privet evaluate`: how close a synthetic table comes. Not differentially private.

use std::io::Write;
use std::path::Path;

use privet_evaluate::Evaluation;
use privet_release::{Published, Spec, refuse_existing};
use privet_report::full;
use privet_report::measure::RealTable;

use crate::args::{Evaluate as Args, delimiter};
use crate::error::CliError;
use crate::output::{Readers, write_new};
use crate::progress::Reporter;

/// Compares, writes the files that were asked for, and prints the summary.
pub fn run(args: &Args, out: &mut impl Write) -> Result<(), CliError> {
    check_options(args)?;
    let watch = Reporter::unless(args.quiet);
    let real = args.table.input(&args.real)?;
    let held_out = args.held_out.as_ref().map(|path| args.table.input(path));
    let spec = Spec::read(&args.spec)?;
    let real = RealTable::read(
        spec,
        real,
        held_out.transpose()?,
        args.wanted.read(),
        &watch,
    )?;
    let of_output = match &args.synthetic_delimiter {
        Some(text) => delimiter(text)?,
        None => real.delimiter_of_output(),
    };
    let synthetic = privet_release::Input::at(&args.synthetic).divided_by(of_output);
    let found = real.compare(synthetic)?;
    write_files(args, &found)?;
    full::summary(&found, out)?;
    for path in files(args) {
        writeln!(out, "Written: {}", path.display())?;
    }
    Ok(())
}

/// The files that are to be made.
fn files(args: &Args) -> impl Iterator<Item = &Path> {
    [&args.json, &args.html]
        .into_iter()
        .filter_map(|path| path.as_deref())
}

fn write_files(args: &Args, found: &Evaluation) -> Result<(), CliError> {
    let mut made = Vec::new();
    if let Some(path) = &args.json {
        let text = serde_json::to_string_pretty(found).map_err(|error| {
            let place = path.display().to_string();
            CliError::refused(place, error.to_string(), "please report this flaw")
        })?;
        made.push((path.as_path(), text + "\n"));
    }
    if let Some(path) = &args.html {
        let facts = Published::beside(&args.synthetic).map(|files| files.facts());
        made.push((path.as_path(), full::page(found, facts.as_ref())));
    }
    let made: Vec<(&Path, &str)> = made
        .iter()
        .map(|(path, text)| (*path, text.as_str()))
        .collect();
    Ok(write_new(&made, Readers::Owner)?)
}

/// What can be refused is refused before a table is read.
fn check_options(args: &Args) -> Result<(), CliError> {
    args.wanted.read().check()?;
    let inputs = [
        Some(&args.real),
        Some(&args.synthetic),
        args.held_out.as_ref(),
    ];
    let standard = inputs
        .iter()
        .flatten()
        .filter(|path| path.as_os_str() == "-")
        .count();
    if standard > 1 {
        let what = "standard input can hold one table only";
        let help = "give the path of the other table";
        return Err(CliError::refused("command line", what, help));
    }
    if args.json.is_some() && args.json == args.html {
        let what = "numbers and page cannot be one file";
        return Err(CliError::refused("--html", what, "give it another name"));
    }
    Ok(files(args).try_for_each(refuse_existing)?)
}
