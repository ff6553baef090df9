//! Rules about labels: lists by which one column tells another, and labels that never stand together.

use super::super::both;
use super::{Field, any, field, made, of, suggested};

const CITIES: [&str; 6] = ["Aa", "Bb", "Cc", "Dd", "Ee", "Ff"];

fn region(city: u32) -> String {
    of(["north", "south", "south"], city)
}

#[test]
fn lists() {
    let list = "Determines(\"x\", \"y\", { \"Aa\": \"north\", \"Bb\": \"south\", \"Cc\": \"south\", \"Dd\": \"north\", \
                \"Ee\": \"south\", \"Ff\": \"south\", }),";
    let city = || field(|row| of(CITIES, any(row, 1, 6)));
    let cases: Vec<(&str, Field, Field, u32, &str)> = vec![
        (
            "a list",
            city(),
            field(|row| region(any(row, 1, 6))),
            600,
            list,
        ),
        (
            "a few rows break it",
            city(),
            field(|row| {
                let moved = if row % 9 < 2 { row % 9 + 1 } else { 0 };
                region(any(row, 1, 6) + moved)
            }),
            600,
            "",
        ),
        (
            "few rows a value",
            city(),
            field(|row| region(any(row, 1, 6))),
            29,
            "",
        ),
        ("one value", city(), field(|_| "north".to_owned()), 600, ""),
        (
            "a value in one row, by accident",
            field(|row| {
                if row == 9 {
                    "Gg".to_owned()
                } else {
                    of(CITIES, any(row, 1, 6))
                }
            }),
            field(|row| if row == 9 { "south" } else { "north" }.to_owned()),
            600,
            "",
        ),
        (
            "missing values follow from missing values",
            field(|row| {
                if row % 9 == 0 {
                    String::new()
                } else {
                    of(CITIES, any(row, 1, 6))
                }
            }),
            field(|row| {
                if row % 9 == 0 {
                    String::new()
                } else {
                    region(any(row, 1, 6))
                }
            }),
            600,
            list,
        ),
    ];
    for (label, x, y, rows, expected) in cases {
        let told = suggested(&[("x", x), ("y", y)], rows);
        assert_eq!(told, expected, "case `{label}`");
    }
}

/// A missing value of one column may stand for a value of the other, or follow from some of its values.
#[test]
fn lists_with_missing_values() {
    let from_null = [
        (
            "x",
            field(|row| {
                if any(row, 1, 6) == 0 {
                    String::new()
                } else {
                    of(CITIES, any(row, 1, 6))
                }
            }),
        ),
        ("y", field(|row| region(any(row, 1, 6)))),
    ];
    assert!(suggested(&from_null, 600).contains("\"Ff\": \"south\", \"\": \"north\", }"));
    let to_null = [
        ("x", field(|row| of(CITIES, any(row, 1, 6)))),
        (
            "y",
            field(|row| {
                if any(row, 1, 6) < 2 {
                    String::new()
                } else {
                    region(any(row, 1, 6))
                }
            }),
        ),
    ];
    assert!(suggested(&to_null, 600).contains("{ \"Aa\": \"\", \"Bb\": \"\", \"Cc\": \"south\","));
}

/// Of two columns that tell each other one is kept, and each column follows from the nearest.
#[test]
fn lists_in_a_chain() {
    let level = |row: u32| any(row, 1, 12);
    let chain = [
        ("fine", field(move |row| format!("f{:02}", level(row)))),
        ("same", field(move |row| format!("s{:02}", level(row)))),
        ("middle", field(move |row| format!("m{}", level(row) / 2))),
        ("coarse", field(move |row| format!("c{}", level(row) / 6))),
    ];
    let told = suggested(&chain, 600);
    for pair in [
        "(\"fine\", \"same\"",
        "(\"fine\", \"middle\"",
        "(\"middle\", \"coarse\"",
    ] {
        assert!(told.contains(&format!("Determines{pair}")), "{told}");
    }
    assert_eq!(told.matches("Determines").count(), 3, "{told}");
    assert!(!told.contains("Impossible"), "{told}");
}

/// A list of more than 30 values is no part of the draft; the notes tell of it.
#[test]
fn long_lists_are_for_files() {
    let columns = [
        ("x", field(|row| format!("k{:02}", any(row, 1, 31)))),
        ("y", field(|row| of(["north", "south"], any(row, 1, 31)))),
    ];
    let draft = both(&made(&columns, 900));
    assert!(!draft.spec.contains("rules:"), "{}", draft.spec);
    let told = "each of the 31 values of `\"x\"` has one value of `\"y\"`, in all 900 rows";
    assert!(
        draft.private_notes.contains(told),
        "{}",
        draft.private_notes
    );
    assert!(draft.private_notes.contains("(file: \"list.csv\""));
}

#[test]
fn labels_apart() {
    let sex = || field(|row| of(["female", "male"], any(row, 1, 2)));
    let pregnant = |share: u32| {
        field(move |row| {
            of(
                ["no", "yes"],
                u32::from(any(row, 1, 2) == 0 && any(row, 2, 100) < share),
            )
        })
    };
    let rule = "Impossible({\"sex\": [\"male\"], \"pregnant\": [\"yes\"]}),";
    let cases: Vec<(&str, Field, u32, &str)> = vec![
        ("never together", pregnant(40), 800, rule),
        (
            "some rows have both",
            field(|row| {
                let may_be = any(row, 1, 2) == 0 && any(row, 2, 100) < 40;
                of(["no", "yes"], u32::from(may_be || row < 2))
            }),
            800,
            "",
        ),
        ("too few to tell", pregnant(10), 400, ""),
        (
            "a missing value",
            field(|row| {
                if any(row, 1, 2) == 1 {
                    of(["no", "yes"], any(row, 2, 2))
                } else {
                    of(["no", "yes", ""], any(row, 2, 3))
                }
            }),
            800,
            "Impossible({\"sex\": [\"male\"], \"pregnant\": [Null]}),",
        ),
        (
            "nothing to do with each other",
            field(|row| of(["no", "yes"], any(row, 9, 2))),
            800,
            "",
        ),
    ];
    for (label, other, rows, expected) in cases {
        let told = suggested(&[("sex", sex()), ("pregnant", other)], rows);
        assert_eq!(told, expected, "case `{label}`");
    }
}

/// Of the same rule in finer and coarser words only one is suggested, and at most six, ordered by columns and values.
#[test]
fn few_labels_apart() {
    let group = |row: u32| any(row, 1, 9);
    let columns = [
        ("fine", field(move |row| format!("g{}", group(row)))),
        (
            "other",
            field(move |row| format!("h{}", (group(row) + any(row, 2, 4)) % 9)),
        ),
    ];
    let told = suggested(&columns, 5000);
    assert_eq!(told.matches("Impossible").count(), 6, "{told}");
    let mut rules: Vec<&str> = told.split("), ").collect();
    let as_they_stand = rules.clone();
    rules.sort_unstable();
    assert_eq!(rules, as_they_stand);
    let twice = [
        ("fine", field(move |row| format!("g{}", group(row)))),
        (
            "coarse",
            field(move |row| of(["low", "mid", "high"], group(row) / 3)),
        ),
        (
            "never",
            field(move |row| {
                of(
                    ["no", "yes"],
                    u32::from(group(row) > 2 && any(row, 2, 2) == 1),
                )
            }),
        ),
    ];
    let told = suggested(&twice, 2000);
    assert!(
        told.contains("Impossible({\"coarse\": [\"low\"], \"never\": [\"yes\"]})"),
        "{told}"
    );
    assert_eq!(told.matches("Impossible").count(), 1, "{told}");
}
