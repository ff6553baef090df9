//! `privet sample`: more rows from a public model.

use std::io::{BufWriter, Write};
use std::path::PathBuf;

use privet_release::pending::{NewFile, Readers};
use privet_release::{Error, Model};

use crate::error::CliError;
use crate::input::whole_number;
use crate::progress::Reporter;

/// Draw more rows from a model. Free of charge: the model is public.
///
/// A release by `SmoothedHistogram` has no model to draw from: its rows are all there is.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  privet sample published/model.ron --rows 1000 --seed 7 > more.csv"
)]
pub struct Args {
    /// The model of a release, or its folder.
    #[arg(value_name = "MODEL")]
    pub model: PathBuf,

    /// Number of rows.
    #[arg(long, value_name = "NUMBER", value_parser = whole_number)]
    pub rows: u32,

    /// A seed: the same one gives the same rows on every machine. Random if not given.
    #[arg(long, value_name = "NUMBER")]
    pub seed: Option<u64>,

    /// A new file to write instead of standard output.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,

    /// No progress bars.
    #[arg(long)]
    pub quiet: bool,
}

/// Draws rows and writes them as CSV.
pub fn run(args: &Args, out: &mut impl Write) -> Result<(), CliError> {
    let model = Model::read(&args.model)?;
    let watch = Reporter::unless(args.quiet);
    let Some(path) = &args.out else {
        let mut out = BufWriter::new(out);
        model.sample(args.rows, args.seed, &watch, &mut out)?;
        return Ok(out.flush()?);
    };
    let mut file = NewFile::create(path, Readers::Anyone)?;
    let sampled = model.sample(args.rows, args.seed, &watch, &mut file);
    sampled.map_err(|error| match error {
        Error::Output(error) => Error::unwritable(path, &error),
        other => other,
    })?;
    Ok(NewFile::finish([file])?)
}
