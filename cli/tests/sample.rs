//! `privet sample`: more rows from a model, the same on every machine for the same seed.

use std::fmt::Write as _;

use crate::common::desk::{Desk, assert_refused, sha256};

/// A model that `release` made once of a fictitious table such as `desk::survey_csv(4000)`, by the spec that stands in it. It
/// stays as it is for as long as its algorithm does: a model is read only if it is what its spec and its answers give.
const GOLDEN: &str = include_str!("golden/model.ron");

fn golden() -> Desk {
    let desk = Desk::new();
    desk.write("model.ron", GOLDEN);
    desk
}

fn sample(desk: &Desk, more: &[&str]) -> String {
    let mut args = vec!["sample", "model.ron"];
    args.extend(more);
    let run = desk.run(&args);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{args:?}");
    run.out
}

#[test]
fn a_seed_gives_the_same_bytes_and_another_gives_others() {
    let desk = golden();
    let seven = sample(&desk, &["--rows", "500", "--seed", "7"]);
    assert_eq!(seven, sample(&desk, &["--rows", "500", "--seed", "7"]));
    assert_ne!(seven, sample(&desk, &["--rows", "500", "--seed", "8"]));
    // Two random samples of 500 rows are equal with a probability far below 2^-128.
    let random = sample(&desk, &["--rows", "500"]);
    assert_ne!(random, sample(&desk, &["--rows", "500"]));
    assert_ne!(random, seven);
}

/// Committed digests: whoever changes one changes what a seed means, and says so in the changelog.
#[test]
fn the_same_rows_on_every_platform() {
    let desk = golden();
    for (case, sampling, digest) in [
        (
            "without replacement",
            "",
            "3a47e409a5bb2744a5910c2429199234f9aafe63fbc1abeb30e382ebad2f1175",
        ),
        (
            "with replacement",
            "WithReplacement",
            "783fcae99e74927ab99152c7e077198a2906f8042a83f1caf35a445ba3db6d5b",
        ),
        (
            "inconsistent",
            "Inconsistent",
            "da045a09294765345faeecc123c57342d65b49cf28ebabdd347199851696ffca",
        ),
    ] {
        // The spec inside of the model says how rows are drawn.
        let model = if sampling.is_empty() {
            GOLDEN.to_owned()
        } else {
            let output = format!("PrivBayes(),\\n    output: (sampling: {sampling}),\\n)");
            GOLDEN.replace("PrivBayes(),\\n)", &output)
        };
        assert_eq!(model == GOLDEN, sampling.is_empty(), "case `{case}`");
        desk.write("model.ron", model);
        let rows = sample(&desk, &["--rows", "1000", "--seed", "7"]);
        assert_eq!(sha256(rows.as_bytes()), digest, "case `{case}`");
    }
}

#[test]
fn a_sample_has_as_many_rows_as_were_asked_for() {
    let desk = golden();
    let header = "number,age,sex,region,smokes,bmi,visit,job\n";
    assert_eq!(sample(&desk, &["--rows", "0"]), header);
    for rows in [1, 2, 1000, 70_000] {
        let text = sample(&desk, &["--rows", &rows.to_string(), "--seed", "1"]);
        assert!(text.starts_with(header));
        assert_eq!(text.lines().count(), rows + 1);
        assert!(
            text.lines()
                .last()
                .unwrap()
                .starts_with(&format!("P{rows},"))
        );
    }
}

/// Model and seed are fixed, so this is no matter of chance; 5 % is far above what noise did to them.
#[test]
fn samples_follow_the_model() {
    let desk = golden();
    desk.write(
        "out.csv",
        sample(&desk, &["--rows", "20000", "--seed", "3"]),
    );
    let (_, rows) = desk.table("out.csv");
    let smokers = rows.iter().filter(|row| row[4] == "yes").count();
    let south = rows.iter().filter(|row| row[3] == "S1").count();
    let both = rows
        .iter()
        .filter(|row| row[3] == "S1" && row[4] == "yes")
        .count();
    // The fictitious table has 60 % smokers in the south and 15 % elsewhere, 46 % in the south.
    for (what, actual, expected) in [
        ("smokers", smokers, 0.46 * 0.6 + 0.54 * 0.15),
        ("south", south, 0.46),
        ("both", both, 0.46 * 0.6),
    ] {
        let share = f64::from(u32::try_from(actual).unwrap()) / 20_000.0;
        assert!(
            (share - expected).abs() < 0.05,
            "{what}: {share} for {expected}"
        );
    }
}

#[test]
fn a_file_that_exists_is_refused_and_stays() {
    let desk = golden();
    let printed = sample(&desk, &["--rows", "50", "--seed", "7"]);
    assert_eq!(
        sample(&desk, &["--rows", "50", "--seed", "7", "--out", "rows.csv"]),
        ""
    );
    assert_eq!(desk.text("rows.csv"), printed);
    for path in ["rows.csv", "model.ron", "."] {
        let run = desk.run(&["sample", "model.ron", "--rows", "9", "--out", path]);
        assert_refused(&run, &[&format!("error: {path}: it exists already")], path);
    }
    let run = desk.run(&[
        "sample",
        "model.ron",
        "--rows",
        "9",
        "--out",
        "no/where.csv",
    ]);
    assert_refused(&run, &["no/where.csv", "create it first"], "missing folder");
    assert_eq!(desk.text("rows.csv"), printed);
    assert_eq!(desk.text("model.ron"), GOLDEN);
    assert_eq!(desk.names("."), ["model.ron", "rows.csv"]);
}

/// The rows of a release are those of its model and row seed, but `sample` has seeds of its own: a
/// number never brings the release's rows back by accident.
#[test]
fn a_fresh_model_is_sampled_as_well() {
    let desk = Desk::survey(1000);
    desk.release("out", &["--quiet"]);
    let run = desk.run(&["sample", "out/model.ron", "--rows", "100", "--seed", "0"]);
    assert_eq!((run.code, run.out.lines().count()), (Some(0), 101));
    let run = desk.run(&["sample", "out/model.ron", "--rows", "-1"]);
    assert_eq!(run.code, Some(2));
}

/// A model that does not hang together is refused, not drawn from.
#[test]
fn a_damaged_model_is_refused() {
    let desk = golden();
    let half = &GOLDEN[..GOLDEN.len() / 2];
    for (case, model, fragment) in [
        ("empty", String::new(), "model.ron:1:1"),
        ("garbage", "\u{1}\u{2} garbage".to_owned(), "model.ron:1:"),
        ("cut off", half.to_owned(), "model.ron:"),
        (
            "a spec",
            Desk::survey(1).text("spec.ron"),
            "it seems to be a release spec",
        ),
        (
            "version",
            GOLDEN.replace("privet_model: 1", "privet_model: 3"),
            "models of version 1",
        ),
        (
            "an algorithm that is none",
            GOLDEN.replace("algorithm: 1", "algorithm: 0"),
            "model.ron:3:",
        ),
        (
            "another algorithm",
            GOLDEN.replace("algorithm: 1", "algorithm: 2"),
            "not rebuilt: it names algorithm 2 of `PrivBayes`",
        ),
        ("unknown field", GOLDEN.replace("tau:", "tua:"), "tua"),
        (
            "unknown column",
            GOLDEN.replace("(\"smokes\", 0)", "(\"smoked\", 0)"),
            "model.ron",
        ),
        (
            "attribute twice",
            GOLDEN.replace(
                "child: VariableName(\"visit\"",
                "child: VariableName(\"bmi\"",
            ),
            "model.ron",
        ),
        (
            "a cell too few",
            GOLDEN.replacen("fitted: [", "fitted: [], more: [", 1),
            "more",
        ),
        (
            "a spec that is none",
            GOLDEN.replacen("kind: Boolean", "kind: Bolean", 1),
            "(spec):",
        ),
        (
            "cells too large",
            huge_cells(),
            "its spec and its answers give: `tables[0].fitted[0]`",
        ),
        (
            "a cell too many",
            GOLDEN.replace("fitted: [", "fitted: [5, "),
            "its spec and its answers give: `tables[0].fitted[0]`",
        ),
    ] {
        assert_ne!(model, GOLDEN, "case `{case}`");
        desk.write("model.ron", model);
        let run = desk.run(&["sample", "model.ron", "--rows", "10", "--out", "rows.csv"]);
        assert_refused(&run, &[fragment], case);
        assert_eq!(desk.names("."), ["model.ron"], "case `{case}`");
    }
    desk.write("model.ron", [0xff, 0xfe, 0]);
    let run = desk.run(&["sample", "model.ron", "--rows", "10"]);
    assert_refused(&run, &["model.ron: it is not UTF-8"], "not UTF-8");
    let run = desk.run(&["sample", "nowhere.ron", "--rows", "10"]);
    assert_refused(&run, &["nowhere.ron", "No such file"], "missing");
    std::fs::create_dir(desk.path("empty")).unwrap();
    let run = desk.run(&["sample", "empty", "--rows", "10"]);
    let fragments = ["empty/model.ron", "No such file"];
    assert_refused(&run, &fragments, "a folder that is no release");
}

/// The golden model with the first two cells of each fitted table as large as can be: sums overflow.
fn huge_cells() -> String {
    let mut pieces = GOLDEN.split("fitted: [");
    let mut model = pieces.next().unwrap().to_owned();
    for piece in pieces {
        let mut cells = piece.splitn(3, ", ");
        let rest = cells.nth(2).expect("three cells or more");
        write!(model, "fitted: [{0}, {0}, {rest}", i64::MAX).unwrap();
    }
    model
}
