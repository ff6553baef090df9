//! What rules say of codes and of rows.

use privet_spec::{Relation, Release, Rule};

use super::read;

/// Every row of codes that is possible, by its relations and by whether numbers exist that the judge lets pass.
fn rows(release: &Release) -> Vec<(Vec<u16>, bool, bool)> {
    let learned: Vec<_> = release.learned().collect();
    let relations = release.relations();
    let judge = release.judge();
    let mut rows = vec![Vec::new()];
    for attribute in &learned {
        let longer = rows.iter().flat_map(|row: &Vec<u16>| {
            (0..attribute.size()).map(|code| {
                let mut row = row.clone();
                row.push(u16::try_from(code).unwrap());
                row
            })
        });
        rows = longer.collect();
    }
    let by_relations = |row: &[u16]| {
        relations.iter().all(|relation: &Relation| {
            let codes: Vec<u16> = relation
                .attributes
                .iter()
                .map(|place| row[*place])
                .collect();
            relation.allows(&codes)
        })
    };
    let by_numbers = |row: &[u16]| {
        // Every combination of numbers inside of the bins.
        let mut numbers: Vec<Vec<Option<i64>>> = vec![Vec::new()];
        for (attribute, code) in learned.iter().zip(row) {
            let bins = attribute.kind().bins();
            let values: Vec<Option<i64>> = match bins.and_then(|bins| bins.values(*code)) {
                Some(values) => values.map(Some).collect(),
                None => vec![None],
            };
            let longer = numbers.iter().flat_map(|row| {
                values.iter().map(|value| {
                    let mut row = row.clone();
                    row.push(*value);
                    row
                })
            });
            numbers = longer.collect();
        }
        numbers
            .iter()
            .any(|numbers| judge.broken(row, |place| numbers[place]).next().is_none())
    };
    rows.into_iter()
        .map(|row| {
            let (one, other) = (by_relations(&row), by_numbers(&row));
            (row, one, other)
        })
        .collect()
}

/// What relations say of bins is what the rules say of some numbers in them: by trying all numbers.
#[test]
fn relations_say_what_numbers_do() {
    let age = |name: &str, kind: &str| format!("(name: \"{name}\", kind: {kind})");
    let bins = "Integer(min: 0, max: 7, bin: 3)";
    let nullable = |name: &str| format!("(name: \"{name}\", kind: {bins}, missing: [\"\"])");
    let abc = format!(
        "{}, {}, {}",
        age("a", bins),
        age("b", "Integer(min: 1, max: 8, bin: 2)"),
        age("c", "Integer(min: 0, max: 8, bin: 3)")
    );
    let with_null = format!("{}, {}, {}", nullable("a"), nullable("b"), nullable("c"));
    let labels = "(name: \"x\", kind: Categorical([\"p\", \"q\", \"r\"]), missing: [\"-\"]), (name: \"y\", kind: Boolean), \
                  (name: \"z\", kind: Integer(min: 0, max: 9, bin: 5))";
    for (label, attributes, rules) in [
        ("at most", abc.as_str(), "AtMost(\"a\", \"b\")"),
        ("below", &abc, "Below(\"a\", \"b\")"),
        (
            "a chain",
            &abc,
            "AtMost(\"a\", \"b\"), AtMost(\"b\", \"c\")",
        ),
        (
            "a strict chain",
            &abc,
            "Below(\"a\", \"b\"), Below(\"b\", \"c\")",
        ),
        (
            "against the order of the schema",
            &abc,
            "Below(\"c\", \"b\"), AtMost(\"b\", \"a\")",
        ),
        ("missing values", &with_null, "AtMost(\"a\", \"b\")"),
        (
            "a chain over missing values",
            &with_null,
            "Below(\"a\", \"b\"), Below(\"b\", \"c\")",
        ),
        (
            "a short way too",
            &with_null,
            "Below(\"a\", \"b\"), Below(\"b\", \"c\"), AtMost(\"a\", \"c\")",
        ),
        (
            "impossible",
            labels,
            "Impossible({\"x\": [\"p\", \"q\"], \"y\": [\"true\"], \"z\": [UpTo(6)]})",
        ),
        (
            "impossible while missing",
            labels,
            "Impossible({\"x\": [Null], \"z\": [7]})",
        ),
        (
            "implies",
            labels,
            "Implies(when: {\"z\": [UpTo(2)]}, then: {\"x\": [\"p\", \"-\"], \"y\": \"true\"})",
        ),
        (
            "implies of one column twice",
            labels,
            "Implies(when: {\"z\": [UpTo(7)], \"y\": \"true\"}, then: {\"z\": [From(3)]})",
        ),
        (
            "several",
            labels,
            "Impossible({\"x\": [\"p\"], \"y\": [\"true\"]}), Implies(when: {\"x\": \"q\"}, then: {\"z\": [3, 4]})",
        ),
    ] {
        let release = read(attributes, rules);
        let rows = rows(&release);
        for (row, by_relations, by_numbers) in &rows {
            assert_eq!(by_relations, by_numbers, "case `{label}`, row {row:?}");
        }
        assert!(
            rows.iter().any(|row| !row.1) && rows.iter().any(|row| row.1),
            "case `{label}`"
        );
        super::read_back(&release);
    }
}

/// A condition on a column that another determines is one on that other.
#[test]
fn conditions_on_determined_columns() {
    let release = read(
        "(name: \"city\", kind: Categorical([\"B\", \"H\"])), (name: \"zip\", kind: Categorical([\"1\", \"2\", \"3\"])), \
         (name: \"port\", kind: Boolean)",
        "Determines(\"zip\", \"city\", {\"1\": \"B\", \"2\": \"H\", \"3\": \"B\"}), \
         Impossible({\"city\": [\"B\"], \"port\": [\"true\"]})",
    );
    let [relation] = <[Relation; 1]>::try_from(release.relations()).unwrap();
    assert_eq!(relation.attributes, [0, 1]);
    assert_eq!(relation.classes, [vec![1, 0, 1], vec![0, 1]]);
    assert_eq!(relation.possible, [true, true, true, false]);
    assert_eq!(relation.rules, [1]);
    // As ordinary columns, all three are judged.
    let judge = release.for_comparison().judge();
    let broken = |codes: &[u16]| judge.broken(codes, |_| None).collect::<Vec<_>>();
    assert_eq!(broken(&[0, 0, 0]), [0_usize; 0]);
    assert_eq!(broken(&[1, 0, 0]), [0]);
    assert_eq!(broken(&[0, 1, 1]), [0, 1]);
    assert!(release.rules.list.iter().map(Rule::in_words).eq([
        "\"zip\" determines \"city\"",
        "never \"city\" is \"B\" and \"port\" is \"true\"",
    ]));
}
