//! A table, a spec, its release, and workers, for all tests. Each uses some of it.

#![allow(dead_code)]

use std::fs::{self, File};
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;

use arrow_array::{ArrayRef, Date32Array, Int64Array, RecordBatch, StringArray};
use parquet::arrow::ArrowWriter;
use parquet::file::properties::WriterProperties;
use privet_release::engine::Engine;
use privet_release::{Error, Input, KeptSeed, MODEL, NewRelease, RECORD, SYNTHETIC, Spec};
use url::Url;

/// 600 rows of some 350 persons, in files and row groups.
pub fn write_table(folder: &Path, files: usize, group: usize) {
    write_rows(folder, 600, files, group);
}

/// So many rows; about half of the persons have one, and seven have the others.
pub fn write_rows(folder: &Path, rows: i64, files: usize, group: usize) {
    fs::create_dir(folder).unwrap();
    let rows: Vec<i64> = (0..rows).collect();
    for (number, rows) in rows.chunks(rows.len().div_ceil(files)).enumerate() {
        let ids = rows.iter().map(|row| match row % 11 {
            0 => None,
            1..=4 => Some(format!("p{}", row % 7)),
            _ => Some(format!("q{row}")),
        });
        let columns: [(&str, ArrayRef); 4] = [
            ("who", Arc::new(ids.collect::<StringArray>())),
            (
                "age",
                Arc::new(rows.iter().map(|row| row * 7 % 90).collect::<Int64Array>()),
            ),
            (
                "town",
                Arc::new(
                    rows.iter()
                        .map(|row| {
                            Some(["a", "b", "c"][usize::try_from(row * 5 % 13 % 3).unwrap()])
                        })
                        .collect::<StringArray>(),
                ),
            ),
            (
                "day",
                Arc::new(Date32Array::from_iter_values(
                    rows.iter()
                        .map(|row| i32::try_from(row % 365).unwrap() + 18_000),
                )),
            ),
        ];
        let batch = RecordBatch::try_from_iter(columns).unwrap();
        let properties = WriterProperties::builder()
            .set_max_row_group_row_count(Some(group))
            .build();
        let file = File::create(folder.join(format!("{number:03}.parquet"))).unwrap();
        let mut writer = ArrowWriter::try_new(file, batch.schema(), Some(properties)).unwrap();
        writer.write(&batch).unwrap();
        writer.close().unwrap();
    }
}

pub fn spec(unit: &str, mechanism: &str) -> Spec {
    let delta = match mechanism {
        "PrivBayesPure()" | "SmoothedHistogram()" => "",
        _ => ", delta: \"1e-6\"",
    };
    let adjacency = match mechanism {
        "SmoothedHistogram()" => "Replace",
        _ => "AddRemove",
    };
    let rules = if mechanism == "PrivMrf()" {
        ", rules: [Impossible({\"age\": [UpTo(9)], \"town\": [\"c\"]})], broken: Drop"
    } else {
        ""
    };
    let text = format!(
        "Release(privet: 1, reviewed: true, unit: {unit}, adjacency: {adjacency}, \
         budget: (epsilon: \"20\"{delta}), mechanism: {mechanism}, schema: [\
         (name: \"age\", kind: Integer(min: 0, max: 89, bin: 10)), \
         (name: \"town\", kind: Categorical([\"a\", \"b\", \"c\"])), \
         (name: \"day\", kind: Date(min: \"2019-01-01\", max: \"2020-12-31\", bin: Months(1)))]{rules})"
    );
    Spec::parse("spec.ron", text).unwrap_or_else(|error| panic!("{error}"))
}

/// The files of a release with a fixed seed.
pub fn made(spec: &Spec, table: &Path, engine: Option<&dyn Engine>) -> Result<[Vec<u8>; 3], Error> {
    let release = NewRelease::of(spec, Input::at(table)).with_test_seed(KeptSeed::of_test(5));
    let release = match engine {
        Some(engine) => release.counted_by(engine),
        None => release,
    };
    let made = release.into_memory()?;
    Ok([SYNTHETIC, MODEL, RECORD].map(|file| made.file(file).to_vec()))
}

/// As the spec of a file.
pub const TEXT: &str = "Release(privet: 1, reviewed: true, unit: Person(id: \"who\", rows: 2), adjacency: AddRemove, \
    budget: (epsilon: \"3\", delta: \"1e-6\"), mechanism: PrivBayes(), schema: [\
    (name: \"age\", kind: Integer(min: 0, max: 89, bin: 10)), \
    (name: \"town\", kind: Categorical([\"a\", \"b\", \"c\"])), \
    (name: \"day\", kind: Date(min: \"2019-01-01\", max: \"2020-12-31\", bin: Months(1)))])";

/// A worker in a process of its own.
pub struct Process {
    child: Child,
    pub url: Url,
}

impl Process {
    pub fn start(keys: &Path) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_privet-cluster"))
            .args(["worker", "--listen", "127.0.0.1:0", "--keys"])
            .arg(keys)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let out = child.stdout.take().unwrap();
        BufReader::new(out).read_line(&mut line).unwrap();
        let port = line
            .trim_end()
            .trim_end_matches('.')
            .rsplit(':')
            .next()
            .unwrap();
        Self {
            url: Url::parse(&format!("https://localhost:{port}")).unwrap(),
            child,
        }
    }

    /// Sends a signal of this name.
    pub fn signal(&self, name: &str) {
        let pid = self.child.id().to_string();
        let sent = Command::new("kill").args(["-s", name, &pid]).status();
        assert!(sent.unwrap().success());
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}
