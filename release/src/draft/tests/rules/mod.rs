//! Rules between columns: which are suggested, and which are not.

mod labels;

use super::{both, drafted, parsed, plain};
use crate::mark::MARK;
use crate::spec::Spec;
use crate::table::Input;
use crate::watch::Silent;

/// A table of these columns, with so many rows.
fn table(columns: &[(&str, &dyn Fn(u32) -> String)], rows: u32) -> Vec<u8> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let names = columns.iter().map(|(name, _)| *name);
    writer.write_record(names).unwrap();
    for row in 0..rows {
        let fields = columns.iter().map(|(_, field)| field(row));
        writer.write_record(fields).unwrap();
    }
    writer.into_inner().unwrap()
}

/// A number below `limit` that looks like chance and is the same every time.
fn any(row: u32, salt: u32, limit: u32) -> u32 {
    let mixed = (u64::from(row) * 2_654_435_761 + u64::from(salt) * 40_503) ^ 0x9e37_79b9;
    let mixed = mixed.wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 33;
    u32::try_from(mixed % u64::from(limit)).unwrap()
}

fn of<const N: usize>(labels: [&str; N], number: u32) -> String {
    labels[number as usize % N].to_owned()
}

/// The rules of a draft on one line, once it was seen that they are marked, that a release could be planned by them, and
/// that no row of the table breaks one.
fn rules_of(table: &[u8]) -> String {
    let spec = drafted(table);
    let Some((_, rules)) = spec.split_once("    rules: [\n") else {
        return String::new();
    };
    let rules = rules.split_once("    ],\n").unwrap().0;
    let mark = format!(" // {MARK}");
    for line in rules.lines() {
        assert!(line.ends_with(&mark) || line.trim() == "}),", "{line}");
    }
    let reviewed = spec
        .replace(&mark, "")
        .replace("reviewed: false", "reviewed: true");
    let reviewed = Spec::parse("s.ron", reviewed).unwrap_or_else(|error| panic!("{error}"));
    let input = Input::from_reader("t.csv", table);
    let loaded = input.encode(reviewed.release(), "the table", &Silent);
    let loaded = loaded.unwrap_or_else(|error| panic!("{error}"));
    let broken: u64 = loaded.broken_by_rule.iter().sum();
    assert_eq!(broken, 0, "{rules}");
    plain(rules)
}

type Field = Box<dyn Fn(u32) -> String>;

fn field(of_row: impl Fn(u32) -> String + 'static) -> Field {
    Box::new(of_row)
}

/// The rules that the draft of a table with these columns has.
fn suggested(columns: &[(&str, Field)], rows: u32) -> String {
    rules_of(&made(columns, rows))
}

fn made(columns: &[(&str, Field)], rows: u32) -> Vec<u8> {
    let columns: Vec<(&str, &dyn Fn(u32) -> String)> = columns
        .iter()
        .map(|(name, field)| (*name, &**field))
        .collect();
    table(&columns, rows)
}

fn number(from: u32, salt: u32, limit: u32) -> Field {
    field(move |row| (from + any(row, salt, limit)).to_string())
}

/// A number, and one that is as large or larger.
fn at_least(from: u32, more: u32) -> [Field; 2] {
    [
        number(from, 1, 90),
        field(move |row| (from + any(row, 1, 90) + any(row, 2, 60) + more).to_string()),
    ]
}

#[test]
fn comparisons() {
    let [low, high] = at_least(100, 0);
    let lists = "AtMost(\"low\", \"high\"),";
    assert_eq!(suggested(&[("low", low), ("high", high)], 400), lists);
    let [low, high] = at_least(100, 0);
    let turned = suggested(&[("high", high), ("low", low)], 400);
    assert_eq!(turned, lists, "the later column is the lower one");

    let day = |row: u32, more: u32| format!("2{:03}-0{}-11", 11 + more, 1 + any(row, 1, 9));
    let cases: Vec<(&str, Field, Field, u32, &str)> = vec![
        (
            "missing values are not compared, and sentinels are missing",
            number(100, 1, 90),
            field(|row| match any(row, 5, 8) {
                0 => "-1".to_owned(),
                1 => String::new(),
                _ => (100 + any(row, 1, 90) + any(row, 2, 60)).to_string(),
            }),
            400,
            lists,
        ),
        (
            "dates, the bounds of which are rounded by themselves",
            field(move |row| day(row, any(row, 2, 5))),
            field(move |row| day(row, any(row, 2, 5) + any(row, 3, 3) * 10)),
            400,
            lists,
        ),
        (
            "one row breaks it",
            field(|row| {
                if row == 333 {
                    400
                } else {
                    100 + any(row, 1, 90)
                }
                .to_string()
            }),
            at_least(100, 0).into_iter().nth(1).unwrap(),
            400,
            "",
        ),
        (
            "few rows",
            number(100, 1, 90),
            at_least(100, 0).into_iter().nth(1).unwrap(),
            29,
            "",
        ),
        (
            "chance would hardly break it",
            number(100, 1, 90),
            at_least(100, 80).into_iter().nth(1).unwrap(),
            400,
            "",
        ),
        (
            "one column twice",
            number(100, 1, 90),
            number(100, 1, 90),
            400,
            "",
        ),
        (
            "whole numbers and decimals",
            number(100, 1, 90),
            field(|row| {
                format!(
                    "{}.{}",
                    100 + any(row, 1, 90) + any(row, 2, 60),
                    1 + any(row, 3, 9)
                )
            }),
            400,
            "",
        ),
    ];
    for (label, low, high, rows, expected) in cases {
        let told = suggested(&[("low", low), ("high", high)], rows);
        assert_eq!(told, expected, "case `{label}`");
    }
}

/// What follows from two others is no rule of its own; and a draft has at most six comparisons.
#[test]
fn chains_of_comparisons() {
    let sum = |columns: u32| {
        field(move |row| {
            let parts = (0..=columns).map(|salt| any(row, salt, 40));
            (100 + parts.sum::<u32>()).to_string()
        })
    };
    let three = [("a", sum(0)), ("b", sum(1)), ("c", sum(2))];
    assert_eq!(
        suggested(&three, 400),
        "AtMost(\"a\", \"b\"), AtMost(\"b\", \"c\"),"
    );
    let names = [
        "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n",
    ];
    let many = names.into_iter().zip(0_u32..).map(|(name, column)| {
        let (own, more) = (column / 2 * 10, column % 2 * 60);
        let of_row = move |row| 100 + any(row, own, 90) + any(row, own + 1, 1 + more);
        (name, field(move |row| of_row(row).to_string()))
    });
    let many: Vec<(&str, Field)> = many.collect();
    assert_eq!(suggested(&many, 400).matches("AtMost").count(), 6);
}

/// The counts behind a rule are in the notes alone, and `release` refuses a draft whose rules are marked.
#[test]
fn why_is_private() {
    let [low, high] = at_least(100, 0);
    let table = made(&[("low", low), ("high", high)], 417);
    let draft = both(&table);
    let why = "`\"low\"` is at most `\"high\"` in each of the 417 rows that have both";
    assert!(draft.private_notes.contains(why), "{}", draft.private_notes);
    assert!(!draft.spec.contains("417"));
    parsed(&draft.spec);
    assert!(Spec::parse("s.ron", draft.spec.as_str()).is_ok());
    let unreviewed = draft.spec.replace("reviewed: false", "reviewed: true");
    assert!(crate::mark::refuse_marks("s.ron", &unreviewed).is_err());
}
