//! Tables that are read again for each batch of counts: persons, rules and files that change.

use std::fs::{self, File};
use std::path::Path;
use std::sync::Arc;

use arrow_array::{ArrayRef, BooleanArray, Float64Array, RecordBatch, StringArray};
use parquet::arrow::ArrowWriter;
use parquet::file::properties::WriterProperties;
use tempfile::TempDir;

use super::{Parts, USUAL};
use crate::artefacts::UnderWay;
use crate::error::Error;
use crate::keys::MasterSeed;
use crate::making::memory::Files;
use crate::memory::MemoryLimit;
use crate::names::{MODEL, RECORD, SYNTHETIC};
use crate::spec::Spec;
use crate::table::Input;
use crate::watch::{Silent, Stage, Watch};

/// 90 rows of 20 persons: some have one, some seven, some of them equal; some name nobody, and some break a rule.
fn table() -> String {
    let line = |row: usize| {
        let person = match row % 5 {
            0 => format!("p{row}"),
            1 | 2 => format!("q{}", row % 3),
            3 => format!("{}.0", row % 4),
            _ if row % 10 == 9 => String::new(),
            _ => format!("{}", row % 4),
        };
        let (first, number) = (row % 7 < 3, row * 7 % 10);
        let letter = ["x", "y", "z"][row % 11 % 3];
        format!("{person},{first},{letter},{number}\n")
    };
    let rows: String = (0..90).map(line).collect();
    format!("who,a,b,c\n{rows}")
}

pub(super) const RULES: &str =
    "rules: [Impossible({\"a\": [\"true\"], \"c\": [UpTo(6)]})], broken: Drop";

fn made(spec: &Spec, path: &Path, memory: MemoryLimit, watch: &dyn Watch) -> Result<Files, Error> {
    let seed = MasterSeed::from_hex(&"5a".repeat(32)).unwrap();
    let under_way = UnderWay {
        memory,
        ..UnderWay::new(spec, &seed, watch)
    };
    let data = under_way.read(Input::at(path))?;
    let mut files = Files::default();
    under_way.expect_room(&data, &mut files)?;
    under_way.write(data, &mut files)?;
    Ok(files)
}

#[test]
fn persons_and_rules_are_those_of_memory() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("t.csv");
    fs::write(&path, table()).unwrap();
    for (label, unit, rules, mechanism) in [
        ("rows", "Row", "", "PrivMrf()"),
        (
            "one row a person",
            "Person(id: \"who\", rows: 1)",
            "",
            "PrivBayes()",
        ),
        ("two", "Person(id: \"who\", rows: 2)", "", "PrivMrf()"),
        (
            "three, by digits",
            "Person(id: \"who\", rows: 3)",
            "",
            "PrivBayesPure()",
        ),
        (
            "more than anybody has",
            "Person(id: \"who\", rows: 99)",
            "",
            "Independent()",
        ),
        ("rules", "Row", RULES, "PrivMrf()"),
        (
            "persons and rules",
            "Person(id: \"who\", rows: 2)",
            RULES,
            "PrivMrf()",
        ),
        (
            "persons of several rows and rules",
            "Person(id: \"who\", rows: 5)",
            RULES,
            "PrivMrf()",
        ),
    ] {
        let spec = Parts {
            unit,
            // Enough for pairs of columns.
            epsilon: "30",
            rules,
            mechanism,
            ..USUAL
        }
        .spec();
        let held = made(&spec, &path, MemoryLimit::default(), &Silent).unwrap();
        // Enough, and so little that each table is a pass.
        for bytes in [1 << 34, 1 << 18] {
            let memory = MemoryLimit::of_passes(bytes);
            let streamed = made(&spec, &path, memory, &Silent).unwrap();
            for file in [SYNTHETIC, MODEL, RECORD] {
                let same = held.file(file) == streamed.file(file);
                assert!(same, "case `{label}`, {bytes} bytes: {file}");
            }
        }
    }
}

/// The table's rows as Parquet files in a folder, in so many files, with row groups of so many rows.
pub(super) fn write_parquet(folder: &Path, files: usize, group: usize) {
    let text = table();
    let rows: Vec<Vec<&str>> = (text.lines().skip(1))
        .map(|line| line.split(',').collect())
        .collect();
    fs::create_dir(folder).unwrap();
    for (number, rows) in rows.chunks(rows.len().div_ceil(files)).enumerate() {
        let column = |place: usize| rows.iter().map(move |row| row[place]);
        let ids = column(0).map(|id| (!id.is_empty()).then_some(id));
        let numbers = column(3).map(|number| number.parse::<f64>().ok());
        let columns: [(&str, ArrayRef); 4] = [
            ("who", Arc::new(ids.collect::<StringArray>())),
            (
                "a",
                Arc::new(
                    column(1)
                        .map(|is| Some(is == "true"))
                        .collect::<BooleanArray>(),
                ),
            ),
            ("b", Arc::new(column(2).map(Some).collect::<StringArray>())),
            ("c", Arc::new(numbers.collect::<Float64Array>())),
        ];
        let batch = RecordBatch::try_from_iter(columns).unwrap();
        let properties = WriterProperties::builder()
            .set_max_row_group_row_count(Some(group))
            .build();
        let file = File::create(folder.join(format!("{number}.parquet"))).unwrap();
        let mut writer = ArrowWriter::try_new(file, batch.schema(), Some(properties)).unwrap();
        writer.write(&batch).unwrap();
        writer.close().unwrap();
    }
}

/// Text and Parquet, held and streamed, in few files and many: the same release, but for the commitment to the bytes.
#[test]
fn parquet_is_streamed_by_row_groups() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("t.csv"), table()).unwrap();
    write_parquet(&at("one"), 1, 1000);
    write_parquet(&at("groups"), 1, 7);
    write_parquet(&at("files"), 5, 4);
    for mechanism in ["PrivMrf()", "PrivBayes()", "PrivBayesPure()"] {
        let spec = Parts {
            unit: "Person(id: \"who\", rows: 2)",
            // Enough for pairs of columns.
            epsilon: "30",
            mechanism,
            ..USUAL
        }
        .spec();
        let text = made(&spec, &at("t.csv"), MemoryLimit::default(), &Silent).unwrap();
        for source in ["one", "groups", "files"] {
            let mut records = Vec::new();
            for memory in [
                MemoryLimit::default(),
                MemoryLimit::of_passes(1 << 34),
                MemoryLimit::of_passes(1 << 18),
            ] {
                let made = made(&spec, &at(source), memory, &Silent).unwrap();
                for file in [SYNTHETIC, MODEL] {
                    let same = text.file(file) == made.file(file);
                    assert!(same, "{mechanism}, {source}: {file}");
                }
                records.push(made.file(RECORD).to_vec());
            }
            // Of one source, also the commitment.
            assert!(
                records.iter().all(|record| *record == records[0]),
                "{source}"
            );
        }
    }
}

/// Changes the file when a stage begins, so that its length and its time do not tell.
struct Changing<'a> {
    path: &'a Path,
    stage: &'a str,
    text: &'a str,
}

impl Watch for Changing<'_> {
    fn stage(&self, name: &str, _steps: u64) -> Box<dyn Stage + '_> {
        if name.starts_with(self.stage) {
            let before = self.path.metadata().unwrap().modified().unwrap();
            fs::write(self.path, self.text).unwrap();
            let file = File::options().write(true).open(self.path).unwrap();
            file.set_modified(before).unwrap();
        }
        Box::new(Silent)
    }
}

#[test]
fn a_file_that_changes_between_passes_is_never_answered_from() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("t.csv");
    let text = table();
    let spec = Parts {
        unit: "Person(id: \"who\", rows: 2)",
        // Enough for pairs of columns.
        epsilon: "30",
        ..USUAL
    }
    .spec();
    let swapped = text.replacen(
        "p0,true,x,0\nq1,true,y,7\n",
        "q1,true,y,7\np0,true,x,0\n",
        1,
    );
    for (label, changed, told) in [
        (
            "one value",
            text.replacen(",true,x,", ",true,y,", 1),
            WRONGLY,
        ),
        ("one person's name", text.replacen("p0,", "p1,", 1), WRONGLY),
        ("two rows swapped", swapped, WRONGLY),
        (
            "one row more",
            format!("{text}new,true,x,1\n"),
            "was added, removed or changed",
        ),
        ("no row", String::new(), "was added, removed or changed"),
    ] {
        assert!(changed != text, "case `{label}`");
        for stage in ["choosing rows", "taking a census", "counting tables"] {
            fs::write(&path, &text).unwrap();
            let changing = Changing {
                path: &path,
                stage,
                text: &changed,
            };
            let memory = MemoryLimit::of_passes(1 << 34);
            let refused = made(&spec, &path, memory, &changing).map(drop);
            let error = refused.expect_err(&format!("{label}, {stage}")).to_string();
            assert!(error.contains(told), "case `{label}`, {stage}: {error}");
        }
    }
}

const WRONGLY: &str = "counted wrongly";
