//! `privet sample`: more rows from a public model.

use std::fs::OpenOptions;
use std::io::{BufWriter, Write};

use sha2::{Digest as _, Sha256};

use super::input;
use crate::args::Sample as Args;
use crate::error::CliError;
use crate::release::folder::{refuse_existing, unwritable};
use crate::release::model::ModelFile;
use crate::release::write_error;
use crate::table;

/// Draws rows and writes them as CSV.
pub fn run(args: &Args, out: &mut impl Write) -> Result<(), CliError> {
    let name = args.model.display().to_string();
    let model = ModelFile::parse(&name, &input::text(&args.model)?)?;
    let spec = input::parse_spec(&format!("{name} (spec)"), model.spec().to_owned())?;
    if let Some(path) = &args.out {
        refuse_existing(path)?;
    }
    let reporter = input::reporter(args.quiet);
    let seed = seed(args.seed)?;
    let rows = args.rows as usize;
    let (columns, mut picks) =
        model.draw(&name, &spec.release, &spec.plan, rows, seed, reporter)?;
    let bar = reporter.stage("writing rows", u64::from(args.rows));
    let progress = |rows| bar.at(rows);
    let pick = &mut || picks.draw();
    match &args.out {
        None => {
            let mut out = BufWriter::new(out);
            table::write_table(
                &spec.release,
                &columns,
                rows,
                pick,
                Some(&progress),
                &mut out,
            )
            .map_err(|error| match error {
                table::WriteError::Io(error) => CliError::from(error),
                other => write_error("standard output", other),
            })
        }
        Some(path) => {
            let file = OpenOptions::new().write(true).create_new(true).open(path);
            let file = file.map_err(|error| unwritable(path, &error))?;
            let mut file = BufWriter::new(file);
            table::write_table(
                &spec.release,
                &columns,
                rows,
                pick,
                Some(&progress),
                &mut file,
            )
            .map_err(|error| {
                // Fewer rows than were asked for are not what was asked for.
                let _ = std::fs::remove_file(path);
                write_error(&path.display().to_string(), error)
            })
        }
    }
}

/// The generator's seed: a function of the number alone, or random.
fn seed(number: Option<u64>) -> Result<[u8; 32], CliError> {
    let Some(number) = number else {
        let mut seed = [0; 32];
        getrandom::fill(&mut seed).map_err(|error| {
            CliError::refused("operating system", error.to_string(), "give a --seed")
        })?;
        return Ok(seed);
    };
    let mut hash = Sha256::new();
    hash.update(b"privet/1/sample");
    hash.update(number.to_le_bytes());
    Ok(hash.finalize().into())
}
