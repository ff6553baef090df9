//! `privet release`.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

#[cfg(feature = "parquet")]
use privet_release::engine::Engine;
use privet_release::record::ArtefactFile;
use privet_release::{Input, MemoryLimit, NewRelease, RECORD, Released, Spec};
use privet_spec::counted;
use serde::Serialize;

use super::verify::write_previous;
use crate::error::CliError;
use crate::input::{Table, memory, table_rows};
use crate::output::{announce, name, write_json};
use crate::progress::Reporter;

/// Make a synthetic table, a model and an audit record, all or none.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The reviewed release spec.
    #[arg(value_name = "SPEC")]
    pub spec: PathBuf,

    /// The table: a CSV file, plain, .gz or .zst, or a Parquet file, a folder of such files or a pattern in quotes, as in
    /// 'part-*.parquet'; or - for standard input (CSV).
    #[arg(long, value_name = "FILE", required_unless_present = "rehearse")]
    pub data: Option<PathBuf>,

    /// The folder to make; it must not exist yet.
    #[arg(long, value_name = "FOLDER", required_unless_present = "rehearse")]
    pub out: Option<PathBuf>,

    #[command(flatten)]
    pub table: Table,

    /// Keep the master seed in this new file, so that an auditor can replay the release. It is as
    /// secret as the data.
    #[arg(long, value_name = "FILE")]
    pub keep_seed: Option<PathBuf>,

    /// The record of an earlier release of this table, or its folder; once for each that the spec names as `previous`.
    /// Each is checked first, as `verify` does it.
    #[arg(long, value_name = "RECORD")]
    pub previous: Vec<PathBuf>,

    /// The table's account (`privet account`): charged before the table is opened. What goes wrong afterwards leaves the
    /// charge standing.
    #[arg(long, value_name = "FILE")]
    pub account: Option<PathBuf>,

    /// How much memory to take, as in 2GB; unless given, what is left by the machine, by a container's limit and by `ulimit`.
    /// More than such a limit leaves is refused. A table that does not fit into half of it is read again for each batch of
    /// counts; the release is the same.
    #[arg(long, value_name = "SIZE", value_parser = memory)]
    pub memory: Option<MemoryLimit>,

    /// Go the whole way on --rows made-up rows of the spec's shape, say what it took in time, memory and disk, and remove what
    /// was made. Nothing is read of --data, nothing is charged to --account, and nothing remains; what a release would
    /// refuse of spec, paths and account is refused.
    #[arg(long, requires = "rows")]
    pub rehearse: bool,

    /// How many rows to rehearse with, as 50000, 50_000 or 5e4; a guess, not the real number.
    #[arg(long, value_name = "NUMBER", value_parser = table_rows, requires = "rehearse")]
    pub rows: Option<u64>,

    /// No progress bars and no notes; warnings stay.
    #[arg(long)]
    pub quiet: bool,

    /// Print one JSON object instead of text.
    #[arg(long)]
    pub json: bool,
}

/// Makes a release.
pub fn run(args: &Args, out: &mut impl Write) -> Result<(), CliError> {
    let spec = Spec::read(&args.spec)?;
    let watch = Reporter::unless(args.quiet);
    make(args, &spec, asked(args, &spec, &watch)?, out)
}

/// Makes a release; another program goes through the rows of the table.
#[cfg(feature = "parquet")]
pub fn run_by(args: &Args, engine: &dyn Engine, out: &mut impl Write) -> Result<(), CliError> {
    let spec = Spec::read(&args.spec)?;
    let watch = Reporter::unless(args.quiet);
    let release = asked(args, &spec, &watch)?;
    if args.rehearse {
        return Err(CliError::refused(
            "--rehearse",
            "a rehearsal is for one machine",
            "use `privet release --rehearse`",
        ));
    }
    make(args, &spec, release.counted_by(engine), out)
}

/// What the arguments ask for.
fn asked<'a>(
    args: &'a Args,
    spec: &'a Spec,
    watch: &'a Reporter,
) -> Result<NewRelease<'a>, CliError> {
    let table = match &args.data {
        Some(data) => args.table.unopened(data)?,
        // A rehearsal needs no table; the parser of the command line sees to it that a release has one.
        None => Input::from_reader("no table", io::empty()),
    };
    let mut release = NewRelease::of(spec, table).watched_by(watch);
    if let Some(memory) = args.memory {
        release = release.within(memory);
    }
    if let Some(file) = &args.keep_seed {
        release = release.keep_seed(file);
    }
    for record in &args.previous {
        release = release.after(record);
    }
    if let Some(account) = &args.account {
        release = release.charged_to(account);
    }
    Ok(release)
}

/// Makes it, or rehearses it, and says so.
fn make(
    args: &Args,
    spec: &Spec,
    release: NewRelease<'_>,
    out: &mut impl Write,
) -> Result<(), CliError> {
    if let (true, Some(rows)) = (args.rehearse, args.rows) {
        let rehearsed = release.rehearse(args.out.as_deref(), rows)?;
        let told = if args.json {
            write_json(out, &rehearsed)
        } else {
            write!(out, "{rehearsed}")
        };
        return Ok(told?);
    }
    // The parser of the command line sees to it that there is one.
    let folder = args.out.as_deref().unwrap_or(Path::new("published"));
    let released = release.into_folder(folder)?;
    announce(out, |out| {
        if args.json {
            write_json(out, &Summary::of(folder, &released))
        } else {
            write_summary(spec, folder, &released, out)?;
            write_next(spec, &released, args.account.as_deref(), out)
        }
    })
}

/// What was spent and where the files are.
pub fn write_summary(
    spec: &Spec,
    folder: &Path,
    released: &Released,
    out: &mut impl Write,
) -> io::Result<()> {
    let Released {
        model,
        record,
        rows,
        ..
    } = released;
    writeln!(
        out,
        "Released {} of {}.",
        counted(rows, "synthetic row", "synthetic rows"),
        counted(spec.release().schema.len(), "column", "columns")
    )?;
    writeln!(out, "  guarantee   {}", spec.promise().in_words.in_short)?;
    writeln!(
        out,
        "  spent       {} of {} in {}",
        record.spent.in_words(),
        record.guarantee.total.number_in_words(),
        counted(record.queries.len(), "query", "queries")
    )?;
    writeln!(out, "  model       {}", model.in_words())?;
    for artefact in &record.artefacts {
        let path = folder.join(&artefact.file);
        writeln!(out, "  {:<11} {}", short_name(&artefact.file), name(&path))?;
    }
    let record_path = folder.join(RECORD);
    writeln!(out, "  {:<11} {}", "record", name(&record_path))?;
    writeln!(out, "Check it with: privet verify {}", name(&record_path))
}

/// What a later release of the table needs.
fn write_next(
    spec: &Spec,
    released: &Released,
    account: Option<&Path>,
    out: &mut impl Write,
) -> io::Result<()> {
    write_previous(&released.previous(), "Later:", out)?;
    match (account, spec.release().budget.lifetime) {
        (Some(account), _) => {
            let account = name(account);
            writeln!(out, "What is left: privet account show {account}")
        }
        (None, Some(_)) => writeln!(
            out,
            "Its lifetime is kept by whoever gives all earlier records; an account keeps it by itself: privet account \
             create --help"
        ),
        (None, None) => Ok(()),
    }
}

#[derive(Serialize)]
struct Summary<'a> {
    folder: String,
    rows: usize,
    epsilon: String,
    delta: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    mu_squared_total: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mu_squared_spent: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    epsilon_total: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    epsilon_spent: Option<f64>,
    queries: usize,
    artefacts: &'a [ArtefactFile],
    previous: Vec<String>,
}

impl<'a> Summary<'a> {
    fn of(folder: &Path, released: &'a Released) -> Self {
        let record = &released.record;
        let (total, spent) = (&record.guarantee.total, &record.spent);
        Self {
            folder: folder.to_string_lossy().into_owned(),
            rows: released.rows,
            epsilon: record.guarantee.epsilon.clone(),
            delta: record.guarantee.delta.clone(),
            mu_squared_total: total.mu_squared(),
            mu_squared_spent: spent.mu_squared(),
            epsilon_total: total.epsilon(),
            epsilon_spent: spent.epsilon(),
            queries: record.queries.len(),
            artefacts: &record.artefacts,
            previous: released.previous(),
        }
    }
}

fn short_name(file: &str) -> &str {
    file.split('.').next().unwrap_or(file)
}

const EXAMPLES: &str = "\
Examples:
  privet release spec.ron --data table.csv --out published
  zcat table.csv.gz | privet release spec.ron --data - --out published --quiet
  privet release spec.ron --data table.csv --out published --keep-seed secret/seed
  privet release spec.ron --data folder-of-parquet --out published --memory 2GB
  privet release spec.ron --data table.csv --out published --account account.jsonl
  privet release spec.ron --rehearse --rows 1e6 --out published --account account.jsonl
  privet release third.ron --data table.csv --out third --previous first --previous second";
