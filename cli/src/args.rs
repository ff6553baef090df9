//! The command line.
//!
//! Numbers stay text here: the commands read them exactly, so that a budget such as 0.1, which no
//! float can hold, is never rounded to the unsafe side, and a refusal can quote what was written.

use std::path::{Path, PathBuf};

use clap::{Parser, Subcommand};
use privet_release::{Delimiter, Error, Input};
use privet_report::measure::Wanted;

/// Differentially private synthetic data, checked instead of believed.
#[derive(Debug, Parser)]
#[command(name = "privet", version, arg_required_else_help = true, after_help = EXAMPLES)]
pub struct Args {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    Demo(Demo),
    Draft(Draft),
    Check(Check),
    Plan(Plan),
    Release(Release),
    Sample(Sample),
    Verify(Verify),
    Evaluate(Evaluate),
    Compare(Compare),
    Report(Report),
    Calibrate(Calibrate),
}

/// Make a release of a built-in fictitious table, to see how it goes.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  privet demo --out demo")]
pub struct Demo {
    /// The folder to make: the table, its spec, and the release.
    #[arg(long, value_name = "FOLDER", default_value = "privet-demo")]
    pub out: PathBuf,

    /// No progress bars.
    #[arg(long)]
    pub quiet: bool,
}

/// Print a first spec for a table, to be reviewed and corrected by hand.
///
/// Everything in it that was read off the table is marked, since a release may not learn its domain
/// from private data. `release` refuses the draft until `reviewed` is set to true.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  privet draft --data table.csv > spec.ron")]
pub struct Draft {
    /// The table: a CSV file, plain or .gz, or - for standard input.
    #[arg(long, value_name = "FILE")]
    pub data: PathBuf,

    #[command(flatten)]
    pub table: Table,
}

/// Check a spec: its problems, its digest, and what it promises in plain words.
///
/// With --data also an internal report of every value that does not fit, by line.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  privet check spec.ron\n  privet check spec.ron --data table.csv"
)]
pub struct Check {
    /// The release spec.
    #[arg(value_name = "SPEC")]
    pub spec: PathBuf,

    /// A table to check against the spec; the report is internal and not for publication.
    #[arg(long, value_name = "FILE")]
    pub data: Option<PathBuf>,

    #[command(flatten)]
    pub table: Table,
}

/// Print what is known before any data is read: noise, number of queries, size of tables.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  privet plan spec.ron --rows 50000\n  privet plan spec.ron --json"
)]
pub struct Plan {
    /// The release spec.
    #[arg(value_name = "SPEC")]
    pub spec: PathBuf,

    /// A number of rows to assume; a guess, not the real number.
    #[arg(long, value_name = "NUMBER")]
    pub rows: Option<u32>,

    /// Print one JSON object instead of text.
    #[arg(long)]
    pub json: bool,
}

/// Make a synthetic table, a model and an audit record, all or none.
#[derive(Debug, clap::Args)]
#[command(after_help = RELEASE_EXAMPLES)]
pub struct Release {
    /// The reviewed release spec.
    #[arg(value_name = "SPEC")]
    pub spec: PathBuf,

    /// The table: a CSV file, plain or .gz, or - for standard input.
    #[arg(long, value_name = "FILE")]
    pub data: PathBuf,

    /// The folder to make; it must not exist yet.
    #[arg(long, value_name = "FOLDER")]
    pub out: PathBuf,

    #[command(flatten)]
    pub table: Table,

    /// Keep the master seed in this new file, so that an auditor can replay the release. It is as
    /// secret as the data.
    #[arg(long, value_name = "FILE")]
    pub keep_seed: Option<PathBuf>,

    /// No progress bars and no notes.
    #[arg(long)]
    pub quiet: bool,

    /// Print one JSON object instead of text.
    #[arg(long)]
    pub json: bool,
}

/// Draw more rows from a model. Free of charge: the model is public.
///
/// A release by `SmoothedHistogram` has no model to draw from: its rows are all there is.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  privet sample published/model.ron --rows 1000 --seed 7 > more.csv"
)]
pub struct Sample {
    /// The model of a release.
    #[arg(value_name = "MODEL")]
    pub model: PathBuf,

    /// Number of rows.
    #[arg(long, value_name = "NUMBER")]
    pub rows: u32,

    /// A seed: the same one gives the same rows on every machine. Random if not given.
    #[arg(long, value_name = "NUMBER")]
    pub seed: Option<u64>,

    /// A new file to write instead of standard output.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,

    /// No progress bars.
    #[arg(long)]
    pub quiet: bool,
}

/// Check records: the composition, the files beside them, a chain of releases; or replay one.
#[derive(Debug, clap::Args)]
#[command(after_help = VERIFY_EXAMPLES)]
pub struct Verify {
    /// Records of releases of one table, the first one first.
    #[arg(value_name = "RECORD", required = true)]
    pub records: Vec<PathBuf>,

    /// The table, to replay the release and compare every byte.
    #[arg(long, value_name = "FILE", requires = "seed_file")]
    pub data: Option<PathBuf>,

    /// The master seed that `release --keep-seed` wrote.
    #[arg(long, value_name = "FILE", requires = "data")]
    pub seed_file: Option<PathBuf>,

    #[command(flatten)]
    pub table: Table,

    /// No progress bars.
    #[arg(long)]
    pub quiet: bool,

    /// Print one JSON object instead of text.
    #[arg(long)]
    pub json: bool,
}

/// Compare a synthetic table with the real one. NOT differentially private: for trusted eyes only.
///
/// Prints a verdict, the weakest columns and pairs, and scores; --html makes a page, --json writes every number. Both tables
/// are read as the spec says, so that values outside of a domain follow its policy.
#[derive(Debug, clap::Args)]
#[command(after_help = EVALUATE_EXAMPLES)]
pub struct Evaluate {
    /// The release spec.
    #[arg(long, value_name = "SPEC")]
    pub spec: PathBuf,

    /// The real table: a CSV file, plain or .gz, or - for standard input.
    #[arg(long, value_name = "FILE")]
    pub real: PathBuf,

    /// The synthetic table, as `release` or `sample` wrote it.
    #[arg(long, value_name = "FILE")]
    pub synthetic: PathBuf,

    /// A new file for every number, as JSON.
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,

    /// A new file for a page that shows all of it, with plots; it opens offline. Where the folder of the
    /// synthetic table holds its record and model, these are shown too.
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,

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

/// What `evaluate` measures.
#[derive(Debug, clap::Args)]
pub struct Measured {
    /// Numbers of columns of the marginals to measure, 1 to 8; 1 and 2 always are.
    #[arg(
        long,
        value_name = "NUMBERS",
        default_values_t = WAYS,
        value_delimiter = ','
    )]
    pub ways: Vec<usize>,

    /// The most marginals of each number of columns from 3 on; if there are more, a seeded choice.
    #[arg(long, value_name = "NUMBER", default_value_t = COUNT)]
    pub count: usize,

    /// The seed of everything that is chosen at random.
    #[arg(long, value_name = "NUMBER", default_value_t = SEED)]
    pub seed: u64,

    /// A column that models shall tell from the others, trained on synthetic rows and tested on real
    /// ones; may be given several times. `all` means every column, `none` no models. Without it those that the spec
    /// names, or the five that the others tell most of.
    #[arg(long = "target", value_name = "COLUMN")]
    pub targets: Vec<String>,

    /// The share of the real rows that models are tested on, at least 0 and below 1.
    #[arg(long, value_name = "SHARE", default_value_t = SHARE)]
    pub share: f64,
}

impl Measured {
    /// As the library takes it.
    pub fn read(&self) -> Wanted {
        Wanted {
            ways: self.ways.clone(),
            count: self.count,
            seed: self.seed,
            targets: self.targets.clone(),
            share: self.share,
        }
    }
}

impl Default for Measured {
    fn default() -> Self {
        Self {
            ways: WAYS.to_vec(),
            count: COUNT,
            seed: SEED,
            targets: Vec::new(),
            share: SHARE,
        }
    }
}

/// How a table is read.
#[derive(Debug, clap::Args)]
pub struct Table {
    /// The byte between fields of the table; \t for a tab.
    #[arg(long, value_name = "CHARACTER", default_value = ",")]
    pub delimiter: String,
}

impl Table {
    /// The table at a path; `-` is standard input.
    pub fn input(&self, path: &Path) -> Result<Input<'static>, Error> {
        Ok(Input::at(path).divided_by(delimiter(&self.delimiter)?))
    }
}

/// Reads a delimiter: one ASCII character, `\t` or `tab`.
pub fn delimiter(text: &str) -> Result<Delimiter, Error> {
    text.parse().map_err(|_| {
        let what = format!("`{}` cannot stand between fields", text.escape_debug());
        let help = "give one ASCII character, such as `;`, or `\\t`";
        Error::refused("--delimiter", what, help)
    })
}

/// Put several releases side by side: mechanisms, budgets, and how close each comes.
///
/// Of each release what is public is shown: mechanism, epsilon and delta, rows, tables and their
/// expected error. With --real its synthetic.csv is compared with the real table as `evaluate` does it;
/// else an evaluation.json in its folder, which `evaluate --json` wrote, is taken. Then the comparison
/// is NOT differentially private.
#[derive(Debug, clap::Args)]
#[command(after_help = COMPARE_EXAMPLES)]
pub struct Compare {
    /// Folders of releases, two or more.
    #[arg(value_name = "RELEASE", required = true, num_args = 2..)]
    pub releases: Vec<PathBuf>,

    /// The spec that all tables are read by.
    #[arg(long, value_name = "SPEC", requires = "real")]
    pub spec: Option<PathBuf>,

    /// The real table: a CSV file, plain or .gz.
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

/// Make the public report of a release: one HTML page from model.ron and record.json alone.
///
/// It shows the network, the expected error of each table and what each query cost. It never sees the
/// real data, so the release's own claim covers it and it may be published. How close the synthetic
/// rows come to the real ones is what `evaluate` tells, which is not for publication.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  privet report published --out report.html")]
pub struct Report {
    /// The folder of a release.
    #[arg(value_name = "RELEASE")]
    pub release: PathBuf,

    /// The HTML file to make; it must not exist yet.
    #[arg(long, value_name = "FILE", default_value = "report.html")]
    pub out: PathBuf,
}

/// Print how much Gaussian noise an (epsilon, delta) guarantee needs.
///
/// Prints chi, the solution of the analytic Gaussian equation; mu², the total that all answers
/// together may spend; and sigma, the standard deviation of the noise if one answer spends all of
/// it. Every figure is rounded to the safe side.
#[derive(Debug, clap::Args)]
#[command(after_help = CALIBRATE_EXAMPLES)]
pub struct Calibrate {
    /// ε of the guarantee, from 1e-6 to 700.
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    pub epsilon: String,

    /// δ of the guarantee, from 1e-300 to below 0.5.
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    pub delta: String,

    /// How far one unit of privacy moves the answer (in the L2 norm): a whole number below 2^48.
    #[arg(
        long,
        value_name = "WHOLE NUMBER",
        default_value = "1",
        allow_hyphen_values = true
    )]
    pub sensitivity: String,

    /// Print one JSON object instead of text.
    #[arg(long)]
    pub json: bool,
}

/// What `evaluate` does unless told otherwise.
const WAYS: [usize; 3] = [1, 2, 3];
const COUNT: usize = 300;
const SEED: u64 = 7;
const SHARE: f64 = 0.2;

const COMPARE_EXAMPLES: &str = "\
Examples:
  privet compare first second third
  privet compare first second --spec spec.ron --real table.csv --html comparison.html
  privet compare first second --json comparison.json";

const EXAMPLES: &str = "\
Examples:
  privet demo                                           see it work on a fictitious table
  privet draft --data table.csv > spec.ron              a first spec, to be reviewed
  privet check spec.ron                                 what it promises
  privet plan spec.ron --rows 50000                     what to expect, before any data is read
  privet release spec.ron --data table.csv --out published
  privet verify published/record.json                     re-check the claim
  privet report published --out report.html               what is public of it, as a page
  privet evaluate --spec spec.ron --real table.csv --synthetic published/synthetic.csv
                                                        how close it is; not for publication

Errors are explained on standard error and end the program with code 2.";

const EVALUATE_EXAMPLES: &str = "\
Examples:
  privet evaluate --spec spec.ron --real table.csv --synthetic published/synthetic.csv
  privet evaluate --spec spec.ron --real table.csv --synthetic published/synthetic.csv \\
    --html report.html --json evaluation.json --ways 3,4 --count 500 --target income";

const CALIBRATE_EXAMPLES: &str = "\
Examples:
  privet calibrate --epsilon 1 --delta 1e-9
  privet calibrate --epsilon 0.8 --delta 1e-9 --sensitivity 2 --json";

const RELEASE_EXAMPLES: &str = "\
Examples:
  privet release spec.ron --data table.csv --out published
  zcat table.csv.gz | privet release spec.ron --data - --out published --quiet
  privet release spec.ron --data table.csv --out published --keep-seed secret/seed";

const VERIFY_EXAMPLES: &str = "\
Examples:
  privet verify published/record.json
  privet verify first/record.json second/record.json
  privet verify published/record.json --data table.csv --seed-file secret/seed";
