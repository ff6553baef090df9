//! `privet demo`: the main job on a table that nobody need protect.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;

use super::{input, release};
use crate::args::Demo as Args;
use crate::demo::{PEOPLE, SPEC, closeness, write_population};
use crate::error::CliError;
use crate::release::folder::{refuse_existing, unwritable};
use crate::release::{SYNTHETIC, Spec, read_table};
use crate::table::{self, EncodedTable, Opened, Options, Source};

/// Makes the table, its spec and a release of it.
pub fn run(args: &Args, out: &mut impl Write) -> Result<(), CliError> {
    refuse_existing(&args.out)?;
    fs::create_dir(&args.out).map_err(|error| unwritable(&args.out, &error))?;
    let made = make(args, out);
    // Nothing half-made is left; but what was made stays where only its announcement could not be read.
    if matches!(made, Err(CliError::Refused { .. } | CliError::Several(_))) {
        // A failure to remove it is not the news.
        let _ = fs::remove_dir_all(&args.out);
    }
    made
}

fn make(args: &Args, out: &mut impl Write) -> Result<(), CliError> {
    let reporter = input::reporter(args.quiet);
    let (people, spec_file) = (args.out.join("people.csv"), args.out.join("spec.ron"));
    let (folder, seed_file) = (args.out.join("release"), args.out.join("seed"));
    fs::write(&spec_file, SPEC).map_err(|error| unwritable(&spec_file, &error))?;
    File::create(&people)
        .and_then(|file| {
            let mut file = BufWriter::new(file);
            write_population(&mut file)?;
            file.flush()
        })
        .map_err(|error| unwritable(&people, &error))?;

    let spec = input::parse_spec("spec.ron", SPEC.to_owned())?;
    let seed = release::system_seed()?;
    let comma = table::Delimiter::default();
    let source = Source::new(&people);
    let (loaded, commitment) = read_table(&spec, &source, comma, &seed, reporter)?;
    let real = loaded.table.clone();
    let (model, record) = release::into_folder(
        &spec,
        loaded,
        commitment,
        &seed,
        &folder,
        Some(&seed_file),
        reporter,
    )?;

    writeln!(
        out,
        "A fictitious survey of {PEOPLE} people: {}",
        people.display()
    )?;
    writeln!(
        out,
        "Its release spec:                    {}\n",
        spec_file.display()
    )?;
    release::write_summary(&spec, &folder, &model, &record, out)?;
    let synthetic = read_back(&spec, &folder.join(SYNTHETIC))?;
    writeln!(
        out,
        "\nHow close it is, on the demo's own public data (total variation distance, 0 to 1):"
    )?;
    for (columns, distance) in closeness(&real, &synthetic, &spec.release) {
        writeln!(out, "  {distance:.4}  {columns}")?;
    }
    writeln!(
        out,
        "\nReplay it: privet verify {} --data {} --seed-file {}",
        folder.join("record.json").display(),
        people.display(),
        seed_file.display()
    )?;
    Ok(())
}

fn read_back(spec: &Spec, path: &Path) -> Result<EncodedTable, CliError> {
    let file = File::open(path).map_err(|error| unwritable(path, &error))?;
    // The synthetic table numbers its rows anew, so that every row is a person of its own.
    let opened = Opened::new(path.display().to_string(), file);
    Ok(table::load(&spec.release, opened, Options::default())?.table)
}
