//! `privet draft`: a first spec, for a person to correct.

use std::io::Write;

use super::input;
use crate::args::Draft as Args;
use crate::draft::{DraftError, draft};
use crate::error::CliError;
use crate::progress::Reporter;
use crate::table::{Options, Source};

/// Prints the draft.
pub fn run(args: &Args, out: &mut impl Write) -> Result<(), CliError> {
    let source = Source::new(&args.data);
    let bar = Reporter::Terminal.stage("reading the table", source.size().unwrap_or(0));
    let progress = |bytes| bar.at(bytes);
    let options = Options {
        delimiter: input::delimiter(&args.delimiter)?,
        observer: None,
        progress: Some(&progress),
    };
    let text = draft(source.open()?, options).map_err(|error| match error {
        DraftError::Table(error) => CliError::from(error),
        other => CliError::refused(
            source.to_string(),
            other.to_string(),
            "give a table with columns to release",
        ),
    })?;
    drop(bar);
    out.write_all(text.as_bytes())?;
    Ok(())
}
