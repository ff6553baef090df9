//! `privet sample --where` and `--given`: rows on request.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::common::Run;
use crate::common::desk::{Desk, Dice, assert_refused, spec_of};

/// A model that `release` made once of a fictitious table; it stays as it is.
const GOLDEN: &str = include_str!("golden/model.ron");

const AGE: usize = 1;
const SEX: usize = 2;
const REGION: usize = 3;
const SMOKES: usize = 4;
const BMI: usize = 5;
const VISIT: usize = 6;
const JOB: usize = 7;

fn golden() -> Desk {
    let desk = Desk::new();
    desk.write("model.ron", GOLDEN);
    desk
}

/// Rows that meet conditions.
fn sample(desk: &Desk, rows: &str, conditions: &[&str], more: &[&str]) -> Vec<Vec<String>> {
    let run = run(desk, rows, conditions, more);
    assert_eq!(run.code, Some(0), "{conditions:?}: {}", run.err);
    desk.write("rows.csv", run.out);
    desk.table("rows.csv").1
}

fn run(desk: &Desk, rows: &str, conditions: &[&str], more: &[&str]) -> Run {
    let mut args = vec!["sample", "model.ron", "--seed", "5", "--rows", rows];
    for condition in conditions {
        args.extend(["--where", condition]);
    }
    args.extend(more);
    desk.run(&args)
}

/// Completes the rows of `partial.csv`.
fn complete(desk: &Desk, more: &[&str]) -> Run {
    let given = ["sample", "model.ron", "--given", "partial.csv"];
    desk.run(&[&given, more].concat())
}

fn number(field: &str) -> f64 {
    field.parse().unwrap_or(f64::NAN)
}

type Test = fn(&[String]) -> bool;

#[test]
fn every_row_meets_the_conditions() {
    let desk = golden();
    let cases: &[(&[&str], Test)] = &[
        (&["region = S1"], |row| row[REGION] == "S1"),
        (&["region=north"], |row| row[REGION] != "S1"),
        (&["region = N1, S1"], |row| row[REGION] != "N2"),
        (&["region != north"], |row| row[REGION] == "S1"),
        (&["sex = missing"], |row| row[SEX].is_empty()),
        // Everything else, and that is missing values too.
        (&["sex != F", "sex != M"], |row| row[SEX].is_empty()),
        (&["smokes = yes", "age < 30"], |row| {
            row[SMOKES] == "yes" && number(&row[AGE]) < 30.0
        }),
        // Inside of the bin [60, 65).
        (&["age >= 62"], |row| number(&row[AGE]) >= 62.0),
        (&["age > 61", "age <= 63"], |row| {
            ["62", "63"].contains(&row[AGE].as_str())
        }),
        (&["age = 62, 17"], |row| {
            ["62", "17"].contains(&row[AGE].as_str())
        }),
        (&["age = [20, 25)"], |row| {
            (20.0..25.0).contains(&number(&row[AGE]))
        }),
        (&["bmi < 22.25"], |row| number(&row[BMI]) <= 22.2),
        (&["bmi >= 22.25"], |row| number(&row[BMI]) >= 22.3),
        (&["visit > 2025-03-30", "visit <= 2025-04-01"], |row| {
            ["2025-03-31", "2025-04-01"].contains(&row[VISIT].as_str())
        }),
        (&["job = office, or shop"], |row| {
            row[JOB] == "office, or shop"
        }),
        (&["job = \"office, or shop\", farm"], |row| {
            ["office, or shop", "farm"].contains(&row[JOB].as_str())
        }),
    ];
    for (conditions, is_met) in cases {
        let rows = sample(&desk, "300", conditions, &[]);
        assert_eq!(rows.len(), 300, "{conditions:?}");
        for row in &rows {
            assert!(is_met(row), "{conditions:?}: {row:?}");
        }
    }
    // Numbers that are meant all come up.
    let ages = sample(&desk, "300", &["age > 61", "age <= 63"], &[]);
    let sixty_two = ages.iter().filter(|row| row[AGE] == "62").count();
    assert!((100..200).contains(&sixty_two), "{sixty_two}");
}

#[test]
fn a_seed_gives_the_same_rows_and_none_is_asked_for_in_vain() {
    let desk = golden();
    let conditions = ["region = north", "age >= 62"];
    let once = sample(&desk, "200", &conditions, &[]);
    assert_eq!(once, sample(&desk, "200", &conditions, &[]));
    assert!(sample(&desk, "0", &conditions, &[]).is_empty());
}

/// Conditioning and rejection are two ways to one law.
#[test]
fn conditioning_gives_the_rows_that_rejection_leaves() {
    let desk = golden();
    let conditions = ["region = north", "age >= 62", "smokes = no"];
    let tell = |more: &[&str]| {
        let mut counts: BTreeMap<String, f64> = BTreeMap::new();
        for row in sample(&desk, "20000", &conditions, more) {
            // By bins of five years: of the first one a part is meant.
            let bin = (number(&row[AGE]) / 5.0).floor();
            let cell = format!("{bin}|{}|{}", row[REGION], row[JOB]);
            *counts.entry(cell).or_default() += 1.0;
        }
        counts
    };
    let (conditioned, rejected) = (tell(&[]), tell(&["--reject"]));
    let mut statistic = 0.0;
    let mut cells = 0.0;
    for cell in conditioned.keys().chain(rejected.keys()) {
        let of = |counts: &BTreeMap<String, f64>| counts.get(cell).copied().unwrap_or(0.0);
        let (one, other) = (of(&conditioned), of(&rejected));
        // Cells of both stand in the list twice.
        let times = if one > 0.0 && other > 0.0 { 2.0 } else { 1.0 };
        statistic += (one - other).powi(2) / (one + other) / times;
        cells += 1.0 / times;
    }
    // With k degrees of freedom, 20 or more, χ² is above k + 11·√k less than once in a million times (scipy.stats.chi2.sf).
    assert!(cells > 20.0, "{cells}");
    assert!(
        statistic < cells + 11.0 * cells.sqrt(),
        "{statistic} of {cells}"
    );
}

#[test]
fn conditions_that_mean_nothing_are_refused() {
    let desk = golden();
    for (condition, fragments) in [
        ("regoin = S1", &["no column `regoin`", "`region`"][..]),
        ("region = nroth", &["no value `nroth`", "`north`"]),
        ("job = offise, farm", &["no value `offise`"]),
        ("smokes = 7", &["`no`, `yes`"]),
        ("age = 200", &["from 0 to 99"]),
        ("age >= old", &["no value `old`", "from 0 to 99"]),
        ("age = 17.5", &["no value `17.5`"]),
        ("visit < 2025-13-01", &["from 2025-01-01 to 2025-12-31"]),
        ("region < S1", &["no order", "= or !="]),
        ("region = missing", &["ever missing"]),
        ("number = P1", &["generated"]),
        ("age", &["no operator", "'age >= 60'"]),
    ] {
        let run = run(&desk, "3", &[condition], &[]);
        assert_refused(&run, fragments, condition);
        assert!(run.err.contains("--where '"), "{condition}: {}", run.err);
    }
    for conditions in [&["age > 99"][..], &["region = S1", "region = north"]] {
        let run = run(&desk, "3", conditions, &[]);
        assert_refused(&run, &["probability is zero"], conditions[0]);
    }
}

#[test]
fn where_memory_is_short_rejection_is_offered() {
    let desk = golden();
    let conditions = ["region = north", "age >= 62"];
    let run = run(&desk, "40", &conditions, &["--max-cells", "5"]);
    let offer = ["at most 5 are allowed", "--reject", "in all"];
    assert_refused(&run, &offer, "few cells");
    let rows = sample(&desk, "40", &conditions, &["--max-cells", "5", "--reject"]);
    assert_eq!(rows.len(), 40);
    for row in &rows {
        assert!(row[REGION] != "S1" && number(&row[AGE]) >= 62.0, "{row:?}");
    }
    // Rows that go back and try again follow no law.
    let output = "PrivBayes(),\\n    output: (sampling: Inconsistent),\\n)";
    desk.write("model.ron", GOLDEN.replace("PrivBayes(),\\n)", output));
    let run = self::run(&desk, "40", &conditions, &[]);
    assert_refused(&run, &["Inconsistent", "--reject"], "inconsistent");
    assert_eq!(sample(&desk, "40", &conditions, &["--reject"]).len(), 40);
}

#[test]
fn given_fields_are_kept_and_the_others_filled() {
    let desk = golden();
    let partial = "sex,age,bmi,job,number\n\
                   F,62,,,\n\
                   ,+62.0,22.25,\"office, or shop\",mine\n\
                   NA,NA,,farm,\n\
                   ,,,,\n\
                   F,62,,,\n";
    desk.write("partial.csv", partial);
    let run = complete(&desk, &["--out", "all.csv", "--seed", "3"]);
    assert_eq!((run.code, run.out.as_str()), (Some(0), ""), "{}", run.err);
    assert!(run.err.contains("5 rows are completed"), "{}", run.err);
    assert!(run.err.contains("as private as the file"), "{}", run.err);
    let (header, rows) = desk.table("all.csv");
    let expected = [
        "number", "age", "sex", "region", "smokes", "bmi", "visit", "job",
    ];
    assert_eq!(header, expected);
    assert_eq!(rows.len(), 5);
    assert_eq!((rows[0][AGE].as_str(), rows[0][SEX].as_str()), ("62", "F"));
    assert_eq!(rows[0][0], "P1");
    let second = [0, AGE, BMI, JOB].map(|column| rows[1][column].as_str());
    assert_eq!(second, ["mine", "+62.0", "22.25", "office, or shop"]);
    let third = [AGE, SEX, JOB].map(|column| rows[2][column].as_str());
    assert_eq!(third, ["NA", "NA", "farm"]);
    for row in &rows {
        assert!(
            ["N1", "N2", "S1"].contains(&row[REGION].as_str()),
            "{row:?}"
        );
        assert!(row[VISIT].starts_with("2025-"), "{row:?}");
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = desk.path("all.csv").metadata().unwrap().permissions();
        assert_eq!(mode.mode() & 0o777, 0o600);
    }
    assert_eq!(desk.names("."), ["all.csv", "model.ron", "partial.csv"]);
}

/// Many rows with the same fields are drawn together, by the law of such rows.
#[test]
fn completed_rows_follow_the_model() {
    let desk = golden();
    desk.write("partial.csv", format!("region\n{}", "S1\n".repeat(10_000)));
    let more = ["--seed", "1", "--out", "all.csv", "--where", "age >= 62"];
    let run = complete(&desk, &more);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let (_, rows) = desk.table("all.csv");
    assert!(
        rows.iter()
            .all(|row| row[REGION] == "S1" && number(&row[AGE]) >= 62.0)
    );
    let other = sample(&desk, "10000", &["region = S1", "age >= 62"], &[]);
    let smokers = |rows: &[Vec<String>]| rows.iter().filter(|row| row[SMOKES] == "yes").count();
    // Both are dealt, so that they are nearer than chance alone would have them.
    assert!(smokers(&rows).abs_diff(smokers(&other)) < 100);
    assert!(smokers(&rows) > 5_000, "60 % of them smoke");
}

#[test]
fn private_rows_are_refused_without_a_word_of_them() {
    let desk = golden();
    for (case, partial, more, fragments) in [
        (
            "a column",
            "aeg\n17\n",
            &[][..],
            &["partial.csv:1", "column 1", "`age`"][..],
        ),
        (
            "outside",
            "age,sex\n17,F\n777,F\n",
            &[],
            &["partial.csv:3", "`age`"],
        ),
        (
            "a label",
            "age,sex\n,Secret\n",
            &[],
            &["partial.csv:2", "`sex`"],
        ),
        (
            "too short",
            "age,sex\n17\n",
            &[],
            &["partial.csv:2", "1 fields"],
        ),
        (
            "not meant",
            "age\n61\n",
            &["--where", "age >= 62"],
            &["partial.csv:2", "`age`", "`--where`"],
        ),
        (
            "probability zero",
            "region\nS1\nN1\n",
            &["--where", "region = S1"],
            &["partial.csv:3", "probability is zero"],
        ),
        (
            "few cells",
            "region\nS1\n",
            &["--max-cells", "5"],
            &["at most 5", "--max-cells"],
        ),
    ] {
        desk.write("partial.csv", partial);
        let run = complete(&desk, &[&["--out", "all.csv"], more].concat());
        assert_refused(&run, fragments, case);
        for secret in ["777", "Secret"] {
            assert!(!run.err.contains(secret), "{case}: {}", run.err);
        }
    }
    assert_eq!(desk.names("."), ["model.ron", "partial.csv"]);
    // It would be private, and anybody can read what is printed.
    let run = complete(&desk, &[]);
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("--out"), "{}", run.err);
}

/// Rows of a release with rules keep them under any condition, and completed ones too. The rows that are asked for are
/// dozens in the table, and noise at this budget is below one row.
#[test]
fn rows_on_request_keep_the_rules() {
    let schema = r#"(name: "opened", kind: Integer(min: 0, max: 199, bin: 20)),
        (name: "closed", kind: Integer(min: 0, max: 199, bin: 25), missing: [""]),
        (name: "sex", kind: Categorical(["F", "M"])),
        (name: "pregnant", kind: Boolean(no: "no", yes: "yes")),
        (name: "zip", kind: Categorical(["10115", "10117", "20095"])),
        (name: "city", kind: Categorical(["Berlin", "Hamburg"]))"#;
    let rules = r#"mechanism: PrivMrf(), rules: [
            AtMost("opened", "closed"),
            Impossible({"sex": ["M"], "pregnant": ["yes"]}),
            Determines("zip", "city", {"10115": "Berlin", "10117": "Berlin", "20095": "Hamburg"}),
        ],"#;
    let spec = spec_of(schema)
        .replace("mechanism: PrivBayes(),", rules)
        .replace("epsilon: \"1\"", "epsilon: \"100\"");
    let mut dice = Dice(9);
    let mut table = "opened,closed,sex,pregnant,zip\n".to_owned();
    for _ in 0..3_000 {
        let mut below = |bound: u64| dice.bits() % bound;
        let opened = below(200);
        let closed = (below(4) > 0).then(|| (opened + below(200 - opened)).to_string());
        let (sex, pregnant) =
            [("M", "no"), ("F", "no"), ("F", "yes")][usize::try_from(below(3)).unwrap()];
        let zip = ["10115", "10117", "20095"][usize::try_from(below(3)).unwrap()];
        let closed = closed.unwrap_or_default();
        let _ = writeln!(table, "{opened},{closed},{sex},{pregnant},{zip}");
    }
    let desk = Desk::with(&spec, table);
    desk.release("out", &[]);
    desk.write("model.ron", desk.bytes("out/model.ron"));
    let expect_kept = |rows: &[Vec<String>], case: &str| {
        for row in rows {
            let [opened, closed, sex, pregnant, zip, city] =
                [0, 1, 2, 3, 4, 5].map(|c| row[c].as_str());
            let in_order = closed.is_empty() || number(opened) <= number(closed);
            assert!(
                in_order && (sex, pregnant) != ("M", "yes"),
                "{case}: {row:?}"
            );
            assert_eq!(city == "Berlin", zip.starts_with('1'), "{case}: {row:?}");
        }
    };
    let cases: &[(&[&str], Test)] = &[
        (&["closed < 50"], |row| number(&row[1]) < 50.0),
        (&["opened >= 180", "closed != missing"], |row| {
            number(&row[1]) >= 180.0
        }),
        (&["pregnant = yes"], |row| row[2] == "F"),
        (&["city = Berlin", "zip != 10115"], |row| row[4] == "10117"),
    ];
    for (conditions, is_met) in cases {
        let rows = sample(&desk, "2000", conditions, &[]);
        assert!(rows.iter().all(|row| is_met(row)), "{conditions:?}");
        expect_kept(&rows, conditions[0]);
    }
    let cut = run(&desk, "5", &["closed < 60"], &[]);
    assert_refused(&cut, &["`closed`", "[50, 75)", "50 and 75"], "a cut bin");
    let impossible = run(&desk, "5", &["sex = M", "pregnant = yes"], &[]);
    assert_refused(&impossible, &["probability is zero"], "a rule");

    let partial = "opened,closed,city\n199,,\n,0,\n37,41,Hamburg\n,,Berlin\n59,,\n";
    desk.write("partial.csv", partial.to_owned() + &"119,,\n".repeat(500));
    let run = complete(&desk, &["--out", "all.csv"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let (_, rows) = desk.table("all.csv");
    assert_eq!(rows.len(), 505);
    expect_kept(&rows, "completed");
    assert!(["", "199"].contains(&rows[0][1].as_str()), "{:?}", rows[0]);
    assert_eq!((rows[1][0].as_str(), rows[2][4].as_str()), ("0", "20095"));
    desk.write("partial.csv", "opened,closed\n17,18\n19,18\n");
    let refused = complete(&desk, &["--out", "more.csv"]);
    assert_refused(&refused, &["partial.csv:3", "probability is zero"], "order");
}
