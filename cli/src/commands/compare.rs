//! `privet compare`: several releases side by side.

use std::io::Write;
use std::path::{Path, PathBuf};

use privet_release::files::refuse_existing;
use privet_release::record::SoftwareFile;
use privet_release::{Spec, release_folder};
use privet_report::compare::{
    Compared, Figure, SideBySide, figures, gather, has_private_figures, summary,
};

use crate::error::CliError;
use crate::input::Table;
use crate::output::{Readers, announce, name, write_new};
use crate::progress::Reporter;

/// Put several releases side by side: mechanisms, budgets, and how close each comes.
///
/// Of each release what is public is shown: mechanism, epsilon and delta, rows, tables and their
/// expected error. With --real its synthetic table is compared with the real table as `evaluate` does it;
/// else an evaluation.json in its folder, which `evaluate --json` wrote of this release, is taken. Then the
/// comparison is NOT differentially private.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Folders of releases, or their records; two or more.
    #[arg(value_name = "RELEASE", required = true, num_args = 2..)]
    pub releases: Vec<PathBuf>,

    /// The spec that all tables are read by.
    #[arg(long, value_name = "SPEC", requires = "real")]
    pub spec: Option<PathBuf>,

    /// The real table: a CSV file, plain, .gz or .zst, or Parquet: a file, a folder of files or a pattern in quotes.
    #[arg(long, value_name = "FILE", requires = "spec")]
    pub real: Option<PathBuf>,

    #[command(flatten)]
    pub table: Table,

    /// A new file for the page with table and curves.
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,

    /// A new file for every figure, as JSON.
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,

    /// No progress bars.
    #[arg(long)]
    pub quiet: bool,
}

/// Compares, writes the files that were asked for, and prints the table.
pub fn run(args: &Args, out: &mut impl Write) -> Result<(), CliError> {
    if args.json.is_some() && args.json == args.html {
        let what = "figures and page cannot be one file";
        return Err(CliError::refused("--html", what, "give it another name"));
    }
    files(args).try_for_each(refuse_existing)?;
    let watch = Reporter::unless(args.quiet);
    let spec = args.spec.as_ref().map(Spec::read).transpose()?;
    let real = match (&spec, &args.real) {
        (Some(spec), Some(real)) => Some((spec, args.table.input(real)?)),
        _ => None,
    };
    let releases: Vec<PathBuf> = args
        .releases
        .iter()
        .map(|one| release_folder(one))
        .collect();
    let compared = gather(&releases, real, &watch)?;
    let figures = figures(&compared);
    if files(args).next().is_none() {
        return Ok(summary(&compared, &figures, out)?);
    }
    write_files(args, &compared, &figures)?;
    announce(out, |out| {
        summary(&compared, &figures, out)?;
        files(args).try_for_each(|path| writeln!(out, "Written: {}", name(path)))
    })
}

/// The files that are to be made.
fn files(args: &Args) -> impl Iterator<Item = &Path> {
    [&args.json, &args.html]
        .into_iter()
        .filter_map(|path| path.as_deref())
}

fn write_files(args: &Args, compared: &[Compared], figures: &[Figure]) -> Result<(), CliError> {
    let mut made = Vec::new();
    if let Some(path) = &args.json {
        let all = SideBySide::new(compared, figures);
        let text = serde_json::to_string_pretty(&all).map_err(|error| {
            let place = name(path);
            CliError::refused(place, error.to_string(), "please report this flaw")
        })?;
        made.push((path.as_path(), text + "\n"));
    }
    if let Some(path) = &args.html {
        let page = privet_report::compare::page(compared, SoftwareFile::this().made_by());
        made.push((path.as_path(), page));
    }
    let made: Vec<(&Path, &str)> = made
        .iter()
        .map(|(path, text)| (*path, text.as_str()))
        .collect();
    let readers = if has_private_figures(compared) {
        Readers::Owner
    } else {
        Readers::Anyone
    };
    Ok(write_new(&made, readers)?)
}

const EXAMPLES: &str = "\
Examples:
  privet compare first second third
  privet compare first second --spec spec.ron --real table.csv --html comparison.html
  privet compare first second --json comparison.json";
