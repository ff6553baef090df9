//! `privet verify`: re-check what records claim, or replay a release.

use std::io::{self, Write};
use std::path::PathBuf;

use privet_release::{Findings, KeptSeed, replay, verify};

use crate::error::CliError;
use crate::input::Table;
use crate::output::write_json;
use crate::progress::Reporter;

/// Check records: the composition, the files beside them, a chain of releases; or replay one.
///
/// The release is rebuilt from its spec and its published answers, and every byte must agree. It ends with code 0 if all
/// holds, 2 if something does not, 1 if a spec names earlier records (`previous`) that were not given, and 3 if the release
/// names an algorithm that this version of Privet has not: then its charges and claims were checked and it was not rebuilt,
/// and no other command speaks about it. The rows of `SmoothedHistogram` are its answers: their number, values and form are
/// checked, and only a replay can tell that they are the ones that were drawn.
///
/// What lies beside the files of a release is named.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Records of all releases of one table, or their folders.
    #[arg(value_name = "RECORD", required = true)]
    pub records: Vec<PathBuf>,

    /// The table, to replay the release and compare every byte: the same file, or the same files, that were released.
    #[arg(long, value_name = "FILE", requires = "seed_file")]
    pub data: Option<PathBuf>,

    /// The master seed that `release --keep-seed` wrote.
    #[arg(long, value_name = "FILE", requires = "data")]
    pub seed_file: Option<PathBuf>,

    #[command(flatten)]
    pub table: Table,

    /// No progress bars.
    #[arg(long)]
    pub quiet: bool,

    /// Print one JSON object instead of text.
    #[arg(long)]
    pub json: bool,
}

/// Checks all records and prints what was found; any fault is an error.
pub fn run(args: &Args, out: &mut impl Write) -> Result<(), CliError> {
    let reporter = Reporter::unless(args.quiet);
    let findings = match (&args.data, &args.seed_file) {
        (Some(data), Some(seed_file)) => {
            let [record] = args.records.as_slice() else {
                let help = "give one record with --data";
                let what = "a replay takes one record";
                return Err(CliError::refused("--data", what, help));
            };
            let table = args.table.input(data)?;
            let seed = KeptSeed::read(seed_file)?;
            replay(record, table, &seed, &reporter)?
        }
        _ => verify(&args.records, &reporter)?,
    };
    tell(findings, args.json, out)
}

/// Tells what was found; any fault is an error.
pub fn tell(findings: Findings, json: bool, out: &mut impl Write) -> Result<(), CliError> {
    let told = write_findings(&findings, json, out);
    // A fault is the answer even where nobody reads what held.
    let holds = findings.holds();
    let Findings {
        faults,
        untold,
        missing,
        help,
        ..
    } = findings;
    if !holds {
        return Err(CliError::Faults { faults, help });
    }
    if !untold.is_empty() {
        return Err(CliError::Untold { untold, help });
    }
    if !missing.is_empty() {
        return Err(CliError::Missing { missing, help });
    }
    Ok(told?)
}

fn write_findings(findings: &Findings, json: bool, out: &mut impl Write) -> io::Result<()> {
    if json {
        return write_json(out, findings);
    }
    for line in &findings.passed {
        writeln!(out, "ok    {line}")?;
    }
    for line in &findings.notes {
        writeln!(out, "note  {line}")?;
    }
    write_previous(&findings.previous, "next ", out)
}

/// What the next spec of the table says, ready to paste.
pub fn write_previous(digests: &[String], label: &str, out: &mut impl Write) -> io::Result<()> {
    if digests.is_empty() {
        return Ok(());
    }
    let quoted: Vec<String> = digests.iter().map(|one| format!("\"{one}\"")).collect();
    let quoted = quoted.join(", ");
    writeln!(
        out,
        "{label} the next spec of this table has in its budget: previous: [{quoted}]"
    )
}

const EXAMPLES: &str = "\
Examples:
  privet verify published/record.json
  privet verify first second third
  privet verify published/record.json --data table.csv --seed-file secret/seed";
