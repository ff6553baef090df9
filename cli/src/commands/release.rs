//! `privet release`.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;

use serde::Serialize;

use super::input;
use crate::args::Release as Args;
use crate::error::CliError;
use crate::keys::MasterSeed;
use crate::progress::Reporter;
use crate::release::folder::{PartialFolder, refuse_existing, unwritable};
use crate::release::model::ModelFile;
use crate::release::record::{Record, SoftwareFile};
use crate::release::{RECORD, Spec, read_table, row_count, write_artefacts};
use crate::table::{Loaded, Source};

/// Makes a release.
pub fn run(args: &Args, out: &mut impl Write) -> Result<(), CliError> {
    let spec = input::spec(&args.spec)?;
    if !spec.release.reviewed {
        return Err(CliError::refused(
            args.spec.display().to_string(),
            "the spec is not reviewed",
            "read it, correct what came from private data, then write `reviewed: true`",
        ));
    }
    let delimiter = input::delimiter(&args.delimiter)?;
    // What can be refused is refused before the data is read.
    spec.plan.refuse_hopeless_noise(&spec.release)?;
    refuse_existing(&args.out)?;
    if let Some(file) = &args.keep_seed {
        refuse_existing(file)?;
        if file.starts_with(&args.out) {
            let what = "the seed is as secret as the data and cannot be part of the release";
            let help = "keep it elsewhere, such as `--keep-seed secret/seed`";
            return Err(CliError::refused("--keep-seed", what, help));
        }
    }
    let reporter = input::reporter(args.quiet);
    let seed = system_seed()?;
    let source = Source::new(&args.data);
    let (loaded, commitment) = read_table(&spec, &source, delimiter, &seed, reporter)?;
    if !args.quiet {
        say_notes(&loaded, reporter);
    }
    let (model, record) = into_folder(
        &spec,
        loaded,
        commitment,
        &seed,
        &args.out,
        args.keep_seed.as_deref(),
        reporter,
    )?;
    if args.json {
        write_json(args, &spec, &model, &record, out)
    } else {
        write_summary(&spec, &args.out, &model, &record, out)
    }
}

/// Writes all files of a release into a new folder, and the seed into its file.
pub fn into_folder(
    spec: &Spec,
    loaded: Loaded,
    commitment: String,
    seed: &MasterSeed,
    folder: &Path,
    keep_seed: Option<&Path>,
    reporter: Reporter,
) -> Result<(ModelFile, Record), CliError> {
    let mut partial = PartialFolder::create(folder)?;
    let software = SoftwareFile::this();
    let made = write_artefacts(
        spec,
        loaded,
        commitment,
        seed,
        software,
        &mut partial,
        reporter,
    )?;
    // The seed first: a seed without a release is harmless, a release without its seed is not what
    // was asked for.
    if let Some(file) = keep_seed {
        write_seed(file, seed)?;
    }
    partial.finish().inspect_err(|_| {
        // The seed of no release would only stand in the way of the next attempt.
        keep_seed.map(std::fs::remove_file);
    })?;
    Ok(made)
}

/// 256 bits from the operating system, always.
pub fn system_seed() -> Result<MasterSeed, CliError> {
    MasterSeed::from_system().map_err(|error| {
        CliError::refused(
            "operating system",
            error.to_string(),
            "it has no entropy to give",
        )
    })
}

/// What was spent and where the files are.
pub fn write_summary(
    spec: &Spec,
    folder: &Path,
    model: &ModelFile,
    record: &Record,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let guarantee = spec.release.budget.guarantee;
    let rows = row_count(&spec.release, model);
    writeln!(
        out,
        "Released {rows} synthetic rows of {} columns.",
        spec.release.schema.len()
    )?;
    writeln!(
        out,
        "  guarantee   {guarantee}-differential privacy for {}",
        record.guarantee.unit
    )?;
    writeln!(
        out,
        "  spent       {} of {:.9} in {} queries",
        record.spent.in_words(),
        record.guarantee.total.value(),
        record.queries.len()
    )?;
    writeln!(out, "  model       {}", model.in_words())?;
    for artefact in &record.artefacts {
        let path = folder.join(&artefact.file);
        writeln!(
            out,
            "  {:<11} {}",
            short_name(&artefact.file),
            path.display()
        )?;
    }
    let record_path = folder.join(RECORD);
    writeln!(out, "  {:<11} {}", "record", record_path.display())?;
    writeln!(
        out,
        "Check it with: privet verify {}",
        record_path.display()
    )?;
    Ok(())
}

#[derive(Serialize)]
struct Summary<'a> {
    folder: String,
    rows: usize,
    epsilon: String,
    delta: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    mu_squared_total: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mu_squared_spent: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    epsilon_total: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    epsilon_spent: Option<f64>,
    queries: usize,
    artefacts: &'a [crate::release::record::ArtefactFile],
}

fn write_json(
    args: &Args,
    spec: &Spec,
    model: &ModelFile,
    record: &Record,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let (total, spent) = (&record.guarantee.total, &record.spent);
    let summary = Summary {
        folder: args.out.display().to_string(),
        rows: row_count(&spec.release, model),
        epsilon: record.guarantee.epsilon.clone(),
        delta: record.guarantee.delta.clone(),
        mu_squared_total: total.mu_squared(),
        mu_squared_spent: spent.mu_squared(),
        epsilon_total: total.epsilon(),
        epsilon_spent: spent.epsilon(),
        queries: record.queries.len(),
        artefacts: &record.artefacts,
    };
    super::write_json(out, &summary)
}

/// Notes on the reading: internal, on standard error only.
fn say_notes(loaded: &Loaded, reporter: Reporter) {
    if !loaded.ignored.is_empty() {
        // A header may hold what a terminal would obey.
        let names = loaded.ignored.join("`, `").escape_debug().to_string();
        reporter.say(&format!(
            "note: columns that the spec does not name were ignored: `{names}`"
        ));
    }
    for (count, why) in [
        (
            loaded.beyond_bound,
            "belong to a person who has enough rows",
        ),
        (loaded.without_id, "name no person"),
    ] {
        if count > 0 {
            reporter.say(&format!(
                "note (internal): {count} rows were dropped: they {why}"
            ));
        }
    }
}

fn short_name(file: &str) -> &str {
    file.split('.').next().unwrap_or(file)
}

fn write_seed(path: &Path, seed: &MasterSeed) -> Result<(), CliError> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(0o600);
    }
    let mut file = options
        .open(path)
        .map_err(|error| unwritable(path, &error))?;
    let written = file
        .write_all(seed.to_hex().as_bytes())
        .and_then(|()| file.write_all(b"\n"))
        .and_then(|()| file.sync_all());
    written.map_err(|error| {
        // Half a seed is of no use, and would stand in the way of the next attempt.
        let _ = std::fs::remove_file(path);
        unwritable(path, &error)
    })
}
