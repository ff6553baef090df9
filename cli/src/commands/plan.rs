//! `privet plan`: what is known before any data is read.

use std::io::Write;

use privet_release::Spec;

use crate::args::Plan as Args;
use crate::error::CliError;

/// Prints the plan as text or JSON.
pub fn run(args: &Args, out: &mut impl Write) -> Result<(), CliError> {
    let forecast = Spec::read(&args.spec)?.forecast(args.rows)?;
    if args.json {
        writeln!(out, "{}", forecast.json())?;
    } else {
        write!(out, "{forecast}")?;
    }
    Ok(())
}
