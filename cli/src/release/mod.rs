//! A release: from a spec and a table to `synthetic.csv`, `model.ron` and `record.json`.
//!
//! The same spec, data and master seed give the same bytes, so an auditor who is given all three can
//! make the release again ([`write_artefacts`]) and compare.

pub mod counts;
pub mod engine;
pub mod folder;
pub mod model;
pub mod record;

use std::io::Write;

use privet_spec::{Release, RowCount};

use self::engine::{Made, Rows};
use self::model::{ModelFile, RowPicks};
use self::record::{ArtefactFile, Record, SoftwareFile};
use crate::error::CliError;
use crate::keys::MasterSeed;
use crate::plan::Plan;
use crate::progress::Reporter;
use crate::table::{self, Delimiter, Loaded, Options, Source, WriteError};

/// A spec with its text.
pub struct Spec {
    /// The file's text: what the digest is of.
    pub text: String,
    /// What it says.
    pub release: Release,
    /// What follows from it.
    pub plan: Plan,
}

/// Where artefacts go: a folder, or a comparison with one.
pub trait Sink {
    /// Takes one file and returns its digest.
    fn file(
        &mut self,
        name: &str,
        write: &mut dyn FnMut(&mut dyn Write) -> Result<(), CliError>,
    ) -> Result<String, CliError>;
}

/// The files of a release, in the order in which they are written.
pub const SYNTHETIC: &str = "synthetic.csv";
/// The model.
pub const MODEL: &str = "model.ron";
/// The record, which holds the digests of the others.
pub const RECORD: &str = "record.json";

/// Reads the table as the spec says, and commits to its bytes.
pub fn read_table(
    spec: &Spec,
    source: &Source,
    delimiter: Delimiter,
    seed: &MasterSeed,
    reporter: Reporter,
) -> Result<(Loaded, String), CliError> {
    let mut commitment = seed.data_commitment();
    let bar = reporter.stage("reading the table", source.size().unwrap_or(0));
    let progress = |bytes| bar.at(bytes);
    let mut observer = |bytes: &[u8]| commitment.update(bytes);
    let options = Options {
        delimiter,
        observer: Some(&mut observer),
        progress: Some(&progress),
    };
    let loaded = source
        .open()
        .and_then(|opened| table::load(&spec.release, opened, options))?;
    drop(bar);
    Ok((loaded, commitment.finish()))
}

/// Runs the mechanism and hands every file to the sink. Returns the model and the record.
pub fn write_artefacts(
    spec: &Spec,
    loaded: Loaded,
    data_commitment: String,
    seed: &MasterSeed,
    software: SoftwareFile,
    sink: &mut dyn Sink,
    reporter: Reporter,
) -> Result<(ModelFile, Record), CliError> {
    let Made {
        model,
        book,
        rows: source,
    } = engine::run(spec, loaded.table, seed, reporter)?;
    let rows = row_count(&spec.release, &model);
    let mut artefacts = Vec::new();
    let row_seed = seed.row_seed();
    let (columns, mut picks) = match source {
        Rows::FromModel => {
            model.draw(MODEL, &spec.release, &spec.plan, rows, row_seed, reporter)?
        }
        Rows::Drawn(columns) => (columns, RowPicks::seeded(row_seed)),
    };
    let bar = reporter.stage("writing rows", rows as u64);
    let digest = sink.file(SYNTHETIC, &mut |out| {
        let progress = |rows| bar.at(rows);
        let pick = &mut || picks.draw();
        table::write_table(&spec.release, &columns, rows, pick, Some(&progress), out)
            .map_err(|error| write_error(SYNTHETIC, error))
    })?;
    drop(bar);
    drop(columns);
    artefacts.push(ArtefactFile {
        file: SYNTHETIC.to_owned(),
        sha256: digest,
    });
    let text = model.to_text()?;
    let digest = sink.file(MODEL, &mut |out| write_text(MODEL, out, &text))?;
    artefacts.push(ArtefactFile {
        file: MODEL.to_owned(),
        sha256: digest,
    });
    let mut record = Record {
        software,
        ..Record::new(
            &spec.text,
            &spec.release,
            book,
            seed,
            data_commitment,
            artefacts,
        )
    };
    record.algorithm.estimator = record::estimator(model.estimated());
    let text = record.to_text()?;
    sink.file(RECORD, &mut |out| write_text(RECORD, out, &text))?;
    Ok((model, record))
}

/// How many synthetic rows the spec asks for.
pub fn row_count(release: &Release, model: &ModelFile) -> usize {
    match release.output.rows {
        RowCount::Exactly(rows) => rows as usize,
        RowCount::Noisy | RowCount::AsInput => {
            // Never below zero, and never more than the format can hold.
            usize::try_from(model.rows().clamp(0, i64::from(u32::MAX))).unwrap_or(0)
        }
    }
}

/// A file that a sink could not take.
pub fn write_error(name: &str, error: WriteError) -> CliError {
    match error {
        WriteError::Io(error) => folder::unwritable(name.as_ref(), &error),
        other => CliError::refused(name, format!("{other:?}"), "please report this flaw"),
    }
}

fn write_text(name: &str, out: &mut dyn Write, text: &str) -> Result<(), CliError> {
    out.write_all(text.as_bytes())
        .map_err(|error| folder::unwritable(name.as_ref(), &error))
}

impl Sink for folder::PartialFolder {
    fn file(
        &mut self,
        name: &str,
        write: &mut dyn FnMut(&mut dyn Write) -> Result<(), CliError>,
    ) -> Result<String, CliError> {
        self.write(name, |out| write(out))
    }
}
