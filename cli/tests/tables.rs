//! The same table in its many forms: standard input, gzip, delimiters, columns in any order.

use std::io::Write as _;

use crate::common::desk::{
    ARTEFACTS, Desk, SURVEY, SURVEY_HEADER, assert_refused, csv_text, survey,
};
use flate2::Compression;
use flate2::write::GzEncoder;

/// The commitment is to the unpacked bytes: a release of one form replays from any other.
#[test]
fn standard_input_and_gzip_are_the_same_table() {
    let desk = Desk::survey(500);
    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    gzip.write_all(&desk.bytes("table.csv")).unwrap();
    let packed = gzip.finish().unwrap();
    desk.write("table.csv.gz", &packed);
    for (case, data, input) in [
        ("plain", "table.csv", &b""[..]),
        ("gzip", "table.csv.gz", b""),
        ("standard input", "-", &desk.bytes("table.csv")),
        ("gzip on standard input", "-", &packed),
    ] {
        let (out, seed) = (format!("{case} out"), format!("{case} seed"));
        let args = [
            "release",
            "spec.ron",
            "--data",
            data,
            "--out",
            &out,
            "--keep-seed",
            &seed,
        ];
        let run = desk.run_with(&args, input);
        assert_eq!(run.code, Some(0), "case `{case}`:\n{}", run.err);
        for data in ["table.csv", "table.csv.gz"] {
            desk.assert_verifies(&out, &["--data", data, "--seed-file", &seed]);
        }
        let record = format!("{out}/record.json");
        let args = ["verify", &record, "--data", "-", "--seed-file", &seed];
        assert_eq!(desk.run_with(&args, &packed).code, Some(0), "case `{case}`");
    }
}

#[test]
fn other_delimiters() {
    for (case, byte, names) in [
        ("semicolon", ';', &[";"][..]),
        ("bar", '|', &["|"]),
        ("tab", '\t', &["\\t", "\t", "tab"]),
    ] {
        let desk = Desk::with(SURVEY, csv_text(&SURVEY_HEADER, survey(300), byte));
        for (name, number) in names.iter().zip(0..) {
            let out = format!("out{number}");
            let seed = format!("seed{number}");
            desk.release(&out, &["--delimiter", name, "--keep-seed", &seed]);
            let replay = [
                "--data",
                "table.csv",
                "--seed-file",
                &seed,
                "--delimiter",
                name,
            ];
            desk.assert_verifies(&out, &replay);
        }
        // The wrong one is told, with the right one as one types it; that one is then accepted.
        let run = desk.run(&[
            "release",
            "spec.ron",
            "--data",
            "table.csv",
            "--out",
            "wrong",
        ]);
        assert_refused(&run, &["table.csv:1", "say `--delimiter "], case);
        let advice = run.err.split("say `--delimiter ").nth(1).unwrap();
        let advised = advice.split('`').next().unwrap().trim_matches('\'');
        desk.release("advised", &["--delimiter", advised]);
    }
    let desk = Desk::survey(10);
    for name in ["", ";;", "\"", "\n", "é"] {
        assert_refused(
            &desk.run(&released_with(name)),
            &["--delimiter", "one ASCII character"],
            name,
        );
    }
}

/// The words of a release from `table.csv` whose fields are said to end at `delimiter`.
fn released_with(delimiter: &str) -> [&str; 8] {
    let [release, spec, data, table] = ["release", "spec.ron", "--data", "table.csv"];
    [
        release,
        spec,
        data,
        table,
        "--out",
        "o",
        "--delimiter",
        delimiter,
    ]
}

/// A table as a spreadsheet of a country with decimal commas saves it: released, verified, replayed and evaluated by
/// the spec alone, and its synthetic table is of the same form, in UTF-8.
#[test]
fn the_form_of_a_table_stands_in_the_spec() {
    let input =
        "    input: (delimiter: \";\", decimal: \",\", encoding: \"windows-1252\"),\n    schema: [";
    let spec = SURVEY
        .replace("    schema: [", input)
        .replace("farm", "Höfe");
    let mut header = SURVEY_HEADER;
    header[5] = "größe";
    let rows = survey(400).into_iter().map(|mut row| {
        row[1].push_str(if row[1] == "NA" { "" } else { ",0" });
        row[5] = row[5].replace('.', ",");
        row[7] = row[7].replace("farm", "Höfe");
        row
    });
    let text = csv_text(&header, rows, ';');
    // All that is not ASCII here are Latin letters, which windows-1252 has at their Unicode numbers.
    let latin: Vec<u8> = text
        .chars()
        .map(|letter| u8::try_from(u32::from(letter)).unwrap())
        .collect();
    let desk = Desk::with(&spec.replace("\"bmi\"", "\"größe\""), &latin);
    desk.release("out", &["--keep-seed", "seed"]);
    desk.assert_verifies("out", &["--data", "table.csv", "--seed-file", "seed"]);
    let synthetic = desk.text("out/synthetic.csv");
    assert!(
        synthetic.starts_with("number;age;sex;region;smokes;größe;visit;job\n"),
        "{synthetic}"
    );
    assert!(
        synthetic.contains(";Höfe\n") && synthetic.contains(";office, or shop\n"),
        "{synthetic}"
    );
    let sizes = synthetic
        .lines()
        .skip(1)
        .map(|line| line.split(';').nth(5).unwrap());
    let comma = |size: &str| {
        size == "NA"
            || size
                .split_once(',')
                .is_some_and(|(_, digits)| digits.len() == 1)
    };
    assert!(
        sizes.clone().all(comma) && sizes.clone().any(|size| size != "NA"),
        "{synthetic}"
    );
    let more = desk.run(&["sample", "out", "--rows", "3", "--seed", "1"]);
    assert!(more.out.starts_with("number;age;"), "{}", more.out);
    for args in [
        &["check", "spec.ron", "--data", "table.csv"][..],
        &[
            "evaluate",
            "--spec",
            "spec.ron",
            "--real",
            "table.csv",
            "--synthetic",
            "out/synthetic.csv",
        ],
        &[
            "compare",
            "out",
            "out",
            "--spec",
            "spec.ron",
            "--real",
            "table.csv",
        ],
        &["report", "out", "--out", "report.html"],
    ] {
        let run = desk.run(args);
        assert_eq!(run.code, Some(0), "{args:?}:\n{}\n{}", run.err, run.out);
        assert!(!run.out.contains('\u{fffd}'), "{args:?}:\n{}", run.out);
    }
    assert_refused(
        &desk.run(&released_with(",")),
        &[
            "--delimiter",
            "by `;`, the spec says",
            "leave the option out",
        ],
        "another",
    );
    desk.release("same", &["--delimiter", ";"]);
    // The same table in another encoding is another table for this spec.
    desk.write("table.csv", &text);
    let args = ["release", "spec.ron", "--data", "table.csv", "--out", "o"];
    assert_refused(
        &desk.run(&args),
        &["table.csv:1", "column `größe`"],
        "UTF-8",
    );
}

#[test]
fn extra_columns_are_ignored_with_a_note() {
    let rows = survey(300);
    let mut header = SURVEY_HEADER.to_vec();
    header.insert(0, "diary");
    header.push("odd \u{1b}[31m name");
    let rows = rows.iter().map(|row| {
        let mut row: Vec<&str> = row.iter().map(String::as_str).collect();
        row.insert(0, "dear diary");
        row.push("x");
        row
    });
    let desk = Desk::with(SURVEY, csv_text(&header, rows, ','));
    let run = desk.release("out", &["--keep-seed", "seed"]);
    assert!(
        run.err.contains("ignored") && run.err.contains("`diary`"),
        "{}",
        run.err
    );
    // A terminal is not given what it would obey.
    assert!(!run.err.contains('\u{1b}'), "{:?}", run.err);
    assert_eq!(desk.release("quiet", &["--quiet"]).err, "");
    for file in ARTEFACTS {
        assert!(
            !desk.text(&format!("out/{file}")).contains("diary"),
            "{file}"
        );
    }
    desk.assert_verifies("out", &["--data", "table.csv", "--seed-file", "seed"]);
}

#[test]
fn dropped_rows_are_told_on_the_terminal_only() {
    let mut rows = survey(300);
    rows[7][0] = String::new();
    let desk = Desk::with(SURVEY, csv_text(&SURVEY_HEADER, rows, ','));
    let run = desk.run(&["release", "spec.ron", "--data", "table.csv", "--out", "out"]);
    assert_eq!(run.code, Some(0));
    assert!(
        run.err.contains("(internal)") && run.err.contains("1 row was dropped"),
        "{}",
        run.err
    );
    assert_eq!(desk.release("quiet", &["--quiet"]).err, "");
}

/// The same seed over permuted columns gives the same model and rows, byte for byte; only the
/// commitment, which is to the file's bytes, tells the two files apart.
#[test]
fn the_order_of_the_header_does_not_matter() {
    let order = [6, 2, 7, 0, 5, 3, 1, 4];
    let header = order.map(|column| SURVEY_HEADER[column]);
    let rows = survey(800)
        .into_iter()
        .map(|row| order.map(|column| row[column].clone()));
    let desk = Desk::survey(800);
    desk.write("permuted.csv", csv_text(&header, rows, ','));
    desk.release("out", &["--keep-seed", "seed"]);
    let run = desk.run(&[
        "release",
        "spec.ron",
        "--data",
        "permuted.csv",
        "--out",
        "other",
        "--keep-seed",
        "other-seed",
    ]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    for (out, seed, own, foreign) in [
        ("out", "seed", "table.csv", "permuted.csv"),
        ("other", "other-seed", "permuted.csv", "table.csv"),
    ] {
        desk.assert_verifies(out, &["--data", own, "--seed-file", seed]);
        let run = desk.verify(out, &["--data", foreign, "--seed-file", seed]);
        assert_eq!(run.code, Some(2));
        assert!(
            run.err.contains(&format!("{foreign}: is not the data")),
            "{}",
            run.err
        );
        for file in ["synthetic.csv", "model.ron"] {
            let same = format!("{out}/{file}: replayed, every byte agrees");
            assert!(run.out.contains(&same), "{}", run.out);
        }
    }
}
