//! `privet draft`: a first spec, for a person to correct.

use std::io::Write;
use std::path::PathBuf;

use privet_release::draft;

use crate::error::CliError;
use crate::input::Table;
use crate::progress::Reporter;

/// Print a first spec for a table, to be reviewed and corrected by hand.
///
/// Everything in it that was read off the table is marked, since a release may not learn its domain
/// from private data. `release` refuses the draft until `reviewed` is set to true.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  privet draft --data table.csv > spec.ron")]
pub struct Args {
    /// The table: a CSV file, plain or .gz, or - for standard input.
    #[arg(long, value_name = "FILE")]
    pub data: PathBuf,

    #[command(flatten)]
    pub table: Table,
}

/// Prints the draft.
pub fn run(args: &Args, out: &mut impl Write) -> Result<(), CliError> {
    let table = args.table.input(&args.data)?;
    let text = draft(table, &Reporter::Terminal)?;
    write!(out, "{text}")?;
    Ok(())
}
