//! `privet verify`: re-check what records claim, or replay a release.

use std::io::Write;

use privet_release::{KeptSeed, replay, verify};

use crate::args::Verify as Args;
use crate::error::CliError;
use crate::output::write_json;
use crate::progress::Reporter;

/// Checks all records and prints what was found; any fault is an error.
pub fn run(args: &Args, out: &mut impl Write) -> Result<(), CliError> {
    let findings = match (&args.data, &args.seed_file) {
        (Some(data), Some(seed_file)) => {
            let [record] = args.records.as_slice() else {
                let help = "give one record with --data";
                let what = "a replay takes one record";
                return Err(CliError::refused("--data", what, help));
            };
            let table = args.table.input(data)?;
            let seed = KeptSeed::read(seed_file)?;
            replay(record, table, &seed, &Reporter::unless(args.quiet))?
        }
        _ => verify(&args.records)?,
    };
    if args.json {
        write_json(out, &findings)?;
    } else {
        for line in &findings.passed {
            writeln!(out, "ok    {line}")?;
        }
        for line in &findings.notes {
            writeln!(out, "note  {line}")?;
        }
    }
    if findings.holds() {
        Ok(())
    } else {
        Err(CliError::Faults(findings.faults))
    }
}
