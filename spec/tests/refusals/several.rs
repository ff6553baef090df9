//! Many mistakes at once, and how they look on a terminal.

use privet_spec::parse;

#[test]
fn all_problems_are_reported_in_order() {
    let text = crate::GOOD
        .replace("privet: 1", "privet: 3")
        .replace("AddRemove", "Add")
        .replace(
            "epsilon: \"1\", delta: \"1e-9\"",
            "epsilon: \"-1\", delta: \"0\", share: 1",
        )
        .replace("[\"F\", \"M\"]", "[\"F\", \"F\"], 3")
        .replace("bin: 5", "bin: 0")
        .replace("outside: Clamp", "outside: Clap")
        .replace("[\"S1\"]})", "[\"S2\"]})")
        .replace("bins: 25, ", "")
        .replace("Months(1)", "Months(0)")
        .replace("PrivBayes()", "PrivBayes(theta: 0, max_cells: 1)")
        .replace("rows: Noisy", "rows: Noisy, sampling: Without");
    let problems = parse(&text).unwrap_err();
    let places: Vec<_> = problems
        .iter()
        .map(|problem| (problem.line, problem.column))
        .collect();
    let lines: Vec<_> = places.iter().map(|place| place.0).collect();
    assert_eq!(
        lines,
        [2, 6, 7, 7, 7, 9, 9, 10, 11, 11, 12, 13, 15, 15, 16],
        "{problems}"
    );
    assert!(places.is_sorted());
}

#[test]
fn found_text_and_span() {
    let text = crate::GOOD.replace("Person(", "Persn(");
    let problems = parse(&text).unwrap_err();
    let problem = problems.iter().next().unwrap();
    assert_eq!(problem.found, "Persn");
    assert_eq!(&text[problem.span.clone()], "Persn");
}

#[test]
fn columns_count_characters() {
    let text = crate::GOOD.replace("\"F\", \"M\"", "\"ÄÖÜ日本\", 3");
    crate::check_text("wide and accented", &text, "10:51", "expected a string");
    let report = parse(&text).unwrap_err().render("spec.ron", &text, false);
    // Two columns each for 日 and 本: the caret moves two further than the column.
    let caret = report.lines().nth(2).unwrap();
    assert_eq!(caret, format!("      | {}^", " ".repeat(52)));
}

#[test]
fn rendering() {
    let text = crate::GOOD.replace("Person(", "Persn(");
    let problems = parse(&text).unwrap_err();
    let expected = "\
spec.ron:5:11: there is no unit `Persn` — write `Person` (known: `Row`, `Person`)
    5 |     unit: Persn(id: \"pid\", rows: 1),
      |           ^^^^^
";
    assert_eq!(problems.render("spec.ron", &text, false), expected);
    assert!(
        problems
            .render("spec.ron", &text, true)
            .contains("\u{1b}[31m^^^^^\u{1b}[0m")
    );
}

#[test]
fn a_terminal_is_never_given_what_it_would_obey() {
    let text = crate::GOOD.replace("A title", "A \u{1b}[2J\u{202e}title");
    let report = parse(&text).unwrap_err().render("spec.ron", &text, false);
    assert!(
        !report.contains('\u{1b}') && !report.contains('\u{202e}'),
        "{report:?}"
    );
}

/// A line of a megabyte with 50,001 mistakes: each is reported once, and the report quotes a piece of the
/// line for each, not the line. Whole lines would be 50 GB.
#[test]
fn a_hostile_file_gets_a_report_in_proportion() {
    let many = |letter: &str| {
        (0..50_000)
            .map(|k| format!("\"{letter}{k}\""))
            .collect::<Vec<_>>()
            .join(",")
    };
    let (labels, unknown) = (many("l"), many("m"));
    let schema = format!(
        "(name: \"a\", kind: Categorical([{labels}]), hierarchy: Groups({{\"g\": [{unknown}]}}))"
    );
    let text = format!(
        "(privet: 1, unit: Row, adjacency: AddRemove, budget: (epsilon: 1, delta: 1e-9), schema: [{schema}])"
    );
    let problems = parse(&text).unwrap_err();
    assert_eq!(problems.count(), 50_001);
    let places: std::collections::BTreeSet<_> =
        problems.iter().map(|problem| problem.span.start).collect();
    assert_eq!(places.len(), 50_001, "each has a place of its own");
    let report = problems.render("spec.ron", &text, false);
    let longest = report.lines().map(str::len).max();
    assert!(longest < Some(1000), "{longest:?}");
    assert!(report.len() < 50_001 * 1000, "{}", report.len());
}

proptest::proptest! {
    /// No text panics; a refused one has at least one problem, each with a place in the text.
    #[test]
    fn any_text_is_read_or_refused(text in "[(){}\\[\\],:\"a-zA-Z0-9 \\\\/*.\n-]{0,80}|\\PC{0,40}") {
        if let Err(problems) = parse(&text) {
            proptest::prop_assert!(problems.count() > 0);
            for problem in &problems {
                proptest::prop_assert!(text.get(problem.span.clone()).is_some());
            }
            problems.render("spec.ron", &text, true);
        }
    }

    /// A piece cut out of a good spec does not panic either, and is refused with a reason.
    #[test]
    fn any_cut_is_read_or_refused(from in 0..crate::GOOD.len(), length in 0_usize..40) {
        let to = (from + length).min(crate::GOOD.len());
        let text = format!("{}{}", &crate::GOOD[..from], &crate::GOOD[to..]);
        if let Err(problems) = parse(&text) {
            proptest::prop_assert!(problems.count() > 0);
        }
    }
}
