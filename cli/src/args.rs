//! The command line.
//!
//! Numbers stay text here: the commands read them exactly, so that a budget such as 0.1, which no
//! float can hold, is never rounded to the unsafe side, and a refusal can quote what was written.

use std::path::PathBuf;

use clap::{Parser, Subcommand};

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

    /// The byte between fields; \t for a tab.
    #[arg(long, value_name = "CHARACTER", default_value = ",")]
    pub delimiter: String,
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

    /// The byte between fields of the table; \t for a tab.
    #[arg(long, value_name = "CHARACTER", default_value = ",")]
    pub delimiter: String,
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

    /// The byte between fields of the table; \t for a tab.
    #[arg(long, value_name = "CHARACTER", default_value = ",")]
    pub delimiter: String,

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
    after_help = "Example:\n  privet sample release/model.ron --rows 1000 --seed 7 > more.csv"
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

    /// The byte between fields of the table; \t for a tab.
    #[arg(long, value_name = "CHARACTER", default_value = ",")]
    pub delimiter: String,

    /// No progress bars.
    #[arg(long)]
    pub quiet: bool,

    /// Print one JSON object instead of text.
    #[arg(long)]
    pub json: bool,
}

/// Make the public report of a release: one HTML page from model.ron and record.json alone.
///
/// It shows the network, the expected error of each table and what each query cost. It never sees the
/// real data, so the release's own claim covers it and it may be published. How close the synthetic
/// rows come to the real ones is what `evaluate` tells, which is not for publication.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  privet report release --out report.html")]
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

const EXAMPLES: &str = "\
Examples:
  privet demo                                           see it work on a fictitious table
  privet draft --data table.csv > spec.ron              a first spec, to be reviewed
  privet check spec.ron                                 what it promises
  privet plan spec.ron --rows 50000                     what to expect, before any data is read
  privet release spec.ron --data table.csv --out release
  privet verify release/record.json                     re-check the claim

Errors are explained on standard error and end the program with code 2.";

const CALIBRATE_EXAMPLES: &str = "\
Examples:
  privet calibrate --epsilon 1 --delta 1e-9
  privet calibrate --epsilon 0.8 --delta 1e-9 --sensitivity 2 --json";

const RELEASE_EXAMPLES: &str = "\
Examples:
  privet release spec.ron --data table.csv --out release
  zcat table.csv.gz | privet release spec.ron --data - --out release --quiet
  privet release spec.ron --data table.csv --out release --keep-seed secret/seed";

const VERIFY_EXAMPLES: &str = "\
Examples:
  privet verify release/record.json
  privet verify first/record.json second/record.json
  privet verify release/record.json --data table.csv --seed-file secret/seed";
