//! `privet compare`: several releases side by side.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use privet_evaluate::Evaluation;
use privet_evaluate::findings::{FORMAT, NOTICE};
use privet_release::files::refuse_existing;
use privet_release::reading::{TextFile, read_text};
use privet_release::record::SoftwareFile;
use privet_release::{Input, Published, Spec};
use privet_report::compare::{Better, Compared, Figure, figures, notes};
use privet_report::measure::RealTable;
use privet_spec::shown;
use serde::{Deserialize, Serialize};
use unicode_width::UnicodeWidthStr as _;

use crate::error::CliError;
use crate::input::{Measured, Table};
use crate::output::{Readers, announce, name, write_new};
use crate::progress::Reporter;

/// Put several releases side by side: mechanisms, budgets, and how close each comes.
///
/// Of each release what is public is shown: mechanism, epsilon and delta, rows, tables and their
/// expected error. With --real its synthetic table is compared with the real table as `evaluate` does it;
/// else an evaluation.json in its folder, which `evaluate --json` wrote, is taken. Then the comparison
/// is NOT differentially private.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Folders of releases, two or more.
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
    let compared = compared(args)?;
    let figures = figures(&compared);
    if files(args).next().is_none() {
        return Ok(write_comparison(&compared, &figures, out)?);
    }
    write_files(args, &compared, &figures)?;
    announce(out, |out| {
        write_comparison(&compared, &figures, out)?;
        files(args).try_for_each(|path| writeln!(out, "Written: {}", name(path)))
    })
}

fn has_private_figures(compared: &[Compared]) -> bool {
    compared.iter().any(|one| one.evaluation.is_some())
}

fn write_comparison(
    compared: &[Compared],
    figures: &[Figure],
    out: &mut impl Write,
) -> io::Result<()> {
    if has_private_figures(compared) {
        writeln!(out, "{NOTICE}\n")?;
    }
    write_table(compared, figures, out)?;
    let mut notes = notes(compared, figures).into_iter();
    notes.try_for_each(|note| writeln!(out, "\nnote: {note}"))
}

/// Every release with its evaluation: made now, or found in its folder, or none.
fn compared(args: &Args) -> Result<Vec<Compared>, CliError> {
    // What is public is read first: a folder that is none is refused before hours of work.
    let watch = Reporter::unless(args.quiet);
    let releases = args
        .releases
        .iter()
        .map(|folder| Ok(Published::read(folder, &watch)?))
        .collect::<Result<Vec<_>, CliError>>()?;
    let evaluations = match (&args.spec, &args.real) {
        (Some(spec), Some(real)) => measured(args, &releases, spec, real)?,
        _ => args
            .releases
            .iter()
            .map(|folder| found(folder))
            .collect::<Result<Vec<_>, CliError>>()?,
    };
    let both = releases.into_iter().zip(evaluations);
    Ok(both
        .map(|(release, evaluation)| Compared {
            release: release.facts(),
            evaluation,
        })
        .collect())
}

/// Compares every synthetic table with the real one, which is read once.
fn measured(
    args: &Args,
    releases: &[Published],
    spec: &Path,
    real: &Path,
) -> Result<Vec<Option<Evaluation>>, CliError> {
    let watch = Reporter::unless(args.quiet);
    let (spec, real) = (Spec::read(spec)?, args.table.input(real)?);
    let real = RealTable::read(spec, real, None, Measured::default().read(), &watch)?;
    let folders = args.releases.iter().zip(releases);
    folders
        .map(|(folder, release)| {
            let synthetic = Input::at(folder.join(release.synthetic()));
            Ok(Some(real.compare(synthetic)?))
        })
        .collect()
}

/// The evaluation that lies in a folder, if one does.
fn found(folder: &Path) -> Result<Option<Evaluation>, CliError> {
    let path = folder.join(EVALUATION);
    if !path.exists() {
        return Ok(None);
    }
    let place = name(&path);
    let text = read_text(&path, TextFile::Evaluation)?;
    let refused = |error: serde_json::Error| {
        let place = format!("{place}:{}:{}", error.line(), error.column());
        let help = "give a file that `privet evaluate --json` wrote, or move it away";
        CliError::refused(place, error.to_string(), help)
    };
    // The version first: a file of another one lacks fields.
    let version: Version = serde_json::from_str(&text).map_err(refused)?;
    if version.privet_evaluation != FORMAT {
        let found = version.privet_evaluation;
        let what =
            format!("it is of version {found}; this program reads evaluations of version {FORMAT}");
        let help = "make it again with `privet evaluate --json`, or move it away";
        return Err(CliError::refused(place, what, help));
    }
    serde_json::from_str(&text).map(Some).map_err(refused)
}

/// What every version of an evaluation begins with.
#[derive(Deserialize)]
struct Version {
    privet_evaluation: u32,
}

/// The files that are to be made.
fn files(args: &Args) -> impl Iterator<Item = &Path> {
    [&args.json, &args.html]
        .into_iter()
        .filter_map(|path| path.as_deref())
}

fn write_files(args: &Args, compared: &[Compared], figures: &[Figure]) -> Result<(), CliError> {
    let private = has_private_figures(compared);
    let mut made = Vec::new();
    if let Some(path) = &args.json {
        let all = SideBySide::new(compared, figures, private);
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
    let readers = if private {
        Readers::Owner
    } else {
        Readers::Anyone
    };
    Ok(write_new(&made, readers)?)
}

/// One line a release, one column a figure, the best marked.
fn write_table(compared: &[Compared], figures: &[Figure], out: &mut impl Write) -> io::Result<()> {
    let mut columns = vec![
        column("release", compared, |one| one.release.name.clone()),
        column("mechanism", compared, |one| one.release.mechanism.clone()),
        column("epsilon", compared, |one| one.release.claim.epsilon.clone()),
        column("delta", compared, |one| one.release.claim.delta.clone()),
        column("rows", compared, |one| one.release.rows.to_string()),
        column("tables", compared, |one| {
            one.release.tables.len().to_string()
        }),
    ];
    for figure in figures {
        let mut lines = vec![figure.title.clone()];
        let best = figure.best();
        lines.extend(figure.values.iter().map(|value| match value {
            Some(value) => {
                let is_best = best.is_some_and(|best| best.total_cmp(value).is_eq());
                format!(
                    "{}{}",
                    written(figure, *value),
                    if is_best { "*" } else { " " }
                )
            }
            None => "- ".to_owned(),
        }));
        columns.push(lines);
    }
    for line in 0..=compared.len() {
        let mut text = String::new();
        for (place, column) in columns.iter().enumerate() {
            let width = column.iter().map(|cell| cell.width()).max().unwrap_or(0);
            let cell = column.get(line).map_or("", String::as_str);
            let room = " ".repeat(width.saturating_sub(cell.width()));
            // Names from the left, numbers from the right.
            let (left, right) = if place < 2 {
                (cell, room.as_str())
            } else {
                (room.as_str(), cell)
            };
            text.extend([left, right, "  "]);
        }
        writeln!(out, "{}", text.trim_end())?;
    }
    if figures.iter().any(|figure| figure.best().is_some()) {
        writeln!(out, "\n* the best of its column")?;
    }
    Ok(())
}

fn column(title: &str, compared: &[Compared], cell: impl Fn(&Compared) -> String) -> Vec<String> {
    let title = title.to_owned();
    [title]
        .into_iter()
        .chain(compared.iter().map(|one| shown(&cell(one))))
        .collect()
}

fn written(figure: &Figure, value: f64) -> String {
    match figure.better {
        Better::Lower => format!("{value:.4}"),
        Better::Higher => format!("{value:.0}"),
    }
}

/// What `--json` writes.
#[derive(Serialize)]
struct SideBySide<'a> {
    privet_comparison: u32,
    /// Whether the claims of the releases cover these figures.
    public: bool,
    notice: Option<&'a str>,
    notes: Vec<String>,
    /// Figures by which these releases cannot be told apart, and why.
    unranked: serde_json::Map<String, serde_json::Value>,
    releases: Vec<ReleaseOf<'a>>,
}

#[derive(Serialize)]
struct ReleaseOf<'a> {
    folder: &'a str,
    mechanism: &'a str,
    epsilon: &'a str,
    delta: &'a str,
    unit: &'a str,
    adjacency: &'a str,
    rows: u64,
    tables: usize,
    figures: serde_json::Map<String, serde_json::Value>,
}

impl<'a> SideBySide<'a> {
    fn new(compared: &'a [Compared], figures: &[Figure], private: bool) -> Self {
        let of = |(place, one): (usize, &'a Compared)| {
            let release = &one.release;
            let value = |figure: &Figure| {
                let value = figure.values.get(place).copied().flatten();
                (figure.key.clone(), value.into())
            };
            ReleaseOf {
                folder: &release.name,
                mechanism: &release.mechanism,
                epsilon: &release.claim.epsilon,
                delta: &release.claim.delta,
                unit: &release.claim.unit,
                adjacency: &release.claim.adjacency,
                rows: release.rows,
                tables: release.tables.len(),
                figures: figures.iter().map(value).collect(),
            }
        };
        Self {
            privet_comparison: 1,
            public: !private,
            notice: private.then_some(NOTICE),
            notes: notes(compared, figures),
            unranked: figures
                .iter()
                .filter_map(|figure| Some((figure.key.clone(), figure.unranked?.into())))
                .collect(),
            releases: compared.iter().enumerate().map(of).collect(),
        }
    }
}

/// Where an evaluation is looked for.
const EVALUATION: &str = "evaluation.json";

const EXAMPLES: &str = "\
Examples:
  privet compare first second third
  privet compare first second --spec spec.ron --real table.csv --html comparison.html
  privet compare first second --json comparison.json";
