//! Every kind of mistake in rules, its place, and what the message says.

use privet_spec::{Mechanism, MechanismName, Style, parse};

/// Rules stand on line 4.
fn spec(rules: &str, more: &str) -> String {
    format!(
        r#"Release(privet: 1, unit: Row, adjacency: AddRemove, budget: (epsilon: "1", delta: "1e-9"), {more}
schema: [{SCHEMA}],
rules: [
{rules}
])"#
    )
}

const SCHEMA: &str = r#"(name: "id", kind: Identifier()), (name: "sex", kind: Categorical(["female", "male"])), (name: "work", kind: Categorical(["child", "student", "worker"]), missing: ["-"], hierarchy: Groups({"none": ["child"], "some": ["student", "worker"]})), (name: "age", kind: Integer(min: 0, max: 99, bin: 10)), (name: "pay", kind: Integer(min: 0, max: 100000)), (name: "spent", kind: Integer(min: 50, max: 100000)), (name: "rate", kind: Real(min: "0", max: "1", bins: 10, decimals: 2)), (name: "share", kind: Real(min: "0", max: "1", bins: 10, decimals: 3)), (name: "born", kind: Date(min: "1900-01-01", max: "2020-12-31", bin: Years(10))), (name: "died", kind: Date(min: "1950-01-01", max: "2020-12-31", bin: Years(10)), missing: [""]), (name: "seen", kind: DateTime(min: "1950-01-01 00:00", max: "2020-12-31 23:59", bin: Years(10))), (name: "grade", kind: Categorical(["a", "b"])), (name: "class", kind: Categorical(["1", "2"]))"#;

fn check(label: &str, text: &str, place: &str, fragment: &str) {
    let Err(problems) = parse(text) else {
        panic!("case `{label}` was not refused")
    };
    let report = problems.render("spec.ron", text, Style::plain());
    assert_eq!(problems.count(), 1, "case `{label}`:\n{report}");
    let problem = problems.iter().next().unwrap();
    let message = format!("{} — {}", problem.what, problem.help);
    assert!(message.contains(fragment), "case `{label}`: {message}");
    let found = format!("{}:{}", problem.line, problem.column);
    assert_eq!(found, place, "case `{label}`:\n{report}");
}

#[test]
fn conditions() {
    #[rustfmt::skip] // one case a line
    let cases = [
        ("no such rule", r#"Imposible({"sex": "male"})"#, "4:1", "there is no rule `Imposible` — write `Impossible`"),
        ("unknown column", r#"Impossible({"sxe": "male", "work": "child"})"#, "4:13", "the schema has no \"sxe\" — write \"sex\""),
        ("unknown label", r#"Impossible({"sex": ["mael"], "work": "child"})"#, "4:21", "\"mael\" is no value of \"sex\" — write \"male\""),
        ("unknown group", r#"Impossible({"work": ["soome"], "sex": "male"})"#, "4:22", "write \"some\""),
        ("nothing near", r#"Impossible({"work": ["retired"], "sex": "male"})"#, "4:22", "write labels or groups in quotes, as in `[\"child\"]`"),
        ("identifier", r#"Impossible({"id": "1", "sex": "male"})"#, "4:13", "\"id\" is generated and never read"),
        ("no condition", "Impossible({})", "4:12", "this condition names no column"),
        ("no value", r#"Impossible({"sex": [], "work": "child"})"#, "4:20", "no value of \"sex\" is meant here"),
        ("a column twice", r#"Impossible({"sex": "male", "work": "child", "sex": "male"})"#, "4:45", "named twice in one condition"),
        ("a number for a label", r#"Impossible({"sex": [1], "work": "child"})"#, "4:21", "`1` is no value of \"sex\" — write labels"),
        ("a range of labels", r#"Impossible({"sex": [UpTo("male")], "work": "child"})"#, "4:21", "\"sex\" has labels, which have no order"),
        ("a word for a number", r#"Impossible({"age": [UpTo("ten")], "work": "child"})"#, "4:26", "`ten` is no value of \"age\" — write values as in `[14]`"),
        ("half a number", r#"Impossible({"age": [1.5], "work": "child"})"#, "4:21", "`1.5` is no value of \"age\""),
        ("too many decimals", r#"Impossible({"rate": [UpTo("0.125")], "work": "child"})"#, "4:27", "`0.125` is no value of \"rate\""),
        ("above the domain", r#"Impossible({"age": [UpTo(100)], "work": "child"})"#, "4:26", "100 is outside of \"age\", 0 to 99 — write a value of the domain"),
        ("a day outside", r#"Impossible({"born": [From("2021-01-01")], "work": "child"})"#, "4:27", "2021-01-01 is outside of \"born\", 1900-01-01 to 2020-12-31"),
        ("no such range", r#"Impossible({"age": [Upto(14)], "work": "child"})"#, "4:21", "there is no range of values `Upto` — write `UpTo`"),
        ("one bound of two", r#"Impossible({"age": [Between(14)], "work": "child"})"#, "4:21", "`Between` takes two bounds"),
        ("bounds the wrong way", r#"Impossible({"age": [Between(20, 14)], "work": "child"})"#, "4:33", "the second bound is below the first"),
        ("null where there is none", r#"Impossible({"sex": [Null], "work": "child"})"#, "4:21", "\"sex\" has no missing values"),
        ("a rule twice", r#"Impossible({"sex": "male", "work": ["child"]}), Impossible({"work": "none", "sex": ["male"]})"#, "4:49", "this rule says what rule 1 says"),
        ("then is missing", r#"Implies(when: {"sex": "male"})"#, "4:1", "`then` is missing in the Implies"),
        ("too many columns", r#"Impossible({"sex": "male", "work": "child", "age": 1, "pay": 1, "spent": 60, "rate": 1, "born": "1900-01-01", "died": Null, "grade": "a"})"#, "4:1", "this rule ties 9 columns; at most 8 are possible"),
        ("not a rule", "\"age\"", "4:1", "expected a name for the rule, found a string"),
        ("a reason without a rule", "(because: \"so\")", "4:1", "`rule` is missing in the rule"),
    ];
    for (label, rules, place, fragment) in cases {
        check(label, &spec(rules, ""), place, fragment);
    }
}

#[test]
fn comparisons() {
    #[rustfmt::skip] // one case a line
    let cases = [
        ("labels", r#"AtMost("sex", "age")"#, "4:8", "\"sex\" has labels, which have no order"),
        ("two kinds", r#"AtMost("age", "rate")"#, "4:15", "\"age\" and \"rate\" count different things"),
        ("other decimals", r#"Below("rate", "share")"#, "4:15", "write the same kind for both, with the same `decimals`"),
        ("a day and a time", r#"Below("born", "seen")"#, "4:15", "count different things"),
        ("one column", r#"AtMost("age")"#, "4:1", "`AtMost` takes two columns — write `AtMost(\"born\", \"died\")`"),
        ("itself", r#"AtMost("age", "age")"#, "4:15", "\"age\" is compared with itself"),
        ("identifier", r#"Below("id", "age")"#, "4:7", "\"id\" is generated"),
        ("the same two", r#"AtMost("born", "died"), Below("born", "died")"#, "4:25", "this rule says what rule 1 says"),
        ("an implication twice", r#"Implies(when: {"sex": "male"}, then: {"work": "none"}), Implies(when: {"sex": ["male"]}, then: {"work": "none"})"#, "4:57", "this rule says what rule 1 says"),
        ("a circle and another rule", r#"AtMost("pay", "spent"), AtMost("spent", "pay"), Impossible({"sex": "male", "work": "child"})"#, "4:25", "these comparisons go in a circle"),
        ("a circle", r#"AtMost("pay", "spent"), AtMost("spent", "age"), AtMost("age", "pay")"#, "4:49", "these comparisons go in a circle"),
        ("a circle of two", r#"AtMost("pay", "spent"), AtMost("spent", "pay")"#, "4:25", "these comparisons go in a circle"),
    ];
    for (label, rules, place, fragment) in cases {
        check(label, &spec(rules, ""), place, fragment);
    }
}

#[test]
fn determined_columns() {
    #[rustfmt::skip] // one case a line
    let cases = [
        ("two arguments", r#"Determines("grade", "class")"#, "4:1", "`Determines` takes two columns, and what follows"),
        ("no map", r#"Determines("grade", "class", "1")"#, "4:30", "expected a map, or a file, found a string"),
        ("numbers determine", r#"Determines("age", "class", {"1": "1"})"#, "4:12", "\"age\" has no labels"),
        ("numbers are determined", r#"Determines("class", "age", {"1": "1"})"#, "4:21", "\"age\" has no labels"),
        ("itself", r#"Determines("grade", "grade", {"a": "a", "b": "b"})"#, "4:21", "a column does not determine itself"),
        ("a key twice", r#"Determines("grade", "class", {"a": "1", "b": "2", "a": "2"})"#, "4:51", "\"a\" is there twice"),
        ("keys left out", r#"Determines("work", "class", {"student": "1", "-": "1"})"#, "4:29", "\"child\" and 1 more of \"work\" have no value of \"class\" here"),
        ("no such key", r#"Determines("grade", "class", {"a": "1", "B": "2"})"#, "4:41", "\"B\" is no value of \"grade\" — write \"b\""),
        ("no such value", r#"Determines("grade", "class", {"a": "1", "b": "3"})"#, "4:46", "\"3\" is no value of \"class\""),
        ("missing, of what has no missing", r#"Determines("work", "class", {"child": "1", "student": "1", "worker": "2"})"#, "4:29", "where \"work\" is missing, nothing tells what \"class\" is"),
        ("by two columns", r#"Determines("grade", "class", {"a": "1", "b": "2"}), Determines("sex", "class", {"male": "1", "female": "2"})"#, "4:53", "\"class\" is determined by \"grade\" already"),
        ("a circle", r#"Determines("grade", "class", {"a": "1", "b": "2"}), Determines("class", "grade", {"1": "a", "2": "b"})"#, "4:53", "would follow from itself in the end"),
    ];
    for (label, rules, place, fragment) in cases {
        check(label, &spec(rules, ""), place, fragment);
    }
    let pairs = r#"Determines("grade", "class", {"a": "1", "b": "2"})"#;
    let text = spec(pairs, "workload: (target: \"class\"),");
    let told = "\"class\" follows from another column and is never learned";
    check("weighed", &text, "1:111", told);
}

/// Rules that go together only if some value never occurs, or nothing does.
#[test]
fn what_is_left_impossible() {
    #[rustfmt::skip] // one case a line
    let cases = [
        ("one column", r#"Impossible({"sex": "male"})"#, "4:1", "no row can have \"male\" in \"sex\" under rule 1 — remove the value"),
        ("several values", r#"Impossible({"work": ["some", Null]})"#, "4:1", "\"student\" and 2 more in \"work\""),
        ("missing values", r#"Impossible({"work": Null})"#, "4:1", "no row can have a missing value in \"work\""),
        ("everything", r#"Impossible({"sex": ["male", "female"]})"#, "4:1", "no row at all keeps this rule"),
        ("everything, of two columns", r#"Impossible({"sex": ["male", "female"], "grade": ["a", "b"]})"#, "4:1", "no row at all keeps this rule"),
        ("contradiction", r#"Implies(when: {"sex": "male"}, then: {"grade": "a"}), Implies(when: {"sex": "male"}, then: {"grade": "b"})"#, "4:55", "no row can have \"male\" in \"sex\" under rules 1 and 2"),
        ("over a third column", r#"Implies(when: {"sex": "male"}, then: {"grade": "a"}), Implies(when: {"grade": "a"}, then: {"class": "1"}), Impossible({"sex": "male", "class": "1"})"#, "4:108", "no row can have \"male\" in \"sex\" under rules 1, 2 and 3"),
        ("no row keeps both", r#"Implies(when: {"sex": ["male", "female"]}, then: {"grade": "a"}), Implies(when: {"sex": ["male", "female"]}, then: {"grade": "b"})"#, "4:67", "no row at all keeps rules 1 and 2 together"),
        ("a bound that is reached by no row", r#"Below("pay", "spent")"#, "4:1", "no row can have \"100000\" in \"pay\" under rule 1"),
        ("a bound of the other", r#"AtMost("spent", "pay")"#, "4:1", "\"0\" in \"pay\""),
        ("a condition and a comparison", r#"AtMost("pay", "spent"), Implies(when: {"sex": "male"}, then: {"pay": [From(70000)]}), Implies(when: {"sex": "male"}, then: {"spent": [UpTo(60000)]})"#, "4:87", "no row can have \"male\" in \"sex\" under rules 1, 2 and 3"),
    ];
    for (label, rules, place, fragment) in cases {
        check(label, &spec(rules, ""), place, fragment);
    }
}

#[test]
fn too_many_bins_to_compare() {
    let column =
        |name: &str| format!("(name: \"{name}\", kind: Integer(min: 0, max: 4999, bin: 1))");
    let text = super::spec(
        &format!("{}, {}", column("a"), column("b")),
        "AtMost(\"a\", \"b\")",
    );
    let told = parse(&text).unwrap_err().to_string();
    assert!(
        told.contains("too many bins for a table of pairs"),
        "{told}"
    );
    assert!(parse(&text.replace(", bin: 1", "")).is_ok());
}

#[test]
fn policies() {
    let rule = r#"Impossible({"sex": "male", "work": "child"})"#;
    let replace = spec(rule, "").replace("AddRemove", "Replace");
    let with = |text: &str, policy: &str| text.replace("\n])", &format!("\n], broken: {policy})"));
    let told = "under `Replace` the number of rows is public, and how many keep the rules is not";
    check("drop under replace", &with(&replace, "Drop"), "5:12", told);
    check(
        "no such policy",
        &with(&spec(rule, ""), "Dorp"),
        "5:12",
        "write `Drop`",
    );
    let told = "without rules no row breaks one";
    check(
        "nothing to break",
        &with(&spec("", ""), "Keep"),
        "5:12",
        told,
    );
    for (text, expected) in [
        (spec(rule, ""), "Drop"),
        (with(&spec(rule, ""), "Keep"), "Keep"),
        (with(&spec(rule, ""), "Drop"), "Drop"),
        (replace.clone(), "Keep"),
        (with(&replace, "Keep"), "Keep"),
    ] {
        let release = parse(&text).unwrap();
        assert_eq!(format!("{:?}", release.rules.broken), expected, "{text}");
        super::read_back(&release);
    }
}

#[test]
fn too_many_columns_to_compare() {
    let columns: Vec<String> = (0..6)
        .map(|k| format!("(name: \"c{k}\", kind: Integer(min: 0, max: 200))"))
        .collect();
    let rules: Vec<String> = (1..6)
        .map(|k| format!("AtMost(\"c{}\", \"c{k}\")", k - 1))
        .collect();
    let text = super::spec(&columns.join(", "), &rules.join(", "));
    let told = parse(&text).unwrap_err().to_string();
    assert!(
        told.contains("rules 1, 2, 3, 4 and 5 tie too many columns"),
        "{told}"
    );
    assert!(parse(&text.replace("max: 200", "max: 2000")).is_ok());
}

/// A mechanism that draws columns from tables by themselves cannot keep rules; one that fills a column in can.
#[test]
fn mechanisms() {
    let columns = "(name: \"grade\", kind: Categorical([\"a\", \"b\"])), (name: \"class\", kind: Categorical([\"1\", \"2\"])), \
                   (name: \"sex\", kind: Boolean)";
    let determines = "Determines(\"grade\", \"class\", {\"a\": \"1\", \"b\": \"2\"})";
    let impossible = "Impossible({\"grade\": \"a\", \"sex\": \"true\"})";
    for (mechanism, keeps) in [
        ("Independent()", false),
        ("PrivBayes()", false),
        ("PrivBayes(estimator: Network)", false),
        ("PrivBayes(estimator: Pgm())", true),
        ("PrivBayesPure()", false),
        ("SmoothedHistogram()", false),
        ("PrivMrf()", true),
        ("PrivMrf(search: Graph)", true),
    ] {
        let pure = mechanism.contains("Pure");
        let of_histogram = mechanism.contains("Smoothed");
        let text = |rules: &str| {
            let text = super::spec(columns, rules);
            let text = text.replace("rules:", &format!("mechanism: {mechanism}, rules:"));
            match (pure, of_histogram) {
                (true, _) => text.replace(", delta: \"1e-9\"", ""),
                (_, true) => text
                    .replace("AddRemove", "Replace")
                    .replace(", delta: \"1e-9\"", "")
                    .replace("rules:", "output: (rows: Exactly(100)), rules:"),
                _ => text,
            }
        };
        let alone = parse(&text(determines));
        assert!(alone.is_ok(), "{mechanism}: {alone:?}");
        let told = parse(&text(impossible)).map_err(|problems| problems.to_string());
        assert_eq!(told.is_ok(), keeps, "{mechanism}");
        if let Err(told) = told {
            assert!(
                told.contains("write `mechanism: PrivMrf()`, or `PrivBayes(estimator: Pgm())`"),
                "{told}"
            );
        }
    }
    let unnamed = |columns: &str, rules: &str| super::read(columns, rules).mechanism;
    assert_eq!(unnamed(columns, impossible).name(), MechanismName::PrivMrf);
    let many: Vec<String> = (0..130)
        .map(|k| format!("(name: \"b{k}\", kind: Boolean), "))
        .collect();
    let many = many.concat();
    let Mechanism::PrivBayes(of_field) = unnamed(&format!("{many}{columns}"), impossible) else {
        panic!("many attributes")
    };
    assert!(format!("{:?}", of_field.estimator).starts_with("Pgm"));
    let Mechanism::PrivBayes(of_network) = unnamed(&format!("{many}{columns}"), determines) else {
        panic!("many attributes")
    };
    assert_eq!(format!("{:?}", of_network.estimator), "Network");
}
