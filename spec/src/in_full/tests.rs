//! What is written is read as the same release, and says what a reader of the documentation expects.

use std::sync::Arc;

use super::Change;
use crate::every_spec::every_spec;
use crate::reader::agreement::{Comparison, compare_with_ron};
use crate::{NamedFile, Release, digest, parse, parse_with};

/// A spec of these parts: the fields beside the schema, and its attributes.
fn spec(fields: &str, attributes: &str) -> String {
    let needed = [
        ("unit:", "unit: Row, "),
        ("adjacency:", "adjacency: AddRemove, "),
        ("budget:", "budget: (epsilon: \"1\", delta: \"1e-9\"), "),
    ];
    let needed = needed
        .into_iter()
        .filter(|(name, _)| !fields.contains(name));
    let needed: String = needed.map(|(_, field)| field).collect();
    format!("Release(privet: 1, {needed}{fields} schema: [{attributes}])")
}

fn read(text: &str) -> Release {
    parse(text).unwrap_or_else(|problems| panic!("{problems} in\n{text}"))
}

/// The text that is written, after checking that it is read as the same release.
fn written(release: &Release, files: &Vec<NamedFile>) -> String {
    let text = release.in_full();
    let again = parse_with(&text, files).unwrap_or_else(|problems| panic!("{problems} in\n{text}"));
    // What is written names its mechanism; nothing else may differ.
    let named = Release {
        mechanism_is_named: true,
        ..release.clone()
    };
    assert_eq!(again, named, "{text}");
    assert_eq!(again.in_full(), text);
    assert_eq!(compare_with_ron(&text), Ok(Comparison::Same), "{text}");
    text
}

#[test]
fn every_spec_of_the_repository_is_read_back() {
    for (_, text) in every_spec() {
        written(&read(&text), &Vec::new());
    }
}

/// Also of a release that has found its bins: the record is written by such a one.
#[test]
fn found_bins_are_still_undeclared() {
    let release = read(&spec(
        "",
        r#"(name: "a", kind: Integer(min: 0, max: 100000)), (name: "b", kind: Real(min: "0", max: "1", decimals: 3))"#,
    ));
    for other in [release.with_most_bins(), release.with_fewest_bins()] {
        assert_eq!(other.in_full(), release.in_full());
    }
}

/// What is left out, as the tables of the reference (`README.md`) have it.
#[test]
fn every_default_is_written() {
    let release = read(&spec("", r#"(name: "smokes", kind: Boolean)"#));
    let expected = r#"Release(
    privet: 1,
    title: None,
    purpose: None,
    contact: None,
    reviewed: false,
    unit: Row,
    adjacency: AddRemove,
    budget: (
        epsilon: "1",
        delta: "1e-9",
        shares: (structure: None, size: "0.01", tables: "0.99", bins: None),
        lifetime: None,
        previous: [],
    ),
    input: (delimiter: None, decimal: ".", encoding: "UTF-8"),
    schema: [
        (
            name: "smokes",
            kind: Boolean(no: "false", yes: "true"),
            missing: None,
            outside: Fail,
            hierarchy: Auto(4),
        ),
    ],
    mechanism: PrivMrf(
        search: Anywhere,
        scores: None,
        clique_cells: None,
        rounds: 5,
        anneal: true,
        repeats: true,
        weights: ByVariance,
        max_attributes: 5,
        candidates: 1500,
        theta: "1.25",
        caution: "0.5",
        rare: "3",
        smoothing: "0.2",
        selection: "0.2",
        one_way_error: "0.01",
        max_cells: 2000000,
    ),
    workload: None,
    output: (
        rows: Noisy,
        sampling: WithoutReplacement,
        columns: ["smokes"],
        null: None,
        delimiter: ",",
        spelling: AsDeclared,
    ),
    evaluation: (regression: None, targets: []),
)
"#;
    assert_eq!(written(&release, &Vec::new()), expected);
}

/// Each value as it is written, and how it stands in the text.
#[test]
fn values_are_written_as_they_are_declared() {
    let boolean = r#"(name: "b", kind: Boolean)"#;
    #[rustfmt::skip] // one case a line
    let cases = [
        ("person", spec("unit: Person(id: \"p\", rows: 2, missing: [\"-\"]),", boolean), r#"unit: Person(id: "p", rows: 2, missing: ["-"]),"#),
        ("nobody else", spec("unit: Person(id: \"p\", rows: 1),", boolean), r#"unit: Person(id: "p", rows: 1, missing: None),"#),
        ("quotes", spec(r#"title: "a \"b\" \\ \u{e9}","#, boolean), r#"title: "a \"b\" \\ é","#),
        ("lifetime", spec("budget: (epsilon: 1.0, delta: 1e-9, lifetime: (epsilon: \"2\", delta: 0.00000001)),", boolean), r#"lifetime: (epsilon: "2", delta: "1e-8"),"#),
        ("rows by F", spec("budget: (epsilon: 1), mechanism: PrivBayesPure(),", boolean), "most_rows: 1048576,"),
        ("rows by R", spec("budget: (epsilon: 1), mechanism: PrivBayesPure(score: R),", boolean), "most_rows: None,"),
        ("pure", spec("budget: (epsilon: \"1\", lifetime: (epsilon: 2)), mechanism: PrivBayesPure(),", boolean), r#"lifetime: (epsilon: "2", delta: None),"#),
        ("tab", spec("input: (delimiter: \"\\t\"),", boolean), r#"input: (delimiter: "tab", decimal: ".", encoding: "UTF-8"),"#),
        ("its output", spec("input: (delimiter: \"\\t\"),", boolean), r#"        delimiter: "tab","#),
        ("no shares", spec("budget: (epsilon: 1), adjacency: Replace, mechanism: SmoothedHistogram(),", boolean), "shares: None,"),
        ("no sampling", spec("budget: (epsilon: 1), adjacency: Replace, mechanism: SmoothedHistogram(),", boolean), "sampling: None,"),
        ("estimator", spec("mechanism: PrivBayes(estimator: Pgm()),", boolean), "estimator: Pgm(max_cells: 1000000),"),
        ("scores", spec("mechanism: PrivMrf(search: Graph),", boolean), "scores: \"0.1\","),
        ("cliques", spec("mechanism: PrivMrf(search: Graph),", boolean), "clique_cells: 10000000,"),
        ("head", spec("mechanism: PrivBayes(head: PerCell),", boolean), "head: PerCell,"),
        ("repair", spec("mechanism: PrivBayes(repair: Once),", boolean), "repair: Once,"),
        ("workload", spec("workload: (weights: [(columns: [\"b\"], weight: 5)]),", boolean), r#"workload: (target: None, weights: [(columns: ["b"], weight: 5)]),"#),
        ("exactly", spec("output: (rows: Exactly(10_000), null: \"\"),", boolean), "rows: Exactly(10000),"),
        ("Parquet", spec("output: (rows: Exactly(9), format: Parquet),", boolean), r#"output: (rows: Exactly(9), sampling: WithoutReplacement, columns: ["b"], format: Parquet),"#),
        ("CSV", spec("output: (format: Csv),", boolean), r#"columns: ["b"], null: None,"#),
        ("each number", spec("", r#"(name: "n", kind: Integer(min: 0, max: 255))"#), "Integer(min: 0, max: 255, bin: 1)"),
        ("numbers to be found", spec("", r#"(name: "n", kind: Integer(min: 0, max: 256))"#), "Integer(min: 0, max: 256, bin: None)"),
        ("edges", spec("", r#"(name: "n", kind: Integer(min: -1, max: 9, edges: [-1, 0, 9]))"#), "Integer(min: -1, max: 9, edges: [-1, 0, 9])"),
        ("real", spec("", r#"(name: "n", kind: Real(min: 0.50, max: 10.0, bins: 4, decimals: 2))"#), r#"Real(min: "0.5", max: "10", bins: 4, decimals: 2)"#),
        ("real to be found", spec("", r#"(name: "n", kind: Real(min: 0, max: 1, decimals: 1))"#), r#"Real(min: "0", max: "1", bins: None, decimals: 1)"#),
        ("each day", spec("", r#"(name: "d", kind: Date(min: "2020-01-01", max: "2020-01-09"))"#), r#"kind: Date(min: "2020-01-01", max: "2020-01-09", bin: Days(1), format: "%Y-%m-%d")"#),
        ("quarters", spec("", r#"(name: "d", kind: Date(min: "2020-01-01", max: "2021-01-09", bin: Months(3)))"#), "bin: Months(3)"),
        ("hours", spec("", r#"(name: "d", kind: DateTime(min: "2020-01-01 00:00", max: "2020-01-09 00:00", bin: Minutes(120), format: "%Y-%m-%d %H:%M"))"#), "bin: Hours(2)"),
        ("seconds", spec("", r#"(name: "d", kind: DateTime(min: "2020-01-01 00:00", max: "2020-01-01 00:01:40"))"#), r#"min: "2020-01-01 00:00:00", max: "2020-01-01 00:01:40", bin: None,"#),
        ("prefix", spec("", r#"(name: "c", kind: Categorical(["A1", "A2", "B1"]), hierarchy: Prefix([1]))"#), "hierarchy: Prefix([1])"),
        ("no hierarchy", spec("", r#"(name: "c", kind: Categorical(["A1", "A2", "B1"]), hierarchy: None)"#), "hierarchy: None"),
        ("groups", spec("", r#"(name: "c", kind: Categorical(["x", "y", "z"]), missing: [""], hierarchy: Groups({"two": ["z", "x"], "one": ["y"]}))"#), r#"hierarchy: Groups({"two": ["x", "z"], "one": ["y"]})"#),
        ("levels", spec("", r#"(name: "c", kind: Categorical(["x", "y", "z", "w"]), hierarchy: Levels([{"p": ["z", "w"], "q": ["x"], "r": ["y"]}, {"s": ["q", "p"], "t": ["r"]}]))"#), r#"hierarchy: Levels([{"p": ["z", "w"], "q": ["x"], "r": ["y"]}, {"s": ["q", "p"], "t": ["r"]}])"#),
        ("other", spec("", r#"(name: "c", kind: Categorical(["x"]), outside: Other("y"))"#), r#"kind: Categorical(["x", "y"]), missing: None, outside: Other("y")"#),
        ("generated", spec("", &format!("(name: \"i\", kind: Identifier), {boolean}")), r#"(name: "i", kind: Identifier(prefix: "")),"#),
    ];
    for (label, text, part) in cases {
        let written = written(&read(&text), &Vec::new());
        // A long value stands on several lines.
        let on_one_line = written.lines().map(str::trim).collect::<Vec<_>>().join(" ");
        let on_one_line = on_one_line
            .replace("( ", "(")
            .replace(", )", ")")
            .replace("[ ", "[")
            .replace(", ]", "]");
        assert!(
            written.contains(part) || on_one_line.contains(part),
            "case `{label}`: no `{part}` in\n{written}"
        );
    }
}

/// What the record holds is a part of the claim: it may not change with the width of a terminal or a new version.
#[test]
fn long_lists_are_filled_lines() {
    let labels: Vec<String> = (0..40).map(|label| format!("\"label {label}\"")).collect();
    let kind = format!("(name: \"c\", kind: Categorical([{}]))", labels.join(","));
    let text = written(&read(&spec("", &kind)), &Vec::new());
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines.iter().all(|line| line.len() <= 100), "{text}");
    let filled = r#"                "label 0", "label 1", "label 2", "label 3", "label 4", "label 5", "label 6","#;
    assert!(lines.contains(&filled), "{text}");
}

#[test]
fn files_are_named_as_they_were() {
    let codes = "code,meaning\nA1,one\nA2,two\nB1,three\n";
    let files = vec![NamedFile {
        name: "codes.csv".to_owned(),
        text: Arc::from(codes),
    }];
    let kind = format!(
        "Categorical(file: \"codes.csv\", digest: \"sha256:{}\")",
        digest(codes.as_bytes())
    );
    let attributes = format!(
        "(name: \"a\", kind: {kind}, outside: Other(\"else\")), (name: \"b\", kind: {kind}, hierarchy: Prefix([1]))"
    );
    let release = parse_with(&spec("", &attributes), &files).unwrap();
    let text = written(&release, &files);
    assert_eq!(text.matches("file: \"codes.csv\"").count(), 2, "{text}");
    assert!(!text.contains("A1"), "{text}");
}

fn changes(old: &str, new: &str) -> Vec<String> {
    let found = read(old).changes_to(&read(new));
    let told = |Change { path, old, new }: Change| {
        let [old, new] = [old, new].map(|text| text.unwrap_or_else(|| "-".to_owned()));
        format!("{path}: {old} > {new}")
    };
    found.into_iter().map(told).collect()
}

#[test]
fn changes_stand_by_their_paths() {
    let sex = r#"(name: "sex", kind: Categorical(["F", "M"]))"#;
    let age = r#"(name: "age", kind: Integer(min: 0, max: 99, bin: 5))"#;
    let both = spec("", &format!("{sex}, {age}"));
    #[rustfmt::skip] // one case a line
    let cases: [(&str, String, &[&str]); 12] = [
        ("nothing", both.clone(), &[]),
        ("a default is written", spec("reviewed: false, mechanism: PrivMrf(),", &format!("{sex}, {age}")), &[]),
        ("a comment", format!("// more\n{both}"), &[]),
        ("a default is another", both.replace("sex\",", "sex\", outside: Fail, missing: [\"NA\"],"), &[r#"schema."sex".missing: None > ["NA"]"#]),
        ("a bin", both.replace("bin: 5", "bin: 10"), &[r#"schema."age".kind.bin: 5 > 10"#]),
        ("edges", both.replace("bin: 5", "edges: [0, 20, 40, 60, 80, 99]"), &[r#"schema."age".kind.bin: 5 > -"#, r#"schema."age".kind.edges: - > [0, 20, 40, 60, 80, 99]"#]),
        ("a label more", both.replace("\"M\"", "\"M\", \"X\""), &[r#"schema."sex".kind: - > "X""#]),
        ("labels in another order", both.replace("\"F\", \"M\"", "\"M\", \"F\""), &[r#"schema."sex".kind: ["F", "M"] > ["M", "F"]"#]),
        ("a hierarchy", both.replace("bin: 5)", "bin: 5), hierarchy: Auto(3)"), &[r#"schema."age".hierarchy: Auto(4) > Auto(3)"#]),
        ("a column less", spec("", sex), &[
            r#"schema."age": (name: "age", kind: Integer(min: 0, max: 99, bin: 5), missing: None, outside: Fail, hierarchy: Auto(4)) > -"#,
            "mechanism.rounds: 8 > 5",
            r#"output.columns: "age" > -"#,
        ]),
        ("columns in another order", spec("", &format!("{age}, {sex}")), &[
            r#"schema.(order): "sex", "age" > "age", "sex""#,
            r#"output.columns: ["sex", "age"] > ["age", "sex"]"#,
        ]),
        ("another unit", spec("unit: Person(id: \"p\", rows: 1),", &format!("{sex}, {age}")), &[r#"unit: Row > Person(id: "p", rows: 1, missing: None)"#]),
    ];
    for (label, new, expected) in cases {
        assert_eq!(changes(&both, &new), expected, "case `{label}`");
    }
}

#[test]
fn changes_of_groups_and_weights() {
    let column = |groups: &str| {
        let kind = r#"kind: Categorical(["x", "y", "z", "w"])"#;
        spec(
            "workload: (weights: [(columns: [\"c\"], weight: 5)]),",
            &format!("(name: \"c\", {kind}, hierarchy: Groups({groups}))"),
        )
    };
    let old = column(r#"{"one": ["x", "y"], "two": ["z", "w"]}"#);
    assert_eq!(
        changes(&old, &column(r#"{"one": ["x"], "two": ["z", "w", "y"]}"#)),
        [
            r#"schema."c".hierarchy."one": "y" > -"#,
            r#"schema."c".hierarchy."two": - > "y""#,
        ]
    );
    assert_eq!(
        changes(&old, &old.replace("weight: 5", "weight: 7")),
        [
            r#"workload.weights: (columns: ["c"], weight: 5) > -"#,
            r#"workload.weights: - > (columns: ["c"], weight: 7)"#,
        ]
    );
}
