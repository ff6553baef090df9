//! Noisy tables with labels.

use std::collections::BTreeSet;

use privet_spec::MechanismName;
use serde_json::Value;

use super::{release_of, releases};
use crate::export::{Measured, Measurement};
use crate::noise::Noise;
use crate::public_model::Model;

type Change = fn(&mut Value);

fn labels(measurement: &Measurement) -> Vec<Vec<&str>> {
    let columns = measurement.columns.iter();
    let labels = columns.map(|column| column.labels.iter().map(String::as_str).collect());
    labels.collect()
}

/// Every table of every model has labels, and they are those of its counts.
#[test]
fn every_noisy_table_is_labelled() {
    let mut written = BTreeSet::new();
    let mut laws = BTreeSet::new();
    let mut parts = 0;
    for (label, made) in releases() {
        let model = &made.released.model;
        let all = model
            .measurements()
            .unwrap_or_else(|error| panic!("{label}: {error}"));
        let tables = all.iter().filter(|one| one.of == Measured::Table);
        assert_eq!(tables.count(), model.tables().len(), "{label}");
        for one in &all {
            let cells: usize = one
                .columns
                .iter()
                .map(|column| column.labels.len())
                .product();
            assert_eq!(cells, one.counts.len(), "{label}");
            assert!(one.noise.scale() > 0.0, "{label}");
            let written_of = |name: &String| one.columns.iter().any(|of| of.written == *name);
            assert!(one.left_out.iter().flatten().all(written_of), "{label}");
            let units = if one.left_out.is_empty() { 1 } else { cells };
            assert_eq!(one.units, units, "{label}");
            parts += one.left_out.len();
            laws.insert(one.noise.law());
            written.extend(one.columns.iter().map(|column| column.written.clone()));
            for (column, labels) in one.columns.iter().zip(labels(one)) {
                let distinct: BTreeSet<&str> = labels.iter().copied().collect();
                assert_eq!(distinct.len(), labels.len(), "{label}: {column:?}");
                let nulls = labels.iter().filter(|&&label| label == "(missing)").count();
                let is_coarse =
                    column.written.contains("level") || column.written.contains("digit");
                let may_be_null = ["b", "c"].contains(&column.attribute.as_str());
                assert!(
                    nulls == usize::from(may_be_null) || is_coarse,
                    "{label}: {column:?}"
                );
            }
        }
        let noisy = all.iter().filter(|one| one.of == Measured::Rows).count();
        assert_eq!(noisy, usize::from(label.contains("AddRemove")), "{label}");
        let grids = all.iter().filter(|one| one.of == Measured::Grid).count();
        assert_eq!(
            grids,
            model
                .inside()
                .found
                .iter()
                .map(|one| one.levels.len())
                .sum::<usize>()
        );
        let is_smoothed = label.starts_with("Smoothed");
        assert_eq!(model.tables().is_empty(), is_smoothed, "{label}");
    }
    assert_eq!(laws, BTreeSet::from(["Gaussian", "Laplace"]));
    assert!(parts > 0, "no table of which parts were left out");
    let coarse = [
        "b (level 1)",
        "c (level 1)",
        "c (grid)",
        "c (grid, level 1)",
        "b, digit 1",
    ];
    for name in coarse {
        assert!(written.contains(name), "{name} is not among {written:?}");
    }
}

/// The labels of columns without coarser levels are those of the spec, in its order, and counts are what the file has.
#[test]
fn labels_are_those_of_the_spec() {
    let made = release_of("Independent");
    let all = made.released.model.measurements().unwrap();
    let [rows, flag, letter, number, fourth, last] = all.as_slice() else {
        panic!("{all:?}");
    };
    assert!(rows.columns.is_empty() && rows.counts == [made.released.model.rows()]);
    assert_eq!(labels(flag), [["false", "true"]]);
    assert_eq!(labels(letter), [["x", "y", "z", "(missing)"]]);
    assert_eq!(labels(number)[0][..2], ["[0, 500)", "[500, 1000)"]);
    assert_eq!(labels(number)[0][19..], ["[9500, 9999]", "(missing)"]);
    assert_eq!((fourth.counts.len(), last.counts.len()), (4, 2));
    let file = made.released.model.to_json().unwrap();
    let measured: Vec<i64> = serde_json::from_value(file["tables"][1]["measured"].clone()).unwrap();
    assert_eq!(letter.counts, measured);
    let Noise::Gaussian { sigma } = letter.noise else {
        panic!()
    };
    let exact = &file["tables"][1]["sigma"];
    let exponent = i32::try_from(exact["exponent"].as_i64().unwrap()).unwrap();
    let expected = exact["mantissa"].as_f64().unwrap() * f64::from(exponent).exp2();
    assert!(
        (sigma / expected - 1.0).abs() < 1e-12,
        "{sigma}, not {expected}"
    );
}

/// A model file may say anything.
#[test]
fn what_no_release_has_written_is_refused() {
    let made = release_of("PrivBayes(), AddRemove, false");
    let model = &made.released.model;
    let pair = |file: &Value| {
        let tables = file["tables"].as_array().unwrap().iter();
        let several = |table: &Value| table["columns"].as_array().unwrap().len() > 1;
        tables.clone().position(several).unwrap()
    };
    let changes: [(&str, Change, &str); 5] = [
        (
            "fewer counts",
            |table| {
                table["measured"].as_array_mut().unwrap().pop();
            },
            "fewer counts",
        ),
        (
            "another column",
            |table| table["columns"][0][0] = "q".into(),
            "unknown columns",
        ),
        (
            "another level",
            |table| table["columns"][0][1] = 9.into(),
            "unknown columns",
        ),
        (
            "another order",
            |table| table["columns"].as_array_mut().unwrap().reverse(),
            "unknown columns",
        ),
        (
            "no noise",
            |table| table["sigma"]["mantissa"] = 0.into(),
            "out of range",
        ),
    ];
    for (case, change, expected) in changes {
        let mut file = model.to_json().unwrap();
        let place = pair(&file);
        change(&mut file["tables"][place]);
        let changed = model.with_content(file).unwrap();
        let refused = changed.measurements().unwrap_err().to_string();
        assert!(refused.contains(expected), "case `{case}`: {refused}");
        assert!(changed.labelled().is_err(), "case `{case}`");
    }
}

/// Of a model by another mechanism than its spec's nothing is told.
#[test]
fn the_mechanism_is_that_of_the_spec() {
    let made = release_of("Independent");
    let text = made.released.model.to_text().unwrap();
    let other = text.replace("mechanism: Independent()", "mechanism: PrivMrf()");
    assert_ne!(text, other);
    let model = Model::parse("model.ron", &other).unwrap();
    assert_eq!(
        model.mechanism(),
        MechanismName::from_word("Independent").unwrap()
    );
    let refused = model.measurements().unwrap_err().to_string();
    assert!(refused.contains("its spec chooses `PrivMrf`"), "{refused}");
}
