//! Many mistakes at once, and how they look on a terminal.

use privet_spec::{Style, parse};

#[test]
fn all_problems_are_reported_in_order() {
    let text = super::GOOD
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
        .replace("bins: 25, ", "bins: 0, ")
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
    let text = super::GOOD.replace("Person(", "Persn(");
    let problems = parse(&text).unwrap_err();
    let problem = problems.iter().next().unwrap();
    assert_eq!(problem.found, "Persn");
    assert_eq!(&text[problem.span.clone()], "Persn");
}

#[test]
fn columns_count_characters() {
    let text = super::GOOD.replace("\"F\", \"M\"", "\"ÄÖÜ日本\", 3");
    super::check_text("wide and accented", &text, "10:51", "expected a string");
    let report = parse(&text)
        .unwrap_err()
        .render("spec.ron", &text, Style::plain());
    assert!(report.contains("--> spec.ron:10:51\n"), "{report}");
    // Two columns each for 日 and 本: the caret moves two further than the column.
    let caret = report.lines().nth(4).unwrap();
    assert_eq!(caret, format!("   | {}^", " ".repeat(52)));
}

#[test]
fn rendering() {
    let text = super::GOOD.replace("Person(", "Persn(");
    let problems = parse(&text).unwrap_err();
    let expected = "\
error: there is no unit `Persn`
 --> spec.ron:5:11
  |
5 |     unit: Persn(id: \"pid\", rows: 1),
  |           ^^^^^
  |
  = help: write `Person` (known: `Row`, `Person`)
";
    assert_eq!(problems.render("spec.ron", &text, Style::plain()), expected);
    let coloured = Style {
        colour: true,
        ..Style::plain()
    };
    let report = problems.render("spec.ron", &text, coloured);
    assert!(report.contains("\u{1b}[91m^^^^^\u{1b}[0m"), "{report:?}");
}

/// One empty line between two problems, and none around them; carets stand under a mistake behind a tab,
/// and under the first line only of one that has several.
#[test]
fn rendering_of_several() {
    let text = super::GOOD
        .replace("    unit: Person(", "\tunit: Persn(")
        .replace("(rows: Noisy)", "[\n    ]");
    let expected = "\
error: there is no unit `Persn`
 --> spec.ron:5:8
  |
5 |     unit: Persn(id: \"pid\", rows: 1),
  |           ^^^^^
  |
  = help: write `Person` (known: `Row`, `Person`)

error: expected the output in parentheses, found a list
  --> spec.ron:16:13
   |
16 |     output: [
   |             ^
   |
   = help: write `(rows: …)`
";
    let report = parse(&text)
        .unwrap_err()
        .render("spec.ron", &text, Style::plain());
    assert_eq!(report, expected);
}

#[test]
fn long_lines_are_cut_to_the_width() {
    let many = |letter: &str| {
        (0..200)
            .map(|k| format!("\"{letter}{k}\""))
            .collect::<Vec<_>>()
    };
    let labels = format!(
        "{}, \"l100\", {}",
        many("l").join(", "),
        many("r").join(", ")
    );
    let text = super::GOOD.replace("\"F\", \"M\"", &labels);
    for width in [0, 40, 80, 200] {
        let style = Style {
            width,
            ..Style::plain()
        };
        let report = parse(&text).unwrap_err().render("spec.ron", &text, style);
        let lines: Vec<_> = report.lines().collect();
        // From column 42 on: ten labels of 6 characters with the comma, ninety of 7, a hundred of 8.
        assert_eq!(lines[1], "  --> spec.ron:10:1532", "{report}");
        let (source, carets) = (lines[3], lines[4]);
        assert!(source.starts_with("10 | ..."), "{report}");
        assert!(source.ends_with("..."), "{report}");
        assert!(source.len() <= width.max(40), "{report}");
        let caret = carets.find('^').unwrap();
        assert_eq!(&source[caret..caret + 6], "\"l100\"", "{report}");
        assert_eq!(&carets[caret..], "^^^^^^", "{report}");
    }
}

#[test]
fn a_terminal_is_never_given_what_it_would_obey() {
    let hostile = "A \u{1b}[2J\u{202e}\u{200b}\u{e0041}title";
    for (case, text) in [
        ("in a string", super::GOOD.replace("A title", hostile)),
        // Letters to Unicode, and shown as nothing.
        (
            "in a name",
            super::GOOD.replace("AddRemove", "Add\u{3164}Remove"),
        ),
    ] {
        let file_name = "spec\u{1b}[2J.ron";
        let report = parse(&text)
            .unwrap_err()
            .render(file_name, &text, Style::plain());
        let raw = ['\u{1b}', '\u{202e}', '\u{200b}', '\u{e0041}', '\u{3164}'];
        assert!(!report.contains(raw), "case `{case}`: {report:?}");
        assert!(report.contains('\u{fffd}'), "case `{case}`: {report:?}");
    }
}

/// A line of a megabyte with 50,001 mistakes: each is found once; 10,000 are shown, with a piece of the
/// line for each, not the line. Whole lines would be 10 GB.
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
    let report = problems.render("spec.ron", &text, Style::plain());
    let longest = report.lines().map(str::len).max();
    assert!(longest < Some(1000), "{longest:?}");
    assert!(report.len() < 10_000 * 1000, "{}", report.len());
    assert_eq!(report.matches("--> spec.ron:1:").count(), 10_000);
    assert!(report.ends_with("\n\n… and 40001 more problems\n"));
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
            for (colour, width) in [(false, 0), (true, 30), (false, 1000)] {
                problems.render("spec.ron", &text, Style { colour, width });
            }
        }
    }

    /// A piece cut out of a good spec does not panic either, and is refused with a reason.
    #[test]
    fn any_cut_is_read_or_refused(from in 0..super::GOOD.len(), length in 0_usize..40) {
        let to = (from + length).min(super::GOOD.len());
        let text = format!("{}{}", &super::GOOD[..from], &super::GOOD[to..]);
        if let Err(problems) = parse(&text) {
            proptest::prop_assert!(problems.count() > 0);
        }
    }
}
