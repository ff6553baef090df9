//! Which columns are ids, who is protected, and with how many rows.

use core::fmt::Write as _;

use super::{both, parsed, told_of};
use crate::draft::Draft;

/// A number that looks drawn, the same for the same row.
fn drawn(row: u64) -> u64 {
    row.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20
}

/// Something like a bell, from 0 to 3·2^16.
fn bell(row: u64) -> u64 {
    (0..3).map(|part| drawn(row * 3 + part) % 65_536).sum()
}

/// Name of a column, its fields by row, and what it becomes.
type Case = (&'static str, fn(u64) -> String, &'static str);

const CASES: &[Case] = &[
    (
        "patient_nbr",
        |k| (drawn(k / 2) % 900_000_000).to_string(),
        LEFT_OUT,
    ),
    (
        "PatientID",
        |k| format!("{}.0", drawn(k / 3) % 900_000),
        LEFT_OUT,
    ),
    ("Kundennummer", |k| format!("K{:07}", k / 4), LEFT_OUT),
    ("user", |k| format!("u{:x}", drawn(k / 2)), LEFT_OUT),
    ("id", |k| (drawn(k / 30) % 1_000_000).to_string(), LEFT_OUT),
    ("stay_id", |k| (7_000_000 + 3 * k).to_string(), ONCE),
    ("invoice_no", |k| (480_000 + k / 2).to_string(), LEFT_OUT),
    (
        "SSN",
        |k| format!("{:03}-{:02}-{:04}", k / 2, k % 2, k / 2),
        ONCE,
    ),
    // Codes and evenly given numbers without a telling name.
    (
        "whoever",
        |k| format!("{:08x}", drawn(k / 2) % 4_000_000_000),
        LEFT_OUT,
    ),
    (
        "whoever",
        |k| (drawn(k / 2) % 90_000_000).to_string(),
        LEFT_OUT,
    ),
    ("whoever", |k| (k + 1).to_string(), ONCE),
    // Categories, whatever their names say.
    ("user_id", |k| (1 + k % 12).to_string(), LABELS),
    ("admission_type_id", |k| (1 + k % 8).to_string(), LABELS),
    ("store_id", |k| (100 + k % 54).to_string(), LABELS),
    ("education-num", |k| (1 + k % 16).to_string(), INTEGER),
    ("zip", |k| (10_001 + k % 300 * 7).to_string(), LABELS),
    ("area", |k| format!("{:05}", 101 + k % 150), LABELS),
    // Measurements, however many values they have.
    ("fnlwgt", |k| (12_000 + bell(k) * 7).to_string(), INTEGER),
    ("income", |k| (bell(k) / 100 * 100).to_string(), INTEGER),
    ("Time", |k| (drawn(k) % 172_000).to_string(), INTEGER),
    (
        "seen",
        |k| (1_600_000_000 + drawn(k) % 90_000_000).to_string(),
        INTEGER,
    ),
    ("number_of_visits", |k| (bell(k) % 700).to_string(), INTEGER),
    (
        "latitude",
        |k| format!("40.{:05}", drawn(k) % 100_000),
        "kind: Real(",
    ),
    (
        "price",
        |k| format!("{}.{:02}", bell(k) / 100, k % 100),
        "kind: Real(",
    ),
    (
        "when",
        |k| {
            format!(
                "2024-0{}-1{} 0{}:{:02}:00",
                1 + k % 9,
                k % 10,
                k % 7,
                k % 60
            )
        },
        "kind: DateTime(",
    ),
    ("customers", |k| (k % 40).to_string(), INTEGER),
];

const LEFT_OUT: &str = "an id is never learned from";
const ONCE: &str = "kind: Identifier())";
const LABELS: &str = "kind: Categorical([";
const INTEGER: &str = "kind: Integer(";

#[test]
fn ids_are_told_from_measurements_and_categories() {
    for (name, field, expected) in CASES {
        let fields: Vec<String> = (0..6000).map(field).collect();
        let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
        let actual = told_of(name, &fields);
        let shown: String = actual.chars().take(2000).collect();
        assert!(
            actual.contains(expected),
            "`{name}`, {}: {shown}",
            fields[1]
        );
    }
}

/// By hand: of 100 persons with one row and 10 with ten, r = 1 keeps 110 of 200 rows, 5 keeps 150 and 10 all; noise of 5
/// in 150 rows is 3.7 times that of 1 in 110.
#[test]
fn notes_say_what_each_number_of_rows_keeps() {
    let mut text = String::from("person_id,answer\n");
    for person in 0..110 {
        for row in 0..if person < 100 { 1 } else { 10 } {
            writeln!(text, "x{person},{}", ["yes", "no"][row % 2]).unwrap();
        }
    }
    let Draft {
        spec,
        private_notes,
    } = both(text.as_bytes());
    assert!(
        spec.contains("    unit: Person(id: \"person_id\", rows: 10), // "),
        "{spec}"
    );
    for line in [
        "| 1 | 55.0 % | 90.9 % | 1.0 |  |",
        "| 5 | 75.0 % | 90.9 % | 3.7 |  |",
        "| 10 | 100.0 % | 100.0 % | 5.5 | drafted |",
    ] {
        assert!(private_notes.contains(line), "{line}: {private_notes}");
    }
}

/// A patient before a stay, whatever comes first; both are written, one as a comment. What numbers things protects nobody.
#[test]
fn the_likeliest_id_is_the_unit() {
    let table = |header: &str| {
        let row = |k: u64| {
            format!(
                "{},{},{}",
                7000 + k,
                drawn(k / 2) % 90_000,
                ["F", "M"][(k % 2) as usize]
            )
        };
        let rows: Vec<String> = (0..400).map(row).collect();
        both(format!("{header}\n{}\n", rows.join("\n")).as_bytes())
    };
    let both_named = table("stay_id,patient_nbr,sex").spec;
    assert!(both_named.contains("    unit: Person(id: \"patient_nbr\", rows: 2), // "));
    assert!(both_named.contains("    // Perhaps: unit: Person(id: \"stay_id\", rows: 1), // "));
    let things = table("stay_id,bill_no,sex");
    assert!(things.spec.contains("    unit: Row,\n"), "{}", things.spec);
    assert!(
        things
            .spec
            .contains("    // Perhaps: unit: Person(id: \"bill_no\", rows: 2), // ")
    );
    let schema = parsed(&both_named).schema;
    let names: Vec<&str> = schema.iter().map(privet_spec::Attribute::name).collect();
    assert_eq!(names, ["stay_id", "sex"]);
}

#[test]
fn texts_that_name_nobody_are_declared() {
    let rows: Vec<String> = (0..60).map(|k| format!("p{},yes", k / 2)).collect();
    let spec =
        both(format!("person_id,a\nNA,no\n,no\n?,yes\n{}\n", rows.join("\n")).as_bytes()).spec;
    assert!(
        spec.contains("unit: Person(id: \"person_id\", rows: 2, missing: [\"?\", \"NA\"]), // "),
        "{spec}"
    );
}
