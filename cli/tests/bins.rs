//! Columns of numbers and dates that declare no bins, end to end: what comes back, what was asked, and what a forger
//! cannot change.

use crate::common::desk::{Desk, Dice, assert_refused, resealed};
use serde_json::Value;

/// Two columns alike, one with gaps in it, and dates; beside one whose bins are declared.
fn spec(mechanism: &str, delta: &str, more: &str) -> String {
    format!(
        r#"Release(
    privet: 1,
    reviewed: true,
    unit: Row,
    adjacency: AddRemove,
    budget: (epsilon: "700"{delta}),
    schema: [
        (name: "price", kind: Real(min: "0", max: "100000000", decimals: 2)),
        (name: "again", kind: Real(min: "0", max: "100000000", decimals: 2)),
        (name: "height", kind: Integer(min: -100, max: 1000000), missing: ["NA"]),
        (name: "day", kind: Date(min: "1990-01-01", max: "2060-12-31")),
        (name: "age", kind: Integer(min: 0, max: 99, bin: 10){more}),
    ],
    mechanism: {mechanism},
)
"#
    )
}

/// Half of the prices are 0, a quarter 19.99, the others below 500; heights are −1 or even, between 150 and 198.
fn table(rows: usize) -> String {
    let mut dice = Dice(14);
    let rows = (0..rows).map(|_| {
        let spread = format!("{}.{:02}", dice.below(500), dice.below(100));
        let price = ["0.00", "19.99", &spread][dice.weighted([50, 25, 25])].to_owned();
        let even = (150 + 2 * dice.below(25)).to_string();
        let height = ["-1", "NA", &even][dice.weighted([10, 5, 85])].to_owned();
        let day = format!("2025-03-{:02}", 1 + dice.below(14));
        format!("{price},{price},{height},{day},{}\n", dice.below(100))
    });
    let header = "price,again,height,day,age\n".to_owned();
    [header].into_iter().chain(rows).collect()
}

/// Whether a row is one of those whose share is compared.
type Is<'a> = &'a dyn Fn(&[String]) -> bool;

const ROWS: usize = 4000;
const DELTA: &str = ", delta: \"1e-9\"";

/// At ε = 700 the noise of a count is a row or two.
#[test]
fn values_come_back_as_they_are() {
    for (mechanism, delta) in [
        ("PrivBayes()", DELTA),
        ("PrivMrf(max_cells: 20000)", DELTA),
        ("Independent()", DELTA),
        ("PrivBayesPure()", ""),
    ] {
        let desk = Desk::with(&spec(mechanism, delta, ""), table(ROWS));
        desk.release("out", &["--quiet", "--keep-seed", "seed"]);
        desk.assert_verifies("out", &["--data", "table.csv", "--seed-file", "seed"]);
        let (_, real) = desk.table("table.csv");
        let (_, rows) = desk.table("out/synthetic.csv");
        let share = |rows: &[Vec<String>], is: Is<'_>| {
            let count = rows.iter().filter(|row| is(row)).count();
            f64::from(u32::try_from(count).unwrap()) / f64::from(u32::try_from(rows.len()).unwrap())
        };
        let cases: [(&str, Is<'_>); 8] = [
            ("free", &|row| row[0] == "0.00"),
            ("19.99", &|row| row[0] == "19.99"),
            ("above all", &|row| row[0].len() > 6),
            ("no height", &|row| row[2] == "NA"),
            ("sentinel", &|row| row[2] == "-1"),
            ("odd height", &|row| {
                row[2] != "-1" && row[2].ends_with(['1', '3', '5', '7', '9'])
            }),
            ("other days", &|row| !row[3].starts_with("2025-03-")),
            ("late days", &|row| row[3].as_str() >= "2025-03-15"),
        ];
        for (label, is) in cases {
            let (real, made) = (share(&real, is), share(&rows, is));
            // Noise, and what is merged with a neighbour, move less than one row in fifty.
            assert!(
                (real - made).abs() < 0.02,
                "{mechanism}, {label}: {real} and {made}"
            );
        }
        // Two decimals each, as the spec says.
        let decimals = |row: &Vec<String>| row[0].split_once('.').map(|(_, behind)| behind.len());
        assert!(
            rows.iter().all(|row| decimals(row) == Some(2)),
            "{mechanism}"
        );
    }
}

/// Every level of every grid is a query of its own, before all others, and the ledger has them all.
#[test]
fn every_level_is_a_query() {
    let desk = Desk::with(&spec("PrivBayes()", DELTA, ""), table(200));
    let plan = desk.run(&["plan", "spec.ron", "--rows", "200", "--json"]);
    let plan: Value = serde_json::from_str(&plan.out).unwrap();
    assert_eq!(plan["bins"]["tables"], 16, "{}", plan["bins"]);
    desk.release("out", &["--quiet"]);
    let record = desk.json("out/record.json");
    let queries = record["queries"].as_array().unwrap();
    let of_grid = |query: &&Value| query["purpose"].as_str().unwrap().contains("grid");
    assert_eq!(queries.iter().filter(of_grid).count(), 16);
    assert!(queries.iter().take(16).all(|query| of_grid(&query)));
    let charge = |query: &Value| -> u128 {
        let units = &query["charge"]["mu_squared_units"];
        units
            .as_str()
            .map_or_else(|| units.to_string(), str::to_owned)
            .parse()
            .unwrap()
    };
    let sum: u128 = queries.iter().map(charge).sum();
    let spent = &record["spent"]["mu_squared_units"];
    let spent = spent
        .as_str()
        .map_or_else(|| spent.to_string(), str::to_owned);
    assert_eq!(spent, sum.to_string());
}

/// Two columns with the same values have noise of their own: it could be taken away otherwise.
#[test]
fn columns_alike_have_noise_of_their_own() {
    let text = spec("Independent()", DELTA, "").replace("700", "0.5");
    let desk = Desk::with(&text, table(200));
    desk.release("out", &["--quiet"]);
    let model = desk.text("out/model.ron");
    let measured: Vec<&str> = model.split("measured: [").skip(1).collect();
    let first = |place: usize| measured[place].split(']').next().unwrap();
    // Four levels a column. By chance they agree with probability below 10^−1000.
    for level in 0..4 {
        assert_ne!(first(level), first(4 + level), "level {level}");
    }
}

/// The forger makes all digests agree again.
#[test]
fn a_forger_cannot_change_bins() {
    let desk = Desk::with(&spec("Independent()", DELTA, ""), table(300));
    desk.release("out", &["--quiet"]);
    desk.assert_verifies("out", &[]);
    let model = desk.text("out/model.ron");
    let start = model.find("    inside: InsideFile(").unwrap();
    let end = model.find("    size: ").unwrap();
    let first_level = model[start..]
        .find("LevelFile(")
        .map(|at| start + at)
        .unwrap();
    let second_level = model[first_level + 1..]
        .find("LevelFile(")
        .map(|at| first_level + 1 + at)
        .unwrap();
    for (label, forged) in [
        ("no bins", format!("{}{}", &model[..start], &model[end..])),
        (
            "a level less",
            format!("{}{}", &model[..first_level], &model[second_level..]),
        ),
        (
            "another noise",
            model.replacen("mantissa: ", "mantissa: 1", 1),
        ),
        (
            "another column",
            model.replacen("column: \"again\"", "column: \"price\"", 1),
        ),
        (
            "nothing lies evenly",
            model.replacen("evenly: [\"age\"]", "evenly: []", 1),
        ),
    ] {
        assert_ne!(forged, model, "case `{label}`");
        let run = desk.verify_with_model(&forged);
        assert_eq!(run.code, Some(2), "case `{label}`: {}", run.out);
        assert!(
            run.err
                .contains("record.json: it cannot be rebuilt from the answers in model.ron")
                || run.err.contains("published answers give: `inside."),
            "case `{label}`: {}",
            run.err
        );
    }
}

/// A surplus count of a grid, which fits into what is left of the budget, is an answer that is in no model.
#[test]
fn a_forger_cannot_add_counts_of_a_grid() {
    let left = ", shares: (structure: \"0.2\", size: \"0.1\", tables: \"0.3\", bins: \"0.2\")";
    let without_structure = left.replace("structure: \"0.2\", ", "");
    for (mechanism, budget) in [
        ("PrivBayes()", format!("{DELTA}{left}")),
        (
            "PrivMrf(max_cells: 20000)",
            format!("{DELTA}{without_structure}"),
        ),
        ("Independent()", format!("{DELTA}{without_structure}")),
        ("PrivBayesPure()", left.to_owned()),
    ] {
        let desk = Desk::with(&spec(mechanism, &budget, ""), table(300));
        desk.release("out", &["--quiet"]);
        desk.assert_verifies("out", &[]);
        desk.copy("out", "forged");
        let record = with_surplus(&desk.text("out/record.json"));
        desk.write("forged/record.json", resealed(&record));
        let run = desk.verify("forged", &[]);
        assert_eq!(run.code, Some(2), "{mechanism}: {}", run.out);
        // The charge is right, and so is the sum: only the model and the rebuild speak against it.
        assert_eq!(
            run.err.matches("error").count(),
            2,
            "{mechanism}: {}",
            run.err
        );
        for told in ["they are not those of the tables in the model", "`queries["] {
            assert!(run.err.contains(told), "{mechanism}: {}", run.err);
        }
    }
}

/// The record with the first count of a grid once more behind all others, and what was spent with it.
fn with_surplus(record: &str) -> String {
    let json: Value = serde_json::from_str(record).unwrap();
    let queries = json["queries"].as_array().unwrap();
    let grids = queries.iter().filter(|query| {
        let purpose = query["purpose"].as_str().unwrap();
        purpose == "counts of a grid, to find bins"
    });
    let starts: Vec<usize> = record
        .match_indices("    {\n      \"purpose\": ")
        .map(|(at, _)| at)
        .collect();
    let (first, after) = (&record[starts[0]..starts[1]], starts[grids.count()]);
    let (units, number, bits) = match json["spent"].get("epsilon_units") {
        Some(_) => ("epsilon_units", "epsilon", 40),
        None => ("mu_squared_units", "mu_squared", 112),
    };
    let exact = |loss: &Value| -> u128 { loss[units].as_str().unwrap().parse().unwrap() };
    let sum = exact(&json["spent"]) + exact(&queries[0]["charge"]);
    #[allow(clippy::cast_precision_loss)]
    let for_people = Value::from(sum as f64 / 2.0_f64.powi(bits));
    let spent = record.find("\"spent\": {").unwrap();
    let end = spent + record[spent..].find('}').unwrap();
    let told =
        format!("\"spent\": {{\n    \"{units}\": \"{sum}\",\n    \"{number}\": {for_people}\n  ");
    let mut parts = [(after, after, first), (spent, end, told.as_str())];
    parts.sort_unstable();
    parts
        .iter()
        .rev()
        .fold(record.to_owned(), |text, (start, end, new)| {
            format!("{}{new}{}", &text[..*start], &text[*end..])
        })
}

/// What needs declared bins says so, and what to write.
#[test]
fn what_needs_declared_bins() {
    for (label, text, fragments) in [
        (
            "smoothed histogram",
            spec("SmoothedHistogram()", "", "").replace("AddRemove", "Replace"),
            ["SmoothedHistogram", "bins"],
        ),
        (
            "binary digits",
            spec("PrivBayesPure(encoding: Binary)", "", ""),
            ["Binary", "bins"],
        ),
        (
            "groups",
            spec("PrivBayes()", DELTA, "").replace(
                "missing: [\"NA\"])",
                "missing: [\"NA\"], hierarchy: Groups({\"a\": [\"1\"]}))",
            ),
            ["Groups", "edges"],
        ),
    ] {
        let desk = Desk::with(&text, table(10));
        let run = desk.run(&["check", "spec.ron"]);
        assert_refused(&run, &fragments, label);
    }
}
