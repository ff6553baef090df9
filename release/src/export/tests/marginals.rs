//! What models expect of some columns, against rows that are drawn from them.

#![allow(clippy::cast_precision_loss)] // numbers of rows

use std::collections::BTreeMap;

use privet_spec::{Attribute, Fit};

use super::{RULES, release_of, releases};
use crate::public_model::Model;
use crate::requests::Marginal;
use crate::watch::Silent;

/// Rows that are drawn of each model.
const ROWS: u32 = 20_000;

/// The codes of drawn rows, a column for each name of the release but that of the identifier.
fn drawn(model: &Model) -> BTreeMap<String, Vec<usize>> {
    let settled = model.settled(&model.spec().unwrap()).unwrap();
    let mut text = Vec::new();
    model.sample(ROWS, Some(5), &Silent, &mut text).unwrap();
    let mut reader = csv::Reader::from_reader(text.as_slice());
    let columns: Vec<&Attribute> = settled.plan.release.columns().collect();
    let mut codes: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for row in reader.records() {
        for (attribute, field) in columns.iter().zip(&row.unwrap()) {
            let code = match attribute.classify(field) {
                Fit::Inside(code) => usize::from(code),
                Fit::Missing(_) => attribute.size() as usize - 1,
                _ if attribute.is_identifier() => continue,
                other => panic!("{}: {field} is {other:?}", attribute.name()),
            };
            codes
                .entry(attribute.name().to_owned())
                .or_default()
                .push(code);
        }
    }
    codes
}

/// Counts of drawn rows are as far from what is expected of them as chance allows. By Bernstein's inequality a count of
/// variance v is farther from its mean than t = 11 + √(121 + 66·v) with probability below 2·e^(−33) < 10^−14, so that all
/// counts here, below 10^5, raise a false alarm with probability below 10^−9; and the seed is fixed. (Rows that are drawn
/// without replacement or lean towards their tables vary less.)
fn expect_like(marginal: &Marginal, drawn: &BTreeMap<String, Vec<usize>>, rows: i64, label: &str) {
    let sizes: Vec<usize> = marginal
        .columns
        .iter()
        .map(|one| one.labels.len())
        .collect();
    assert_eq!(
        sizes.iter().product::<usize>(),
        marginal.counts.len(),
        "{label}"
    );
    let sum: f64 = marginal.counts.iter().sum();
    let total = rows.max(0) as f64;
    assert!(
        (sum - total).abs() <= 1e-9 * total,
        "{label}: {sum}, not {total}"
    );
    let mut places = vec![0; ROWS as usize];
    for (column, size) in marginal.columns.iter().zip(&sizes) {
        for (place, code) in places.iter_mut().zip(&drawn[&column.name]) {
            *place = *place * size + code;
        }
    }
    let mut counts = vec![0_u32; marginal.counts.len()];
    for place in places {
        counts[place] += 1;
    }
    for (place, (&count, &expected)) in counts.iter().zip(&marginal.counts).enumerate() {
        let share = expected / total;
        let mean = f64::from(ROWS) * share;
        let most = 11.0 + (121.0 + 66.0 * mean * (1.0 - share)).sqrt();
        let names: Vec<&str> = marginal
            .columns
            .iter()
            .map(|one| one.name.as_str())
            .collect();
        assert!(
            (f64::from(count) - mean).abs() <= most,
            "{label}: {names:?} {place}: {count}, not {mean}"
        );
    }
}

#[test]
fn marginals_are_those_of_drawn_rows() {
    let mut compared = 0;
    for (label, made) in releases() {
        let model = &made.released.model;
        let alone = model.marginal(&["a"], &Silent);
        if label.starts_with("Smoothed") {
            let refused = alone.unwrap_err().to_string();
            assert!(refused.contains("leaves no model"), "{refused}");
            continue;
        }
        if let Err(error) = alone {
            assert!(
                error.to_string().contains("`encoding: Binary`"),
                "{label}: {error}"
            );
            assert!(label.starts_with("PrivBayesPure"), "{label}");
            continue;
        }
        let rows = drawn(model);
        for columns in [
            &["a"][..],
            &["b"],
            &["c"],
            &["d"],
            &["e"],
            &["a", "b"],
            &["c", "a"],
            &["b", "c"],
            &["d", "e"],
            &["e", "c"],
            &["a", "e"],
            &["e", "b", "a"],
            &["d", "a", "c"],
        ] {
            let marginal = model.marginal(columns, &Silent);
            let marginal = marginal.unwrap_or_else(|error| panic!("{label}: {columns:?}: {error}"));
            expect_like(&marginal, &rows, model.rows(), label);
            compared += 1;
        }
        if label.contains(RULES) {
            let ruled = model.marginal(&["a", "d"], &Silent).unwrap();
            assert!(
                ruled.counts[4].abs() < 1e-9,
                "{label}: what is impossible is expected"
            );
            let follows = model.marginal(&["d", "e"], &Silent).unwrap();
            let even: Vec<bool> = follows.counts.iter().map(|&count| count > 0.0).collect();
            // Of p, q, r, s in turn: odd, and even.
            assert_eq!(
                even,
                [false, true, true, false, false, true, true, false],
                "{label}"
            );
        }
    }
    assert!(compared >= 20 * 13, "{compared}");
}

/// The one-way law of `Independent` is its fitted table, and that of two columns the product.
#[test]
fn independent_columns_are_their_tables() {
    let made = release_of("Independent");
    let model = &made.released.model;
    let file = model.to_json().unwrap();
    let law = |place: usize| {
        let fitted: Vec<f64> =
            serde_json::from_value(file["tables"][place]["fitted"].clone()).unwrap();
        let sum: f64 = fitted.iter().sum();
        fitted
            .into_iter()
            .map(|cell| cell / sum)
            .collect::<Vec<f64>>()
    };
    let rows = model.rows() as f64;
    let close = |told: &[f64], expected: &[f64]| {
        assert_eq!(told.len(), expected.len());
        for (told, expected) in told.iter().zip(expected) {
            assert!(
                (told - rows * expected).abs() < 1e-6,
                "{told}, not {expected}"
            );
        }
    };
    let [b, d] = [law(1), law(3)];
    close(&model.marginal(&["b"], &Silent).unwrap().counts, &b);
    let pairs: Vec<f64> = d
        .iter()
        .flat_map(|d| b.iter().map(move |b| d * b))
        .collect();
    close(
        &model.marginal(&["d", "b"], &Silent).unwrap().counts,
        &pairs,
    );
}

#[test]
fn what_cannot_be_told_is_refused() {
    let made = release_of("PrivBayes()");
    let model = &made.released.model;
    for (case, columns, expected) in [
        ("none", &[][..], "name one column or more"),
        ("unknown", &["a", "bb"], "the nearest name is `b`"),
        ("far", &["quite another"], "its columns are `a`, `b`"),
        ("twice", &["a", "b", "a"], "`a` stands there twice"),
        ("identifier", &["n"], "the column is generated"),
    ] {
        let refused = model.marginal(columns, &Silent).unwrap_err().to_string();
        assert!(refused.contains(expected), "case `{case}`: {refused}");
    }
    let text = model.to_text().unwrap();
    let inconsistent = text.replace("rows: AsInput", "rows: Noisy");
    let inconsistent = inconsistent.replace("rows: Noisy", "rows: Noisy, sampling: Inconsistent");
    let inconsistent = Model::parse("model.ron", &inconsistent).unwrap();
    let refused = inconsistent
        .marginal(&["a"], &Silent)
        .unwrap_err()
        .to_string();
    assert!(
        refused.contains("follow no law") && refused.contains("draw rows"),
        "{refused}"
    );
}

/// Three columns of 128 values have 2^21 combinations.
#[test]
fn too_many_combinations_are_refused() {
    let schema =
        ["x", "y", "z"].map(|name| format!("(name: \"{name}\", kind: Integer(min: 0, max: 127))"));
    let spec = format!(
        "Release(privet: 1, reviewed: true, unit: Row, adjacency: AddRemove, budget: (epsilon: \"1\", delta: \"1e-6\"), \
         schema: [{}], mechanism: Independent())",
        schema.join(", ")
    );
    let spec = crate::spec::Spec::parse("spec.ron", spec).unwrap();
    let input = crate::table::Input::from_reader("t.csv", "x,y,z\n1,2,3\n".as_bytes());
    let made = crate::making::NewRelease::of(&spec, input)
        .into_memory()
        .unwrap();
    let model = &made.released.model;
    let told = model.marginal(&["z", "x"], &Silent).unwrap();
    assert_eq!(told.counts.len(), 1 << 14);
    let refused = model
        .marginal(&["x", "y", "z"], &Silent)
        .unwrap_err()
        .to_string();
    assert!(
        refused.contains("2097152") && refused.contains("fewer columns"),
        "{refused}"
    );
}
