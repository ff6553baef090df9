//! `privet diff`: what changed in the promise, and what else.

use crate::common::desk::{Desk, SURVEY, assert_refused, survey_csv};
use serde_json::Value;

/// The survey's spec, a release by it, and a spec with another ε, another policy and a column more.
fn desk() -> Desk {
    let desk = Desk::with(SURVEY, survey_csv(300));
    desk.release("out", &["--quiet"]);
    let other = SURVEY
        .replace("epsilon: \"2\"", "epsilon: \"4\"")
        .replace("outside: Null", "outside: Fail")
        .replace("bin: 5", "bin: 10")
        .replace(
            "    ],\n",
            "        (name: \"rents\", kind: Boolean, missing: [\"\"], outside: Null),\n    ],\n",
        );
    desk.write("other.ron", other);
    desk
}

fn diff(desk: &Desk, args: &[&str], code: i32) -> String {
    let run = desk.run(&[&["diff"], args].concat());
    let found = (run.code, run.err.as_str());
    assert_eq!(found, (Some(code), ""), "{args:?}:\n{}", run.out);
    run.out
}

#[test]
fn what_says_the_same_is_the_same_wherever_it_stands() {
    let desk = desk();
    let with_comments = SURVEY.replace(
        "    budget",
        "    // how well\n    reviewed: true,\n    budget",
    );
    let with_comments = with_comments.replacen("    reviewed: true,\n    unit", "    unit", 1);
    desk.write(
        "same.ron",
        with_comments.replace("PrivBayes()", "PrivBayes(theta: \"4\")"),
    );
    for one in ["spec.ron", "same.ron", "out", "out/record.json"] {
        for other in ["spec.ron", "same.ron", "out", "out/record.json"] {
            assert_eq!(
                diff(&desk, &[one, other], 0),
                "Nothing changed in the promise.\n\nNothing changed elsewhere.\n",
                "{one}, {other}"
            );
        }
    }
}

#[test]
fn the_promise_comes_first() {
    let desk = desk();
    for old in ["spec.ron", "out", "out/record.json"] {
        let out = diff(&desk, &[old, "other.ron"], 1);
        let mut rest = out.as_str();
        for line in [
            "Changed in the promise:\n",
            "  weaker: budget.epsilon: \"2\" → \"4\"\n",
            "  weaker: unprotected: added that every value of `sex` lies in its domain (`Fail`)\n",
            "  weaker: an attacker's best odds: ",
            "The promise is now:\n",
            "  Guarantee: (4, 0.000001)-differential privacy.",
            "Changed elsewhere:\n",
            "  schema.\"age\".kind.bin: 5 → 10\n",
            "  schema.\"sex\".outside: Null → Fail\n",
            "  schema.\"rents\": added (name: \"rents\", kind: Boolean(no: \"false\", yes: \"true\")",
            "  output.columns: added \"rents\"\n",
        ] {
            let at = rest.find(line);
            let at = at.unwrap_or_else(|| panic!("no `{line}` in its place of\n{out}"));
            rest = &rest[at + line.len()..];
        }
        // Other columns were unprotected before, and still are.
        assert!(!out.contains("stronger"), "{out}");
    }
    let out = diff(&desk, &["other.ron", "spec.ron"], 1);
    assert!(
        out.contains("  stronger: budget.epsilon: \"4\" → \"2\"\n"),
        "{out}"
    );
}

#[test]
fn programs_read_it_as_json() {
    let desk = desk();
    let same: Value =
        serde_json::from_str(&diff(&desk, &["out", "spec.ron", "--json"], 0)).unwrap();
    assert_eq!(
        same,
        serde_json::json!({"promise": [], "elsewhere": [], "promise_is_now": null})
    );
    let out = diff(&desk, &["out", "other.ron", "--json"], 1);
    let other: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(
        other["promise"][0],
        serde_json::json!({"privacy": "weaker", "path": "budget.epsilon", "old": "\"2\"", "new": "\"4\""})
    );
    assert_eq!(other["elsewhere"][0]["privacy"], Value::Null);
}

#[test]
fn trouble_is_no_difference() {
    let desk = desk();
    desk.write("wrong.ron", SURVEY.replace("AddRemove", "AddRemov"));
    desk.write("wrong.json", "{}");
    for (other, told) in [
        ("nowhere.ron", "it cannot be read"),
        ("wrong.ron", "there is no adjacency `AddRemov`"),
        ("wrong.json", "missing field"),
        ("out/synthetic.csv", "error: "),
    ] {
        assert_refused(&desk.run(&["diff", "spec.ron", other]), &[told], other);
        assert_refused(&desk.run(&["diff", other, "spec.ron"]), &[told], other);
    }
    let help = desk.run(&["diff", "--help"]).out;
    assert!(help.contains("with 1 if they differ"), "{help}");
}
