//! `privet evaluate`: what it prints and writes, and what it refuses.
//!
//! The figures themselves are compared with an independent computation by `tests/evaluate/check.py`.

use std::fmt::Write as _;

use crate::common::desk::{Desk, assert_refused, evaluate_args, spec_of};
use serde_json::{Value, json};

const SCHEMA: &str = r#"(name: "city", kind: Categorical(["A", "B", "C"])),
        (name: "sex", kind: Categorical(["f", "m"]), missing: [""]),
        (name: "wage", kind: Integer(min: 0, max: 999, bin: 100), outside: Clamp, missing: ["NA"]),
        (name: "day", kind: Date(min: "2025-01-01", max: "2025-01-31"))"#;

/// The columns of NIST's regression score.
const REGRESSION: &str = r#"evaluation: (regression: (city: "city", sex: "sex", income: "wage"))"#;

/// A made-up table in which the city tells something of the wage.
fn table(rows: usize, seed: u64) -> String {
    let mut dice = crate::common::desk::Dice(seed);
    let mut text = String::from("city,sex,wage,day\n");
    for _ in 0..rows {
        let city = dice.below(3);
        let sex = ["f", "m", ""][dice.weighted([48, 48, 4])];
        let wage = 100 + 250 * city + dice.below(300);
        let wage = if dice.chance(5) {
            "NA".to_owned()
        } else {
            wage.to_string()
        };
        let letter = ["A", "B", "C"][usize::try_from(city).unwrap()];
        writeln!(
            text,
            "{letter},{sex},{wage},2025-01-{:02}",
            1 + dice.below(31)
        )
        .unwrap();
    }
    text
}

fn desk() -> Desk {
    let spec = spec_of(SCHEMA).replace("\n)\n", &format!("\n    {REGRESSION},\n)\n"));
    let desk = Desk::with(&spec, table(600, 1));
    desk.write("synthetic.csv", table(500, 2));
    desk
}

fn evaluate(desk: &Desk, more: &[&str]) -> String {
    desk.evaluate("synthetic.csv", more)
}

/// What can be computed without rounding is compared to the last bit.
fn number(value: &Value) -> f64 {
    value
        .as_f64()
        .unwrap_or_else(|| panic!("{value} is no number"))
}

#[test]
fn it_says_first_that_it_is_not_private() {
    let desk = desk();
    let out = evaluate(&desk, &["--json", "found.json", "--html", "found.html"]);
    assert!(out.starts_with("NOT differentially private"), "{out}");
    for part in [
        "Compared: 600 real rows with 500 synthetic ones, 4 columns; seed 7.",
        "Weakest columns:",
        "Weakest pairs:",
        "NIST 2018 scores",
        "  regression ",
        "Trained on synthetic rows, tested on real ones:",
        "Nearest real row:",
        "prove nothing about privacy",
        "Written: found.json",
        "Written: found.html",
    ] {
        assert!(out.contains(part), "`{part}` is not in\n{out}");
    }
    let found = desk.json("found.json");
    assert_eq!(found["privet_evaluation"], 1);
    assert_eq!(found["differentially_private"], false);
    assert!(found["notice"].as_str().unwrap().starts_with("NOT diff"));
    let digest = privet_spec::digest(&desk.bytes("spec.ron"));
    assert_eq!(found["run"]["spec_sha256"], digest.as_str());
    assert!(
        desk.text("found.html")
            .to_lowercase()
            .contains("not differentially private")
    );
}

/// Whoever may not see the data may not read the files.
#[cfg(unix)]
#[test]
fn files_are_the_users_own() {
    use std::os::unix::fs::PermissionsExt as _;
    let desk = desk();
    evaluate(&desk, &["--json", "found.json"]);
    let mode = std::fs::metadata(desk.path("found.json"))
        .unwrap()
        .permissions()
        .mode();
    assert_eq!(mode & 0o777, 0o600);
}

#[test]
fn a_table_is_like_itself() {
    let desk = desk();
    desk.write("synthetic.csv", table(600, 1));
    let out = evaluate(&desk, &["--json", "found.json", "--target", "all"]);
    assert!(out.contains("Nearly as good as a sample"), "{out}");
    let found = desk.json("found.json");
    assert_eq!(found["verdict"]["grade"], "like_a_sample");
    for ways in found["marginals"].as_array().unwrap() {
        assert_eq!(ways["mean"], json!(0.0));
        assert_eq!(ways["choice"], "all");
    }
    for column in found["columns"].as_array().unwrap() {
        assert_eq!(column["distance"], json!(0.0), "{column}");
    }
    let nist = &found["nist"];
    for score in ["clustering", "classification", "regression"] {
        assert!(
            (number(&nist[score]["score"]) - 1e6).abs() < 1e-6,
            "{score}"
        );
    }
    assert_eq!(
        found["dependence"]["real"],
        found["dependence"]["synthetic"]
    );
    assert_eq!(found["learning"]["targets"].as_array().unwrap().len(), 4);
}

/// Numbers are those of the fields, not of the bins that a release learns; days count from 1970.
#[test]
fn numbers_by_hand() {
    let desk = desk();
    desk.write(
        "table.csv",
        "city,sex,wage,day\nA,f,101,2025-01-01\nA,m,105,2025-01-02\nB,f,NA,2025-01-03\nB,m,-5,2025-01-06\n",
    );
    desk.write(
        "synthetic.csv",
        "city,sex,wage,day\nA,f,150,2025-01-01\nA,m,1500,2025-01-01\n",
    );
    evaluate(&desk, &["--json", "found.json"]);
    let found = desk.json("found.json");
    let (wage, day) = (&found["columns"][2], &found["columns"][3]);
    assert_eq!(
        (&wage["kind"], &day["kind"]),
        (&"numeric".into(), &"date".into())
    );
    let numbers = &wage["numbers"];
    // 101, 105 and 0, since `Clamp` takes −5 for the least value; 1500 is taken for 999.
    assert!((number(&numbers["real"]["mean"]) - 206.0 / 3.0).abs() < 1e-12);
    assert_eq!(numbers["real"]["missing"], 1);
    assert_eq!(numbers["synthetic"]["mean"], json!(574.5));
    assert_eq!(numbers["kolmogorov_smirnov"], json!(1.0));
    // Bins [0, 100), [100, 200), [900, 999] and missing: ½·(¼ + 0 + ½ + ¼).
    assert_eq!(wage["distance"], json!(0.5));
    // 20,089 is 2025-01-01.
    assert_eq!(day["numbers"]["real"]["mean"], json!(20_091.0));
}

/// A column that is right in its bins and wrong inside of them is named first, and no verdict hides it.
#[test]
fn bins_hide_nothing() {
    let schema = r#"(name: "price", kind: Real(min: "0", max: "560000", bins: 28, decimals: 0)),
        (name: "weight", kind: Integer(min: 0, max: 199, bin: 10)),
        (name: "day", kind: Date(min: "2025-01-01", max: "2025-02-28", bin: Months(1))),
        (name: "rare", kind: Boolean),
        (name: "sex", kind: Categorical(["f", "m"]))"#;
    let table = |seed: u64, is_real: bool| {
        let mut dice = crate::common::desk::Dice(seed);
        let mut text = String::from("price,weight,day,rare,sex\n");
        for row in 0..2000 {
            let (price, weight) = (dice.below(800), dice.below(200));
            // 2025-01-06 was a Monday.
            let monday = 6 + 7 * dice.below(3);
            let (price, weight, day) = if is_real {
                (price, weight - weight % 5, dice.below(5))
            } else {
                (25 * price, weight, dice.below(7))
            };
            let day = format!("2025-01-{:02}", monday + day);
            let sex = ["f", "m"][dice.weighted([50, 50])];
            writeln!(text, "{price},{weight},{day},{},{sex}", row == 0).unwrap();
        }
        text
    };
    let desk = Desk::with(&spec_of(schema), table(1, true));
    desk.write("synthetic.csv", table(2, false));
    let out = evaluate(&desk, &["--json", "found.json", "--html", "found.html"]);
    for part in [
        "Far from the real table in 2 of 5 columns. `price`: the distribution is off by 0.9",
        "  price: the distribution is off by 0.9",
        " weight: 100 % of real values end in 0 or 5, 2",
        " day: 0 % of real dates are Saturdays or Sundays, ",
    ] {
        assert!(out.contains(part), "`{part}` is not in\n{out}");
    }
    let found = desk.json("found.json");
    assert_eq!(found["verdict"]["grade"], "far");
    assert_eq!(
        found["verdict"]["weakest_columns"].as_array().unwrap()[..3],
        [0, 1, 2]
    );
    assert!(number(&found["columns"][0]["distance"]) < 0.02);
    let faults = found["columns"][0]["faults"].as_array().unwrap();
    assert_eq!(faults[0]["kind"], "distribution");
    assert_eq!(
        faults[0]["size"],
        found["columns"][0]["numbers"]["kolmogorov_smirnov"]
    );
    assert_eq!(found["columns"][2]["numbers"]["endings"]["of"], "weekday");
    // What nobody could predict better than by always saying no is no target unless it is named.
    let targets = |file: &str| -> Vec<Value> {
        let found = desk.json(file);
        let targets = found["learning"]["targets"].as_array().unwrap().iter();
        targets.map(|target| target["column"].clone()).collect()
    };
    let likely = targets("found.json");
    assert!(
        likely.contains(&json!(1)) && likely.contains(&json!(4)),
        "{out}"
    );
    assert!(!likely.contains(&json!(3)), "{out}");
    evaluate(&desk, &["--json", "named.json", "--target", "rare"]);
    assert_eq!(targets("named.json"), [3]);
}

#[test]
fn a_seed_gives_the_same_file() {
    let desk = desk();
    // Few enough marginals that some are left out.
    let run = |seed: &str, file: &str| {
        evaluate(
            &desk,
            &[
                "--json", file, "--seed", seed, "--ways", "3", "--count", "2",
            ],
        );
        desk.json(file)
    };
    let (first, again, other) = (run("1", "a.json"), run("1", "b.json"), run("2", "c.json"));
    assert_eq!(first, again);
    assert_ne!(first["nist"], other["nist"]);
    let three = &first["marginals"][2];
    assert_eq!(
        (&three["ways"], &three["choice"]),
        (&3.into(), &"sampled".into())
    );
    assert_eq!(
        (
            &three["possible"],
            three["marginals"].as_array().unwrap().len()
        ),
        (&4.into(), 2)
    );
}

#[test]
fn held_out_rows_and_targets() {
    let desk = desk();
    desk.write("apart.csv", table(200, 3));
    evaluate(
        &desk,
        &[
            "--json",
            "found.json",
            "--held-out",
            "apart.csv",
            "--target",
            "wage",
            "--target",
            "sex",
        ],
    );
    let found = desk.json("found.json");
    assert_eq!(found["neighbours"]["held_out"]["file"]["rows"], 200);
    assert_eq!(found["neighbours"]["reference_rows"], 600);
    let targets = found["learning"]["targets"].as_array().unwrap();
    let columns: Vec<_> = targets.iter().map(|target| &target["column"]).collect();
    assert_eq!(columns, [2, 1]);
    assert_eq!(targets[0]["test_rows"], 200);
    // The city says where the wage lies, in both tables.
    assert!(number(&targets[0]["synthetic"]["auc"]) > 0.9);
}

/// A release's own table is read as its output spells it, and each of its rows counts.
#[test]
fn what_a_release_writes_can_be_evaluated() {
    let desk = Desk::survey(400);
    let spec = desk.text("spec.ron");
    let output = "    output: (null: \"unknown\", delimiter: \";\"),\n)\n";
    desk.write(
        "spec.ron",
        spec.replace("PrivBayes(),\n)\n", &format!("PrivBayes(),\n{output}")),
    );
    desk.release("release", &["--quiet"]);
    let rows = desk.text("release/synthetic.csv").lines().count() - 1;
    desk.evaluate("release/synthetic.csv", &["--json", "found.json"]);
    let found = desk.json("found.json");
    assert_eq!(found["run"]["synthetic"]["rows"], rows);
    assert!(found["run"]["real"]["dropped"].as_u64().unwrap() > 0);
    assert_eq!(found["columns"].as_array().unwrap().len(), 7);
    assert!(number(&found["verdict"]["distance"]) < 0.9);
    // Divided otherwise, with the advice that helps.
    let text = desk.text("release/synthetic.csv").replace(';', "|");
    desk.write("changed.csv", text);
    let run = desk.run(&evaluate_args("changed.csv", &[]));
    let advice = "say `--synthetic-delimiter '|'` to `privet evaluate`";
    assert_refused(&run, &["changed.csv:1", advice], "another delimiter");
    desk.evaluate("changed.csv", &["--synthetic-delimiter", "|"]);
}

#[test]
fn tiny_tables() {
    for (case, schema, real, synthetic) in [
        (
            "one column, one row",
            r#"(name: "a", kind: Boolean)"#,
            "a\ntrue\n",
            "a\nfalse\n",
        ),
        (
            "one value",
            r#"(name: "a", kind: Categorical(["x"]))"#,
            "a\nx\nx\n",
            "a\nx\n",
        ),
        (
            "all missing",
            r#"(name: "a", kind: Integer(min: 0, max: 9), missing: [""]), (name: "b", kind: Boolean)"#,
            "a,b\n,true\n,false\n",
            "a,b\n,true\n",
        ),
    ] {
        let desk = Desk::with(&spec_of(schema), real);
        desk.write("synthetic.csv", synthetic);
        let out = evaluate(&desk, &["--json", "found.json", "--html", "found.html"]);
        assert!(
            out.starts_with("NOT differentially private"),
            "case `{case}`"
        );
        assert!(
            desk.json("found.json")["columns"][0]["numbers"].is_null(),
            "case `{case}`"
        );
    }
}

#[test]
#[allow(clippy::too_many_lines)] // one case after the other
fn refusals() {
    let desk = desk();
    desk.write("empty.csv", "city,sex,wage,day\n");
    desk.write("nothing.csv", "");
    desk.write("narrow.csv", "city,sex,day\nA,f,2025-01-01\n");
    desk.write(
        "odd.csv",
        "city,sex,wage,day\nA,f,1,2025-01-01\nSECRET,f,1,2025-01-01\n",
    );
    desk.write("there.json", "mine");
    let before = desk.names(".");
    for (case, more, fragments) in [
        (
            "no such file",
            ["--held-out", "none.csv"],
            &["none.csv", "cannot be read"][..],
        ),
        (
            "no rows",
            ["--held-out", "empty.csv"],
            &["empty.csv", "no rows that count"],
        ),
        (
            "no header",
            ["--held-out", "nothing.csv"],
            &["nothing.csv", "it has no header"],
        ),
        (
            "column missing",
            ["--held-out", "narrow.csv"],
            &["narrow.csv", "column `wage`"],
        ),
        (
            "value outside",
            ["--held-out", "odd.csv"],
            &["odd.csv:3", "column `city`"],
        ),
        (
            "unknown target",
            ["--target", "wages"],
            &["--target", "nearest name is `wage`"],
        ),
        (
            "file exists",
            ["--json", "there.json"],
            &["there.json", "it exists already"],
        ),
        (
            "page exists",
            ["--html", "there.json"],
            &["there.json", "it exists already"],
        ),
        (
            "no folder",
            ["--json", "no/found.json"],
            &["no/found.json", "create it first"],
        ),
        ("no ways", ["--ways", "0"], &["--ways", "from 1 to 8"]),
        (
            "too many ways",
            ["--ways", "2,9"],
            &["--ways", "marginals of 9 columns"],
        ),
        ("no marginals", ["--count", "0"], &["--count", "from 1 to"]),
        (
            "whole share",
            ["--share", "1"],
            &["--share", "1 is no share"],
        ),
        (
            "not a share",
            ["--share", "NaN"],
            &["--share", "NaN is no share"],
        ),
        (
            "standard input twice",
            ["--held-out", "-"],
            &["standard input can hold one table"],
        ),
        ("delimiter", ["--delimiter", "ab"], &["--delimiter"]),
    ] {
        let mut args = evaluate_args("synthetic.csv", &more);
        if case == "standard input twice" {
            args[4] = "-";
        }
        let run = desk.run(&args);
        assert_refused(&run, fragments, case);
        assert!(!run.err.contains("SECRET"), "case `{case}`:\n{}", run.err);
        assert_eq!(desk.names("."), before, "case `{case}`");
    }
    assert_eq!(desk.text("there.json"), "mine");
    // Of two files, none is left when one cannot be written.
    let both = |more: [&str; 4]| desk.run(&evaluate_args("synthetic.csv", &more));
    let run = both(["--json", "a.json", "--html", "no/b.html"]);
    assert_refused(&run, &["no/b.html"], "second file");
    assert_eq!(desk.names("."), before);
    let run = both(["--json", "a", "--html", "a"]);
    assert_refused(&run, &["--html", "one file"], "one file for both");
    assert_eq!(desk.names("."), before);
}
