//! `privet evaluate`: how close a synthetic table comes. Not differentially private.

use std::io::Write;
use std::path::{Path, PathBuf};

use privet_evaluate::Evaluation;
use privet_release::files::refuse_existing;
use privet_release::{
    CustodianKey, Error, Input, Mistaken, Published, Spec, is_synthetic_table, synthetic_table,
};
use privet_report::full;
use privet_report::measure::RealTable;

use crate::error::CliError;
use crate::input::{Measured, Table, delimiter};
use crate::output::{Readers, announce, name, write_new};
use crate::progress::Reporter;

/// Compare a synthetic table with the real one. NOT differentially private: for trusted eyes only.
///
/// Prints a verdict, the weakest columns and pairs, and scores; --html makes a page, --json writes every number. Both tables
/// are read as the spec says, so that values outside of a domain follow its policy.
///
/// Columns are compared by labels and bins, and numbers and dates also inside of their bins: distribution, mean, common
/// values, last digits or weekdays, each beside what a sample of the real table may have. The verdict follows the worst
/// column. A column without bins in the spec is cut at round numbers or dates that follow from its bounds.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The release spec.
    #[arg(long, value_name = "SPEC")]
    pub spec: PathBuf,

    /// The real table: a CSV file, plain, .gz or .zst, or a Parquet file, a folder of such files or a pattern in quotes, as in
    /// 'part-*.parquet'; or - for standard input (CSV).
    #[arg(long, value_name = "FILE")]
    pub real: PathBuf,

    /// The synthetic table, as `release` or `sample` wrote it, or the folder of a release. A release is checked first, as
    /// `verify` does it.
    #[arg(long, value_name = "FILE")]
    pub synthetic: PathBuf,

    /// A new file for every number, as JSON.
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,

    /// A new file for a page that shows all of it, with plots; it opens offline. Where the folder of the
    /// synthetic table holds its record and model, these are shown too.
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,

    /// A private key, by which evaluations can be told to be of one real table: the JSON then has a fingerprint of
    /// the real table under this key. A file that does not exist is made, for you alone; keep it as private as the table.
    #[arg(long, value_name = "FILE")]
    pub fingerprint_key: Option<PathBuf>,

    #[command(flatten)]
    pub wanted: Measured,

    /// Test models on these real rows, which took no part in the release, instead of on a share of the
    /// real table.
    #[arg(long, value_name = "FILE", conflicts_with = "share")]
    pub held_out: Option<PathBuf>,

    #[command(flatten)]
    pub table: Table,

    /// The byte between fields of the synthetic table; that of the spec's output unless given.
    #[arg(long, value_name = "CHARACTER")]
    pub synthetic_delimiter: Option<String>,

    /// No progress bars.
    #[arg(long)]
    pub quiet: bool,
}

/// Compares, writes the files that were asked for, and prints the summary.
pub fn run(args: &Args, out: &mut impl Write) -> Result<(), CliError> {
    check_options(args)?;
    let watch = Reporter::unless(args.quiet);
    // What is refused is refused before a table is read.
    let synthetic = synthetic_table(&args.synthetic);
    let published = Published::of_table(&synthetic, &watch)?;
    let real = args.table.input(&args.real)?;
    let held_out = args.held_out.as_ref().map(|path| args.table.input(path));
    let spec = Spec::read(&args.spec)?;
    let key = args.fingerprint_key.as_ref().map(CustodianKey::open);
    let real = RealTable::read(
        &spec,
        real,
        held_out.transpose()?,
        args.wanted.read(),
        key.transpose()?.as_ref(),
        &watch,
    )?;
    let synthetic = Input::at(synthetic);
    let synthetic = match &args.synthetic_delimiter {
        Some(text) => synthetic.divided_by(delimiter(text)?),
        None => synthetic,
    };
    let found = real.compare(synthetic, published.as_ref())?;
    if files(args).next().is_none() {
        return Ok(full::summary(&found, out)?);
    }
    write_files(args, &found, published.as_ref())?;
    announce(out, |out| {
        full::summary(&found, out)?;
        files(args).try_for_each(|path| writeln!(out, "Written: {}", name(path)))
    })
}

/// The files that are to be made.
fn files(args: &Args) -> impl Iterator<Item = &Path> {
    [&args.json, &args.html]
        .into_iter()
        .filter_map(|path| path.as_deref())
}

fn write_files(
    args: &Args,
    found: &Evaluation,
    published: Option<&Published>,
) -> Result<(), CliError> {
    let mut made = Vec::new();
    if let Some(path) = &args.json {
        let text = serde_json::to_string_pretty(found).map_err(|error| {
            let place = name(path);
            CliError::refused(place, error.to_string(), "please report this flaw")
        })?;
        made.push((path.as_path(), text + "\n"));
    }
    if let Some(path) = &args.html {
        let facts = published.map(Published::facts);
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
    let key = args.fingerprint_key.as_deref();
    if key.is_some() && files(args).any(|path| Some(path) == key) {
        let what = "the key cannot be in a file of figures";
        return Err(CliError::refused(
            "--fingerprint-key",
            what,
            "give it another name",
        ));
    }
    refuse_swapped(args)?;
    Ok(files(args).try_for_each(refuse_existing)?)
}

/// A record beside a table says that it is a synthetic one, and the other table has no such record.
fn refuse_swapped(args: &Args) -> Result<(), CliError> {
    let synthetic = synthetic_table(&args.synthetic);
    if let Some(mistaken) = Mistaken::table(&synthetic) {
        return Err(Error::Mistaken(mistaken).into());
    }
    let real = synthetic_table(&args.real);
    if !is_synthetic_table(&real) || is_synthetic_table(&synthetic) {
        return Ok(());
    }
    Err(CliError::refused(
        name(&args.real),
        "the record beside it says that this is a synthetic table, where the real one is expected",
        format!(
            "privet evaluate --spec {} --real {} --synthetic {}",
            name(&args.spec),
            name(&args.synthetic),
            name(&args.real)
        ),
    ))
}

const EXAMPLES: &str = "\
Examples:
  privet evaluate --spec spec.ron --real table.csv --synthetic published/synthetic.csv
  privet evaluate --spec spec.ron --real table.csv --synthetic published/synthetic.csv \\
    --html report.html --json evaluation.json --ways 3,4 --count 500 --target income
  privet evaluate --spec spec.ron --real table.csv --synthetic published --json published/evaluation.json \\
    --fingerprint-key evaluations.key";
