//! Parquet files, against the same tables as CSV.

mod dates_and_ids;
mod files;
mod meaning;
mod refused;
mod repeated;
mod uncommon;

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch};
use parquet::arrow::ArrowWriter;
use parquet::basic::Compression;
use parquet::file::properties::WriterProperties;
use privet_spec::{InputForm, Release};
use tempfile::TempDir;

use super::{codes_of, facts_told, load_text};
use crate::table::{Loaded, Options, Records, Shape, Source, TableError, Wanted, load};

/// Writes a file of these columns.
fn write(path: &Path, columns: &[(&str, ArrayRef)]) {
    write_with(path, columns, Compression::UNCOMPRESSED);
}

fn write_with(path: &Path, columns: &[(&str, ArrayRef)], compression: Compression) {
    let named = columns
        .iter()
        .map(|(name, array)| (*name, Arc::clone(array), true));
    let batch = RecordBatch::try_from_iter_with_nullable(named).unwrap();
    let properties = WriterProperties::builder()
        .set_compression(compression)
        .build();
    let file = File::create(path).unwrap();
    let mut writer = ArrowWriter::try_new(file, batch.schema(), Some(properties)).unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
}

/// A folder with one file.
fn folder_with(columns: &[(&str, ArrayRef)]) -> (TempDir, PathBuf) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("t.parquet");
    write(&path, columns);
    (folder, path)
}

fn load_files(release: &Release, path: impl AsRef<Path>) -> Result<Loaded, TableError> {
    let opened = Source::new(path.as_ref()).open()?;
    load(release, opened, Options::default())
}

/// What is wrong with files; a record of the spec tells of it.
fn refusal(release: &Release, path: impl AsRef<Path>) -> TableError {
    let Err(error) = load_files(release, path) else {
        panic!("the table was accepted");
    };
    let record = facts_told(release);
    let told = error.told_by(release);
    assert!(!told.is_empty() && told.iter().all(|clause| record.contains(clause)));
    error
}

/// All fields of a table, row by row.
fn texts(path: &Path, wanted: &Wanted) -> Result<Vec<Vec<String>>, TableError> {
    let opened = Source::new(path).open()?;
    let mut records = Records::new(opened, Options::default(), wanted)?;
    let fields = records.header().names().len();
    let mut rows = Vec::new();
    while records.advance()? == Shape::Whole {
        let row =
            (0..fields).map(|field| String::from_utf8_lossy(records.field(field)).into_owned());
        rows.push(row.collect());
    }
    Ok(rows)
}

/// The texts of one column as a draft reads it.
fn texts_by_draft(array: ArrayRef) -> Vec<String> {
    let (_folder, path) = folder_with(&[("a", array)]);
    let rows = texts(&path, &Wanted::all(InputForm::default())).unwrap();
    rows.into_iter().flatten().collect()
}

/// The texts of one column, where nothing says how dates are written.
fn texts_of(array: ArrayRef) -> Vec<String> {
    let by = super::release(r#"(name: "a", kind: Categorical(["x"]))"#);
    let (_folder, path) = folder_with(&[("a", array)]);
    let rows = texts(&path, &Wanted::by_release(&by)).unwrap();
    rows.into_iter().flatten().collect()
}

/// The codes of one column, and those of the same texts as CSV.
fn codes_both_ways(release: &Release, array: ArrayRef, texts: &[&str]) -> [Vec<u16>; 2] {
    let (_folder, path) = folder_with(&[("a", array)]);
    let loaded = load_files(release, &path).unwrap();
    let quoted = texts.iter().map(|text| format!("\"{text}\"\n"));
    let text = format!("a\n{}", quoted.collect::<String>());
    let as_text = load_text(release, text).unwrap();
    [loaded, as_text].map(|loaded| codes_of(&loaded).concat())
}
