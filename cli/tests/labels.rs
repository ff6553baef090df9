//! Labels that a spreadsheet computes, and names that look like others: what `check` says, and what is written.

use crate::common::desk::{ARTEFACTS, Desk, spec_of};

const SCHEMA: &str = r#"(name: "+job", kind: Categorical(["=1+1", "farm", "@shop"]), missing: ["-"], outside: Null),
        (name: "change", kind: Integer(min: -5, max: 5), outside: Clamp),"#;

fn table() -> String {
    let jobs = ["=1+1", "farm", "@shop", "-"];
    let rows = (0_i32..400).map(|row| {
        let job = jobs[usize::try_from(row % 4).unwrap()];
        format!("{job},{}\n", row % 11 - 5)
    });
    format!("+job,change\n{}", rows.collect::<String>())
}

fn spec(spelling: &str) -> String {
    spec_of(SCHEMA).replace(
        "PrivBayes(),\n)",
        &format!("PrivBayes(),\n    output: (spelling: {spelling}),\n)"),
    )
}

#[test]
fn check_tells_which_labels_a_spreadsheet_computes() {
    let desk = Desk::with(&spec_of(SCHEMA), table());
    let run = desk.run(&["check", "spec.ron"]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    for part in [
        "warning: columns: a spreadsheet that opens the table takes for formulas: \"+job\"\n  help: ",
        "warning: column \"+job\": a spreadsheet that opens the table takes for formulas: \"=1+1\", \"@shop\", \"-\"\n",
        "`output: (spelling: SpreadsheetSafe)`",
    ] {
        assert!(run.out.contains(part), "no `{part}` in\n{}", run.out);
    }
    assert!(!run.out.contains("column \"change\""));
    desk.write("spec.ron", spec("SpreadsheetSafe"));
    let run = desk.run(&["check", "spec.ron"]);
    assert!(
        run.out.contains("written with an apostrophe in front"),
        "{}",
        run.out
    );
}

#[test]
fn a_safe_table_is_released_checked_sampled_and_evaluated() {
    let desk = Desk::with(&spec("SpreadsheetSafe"), table());
    desk.release("out", &["--quiet"]);
    assert_eq!(desk.names("out"), ARTEFACTS);
    desk.assert_verifies("out", &[]);
    let sample = desk.run(&["sample", "out/model.ron", "--rows", "50", "--seed", "1"]);
    let synthetic = desk.text("out/synthetic.csv");
    for text in [&synthetic, &sample.out] {
        assert!(text.starts_with("'+job,change\n"), "{text}");
        for line in text.lines().skip(1) {
            let (job, change) = line.split_once(',').unwrap();
            assert!(["'=1+1", "farm", "'@shop", "'-"].contains(&job), "{line}");
            assert!((-5..=5).contains(&change.parse::<i32>().unwrap()), "{line}");
        }
    }
    desk.evaluate("out/synthetic.csv", &[]);
}

#[test]
fn as_declared_is_what_was_always_written() {
    for spec in [spec_of(SCHEMA), spec("AsDeclared")] {
        let desk = Desk::with(&spec, table());
        desk.release("out", &["--quiet"]);
        let synthetic = desk.text("out/synthetic.csv");
        assert!(synthetic.starts_with("+job,change\n") && synthetic.contains("\n=1+1,"));
    }
}

#[test]
fn check_tells_what_looks_like_something_else() {
    let schema = "(name: \"s\u{435}x\", kind: Categorical([\"pay\", \"p\u{430}y\", \"µg\"])),";
    let desk = Desk::with(&spec_of(schema), "");
    let run = desk.run(&["check", "spec.ron"]);
    for part in [
        r#"warning: columns: letters of different scripts in one word: "s\u{435}x""#,
        r#"warning: column "s\u{435}x": letters of different scripts in one word: "p\u{430}y""#,
        r#"warning: column "s\u{435}x": a reader cannot tell apart: "pay", "p\u{430}y""#,
    ] {
        assert!(run.out.contains(part), "no `{part}` in\n{}", run.out);
    }
    assert_eq!(run.out.matches("warning: ").count(), 3, "{}", run.out);
}

#[test]
fn check_tells_of_marks() {
    let desk = Desk::with("", table());
    let draft = desk.run(&["draft", "--data", "table.csv"]);
    desk.write("spec.ron", &draft.out);
    let run = desk.run(&["check", "spec.ron"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(
        run.out.contains("warning: spec.ron:1: lines 1, "),
        "{}",
        run.out
    );
}
