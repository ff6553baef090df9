//! `privet check`: what is wrong with a spec, or what it promises.

use std::io::Write;

use privet_release::{Spec, check_table};

use crate::args::Check as Args;
use crate::error::CliError;
use crate::progress::Reporter;

/// Prints the digest and the promise, and with a table the internal report.
pub fn run(args: &Args, out: &mut impl Write) -> Result<(), CliError> {
    let spec = Spec::read(&args.spec)?;
    writeln!(out, "{}: no problems found", args.spec.display())?;
    writeln!(out, "digest (SHA-256): {}", spec.digest())?;
    if !spec.release().reviewed {
        writeln!(
            out,
            "reviewed: no; `release` refuses it until it says `reviewed: true`"
        )?;
    }
    writeln!(out, "\n{}", spec.promise().trim_end())?;
    if let Some(data) = &args.data {
        let table = args.table.input(data)?;
        let report = check_table(&spec, table, LINES_SHOWN, &Reporter::Terminal)?;
        write!(out, "\n{report}")?;
    }
    Ok(())
}

/// Values shown of each kind in each column.
const LINES_SHOWN: usize = 20;
