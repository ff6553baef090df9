//! `privet demo`: the main job on a table that nobody need protect.

use std::io::{BufWriter, Write};
use std::path::PathBuf;

use privet_release::example::{PEOPLE, SPEC, closeness, write_population};
use privet_release::pending::NewFolder;
use privet_release::{Error, Input, NewRelease, RECORD, SYNTHETIC, Silent, Spec};

use super::release::write_summary;
use crate::error::CliError;
use crate::output::{announce, name};
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

/// Makes the table, its spec and a release of it, all or none, and tells of them.
pub fn run(args: &Args, out: &mut impl Write) -> Result<(), CliError> {
    let new = NewFolder::create(&args.out)?;
    let place = |name: &str| args.out.join(name);
    let unwritable = |name: &str, error| Error::unwritable(&place(name), &error);
    let mut spec_file = new.file(SPEC_FILE)?;
    let written = spec_file.write_all(SPEC.as_bytes());
    written.map_err(|error| unwritable(SPEC_FILE, error))?;
    let mut people = BufWriter::new(new.file(TABLE)?);
    let written = write_population(&mut people).and_then(|()| people.flush());
    written.map_err(|error| unwritable(TABLE, error))?;

    let spec = Spec::parse(SPEC_FILE, SPEC)?;
    let watch = Reporter::unless(args.quiet);
    let (people, folder) = (new.path().join(TABLE), new.path().join(RELEASE));
    let released = NewRelease::of(&spec, Input::at(&people))
        .watched_by(&watch)
        .keep_seed(new.path().join(SEED))
        .into_folder(&folder)?;
    // The synthetic table numbers its rows anew, so that every row is a person of its own.
    let read = |path| {
        let read = Input::at(path).encode(spec.release(), "the table", &Silent);
        read.map_err(Error::from)
    };
    let (real, synthetic) = (read(people)?, read(folder.join(SYNTHETIC))?);
    let close = closeness(&real.table, &synthetic.table, spec.release());
    new.finish()?;

    announce(out, |out| {
        let (people, folder) = (place(TABLE), place(RELEASE));
        writeln!(
            out,
            "A fictitious survey of {PEOPLE} people: {}",
            name(&people)
        )?;
        writeln!(
            out,
            "Its release spec:                    {}\n",
            name(&place(SPEC_FILE))
        )?;
        write_summary(&spec, &folder, &released, out)?;
        writeln!(
            out,
            "\nHow close it is, on the demo's own public data (total variation distance, 0 to 1):"
        )?;
        for (columns, distance) in close {
            writeln!(out, "  {distance:.4}  {columns}")?;
        }
        writeln!(
            out,
            "\nReplay it: privet verify {} --data {} --seed-file {}",
            name(&folder.join(RECORD)),
            name(&people),
            name(&place(SEED))
        )
    })
}

/// What the folder holds.
const TABLE: &str = "people.csv";
const SPEC_FILE: &str = "spec.ron";
const RELEASE: &str = "release";
const SEED: &str = "seed";
