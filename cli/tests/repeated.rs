//! What `verify` does not accept, no other command repeats: all digests agree, and it lies where a release lies. And what
//! `verify` says of a folder beside the release.

use crate::common::Run;
use crate::common::changed::small;
use crate::common::desk::{Desk, assert_refused, resealed, sha256};

/// Every command that speaks about a release, or draws from it.
const SPEAKS: [(&str, &[&str]); 11] = [
    ("report", &["report", "forged", "--out", "made"]),
    (
        "compare",
        &["compare", "out", "forged", "--json", "made", "--quiet"],
    ),
    (
        "evaluate, by the folder",
        &[
            "evaluate",
            "--spec",
            "spec.ron",
            "--real",
            "table.csv",
            "--synthetic",
            "forged",
        ],
    ),
    (
        "evaluate, by the file",
        &[
            "evaluate",
            "--spec",
            "spec.ron",
            "--real",
            "table.csv",
            "--synthetic",
            "forged/synthetic.csv",
            "--html",
            "made",
        ],
    ),
    ("export", &["export", "forged", "--json", "--out", "made"]),
    (
        "export, by the file",
        &["export", "forged/model.ron", "--json"],
    ),
    (
        "sample",
        &["sample", "forged", "--rows", "5", "--out", "made"],
    ),
    (
        "sample, by the file",
        &["sample", "forged/model.ron", "--rows", "5"],
    ),
    ("diff", &["diff", "spec.ron", "forged"]),
    ("diff, from it", &["diff", "forged/record.json", "spec.ron"]),
    ("diff, of itself", &["diff", "forged", "forged"]),
];

/// Every command that counts its budget; none makes anything of one that is refused.
const COUNTS: [(&str, &[&str]); 3] = [
    (
        "account create",
        &[
            "account",
            "create",
            "made",
            "--spec",
            "spec.ron",
            "--epsilon",
            "9",
            "--delta",
            "1e-6",
            "--previous",
            "forged",
        ],
    ),
    (
        "account verify",
        &["account", "verify", "account.jsonl", "forged"],
    ),
    (
        "release",
        &[
            "release",
            "later.ron",
            "--data",
            "table.csv",
            "--out",
            "made",
            "--quiet",
            "--previous",
            "forged",
        ],
    ),
];

/// The small release with its account, and a copy of it to be forged.
fn desk() -> Desk {
    let desk = small();
    let made = desk.run(&[
        "account",
        "create",
        "account.jsonl",
        "--spec",
        "spec.ron",
        "--epsilon",
        "9",
        "--delta",
        "1e-6",
        "--previous",
        "out",
    ]);
    assert_eq!(made.code, Some(0), "{}", made.err);
    desk.copy("out", "forged");
    desk
}

/// Puts digests right, and writes the spec of a later release that names the record.
fn seal(desk: &Desk, record: &str) {
    let digest = |file: &str| sha256(&desk.bytes(&format!("out/{file}")));
    let forged = |file: &str| sha256(&desk.bytes(&format!("forged/{file}")));
    let mut record = record.to_owned();
    for file in ["synthetic.csv", "model.ron"] {
        record = record.replace(&digest(file), &forged(file));
    }
    desk.write("forged/record.json", resealed(&record));
    let named = format!("delta: \"1e-6\", previous: [\"{}\"]", forged("record.json"));
    let spec = desk.text("spec.ron");
    assert!(spec.contains("delta: \"1e-6\""), "{spec}");
    desk.write("later.ron", spec.replace("delta: \"1e-6\"", &named));
}

fn assert_not_repeated(desk: &Desk, commands: &[(&str, &[&str])], told: &str, case: &str) {
    for (command, args) in commands {
        let run = desk.run(args);
        let case = format!("{case}: {command}");
        assert_refused(&run, &["forged", told], &case);
        assert_eq!(run.out, "", "{case}");
        assert!(!desk.path("made").exists(), "{case}");
    }
}

#[test]
fn no_command_repeats_a_forgery() {
    let desk = desk();
    let [rows, model, record] =
        ["synthetic.csv", "model.ron", "record.json"].map(|file| desk.text(&format!("out/{file}")));
    let other_rows = rows.replace(",N1", ",S1");
    let raw_counts = model.replacen("fitted: [", "fitted: [1", 1);
    let less_claimed = record.replacen("\"epsilon\": \"1\"", "\"epsilon\": \"0.1\"", 1);
    let spec = desk.text("spec.ron");
    let less = |text: &str| text.replace("epsilon: \\\"1\\\"", "epsilon: \\\"0.1\\\"");
    let less_spec = sha256(
        spec.replace("epsilon: \"1\"", "epsilon: \"0.1\"")
            .as_bytes(),
    );
    let less_spent = less(&record).replace(&sha256(spec.as_bytes()), &less_spec);
    for (case, rows, model, record, told) in [
        (
            "other rows",
            &other_rows,
            &model,
            &record,
            "synthetic.csv: it is not what",
        ),
        (
            "raw counts",
            &rows,
            &raw_counts,
            &record,
            "model.ron: it is not what",
        ),
        (
            "less epsilon in the record",
            &rows,
            &model,
            &less_claimed,
            "guarantee.epsilon",
        ),
        (
            "less epsilon in the spec",
            &rows,
            &less(&model),
            &less_spent,
            "not what the spec says",
        ),
    ] {
        desk.write("forged/synthetic.csv", rows);
        desk.write("forged/model.ron", model);
        seal(&desk, record);
        let verdict = desk.verify("forged", &[]);
        assert_eq!(verdict.code, Some(2), "{case}: {}", verdict.out);
        assert!(verdict.err.contains(told), "{case}: {}", verdict.err);
        assert!(
            !verdict.err.contains("own digest") && !verdict.err.contains("it was changed"),
            "{case}"
        );
        assert_not_repeated(&desk, &SPEAKS, told, case);
        assert_not_repeated(&desk, &COUNTS, told, case);
    }
    // By itself, too, a model must be what follows from its answers.
    desk.write("alone.ron", raw_counts);
    for args in [
        &["sample", "alone.ron", "--rows", "5"][..],
        &["export", "alone.ron", "--json"],
    ] {
        let told = "its spec and its answers give: `tables[0].fitted[0]`";
        assert_refused(&desk.run(args), &["alone.ron", told], "alone");
    }
    desk.write("alone.ron", model);
    let run = desk.run(&["sample", "alone.ron", "--rows", "5"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
}

/// What this version cannot rebuild is told by `verify` alone; its budget counts.
#[test]
fn what_is_not_rebuilt_is_counted_and_not_repeated() {
    let desk = desk();
    let (model, record) = (desk.text("out/model.ron"), desk.text("out/record.json"));
    for (case, number, code) in [("raised", 2, 3), ("lowered", 0, 2)] {
        let with = |text: &str, mark: &str| {
            let there = format!("{mark}1,");
            assert!(text.contains(&there), "{there}");
            text.replacen(&there, &format!("{mark}{number},"), 1)
        };
        desk.write("forged/model.ron", with(&model, "algorithm: "));
        seal(&desk, &with(&record, "\"number\": "));
        let Run {
            code: ended, err, ..
        } = desk.verify("forged", &[]);
        assert_eq!(ended, Some(code), "{case}: {err}");
        if code == 2 {
            assert_not_repeated(&desk, &SPEAKS, "", case);
            assert_not_repeated(&desk, &COUNTS, "", case);
            continue;
        }
        assert!(
            err.contains("untold: forged/record.json: not rebuilt: it names algorithm 2 of"),
            "{err}"
        );
        assert!(
            err.contains("help: use a later version of Privet than this one"),
            "{err}"
        );
        let commit = desk.json("out/record.json")["software"]["commit"].clone();
        assert!(!err.contains(commit.as_str().unwrap()), "{err}");
        assert_not_repeated(
            &desk,
            &SPEAKS,
            "nothing is said of it but by `privet verify`",
            case,
        );
        // A forger who changes what follows from the spec is found whatever the number is.
        let forged = desk.text("forged/record.json").replacen(
            "is right at most",
            "is right never, at most",
            1,
        );
        desk.copy("forged", "claims");
        desk.write("claims/record.json", resealed(&forged));
        let run = desk.verify("claims", &[]);
        assert_eq!(run.code, Some(2), "{}", run.out);
        let told = "in_words.odds: not what the spec says";
        assert!(run.err.contains(told), "{}", run.err);
        // A replay by another algorithm would differ, and is not tried.
        let run = desk.verify("forged", &["--data", "table.csv", "--seed-file", "seed"]);
        assert_eq!(run.code, Some(3), "{}", run.err);
        for (command, args) in COUNTS {
            let run = desk.run(args);
            let counts = "it counts with the whole budget of its spec";
            assert!(run.err.contains(counts), "{command}: {}", run.err);
            // The account knows the release by its seed, and another record of it.
            let is_known = run.code == Some(0) || command == "account verify";
            assert!(is_known, "{command}: {}", run.err);
            if desk.path("made").is_file() {
                std::fs::remove_file(desk.path("made")).unwrap();
            }
        }
        std::fs::remove_dir_all(desk.path("made")).unwrap();
    }
}

/// Neither files beside a release nor links change the verdict, but both are named, and no name is obeyed.
#[cfg(unix)]
#[test]
fn what_is_no_part_of_a_release_is_named() {
    let desk = small();
    let plain = desk.verify("out", &[]);
    assert_eq!(plain.code, Some(0), "{}", plain.err);
    assert!(
        !plain.out.contains("no part of the release"),
        "{}",
        plain.out
    );
    desk.write("out/raw_table.csv", "a\n");
    desk.write("out/.hidden", "a\n");
    desk.write("out/notes/inside.txt", "a\n");
    desk.write("out/a\u{1b}[31m\nok    all of it", "a\n");
    std::os::unix::fs::symlink("../table.csv", desk.path("out/table")).unwrap();
    std::fs::rename(desk.path("out/synthetic.csv"), desk.path("rows.csv")).unwrap();
    std::os::unix::fs::symlink("../rows.csv", desk.path("out/synthetic.csv")).unwrap();
    let run = desk.verify("out", &[]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let line = "note  out: no part of the release, and not checked: ";
    let named = run.out.lines().find(|told| told.starts_with(line)).unwrap();
    for part in [
        "`.hidden`",
        "`notes` (a folder)",
        "`raw_table.csv`",
        "`table` (a link)",
    ] {
        assert!(named.contains(part), "no {part} in {named}");
    }
    assert!(
        !run.out.contains('\u{1b}') && !run.out.contains("\nok    all of it"),
        "{}",
        run.out
    );
    let line =
        "note  out: `synthetic.csv` is a link: what was checked is the file that it leads to now";
    assert!(run.out.contains(line), "{}", run.out);
}
