//! Parquet in, as a user meets it: every command that reads a table.

use std::fs::{self, File};
use std::path::Path;
use std::sync::Arc;

use crate::common::desk::{
    ARTEFACTS, Desk, SURVEY, SURVEY_HEADER, assert_refused, survey, survey_csv,
};
use arrow_array::{ArrayRef, BooleanArray, Date32Array, Float64Array, RecordBatch, StringArray};
use parquet::arrow::ArrowWriter;

/// A model that stays as it is: noise may make a given row impossible in a fresh one.
const GOLDEN: &str = include_str!("golden/model.ron");

/// Rows of the survey as typed columns: ages and measures as doubles with nulls, visits as dates.
fn write(path: &Path, rows: &[[String; 8]]) {
    let texts = |place: usize| rows.iter().map(move |row| row[place].as_str());
    let strings = |place| -> ArrayRef { Arc::new(texts(place).map(Some).collect::<StringArray>()) };
    let doubles = |place| -> ArrayRef {
        let numbers = texts(place).map(|text| text.parse::<f64>().ok());
        Arc::new(numbers.collect::<Float64Array>())
    };
    let days = texts(6).map(|date| {
        let (month, day) = (
            date[5..7].parse::<usize>().unwrap(),
            date[8..].parse::<i32>().unwrap(),
        );
        // 2025-01-01 is day 20,089, and 2025 has no leap day.
        20_089 + [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334][month - 1] + day - 1
    });
    let columns: Vec<ArrayRef> = vec![
        strings(0),
        doubles(1),
        strings(2),
        strings(3),
        Arc::new(
            texts(4)
                .map(|text| Some(text == "yes"))
                .collect::<BooleanArray>(),
        ),
        doubles(5),
        Arc::new(days.map(Some).collect::<Date32Array>()),
        strings(7),
    ];
    let named = SURVEY_HEADER.into_iter().zip(columns);
    let batch = RecordBatch::try_from_iter(named).unwrap();
    let mut writer =
        ArrowWriter::try_new(File::create(path).unwrap(), batch.schema(), None).unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
}

/// The survey's spec, as it reads typed columns and texts alike.
fn spec() -> String {
    SURVEY
        .replace("missing: [\"NA\"]", "missing: [\"\", \"NA\"]")
        .replace(
            "Boolean(no: \"no\", yes: \"yes\")",
            "Boolean(no: \"false\", yes: \"true\")",
        )
}

/// The same table as CSV, as one Parquet file, and as three in a folder.
fn desk(count: usize) -> Desk {
    let csv = survey_csv(count)
        .replace(",yes,", ",true,")
        .replace(",no,", ",false,");
    let desk = Desk::with(&spec(), csv);
    let rows = survey(count);
    write(&desk.path("table.parquet"), &rows);
    fs::create_dir(desk.path("parts")).unwrap();
    let third = count / 3;
    for (name, part) in [
        ("0", &rows[..third]),
        ("1", &rows[third..third]),
        ("2", &rows[third..]),
    ] {
        write(&desk.path(&format!("parts/{name}.parquet")), part);
    }
    desk.write("parts/_SUCCESS", "");
    desk
}

/// By one seed, whatever the files: the same rows and the same model, and a record that differs in what it commits to.
#[test]
fn a_release_is_that_of_the_same_table_as_csv() {
    let desk = desk(600);
    desk.release("out", &["--quiet", "--keep-seed", "seed"]);
    for data in [
        "table.parquet",
        "parts",
        "parts/*.parquet",
        "parts/?.parquet",
    ] {
        let run = desk.verify("out", &["--data", data, "--seed-file", "seed"]);
        assert_eq!(run.code, Some(2), "{data}:\n{}", run.out);
        for file in ["model.ron", "synthetic.csv"] {
            let line = format!("out/{file}: replayed, every byte agrees");
            assert!(run.out.contains(&line), "{data}:\n{}", run.out);
        }
        let other = format!("{data}: is not the data that the record commits to");
        assert!(
            (run.out.clone() + &run.err).contains(&other),
            "{}{}",
            run.out,
            run.err
        );
    }
}

#[test]
fn releases_of_files_replay() {
    let desk = desk(600);
    for (place, data) in ["table.parquet", "parts", "parts/*.parquet"]
        .into_iter()
        .enumerate()
    {
        let (out, seed) = (format!("out{place}"), format!("seed{place}"));
        let args = [
            "release", "spec.ron", "--data", data, "--out", &out, "--quiet",
        ];
        let run = desk.run(&[&args[..], &["--keep-seed", &seed]].concat());
        assert_eq!(run.code, Some(0), "{data}:\n{}", run.err);
        assert_eq!(desk.names(&out), ARTEFACTS);
        desk.assert_verifies(&out, &["--data", data, "--seed-file", &seed]);
    }
    // The same files by another name of theirs are the same data; the same rows in other files are not.
    desk.assert_verifies(
        "out1",
        &["--data", "parts/?.parquet", "--seed-file", "seed1"],
    );
    let run = desk.verify("out1", &["--data", "table.parquet", "--seed-file", "seed1"]);
    assert_eq!(run.code, Some(2));
    assert!(
        run.out
            .contains("out1/synthetic.csv: replayed, every byte agrees"),
        "{}",
        run.out
    );
}

#[test]
fn every_command_reads_it() {
    let desk = desk(600);
    let run = desk.run(&["check", "spec.ron", "--data", "parts"]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{}", run.out);
    // The values outside of the domain are named by file and row.
    assert!(run.out.contains("parts/2.parquet: row "), "{}", run.out);
    let as_text = desk.run(&["check", "spec.ron", "--data", "table.csv"]);
    let counts = |out: &str| -> Vec<String> {
        let lines = out.lines().filter(|line| line.starts_with("column "));
        lines.map(str::to_owned).collect()
    };
    assert!(!counts(&run.out).is_empty());
    assert_eq!(counts(&run.out), counts(&as_text.out));

    let run = desk.run(&["draft", "--data", "parts", "--out", "draft.ron"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(desk.text("draft.ron").contains("visit"));
    for word in ["ARROW", "parquet-rs"] {
        assert!(!desk.text("draft.ron").contains(word));
    }

    desk.release("out", &["--quiet"]);
    let synthetic = ["--synthetic", "out/synthetic.csv", "--quiet"];
    let figures = ["table.csv", "table.parquet", "parts"].map(|real| {
        let args = [
            &["evaluate", "--spec", "spec.ron", "--real", real][..],
            &synthetic,
        ]
        .concat();
        let run = desk.run(&args);
        assert_eq!(run.code, Some(0), "{real}:\n{}", run.err);
        run.out
    });
    assert_eq!(figures[0], figures[1]);
    assert_eq!(figures[0], figures[2]);
}

/// Rows that are partly filled are completed as those of a CSV file are.
#[test]
fn rows_to_be_completed() {
    let desk = Desk::new();
    desk.write("model.ron", GOLDEN);
    desk.write("given.csv", "age,sex,visit\n40,,2025-03-01\n,F,\n");
    let columns: [(&str, ArrayRef); 3] = [
        ("age", Arc::new(Float64Array::from(vec![Some(40.0), None]))),
        ("sex", Arc::new(StringArray::from(vec![None, Some("F")]))),
        (
            "visit",
            Arc::new(Date32Array::from(vec![Some(20_148), None])),
        ),
    ];
    let batch = RecordBatch::try_from_iter(columns).unwrap();
    let file = File::create(desk.path("given.parquet")).unwrap();
    let mut writer = ArrowWriter::try_new(file, batch.schema(), None).unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
    let completed = ["given.csv", "given.parquet"].map(|given| {
        let out = format!("{given}.completed");
        let run = desk.run(&[
            "sample",
            "model.ron",
            "--given",
            given,
            "--seed",
            "7",
            "--out",
            &out,
        ]);
        assert_eq!(run.code, Some(0), "{given}:\n{}", run.err);
        desk.text(&out)
    });
    assert_eq!(completed[0], completed[1]);
    assert!(completed[0].contains("2025-03-01"));
}

#[test]
fn refusals_say_what_to_do() {
    let desk = desk(60);
    let parquet = desk.bytes("table.parquet");
    desk.write("cut.parquet", &parquet[..parquet.len() / 2]);
    desk.write("book.csv", b"PK\x03\x04\x14\0\x06\0");
    desk.write("semicolons.csv", desk.text("table.csv").replace(',', ";"));
    desk.write("texts/a.csv", desk.text("table.csv"));
    desk.write("deep/year=2025/a.parquet", &parquet);
    fs::create_dir(desk.path("empty")).unwrap();
    for (data, fragments) in [
        (
            "cut.parquet",
            &["cut.parquet", "damaged, cut off", "again"][..],
        ),
        ("book.csv", &["spreadsheet", "as CSV"]),
        ("semicolons.csv", &["--delimiter ';'"]),
        (
            "texts",
            &[
                "texts/a.csv",
                "not Parquet",
                "one CSV file, or Parquet files",
            ],
        ),
        (
            "texts/*.csv",
            &["texts/a.csv", "one CSV file, or Parquet files"],
        ),
        (
            "deep",
            &["deep/year=2025", "a folder among the files", "*/*.parquet"],
        ),
        ("empty", &["empty", "no file"]),
        ("none-*.parquet", &["none-*.parquet", "no file"]),
    ] {
        let run = desk.run(&[
            "release", "spec.ron", "--data", data, "--out", "out", "--quiet",
        ]);
        assert_refused(&run, fragments, data);
        assert!(!desk.path("out").exists(), "{data}");
    }
    let run = desk.run_with(
        &[
            "release", "spec.ron", "--data", "-", "--out", "out", "--quiet",
        ],
        &parquet,
    );
    assert_refused(&run, &["Parquet", "give the path of the file"], "a pipe");
}
