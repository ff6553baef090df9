//! Parquet out, as a user meets it: every command that writes, checks or reads a synthetic table.

use std::fs::File;

use crate::common::desk::{Desk, SURVEY, survey_csv};
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

/// The survey, and its release as Parquet in `out`.
fn desk() -> Desk {
    let end = SURVEY.trim_end().strip_suffix(')').unwrap();
    let spec = format!("{end}    output: (format: Parquet),\n)\n");
    let desk = Desk::with(&spec, survey_csv(600));
    desk.release("out", &["--quiet", "--keep-seed", "seed"]);
    desk
}

fn rows(desk: &Desk, file: &str) -> i64 {
    let file = File::open(desk.path(file)).unwrap();
    let reader = ParquetRecordBatchReaderBuilder::try_new(file).unwrap();
    reader.metadata().file_metadata().num_rows()
}

#[test]
fn a_release_is_checked_replayed_evaluated_and_compared() {
    let desk = desk();
    let names = ["model.ron", "record.json", "synthetic.parquet"];
    assert_eq!(desk.names("out"), names);
    assert!(rows(&desk, "out/synthetic.parquet") > 400);
    desk.assert_verifies("out", &[]);
    desk.assert_verifies("out", &["--data", "table.csv", "--seed-file", "seed"]);
    let run = desk.run(&["report", "out"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let page = String::from_utf8(desk.bytes("report.html")).unwrap();
    assert!(page.contains("synthetic.parquet"));

    let evaluate = ["evaluate", "--spec", "spec.ron", "--real", "table.csv"];
    let synthetic = ["--synthetic", "out/synthetic.parquet", "--quiet"];
    let run = desk.run(&[&evaluate[..], &synthetic].concat());
    assert_eq!(run.code, Some(0), "{}", run.err);
    let compare = ["compare", "out", "out", "--spec", "spec.ron"];
    let run = desk.run(&[&compare[..], &["--real", "table.csv", "--quiet"]].concat());
    assert_eq!(run.code, Some(0), "{}", run.err);

    // Any byte of it.
    let whole = desk.bytes("out/synthetic.parquet");
    for place in [0, 4, whole.len() / 2, whole.len() - 1] {
        let mut changed = whole.clone();
        changed[place] ^= 1;
        desk.write("out/synthetic.parquet", changed);
        let run = desk.verify("out", &[]);
        assert_eq!(run.code, Some(2), "byte {place}:\n{}", run.out);
        let told = format!("{}{}", run.out, run.err);
        assert!(
            told.contains("out/synthetic.parquet: it was changed"),
            "{told}"
        );
    }
}

/// A file has the format of the spec, standard output is text, and so are rows that are completed.
#[test]
fn rows_are_drawn_in_the_format_of_the_spec() {
    let desk = desk();
    let sample = ["sample", "out", "--rows", "40", "--seed", "7", "--quiet"];
    let run = desk.run(&[&sample[..], &["--out", "more"]].concat());
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert_eq!(rows(&desk, "more"), 40);
    let run = desk.run(&[&sample[..], &["--where", "age >= 40", "--out", "old"]].concat());
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert_eq!(rows(&desk, "old"), 40);

    let text = desk.run(&sample);
    assert_eq!((text.code, text.out.lines().count()), (Some(0), 41));
    desk.write("more.csv", &text.out);
    // The same seed, the same rows.
    let figures = ["more", "more.csv"].map(|synthetic| desk.evaluate(synthetic, &[]));
    assert_eq!(figures[0], figures[1]);

    desk.write("partial.csv", "sex\nF\n");
    let complete = [
        "sample",
        "out",
        "--given",
        "partial.csv",
        "--out",
        "done.csv",
    ];
    let run = desk.run(&[&complete[..], &["--quiet"]].concat());
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert_eq!(desk.table("done.csv").1.len(), 1);
}
