//! What columns become.

use proptest::prelude::*;

use super::{both, drafted, parsed, told};
use crate::check::survey;
use crate::draft::{Draft, draft};
use crate::mark::MARK;
use crate::table::{Input, Opened, Options};
use crate::watch::Silent;

/// Fields of a column, and what its line in the draft holds.
const KINDS: &[(&str, &[&str], &str)] = &[
    (
        "ages",
        &["17", "42", "90"],
        "kind: Integer(min: 0, max: 100), outside: Clamp)",
    ),
    (
        "few numbers",
        &["1", "2", "4"],
        "kind: Integer(min: 1, max: 4), outside: Clamp)",
    ),
    (
        "with missing",
        &["1", "", "4", "NA"],
        "outside: Clamp, missing: [\"\", \"NA\"])",
    ),
    (
        "dash for missing",
        &["1", "-", "4"],
        "outside: Clamp, missing: [\"-\"])",
    ),
    (
        "decimals",
        &["34.1", "42", "36.6"],
        "kind: Real(min: \"30\", max: \"45\", decimals: 1)",
    ),
    (
        "dates",
        &["2024-01-05", "2024-06-07"],
        "kind: Date(min: \"2024-01-01\", max: \"2024-12-31\"), outside: Clamp)",
    ),
    (
        "dates with dots",
        &["05.01.2024", "07.01.2024"],
        "format: \"%d.%m.%Y\"",
    ),
    (
        "not quite dates",
        &["2024-01-05", "2024-02-30"],
        "kind: Categorical([\"2024-01-05\", \"2024-02-30\"])",
    ),
    (
        "booleans",
        &["true", "false"],
        "kind: Boolean(no: \"false\", yes: \"true\"))",
    ),
    (
        "zero and one",
        &["1", "1", "0"],
        "kind: Boolean(no: \"0\", yes: \"1\"))",
    ),
    (
        "yes and missing",
        &["yes", ""],
        "kind: Boolean(no: \"no\", yes: \"yes\"), missing: [\"\"], outside: Null)",
    ),
    (
        "labels",
        &["b", "a", "b"],
        "kind: Categorical([\"a\", \"b\"]))",
    ),
    (
        "labels with missing",
        &["b", "a", "?"],
        "kind: Categorical([\"a\", \"b\"]), missing: [\"?\"], outside: Null)",
    ),
    (
        "none among labels",
        &["b", "none"],
        "kind: Categorical([\"b\", \"none\"]))",
    ),
    (
        "codes with zeros in front",
        &["010", "020"],
        "kind: Categorical([\"010\", \"020\"]))",
    ),
    (
        "quotes and backslashes",
        &["say \"hi\"", "\\d"],
        r#"Categorical(["\\d", "say \"hi\""])"#,
    ),
    (
        "other scripts",
        &["東京", "Zürich", "😀"],
        "Categorical([\"Zürich\", \"東京\", \"😀\"])",
    ),
    ("nothing", &["", ""], "Left out: it has no values"),
];

#[test]
fn kinds() {
    for (label, fields, expected) in KINDS {
        let actual = told(fields);
        assert!(actual.contains(expected), "case `{label}`: {actual}");
    }
}

#[test]
fn kinds_of_longer_columns() {
    type Field = fn(u32) -> String;
    let names: Field = |k| format!("Person {k}");
    let numbers: Field = |k| (k + 1).to_string();
    let texts: Field = |k| format!("text {}", k % 250);
    for (label, rows, field, expected) in [
        ("names", 30, names, "kind: Identifier())"),
        ("numbered rows", 50, numbers, "kind: Identifier())"),
        (
            "too many texts",
            300,
            texts,
            "Left out: it has more than 200",
        ),
    ] {
        let fields: Vec<String> = (0..rows).map(field).collect();
        let actual = told(&fields.iter().map(String::as_str).collect::<Vec<_>>());
        assert!(actual.contains(expected), "case `{label}`: {actual}");
    }
}

#[test]
fn long_labels() {
    // 20 columns of 200 labels of 290 bytes, each line of them with its mark.
    let header: Vec<String> = (0..20).map(|k| format!("c{k}")).collect();
    let row = |k: u32| vec![format!("{k:0290}x"); 20].join(",");
    let rows: Vec<String> = (0..200).chain(0..200).map(row).collect();
    let Draft {
        spec,
        private_notes,
    } = both(format!("{}\n{}\n", header.join(","), rows.join("\n")).as_bytes());
    assert!(private_notes.contains("too long for a spec"));
    assert!((8..15).contains(&parsed(&spec).schema.len()));
    let free = "x".repeat(301);
    assert!(told(&[&free, "a", "b"]).contains("Left out: it has more than 200"));
}

#[test]
fn few_codes_far_apart_are_labels() {
    let fields: Vec<&str> = ["111", "5000", "90210"]
        .into_iter()
        .cycle()
        .take(600)
        .collect();
    assert!(told(&fields).contains("Categorical([\"111\", \"5000\", \"90210\"])"));
}

/// Labels that the language refuses are left out, and what they become is said.
#[test]
fn labels_that_cannot_be_declared() {
    for (label, fields) in [
        ("line end", &["a", "b\nc"][..]),
        ("look alike", &["a", "a ", "b"]),
        ("normal forms", &["caf\u{e9}", "cafe\u{301}"]),
        ("bidirectional control", &["a", "\u{202e}b"]),
    ] {
        let actual = told(fields);
        assert!(
            actual.contains("or looks like another"),
            "case `{label}`: {actual}"
        );
        assert!(
            actual.contains("outside: Other(\"other\")"),
            "case `{label}`: {actual}"
        );
    }
}

#[test]
fn names_that_cannot_be_declared() {
    for (label, header, why) in [
        ("empty", "\"\",a", "the name is empty"),
        ("line end", "\"x\ny\",a", "hidden characters"),
        ("end of a comment", "\"*/\u{202e}\",a", "hidden characters"),
        (
            "look alike",
            "a,\"a \"",
            "looks like that of an earlier column",
        ),
    ] {
        let Draft {
            spec,
            private_notes,
        } = both(format!("{header}\ntrue,true\nfalse,false\n").as_bytes());
        assert_eq!(parsed(&spec).schema.len(), 1, "case `{label}`");
        assert!(spec.contains("is left out"), "case `{label}`: {spec}");
        assert!(
            private_notes.contains(why),
            "case `{label}`: {private_notes}"
        );
    }
}

#[test]
fn bytes_that_are_no_text() {
    let draft = both("a,b,c\n?,true,\u{e9}\nx,false,z\n".as_bytes());
    assert!(!draft.spec.contains("input:"));
    let draft = both(
        &[
            &b"a,b,c\n"[..],
            &b"x,false,\xc3\xa9\n".repeat(9_000),
            b"\xff,true,z\n",
        ]
        .concat(),
    );
    assert!(draft.spec.contains("\"a\" is left out"));
    assert!(
        draft
            .private_notes
            .contains("Left out: some fields are not UTF-8")
    );
    assert_eq!(parsed(&draft.spec).schema.len(), 2);
}

#[test]
fn what_stands_around_the_schema() {
    let spec = drafted(b"person_id,a\n1,true\n2,false\n");
    let release = parsed(&spec);
    assert!(!release.reviewed);
    assert!(spec.contains(&format!(
        "    unit: Person(id: \"person_id\", rows: 1), // {MARK}\n"
    )));
    assert!(spec.contains("reviewed: false"));
}

#[test]
fn wide_tables() {
    let header: Vec<String> = (0..300).map(|k| format!("c{k}")).collect();
    let row = |k: u32| {
        (0..300)
            .map(|c| (k * 7 + c).to_string())
            .collect::<Vec<_>>()
            .join(",")
    };
    let rows: Vec<String> = (0..50).chain(0..50).map(row).collect();
    let spec = drafted(format!("{}\n{}\n", header.join(","), rows.join("\n")).as_bytes());
    assert_eq!(parsed(&spec).schema.len(), 256);
    assert!(spec.contains("\"c256\" is left out"));
}

#[test]
fn errors() {
    for (label, text, expected) in [
        ("no rows", &b"a,b\n"[..], "no column could be guessed"),
        (
            "nothing but names",
            b"a\np1\np2\np3\np4\np5\np6\np7\np8\np9\npa\n",
            "no column could be guessed",
        ),
        ("empty", b"", "the file is empty"),
        ("ragged", b"a,b\n1\n", "t.csv:2: the row has 1 fields"),
    ] {
        let error = draft(Input::from_reader("t.csv", text), &Silent).unwrap_err();
        assert!(
            error.to_string().contains(expected),
            "case `{label}`: {error}"
        );
    }
}

fn field() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => proptest::sample::select(vec![
            "", "NA", "none", "0", "1", "-1", "007", "3.5", "1e5", "-2.25", "true", "no", "2024-02-29",
            "31.12.1999", "1000000000000000000", "0.000000000000001", "123456789012345.678901234", "9e-30",
            "a", "A", " a", "a\u{301}", "\"", "\\", "//", "*/", "\u{202e}", "\t", "x\ny", "other", "東",
        ]).prop_map(str::to_owned),
        1 => (-1_000_000_i64..1_000_000).prop_map(|n| n.to_string()),
        1 => (-1e9..1e9).prop_map(|x: f64| x.to_string()),
        1 => "\\PC{0,8}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(privet_tests::cases(100)))]

    /// Any table at all: the draft parses, and nothing of the table is outside of it but labels that
    /// cannot be declared.
    #[test]
    fn drafts_parse_and_fit(
        pool in proptest::collection::vec(proptest::collection::vec(field(), 1..5), 1..4),
        picks in proptest::collection::vec(any::<proptest::sample::Index>(), 1..60),
    ) {
        let mut writer = csv::Writer::from_writer(Vec::new());
        let header: Vec<String> = (0..=pool.len()).map(|k| format!("c{k}")).collect();
        writer.write_record(&header).unwrap();
        for pick in &picks {
            let mut row: Vec<&str> = pool.iter().map(|fields| fields[pick.index(fields.len())].as_str()).collect();
            row.push("yes");
            writer.write_record(&row).unwrap();
        }
        let text = writer.into_inner().unwrap();
        let Draft { spec, private_notes } = both(&text);
        let release = parsed(&spec);
        let report = survey(&release, Opened::new("t.csv", text.as_slice()), Options::default(), 3).unwrap();
        let declared = !private_notes.contains("is left out, since it holds hidden");
        prop_assert!(report.is_clean() || !declared, "{}\n{}", report, spec);
    }
}
