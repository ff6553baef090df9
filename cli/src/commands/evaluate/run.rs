//! From the command line to the files.

use std::io::Write;
use std::path::Path;

use privet_evaluate::{Evaluation, MOST_WAYS};

use super::real::RealTable;
use super::summary::summary;
use crate::args::Evaluate as Args;
use crate::commands::new_files::{Readers, write_new};
use crate::commands::release_files::ReleaseFiles;
use crate::error::CliError;
use crate::release::folder::refuse_existing;

/// Compares, writes the files that were asked for, and prints the summary.
pub fn run(args: &Args, out: &mut impl Write) -> Result<(), CliError> {
    check_options(args)?;
    let found = RealTable::read(args)?.compare(&args.synthetic)?;
    write_files(args, &found)?;
    summary(&found, out)?;
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
        let facts = ReleaseFiles::beside(&args.synthetic).map(|files| files.facts());
        made.push((
            path.as_path(),
            privet_report::full::page(found, facts.as_ref()),
        ));
    }
    let made: Vec<(&Path, &str)> = made
        .iter()
        .map(|(path, text)| (*path, text.as_str()))
        .collect();
    write_new(&made, Readers::Owner)
}

/// What can be refused is refused before a table is read.
fn check_options(args: &Args) -> Result<(), CliError> {
    if let Some(ways) = args
        .ways
        .iter()
        .find(|ways| !(1..=MOST_WAYS).contains(*ways))
    {
        let what = format!("marginals of {ways} columns are not measured");
        let help = format!("give numbers from 1 to {MOST_WAYS}, as in `--ways 1,2,3`");
        return Err(CliError::refused("--ways", what, help));
    }
    if args.count == 0 || args.count > MOST_COUNT {
        let what = format!("{} marginals cannot be chosen", args.count);
        let help = format!("give a number from 1 to {MOST_COUNT}");
        return Err(CliError::refused("--count", what, help));
    }
    if !(0.0..1.0).contains(&args.share) {
        let what = format!("{} is no share of the rows", args.share);
        return Err(CliError::refused(
            "--share",
            what,
            "give a number such as 0.2",
        ));
    }
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
        return Err(CliError::refused(
            "command line",
            what,
            "give the path of the other table",
        ));
    }
    if args.json.is_some() && args.json == args.html {
        let what = "numbers and page cannot be one file";
        return Err(CliError::refused("--html", what, "give it another name"));
    }
    files(args).try_for_each(refuse_existing)
}

/// Marginals of one number of columns.
const MOST_COUNT: usize = 1_000_000;
