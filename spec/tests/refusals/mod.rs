//! Every kind of mistake, its place, and what the message says.
//!
//! A case replaces one piece of a good spec. It must give exactly one problem: one mistake does not
//! drag others behind it.

mod attributes;
mod estimator;
mod language;
mod mrf;
mod pure;
mod sections;
mod several;
mod workload;

use privet_spec::{Style, parse};

/// A case's name, the piece of [`GOOD`], what stands there instead, `line:column`, and a fragment of
/// the message.
type Case<'c> = (&'c str, &'c str, &'c str, &'c str, &'c str);

const GOOD: &str = r#"Release(
    privet: 1,
    title: "A title",
    reviewed: true,
    unit: Person(id: "pid", rows: 1),
    adjacency: AddRemove,
    budget: (epsilon: "1", delta: "1e-9"),
    schema: [
        (name: "age", kind: Integer(min: 0, max: 99, bin: 5), outside: Clamp, missing: ["NA"]),
        (name: "sex", kind: Categorical(["F", "M"])),
        (name: "region", kind: Categorical(["N1", "N2", "S1"]), hierarchy: Groups({"north": ["N1", "N2"], "south": ["S1"]})),
        (name: "bmi", kind: Real(min: "10", max: "60", bins: 25, decimals: 1)),
        (name: "day", kind: Date(min: "2025-01-01", max: "2025-12-31", bin: Months(1))),
    ],
    mechanism: PrivBayes(),
    output: (rows: Noisy),
)
"#;

#[test]
fn the_good_spec_is_good() {
    assert!(parse(GOOD).is_ok());
}

fn check(cases: &[Case<'_>]) {
    for (label, piece, instead, place, fragment) in cases {
        assert_eq!(
            GOOD.matches(piece).count(),
            1,
            "case `{label}`: the piece must be there once"
        );
        check_text(label, &GOOD.replace(piece, instead), place, fragment);
    }
}

fn check_text(label: &str, text: &str, place: &str, fragment: &str) {
    let Err(problems) = parse(text) else {
        panic!("case `{label}` was not refused")
    };
    let report = problems.render("spec.ron", text, Style::plain());
    assert_eq!(problems.count(), 1, "case `{label}`:\n{report}");
    let problem = problems.iter().next().unwrap();
    assert_eq!(
        format!("{}:{}", problem.line, problem.column),
        place,
        "case `{label}`:\n{report}"
    );
    let message = format!("{} — {}", problem.what, problem.help);
    assert!(
        message.contains(fragment),
        "case `{label}`: `{fragment}` is not in `{message}`"
    );
}
