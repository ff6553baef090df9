use super::*;

/// A spec of one person a row; a case replaces parts of it.
const OLD: &str = r#"Release(
    privet: 1,
    unit: Person(id: "p", rows: 1),
    adjacency: AddRemove,
    budget: (epsilon: "1", delta: "1e-9", lifetime: (epsilon: "2", delta: "1e-8")),
    schema: [
        (name: "sex", kind: Categorical(["F", "M"]), missing: [""], outside: Null),
        (name: "age", kind: Integer(min: 0, max: 99, bin: 5), missing: [""], outside: Clamp),
    ],
    mechanism: PrivBayes(),
)"#;

/// A name, what is replaced, and how each line begins that is told.
type Case<'c> = (&'c str, &'c [(&'c str, &'c str)], &'c [&'c str]);

fn parsed(text: &str) -> Spec {
    Spec::parse("spec.ron", text).unwrap_or_else(|error| panic!("{error}"))
}

fn lines(differences: &[Difference]) -> Vec<String> {
    differences.iter().map(Difference::to_string).collect()
}

/// What is told of a spec in which some texts are replaced.
fn changed(replaced: &[(&str, &str)]) -> Differences {
    let mut new = OLD.to_owned();
    for (old, by) in replaced {
        assert!(new.contains(old), "no `{old}`");
        new = new.replace(old, by);
    }
    Differences::between(&parsed(OLD), &parsed(&new))
}

#[test]
fn each_part_of_the_promise_has_its_direction() {
    let lifetime = ", lifetime: (epsilon: \"2\", delta: \"1e-8\")";
    #[rustfmt::skip] // one case a line
    let cases: [Case<'_>; 11] = [
        ("more epsilon", &[("epsilon: \"1\"", "epsilon: \"1.5\"")], &[
            r#"weaker: budget.epsilon: "1" → "1.5""#,
            "weaker: an attacker's best odds: ",
        ]),
        ("less epsilon", &[("epsilon: \"1\"", "epsilon: \"0.5\"")], &[
            r#"stronger: budget.epsilon: "1" → "0.5""#,
            "stronger: an attacker's best odds: ",
        ]),
        ("more delta", &[("delta: \"1e-9\"", "delta: \"1e-6\"")], &[
            r#"weaker: budget.delta: "1e-9" → "0.000001""#,
            "weaker: an attacker's best odds: ",
        ]),
        ("more in all", &[("epsilon: \"2\"", "epsilon: \"3\"")], &[r#"weaker: budget.lifetime.epsilon: "2" → "3""#]),
        ("less delta in all", &[("delta: \"1e-8\"", "delta: \"1e-9\"")], &[r#"stronger: budget.lifetime.delta: "1e-8" → "1e-9""#]),
        ("no lifetime", &[(lifetime, "")], &[r#"weaker: budget.lifetime: (epsilon: "2", delta: "1e-8") → None"#]),
        ("rows instead of persons", &[("Person(id: \"p\", rows: 1)", "Row")], &[
            r#"weaker: unit: Person(id: "p", rows: 1, missing: None) → Row"#,
            "stronger: unprotected: removed that every id in `p` names one person for sure",
        ]),
        ("more rows of a person", &[("rows: 1", "rows: 3")], &["unit.rows: 1 → 3"]),
        ("another record before", &[(lifetime, &format!("{lifetime}, previous: [\"{}\"]", "a".repeat(64)))], &["budget.previous: added \"aaa"]),
        ("a value may stop it", &[("outside: Null", "outside: Fail")], &["weaker: unprotected: added that every value of `sex` lies in its domain"]),
        ("the size is public", &[("AddRemove", "Replace")], &[
            "adjacency: AddRemove → Replace",
            "weaker: unprotected: added that every row has an id in `p`, and no two rows the same",
            "weaker: unprotected: added the number of rows, which is public",
        ]),
    ];
    for (label, replaced, expected) in cases {
        let found = changed(replaced);
        let told = lines(&found.promise);
        let agrees = |(told, expected): (&String, &&str)| told.starts_with(*expected);
        assert_eq!(told.len(), expected.len(), "case `{label}`: {told:?}");
        assert!(
            told.iter().zip(expected).all(agrees),
            "case `{label}`: {told:?}"
        );
        assert!(
            found
                .promise_is_now
                .is_some_and(|now| now.contains("Protected: ")),
            "case `{label}`"
        );
    }
}

/// The record names all columns of a policy in one sentence; a column more leaves the others as they were.
#[test]
fn a_fact_more_is_one_fact() {
    let both = OLD.replace("missing: [\"\"], outside: Null", "outside: Fail");
    let all = both.replace("missing: [\"\"], outside: Clamp", "outside: Fail");
    let found = Differences::between(&parsed(&both), &parsed(&all));
    assert_eq!(
        lines(&found.promise),
        ["weaker: unprotected: added that every value of `age` lies in its domain (`Fail`)"]
    );
}

/// From `privet check` of both specs, whose figures are tested beside the promise.
#[test]
fn odds_are_those_of_the_promise() {
    let found = changed(&[
        ("epsilon: \"1\"", "epsilon: \"2\""),
        (
            "epsilon: \"2\", delta: \"1e-8\"",
            "epsilon: \"3\", delta: \"1e-8\"",
        ),
    ]);
    let odds = found.promise.last().map(Difference::to_string);
    let expected = "weaker: an attacker's best odds: 73.2 %, with Gaussian noise 53.7 % → 88.1 %, with Gaussian noise 57.0 %";
    assert_eq!(odds.as_deref(), Some(expected));
    // Of two guesses that are not the same nothing is told.
    let found = changed(&[
        ("epsilon: \"1\"", "epsilon: \"0.5\""),
        ("Person(id: \"p\", rows: 1)", "Row"),
    ]);
    let odds = found.promise.last().unwrap();
    assert!(
        odds.path.contains("odds") && odds.privacy.is_none(),
        "{odds}"
    );
}

#[test]
fn nothing_else_is_taken_for_the_promise() {
    #[rustfmt::skip] // one case a line
    let cases: [Case<'_>; 6] = [
        ("nothing", &[], &[]),
        ("a default that is written", &[("mechanism: PrivBayes()", "mechanism: PrivBayes(theta: \"4\")")], &[]),
        ("a parameter", &[("mechanism: PrivBayes()", "mechanism: PrivBayes(theta: \"5\")")], &[r#"mechanism.theta: "4" → "5""#]),
        ("shares", &[("delta: \"1e-9\"", "delta: \"1e-9\", shares: (structure: \"0.2\", size: \"0.01\", tables: \"0.79\")")], &[
            r#"budget.shares.structure: "0.19" → "0.2""#,
            r#"budget.shares.tables: "0.8" → "0.79""#,
        ]),
        ("a label", &[("\"M\"", "\"M\", \"X\"")], &[r#"schema."sex".kind: added "X""#]),
        ("another mechanism", &[("mechanism: PrivBayes()", "mechanism: Independent()")], &[
            r#"budget.shares.structure: "0.19" → None"#,
            r#"budget.shares.tables: "0.8" → "0.99""#,
            r#"mechanism: PrivBayes(theta: "4", "#,
        ]),
    ];
    for (label, replaced, expected) in cases {
        let found = changed(replaced);
        let told = lines(&found.elsewhere);
        let agrees = |(told, expected): (&String, &&str)| told.starts_with(*expected);
        assert_eq!(told.len(), expected.len(), "case `{label}`: {told:?}");
        assert!(
            told.iter().zip(expected).all(agrees),
            "case `{label}`: {told:?}"
        );
        assert_eq!(found.promise, [], "case `{label}`");
        assert_eq!(found.promise_is_now, None, "case `{label}`");
        assert_eq!(found.is_empty(), expected.is_empty(), "case `{label}`");
        let text = found.to_string();
        assert!(
            text.starts_with("Nothing changed in the promise.\n"),
            "{text}"
        );
    }
}
