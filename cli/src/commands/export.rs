//! `privet export`: a public model in a form that other programs read.

use std::io::Write;
use std::path::PathBuf;

use privet_release::Model;
use privet_release::files::refuse_existing;

use crate::error::CliError;
use crate::output::{Readers, announce, name, write_json, write_new};
use crate::progress::Reporter;

/// Write a model with labels, for programs that read neither Rust nor RON. Free of charge: the model is public.
///
/// The JSON holds the spec, the guarantee, every column with its labels, every noisy table with the law and the scale of its
/// noise, and how columns hang together; the book has its JSON Schema. The release is checked first, as `verify` does it; a
/// model without a record beside it must be what its spec and its answers give. The JSON is made to be read: `sample` draws rows from
/// model.ron alone.
///
/// A release by `SmoothedHistogram` has no tables: what is written is the rest.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The model of a release, or its folder.
    #[arg(value_name = "MODEL")]
    pub model: PathBuf,

    /// As one JSON object; the one form so far, which must be named.
    #[arg(long)]
    pub json: bool,

    /// A new file to write instead of standard output.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,

    /// No progress bars.
    #[arg(long)]
    pub quiet: bool,
}

/// Writes the model.
pub fn run(args: &Args, out: &mut impl Write) -> Result<(), CliError> {
    if !args.json {
        let what = "the form of the export is not named";
        return Err(CliError::refused("command line", what, "write --json"));
    }
    args.out.as_deref().map_or(Ok(()), refuse_existing)?;
    let labelled = Model::read(&args.model, &Reporter::unless(args.quiet))?.labelled()?;
    let Some(path) = &args.out else {
        write_json(out, &labelled)?;
        return Ok(out.flush()?);
    };
    write_new(&[(path, &labelled.to_text()?)], Readers::Anyone)?;
    announce(out, |out| {
        writeln!(out, "Written: {}, as public as the model", name(path))
    })
}

const EXAMPLES: &str = "\
Examples:
  privet export published --json --out model.json
  privet export published/model.ron --json | jq '.measurements[0]'";
