//! `privet draft`: a first spec, for a person to correct.

use std::io::Write;
use std::path::{Path, PathBuf};

use privet_release::files::refuse_existing;
use privet_release::{MemoryLimit, Watch as _, draft};

use crate::error::CliError;
use crate::input::{Table, memory};
use crate::output::{Readers, name, write_new};
use crate::progress::Reporter;

/// Write a first spec for a table, to be reviewed and corrected by hand.
///
/// Every line that holds something of the table is marked, since a release may not learn its domain
/// from private data. `release` refuses the draft until no mark is left and `reviewed` is true. What was
/// counted in the table, and why each column became what it is, goes to a second file, NAME.private.md,
/// which is for the owner of the table alone. Delimiter, decimal sign and encoding are found in the table.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  privet draft --data table.csv --out spec.ron")]
pub struct Args {
    /// The table: a CSV file, plain, .gz or .zst, or a Parquet file, a folder of such files or a pattern in quotes, as in
    /// 'part-*.parquet'; or - for standard input (CSV).
    #[arg(long, value_name = "FILE", required_unless_present = "table_file")]
    pub data: Option<PathBuf>,

    /// The same, without the name of the option.
    #[arg(value_name = "TABLE", conflicts_with = "data")]
    pub table_file: Option<PathBuf>,

    /// A new file for the spec, with NAME.private.md beside it; without it the spec alone is printed.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,

    /// How much memory to take, as in 2GB; what the machine has unless given. A table of which more would have to be kept is
    /// refused.
    #[arg(long, value_name = "SIZE", value_parser = memory)]
    pub memory: Option<MemoryLimit>,

    #[command(flatten)]
    pub table: Table,
}

/// Writes the draft and its private notes, or prints the draft.
pub fn run(args: &Args, out: &mut impl Write) -> Result<(), CliError> {
    let watch = Reporter::Terminal;
    // One of them is given; the parser of the command line sees to it.
    let data = args.data.as_ref().or(args.table_file.as_ref());
    let table = args
        .table
        .input(data.map_or(Path::new("-"), PathBuf::as_path))?
        .within(args.memory.unwrap_or_default());
    let Some(spec) = &args.out else {
        let made = draft(table, &watch)?;
        write!(out, "{}", made.spec)?;
        watch.note(
            "note: what was counted in the table is not shown; `--out spec.ron` writes it to \
             spec.private.md beside the spec",
        );
        return Ok(());
    };
    let notes = spec.with_extension("private.md");
    [spec, &notes]
        .into_iter()
        .try_for_each(|path| refuse_existing(path))?;
    let made = draft(table, &watch)?;
    write_new(
        &[(spec, &made.spec), (&notes, &made.private_notes)],
        Readers::Owner,
    )?;
    writeln!(out, "Written: {}", name(spec))?;
    writeln!(
        out,
        "Written: {} (private: for the owner of the table alone)",
        name(&notes)
    )?;
    Ok(())
}
