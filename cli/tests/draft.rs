//! `privet draft`: a spec with marks, private notes beside it, and no release before the marks are gone.

use std::fmt::Write as _;

use crate::common::desk::{Desk, assert_refused};

/// 1,234 rows: 37 labels are in one row each, one of three others is in each other row.
fn table() -> String {
    let mut text = String::from("person_id,place,age\n");
    for row in 0..1234 {
        let place = match row {
            0..37 => format!("rare-{}", letters(row)),
            _ => format!("common-{}", letters(row % 3)),
        };
        writeln!(text, "p{},{place},{}", row / 2, 20 + row % 50).unwrap();
    }
    text
}

/// A number as a word of the letters a to j.
fn letters(number: u32) -> String {
    let digits = number.to_string();
    digits
        .bytes()
        .map(|digit| char::from(digit - b'0' + b'a'))
        .collect()
}

fn desk() -> Desk {
    let desk = Desk::new();
    desk.write("table.csv", table());
    desk
}

const DRAFT: [&str; 5] = ["draft", "--data", "table.csv", "--out", "spec.ron"];
const RELEASE: [&str; 6] = ["release", "spec.ron", "--data", "table.csv", "--out", "out"];

/// The draft's spec as `reviewed: true`, and the mark, which is what its first line says.
fn declared_reviewed(desk: &Desk) -> (String, String) {
    let run = desk.run(&DRAFT);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    let spec = desk.text("spec.ron");
    let mark = spec.lines().next().unwrap().to_owned();
    (spec.replace("reviewed: false", "reviewed: true"), mark)
}

#[test]
fn two_files_for_the_owner_alone() {
    let desk = desk();
    let run = desk.run(&DRAFT);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    assert_eq!(
        desk.names("."),
        ["spec.private.md", "spec.ron", "table.csv"]
    );
    assert!(run.out.contains("spec.private.md (private"), "{}", run.out);
    assert!(desk.text("spec.private.md").contains("has 1234 rows"));
    #[cfg(unix)]
    for name in ["spec.ron", "spec.private.md"] {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = desk.path(name).metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{name}");
    }
}

#[test]
fn both_files_or_none() {
    for existing in ["spec.ron", "spec.private.md"] {
        let desk = desk();
        desk.write(existing, "mine");
        assert_refused(&desk.run(&DRAFT), &[existing, "exists already"], existing);
        assert_eq!(desk.text(existing), "mine");
        assert_eq!(desk.names("."), [existing, "table.csv"]);
    }
    let desk = desk();
    desk.write("table.csv", "a\n");
    assert_refused(
        &desk.run(&DRAFT),
        &["no column could be guessed"],
        "no rows",
    );
    assert_eq!(desk.names("."), ["table.csv"]);
}

#[test]
fn a_printed_draft_has_no_notes_and_says_so() {
    let desk = desk();
    let run = desk.run(&["draft", "--data", "table.csv"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.err.contains("`--out spec.ron`") && run.err.contains("spec.private.md"));
    assert_eq!(desk.names("."), ["table.csv"]);
    assert_eq!(desk.run(&DRAFT).code, Some(0));
    assert_eq!(desk.text("spec.ron"), run.out);
}

/// The spec may tell bounds and labels, which are marked, and no figure.
#[test]
fn no_figure_of_the_table_is_in_the_spec() {
    let desk = desk();
    let (spec, _) = declared_reviewed(&desk);
    for figure in ["37", "1234", "1,234", "617", "399", "1197"] {
        assert!(!spec.contains(figure), "{figure}:\n{spec}");
    }
    let notes = desk.text("spec.private.md");
    for figure in [
        "has 1234 rows",
        "617 ids; most rows of one id: 2.",
        "to a person: 37\n",
    ] {
        assert!(notes.contains(figure), "{figure}:\n{notes}");
    }
}

/// A draft in which only `reviewed` was changed is refused, and so it is until the last of its marks is gone.
#[test]
fn every_mark_is_refused() {
    let desk = desk();
    let (mut spec, mark) = declared_reviewed(&desk);
    let marks = spec.matches(&mark).count();
    // Columns, kinds, bounds, the list, the rare labels of it, the id, and the mark on top.
    assert!((37 + 8..37 + 20).contains(&marks), "{marks}:\n{spec}");
    for left in (1..=marks).rev() {
        desk.write("spec.ron", &spec);
        let first = 1 + spec.lines().position(|line| line.contains(&mark)).unwrap();
        let place = format!("spec.ron:{first}: line");
        let words = mark.trim_start_matches("// ");
        assert_refused(
            &desk.run(&RELEASE),
            &[&place, words, "public source"],
            &format!("{left} marks"),
        );
        spec = spec.replacen(&mark, "", 1);
    }
    assert_eq!(
        desk.names("."),
        ["spec.private.md", "spec.ron", "table.csv"]
    );
    desk.write("spec.ron", &spec);
    desk.release("out", &["--quiet"]);
}

/// No line of the notes reaches what is published.
#[test]
fn notes_are_not_published() {
    let desk = desk();
    let (spec, mark) = declared_reviewed(&desk);
    desk.write("spec.ron", spec.replace(&mark, ""));
    desk.release("out", &["--quiet"]);
    let notes = desk.text("spec.private.md");
    for name in ["out/record.json", "out/model.ron"] {
        let published = desk.text(name).replace("\\\"", "\"").replace("\\n", "\n");
        assert!(published.contains("rare-a"), "{name} holds the spec");
        for line in notes.lines().map(str::trim).filter(|line| line.len() > 10) {
            assert!(!published.contains(line), "{name}: {line}");
        }
        assert!(!published.contains("private.md"), "{name}");
    }
}
