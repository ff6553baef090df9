//! Rows that break rules between columns.

use privet_spec::{Release, parse};
use proptest::prelude::*;

use super::*;
use crate::check::survey;

/// Pairs `(x, y)` with x ≤ y, and y below 5 where x is 0; bins of ten numbers, so that codes alone do not tell.
pub(super) fn ruled(unit: &str, policy: &str) -> Release {
    let text = format!(
        "Release(privet: 1, unit: {unit}, adjacency: AddRemove, budget: (epsilon: \"1\", delta: \"1e-9\"), schema: [\
         (name: \"x\", kind: Integer(min: 0, max: 29, bin: 10), missing: [\"\"], outside: Null), \
         (name: \"y\", kind: Integer(min: 0, max: 29, bin: 10), outside: Clamp), \
         (name: \"of\", kind: Categorical([\"low\", \"high\"])), \
         (name: \"is\", kind: Categorical([\"l\", \"h\"]))], \
         rules: [AtMost(\"x\", \"y\"), Impossible({{\"x\": [0], \"y\": [From(5)]}}), \
         Determines(\"of\", \"is\", {{\"low\": \"l\", \"high\": \"h\"}})], {policy})"
    );
    parse(&text).unwrap_or_else(|problems| panic!("{problems}"))
}

/// Codes: x has bins from 0, 1, 10 and 20, y from 0, 5, 10 and 20.
#[test]
fn rows_are_judged_by_their_numbers() {
    for (label, row, keeps) in [
        ("in one bin, in order", "12,13", true),
        ("in one bin, the same", "12,12", true),
        ("in one bin, not in order", "13,12", false),
        ("in two bins", "12,25", true),
        ("missing", ",0", true),
        ("outside, which is missing", "30,0", true),
        ("outside, which is the bound", "29,99", true),
        ("a condition", "0,5", false),
        ("before its end", "0,4", true),
        ("another value", "1,5", true),
    ] {
        let text = format!("x,y,of,is,more\n1,2,low,h,?\n{row},high,wrong,?\n");
        for (policy, rows) in [("", 1 + usize::from(keeps)), ("broken: Keep", 2)] {
            let loaded = load_text(&ruled("Row", policy), &text).unwrap();
            assert_eq!(loaded.table.rows, rows, "case `{label}`, {policy}");
            let broken: u64 = loaded.broken_by_rule.iter().sum();
            assert_eq!(broken, u64::from(!keeps), "case `{label}`, {policy}");
            let dropped = 2 - rows as u64;
            assert_eq!(loaded.dropped_by_rules, dropped, "case `{label}`, {policy}");
            // The column that is determined is neither read nor a surprise.
            assert_eq!(loaded.ignored, ["more"], "case `{label}`");
            assert_eq!(codes_of(&loaded).len(), 3, "case `{label}`");
        }
    }
}

/// Of each rule all rows are counted that break it; a row that breaks two is dropped once.
#[test]
fn a_check_counts_what_breaks_each_rule() {
    let text = "who,x,y,of\na,0,9,low\na,9,8,low\nb,1,2,low\na,4,5,low\na,0,7,low\n";
    let unit = r#"Person(id: "who", rows: 1)"#;
    for (policy, used, dropped, beyond) in [("", 2, 3, 0), ("broken: Keep", 2, 0, 3)] {
        let release = ruled(unit, policy);
        let opened = Opened::new("t.csv", text.as_bytes());
        let report = survey(&release, opened, Options::default(), 1).unwrap();
        let told = (report.rows, report.broken_dropped, report.beyond_bound);
        assert_eq!(told, (used, dropped, beyond), "{policy}");
        let broken: Vec<(&str, u64, &[u64])> = report
            .broken
            .iter()
            .map(|broken| (broken.rule.as_str(), broken.count, broken.first.as_slice()))
            .collect();
        let expected: [(&str, u64, &[u64]); 2] = [
            ("\"x\" is at most \"y\"", 1, &[3]),
            ("never \"x\" is 0 and \"y\" is 5 or more", 2, &[2]),
        ];
        assert_eq!(broken, expected, "{policy}");
        let shown = report.to_string();
        assert!(shown.contains("2 rows break a rule: never \"x\" is 0 and \"y\" is 5 or more\n  line 2\n  … and 1 more\n"), "{shown}");
        assert_eq!(
            shown.contains("3 rows would be dropped: breaking a rule"),
            dropped == 3,
            "{shown}"
        );
    }
}

/// The choice among a person's rows does not see those that are dropped: with them and without them it is the same.
#[test]
fn dropped_rows_take_no_part_in_the_choice() {
    let unit = r#"Person(id: "who", rows: 2)"#;
    let release = ruled(unit, "");
    let rows = [
        "a,1,2,low",
        "a,11,12,low",
        "a,21,22,high",
        "b,3,4,low",
        "a,1,2,low",
    ];
    let broken = ["a,2,1,low", "a,0,9,low", "b,22,21,high", "c,9,8,low"];
    let text = |rows: &[&str]| format!("who,x,y,of\n{}\n", rows.join("\n"));
    let without = load_text(&release, text(&rows)).unwrap();
    let mixed: Vec<&str> = broken.iter().chain(&rows).copied().collect();
    let with = load_text(&release, text(&mixed)).unwrap();
    assert!(without.table == with.table);
    assert_eq!(
        (
            without.beyond_bound,
            with.beyond_bound,
            with.dropped_by_rules
        ),
        (2, 2, 4)
    );
    assert_eq!(with.table.rows, 3);
}

proptest! {
    /// Neighbours: without one person's lines, rule-breaking ones among them or not, everybody else's rows are the same,
    /// whatever the order of the lines; and what is kept of a person is at most the bound.
    #[test]
    fn removing_a_person_moves_nobody_else(
        rows in proptest::collection::vec((0_u8..4, 0_u8..4, 0_u8..8), 0..40),
        bound in 1_u32..4,
        removed in 0_u8..4,
        turn in 0_usize..40,
    ) {
        let unit = format!("Person(id: \"who\", rows: {bound})");
        let release = ruled(&unit, "");
        let kept = |rows: &[(u8, u8, u8)]| {
            let lines = rows.iter().map(|(who, x, y)| format!("p{who},{x},{y},low\n"));
            let text = format!("who,x,y,of\n{}", lines.collect::<String>());
            let loaded = load_text(&release, text).unwrap();
            let columns = codes_of(&loaded);
            let mut codes: Vec<(u16, u16)> =
                columns[0].iter().copied().zip(columns[1].iter().copied()).collect();
            codes.sort_unstable();
            codes
        };
        let whole = kept(&rows);
        let mut turned = rows.clone();
        turned.rotate_left(turn.min(rows.len()));
        turned.reverse();
        prop_assert_eq!(&kept(&turned), &whole);
        let (theirs, others): (Vec<_>, Vec<_>) = rows.iter().copied().partition(|row| row.0 == removed);
        let theirs = kept(&theirs);
        prop_assert!(theirs.len() <= bound as usize);
        let mut together = kept(&others);
        together.extend(theirs);
        together.sort_unstable();
        prop_assert_eq!(together, whole);
    }
}
