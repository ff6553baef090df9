//! `privet demo`: the main job on a table that nobody need protect.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::PathBuf;

use privet_release::example::{PEOPLE, SPEC, closeness, write_population};
use privet_release::files::refuse_existing;
use privet_release::{Error, Input, NewRelease, RECORD, SYNTHETIC, Silent, Spec};

use super::release::write_summary;
use crate::error::CliError;
use crate::output::name;
use crate::progress::Reporter;

/// Make a release of a built-in fictitious table, to see how it goes.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  privet demo --out demo")]
pub struct Args {
    /// The folder to make: the table, its spec, and the release.
    #[arg(long, value_name = "FOLDER", default_value = "privet-demo")]
    pub out: PathBuf,

    /// No progress bars.
    #[arg(long)]
    pub quiet: bool,
}

/// Makes the table, its spec and a release of it.
pub fn run(args: &Args, out: &mut impl Write) -> Result<(), CliError> {
    refuse_existing(&args.out)?;
    fs::create_dir(&args.out).map_err(|error| Error::unwritable(&args.out, &error))?;
    let made = make(args, out);
    // Nothing half-made is left; but what was made stays where only its announcement could not be read.
    if matches!(made, Err(CliError::Refused(_))) {
        // A failure to remove it is not the news.
        let _ = fs::remove_dir_all(&args.out);
    }
    made
}

fn make(args: &Args, out: &mut impl Write) -> Result<(), CliError> {
    let (people, spec_file) = (args.out.join("people.csv"), args.out.join("spec.ron"));
    let (folder, seed_file) = (args.out.join("release"), args.out.join("seed"));
    fs::write(&spec_file, SPEC).map_err(|error| Error::unwritable(&spec_file, &error))?;
    File::create(&people)
        .and_then(|file| {
            let mut file = BufWriter::new(file);
            write_population(&mut file)?;
            file.flush()
        })
        .map_err(|error| Error::unwritable(&people, &error))?;

    let spec = Spec::parse("spec.ron", SPEC)?;
    let watch = Reporter::unless(args.quiet);
    let released = NewRelease::of(&spec, Input::at(&people))
        .watched_by(&watch)
        .keep_seed(&seed_file)
        .into_folder(&folder)?;

    writeln!(
        out,
        "A fictitious survey of {PEOPLE} people: {}",
        name(&people)
    )?;
    writeln!(
        out,
        "Its release spec:                    {}\n",
        name(&spec_file)
    )?;
    write_summary(&spec, &folder, &released, out)?;
    // The synthetic table numbers its rows anew, so that every row is a person of its own.
    let read = |path| Input::at(path).encode(spec.release(), "the table", &Silent);
    let (real, synthetic) = (read(people.clone())?, read(folder.join(SYNTHETIC))?);
    writeln!(
        out,
        "\nHow close it is, on the demo's own public data (total variation distance, 0 to 1):"
    )?;
    for (columns, distance) in closeness(&real.table, &synthetic.table, spec.release()) {
        writeln!(out, "  {distance:.4}  {columns}")?;
    }
    writeln!(
        out,
        "\nReplay it: privet verify {} --data {} --seed-file {}",
        name(&folder.join(RECORD)),
        name(&people),
        name(&seed_file)
    )?;
    Ok(())
}
