//! `privet plan`: what is known before any data is read.

use std::io::Write;
use std::num::NonZero;
use std::path::PathBuf;

use privet_release::Spec;

use crate::error::CliError;
use crate::input::table_rows;

/// Print what is known before any data is read: noise, number of queries, size of tables.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  privet plan spec.ron --rows 50000\n  privet plan spec.ron --rows 1_000_000_000 --machines 3\n  privet plan spec.ron --json"
)]
pub struct Args {
    /// The release spec.
    #[arg(value_name = "SPEC")]
    pub spec: PathBuf,

    /// A number of rows to assume, as 50000, 50_000 or 5e4; a guess, not the real number.
    #[arg(long, value_name = "NUMBER", value_parser = table_rows)]
    pub rows: Option<u64>,

    /// How many machines read the table, as by `privet-cluster`: then also how often, and how much.
    #[arg(long, value_name = "NUMBER", requires = "rows")]
    pub machines: Option<NonZero<u32>>,

    /// Print one JSON object instead of text.
    #[arg(long)]
    pub json: bool,
}

/// Prints the plan as text or JSON.
pub fn run(args: &Args, out: &mut impl Write) -> Result<(), CliError> {
    let spec = Spec::read(&args.spec)?;
    let forecast = match (args.rows, args.machines) {
        (Some(rows), Some(machines)) => spec.forecast_on(rows, machines)?,
        _ => spec.forecast(args.rows)?,
    };
    if args.json {
        writeln!(out, "{}", forecast.json())?;
    } else {
        write!(out, "{forecast}")?;
    }
    Ok(())
}
