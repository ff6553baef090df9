//! `privet sample`: more rows from a public model.

use std::fs::OpenOptions;
use std::io::{BufWriter, Write};

use privet_release::{Error, Model, refuse_existing};

use crate::args::Sample as Args;
use crate::error::CliError;
use crate::progress::Reporter;

/// Draws rows and writes them as CSV.
pub fn run(args: &Args, out: &mut impl Write) -> Result<(), CliError> {
    let model = Model::read(&args.model)?;
    let watch = Reporter::unless(args.quiet);
    let Some(path) = &args.out else {
        let mut out = BufWriter::new(out);
        model.sample(args.rows, args.seed, &watch, &mut out)?;
        return Ok(out.flush()?);
    };
    refuse_existing(path)?;
    let file = OpenOptions::new().write(true).create_new(true).open(path);
    let mut file = BufWriter::new(file.map_err(|error| Error::unwritable(path, &error))?);
    let sampled = model
        .sample(args.rows, args.seed, &watch, &mut file)
        .and_then(|()| file.flush().map_err(Error::Output));
    sampled.map_err(|error| {
        // Fewer rows than were asked for are not what was asked for.
        let _ = std::fs::remove_file(path);
        match error {
            Error::Output(error) => Error::unwritable(path, &error).into(),
            other => other.into(),
        }
    })
}
