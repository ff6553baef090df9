//! `privet diff`: what one spec promises and says otherwise than another.

use std::io::{self, Write};
use std::path::PathBuf;

use privet_release::{Differences, diff};

use crate::error::CliError;
use crate::output::write_json;
use crate::progress::Reporter;

/// Show what changed between two specs: in the promise first, then elsewhere.
///
/// Both are compared with every default written out, section by section and columns by their names. Comments and layout
/// do not count. "weaker" and "stronger" say what a single change does to the privacy of a person or row, where that is
/// known and all else is the same. Of a record or a release its spec is taken, after the release was checked as `verify`
/// does it.
///
/// Ends with code 0 if both say the same, with 1 if they differ, and with 2 if one cannot be read.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// A spec, the record.json of a release, or its folder.
    #[arg(value_name = "OLD")]
    pub old: PathBuf,

    /// What it is compared with: likewise.
    #[arg(value_name = "NEW")]
    pub new: PathBuf,

    /// Print one JSON object instead of text.
    #[arg(long)]
    pub json: bool,

    /// No progress bars.
    #[arg(long)]
    pub quiet: bool,
}

/// Prints the differences; that there are some is the answer even where nobody reads them.
pub fn run(args: &Args, out: &mut impl Write) -> Result<(), CliError> {
    let found = diff(&args.old, &args.new, &Reporter::unless(args.quiet))?;
    match tell(&found, args.json, out).map_err(CliError::from) {
        Ok(()) | Err(CliError::OutputClosed) if !found.is_empty() => Err(CliError::Differs),
        told => told,
    }
}

fn tell(found: &Differences, json: bool, out: &mut impl Write) -> io::Result<()> {
    if json {
        write_json(out, found)?;
    } else {
        write!(out, "{found}")?;
    }
    out.flush()
}

const EXAMPLES: &str = "\
Examples:
  privet diff signed.ron spec.ron
  privet diff published spec.ron --json
  privet diff first/record.json second/record.json";
