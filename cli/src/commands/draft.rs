//! `privet draft`: a first spec, for a person to correct.

use std::io::Write;

use privet_release::draft;

use crate::args::Draft as Args;
use crate::error::CliError;
use crate::progress::Reporter;

/// Prints the draft.
pub fn run(args: &Args, out: &mut impl Write) -> Result<(), CliError> {
    let table = args.table.input(&args.data)?;
    let text = draft(table, &Reporter::Terminal)?;
    write!(out, "{text}")?;
    Ok(())
}
