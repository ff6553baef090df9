//! `privet check`: what is wrong with a spec, or what it promises.

use std::io::Write;

use super::input;
use crate::args::Check as Args;
use crate::check::{check_table, promise};
use crate::error::CliError;
use crate::progress::Reporter;
use crate::table::{Options, Source};

/// Prints the digest and the promise, and with a table the internal report.
pub fn run(args: &Args, out: &mut impl Write) -> Result<(), CliError> {
    let spec = input::spec(&args.spec)?;
    let name = args.spec.display();
    writeln!(out, "{name}: no problems found")?;
    writeln!(
        out,
        "digest (SHA-256): {}",
        privet_spec::digest(spec.text.as_bytes())
    )?;
    if !spec.release.reviewed {
        writeln!(
            out,
            "reviewed: no; `release` refuses it until it says `reviewed: true`"
        )?;
    }
    writeln!(out, "\n{}", promise(&spec.release).trim_end())?;
    let Some(data) = &args.data else {
        return Ok(());
    };
    let source = Source::new(data);
    let bar = Reporter::Terminal.stage("reading the table", source.size().unwrap_or(0));
    let progress = |bytes| bar.at(bytes);
    let options = Options {
        delimiter: input::delimiter(&args.delimiter)?,
        observer: None,
        progress: Some(&progress),
    };
    let opened = source.open()?;
    let report = check_table(&spec.release, opened, options, LINES_SHOWN)?;
    drop(bar);
    write!(out, "\n{report}")?;
    Ok(())
}

/// Values shown of each kind in each column.
const LINES_SHOWN: usize = 20;
