//! Whatever spec is accepted, and whatever table it reads: its release succeeds. The way in which a release could fail
//! after it has paid, looked for at random.

use proptest::prelude::*;
use proptest::sample::select;

use super::artefacts::UnderWay;
use super::memory::Files;
use crate::keys::MasterSeed;
use crate::spec::Spec;
use crate::table::Input;
use crate::watch::Silent;

/// The kind of one attribute, and a field that it reads.
const KINDS: &[(&str, &str)] = &[
    ("Boolean", "true"),
    ("Categorical([\"x\"])", "x"),
    ("Categorical([\"x\", \"y\", \"z\"])", "y"),
    ("Integer(min: 0, max: 16)", "16"),
    ("Integer(min: 0, max: 299)", "7"),
    (
        "Integer(min: -500, max: 499, bin: 10), hierarchy: Auto(4)",
        "-500",
    ),
    ("Categorical([\"x\", \"y\"]), missing: [\"\"]", ""),
];

const MECHANISMS: &[&str] = &[
    "PrivBayes()",
    "PrivBayes(theta: \"0.01\", caution: \"0\")",
    "PrivBayes(estimator: Pgm, post: Normalize)",
    "PrivBayes(max_cells: 2)",
    "PrivBayes(assumed_rows: 4000000000)",
    "PrivMrf()",
    "PrivMrf(theta: \"0.01\", rare: \"0\", rounds: 40)",
    "PrivMrf(search: Graph, theta: \"0.1\")",
    "PrivMrf(anneal: false, repeats: false, weights: Equal)",
    "Independent()",
    "PrivBayesPure()",
    "PrivBayesPure(score: R, encoding: Vanilla, theta: \"0.01\")",
    "PrivBayesPure(selection: Exponential, assumed_rows: 4000000000)",
    "PrivBayesPure(score: I)",
    "PrivBayesPure(score: R, estimator: Pgm)",
    "SmoothedHistogram()",
];

fn budget() -> impl Strategy<Value = (String, String)> {
    let epsilon = select(vec!["0.000001", "0.001", "0.1", "1", "20", "700"]);
    let delta = select(vec!["1e-300", "1e-9", "0.4"]);
    let part = || select(vec!["1e-18", "0.000001", "0.01", "0.3"]);
    (epsilon, delta, part(), part(), part()).prop_map(
        |(epsilon, delta, structure, size, tables)| {
            let shares = format!("size: \"{size}\", tables: \"{tables}\"");
            let with_structure = format!("structure: \"{structure}\", {shares}");
            (
                format!("epsilon: \"{epsilon}\", delta: \"{delta}\", shares: (SHARES)")
                    .replace("SHARES", &with_structure),
                format!("epsilon: \"{epsilon}\", shares: ({with_structure})"),
            )
        },
    )
}

fn spec() -> impl Strategy<Value = (String, Vec<&'static str>)> {
    let unit = select(vec![
        "Row",
        "Person(id: \"who\", rows: 1)",
        "Person(id: \"who\", rows: 1000000)",
    ]);
    let kinds = proptest::collection::vec(select(KINDS), 1..6);
    let output = select(vec![
        "",
        ", sampling: WithReplacement",
        ", sampling: WithoutReplacement",
        ", sampling: Inconsistent",
    ]);
    let adjacency = select(vec!["AddRemove", "Replace"]);
    let parts = (unit, adjacency, budget(), select(MECHANISMS), kinds, output);
    parts.prop_map(
        |(unit, adjacency, (gaussian, pure), mechanism, kinds, output)| {
            let is_pure =
                mechanism.starts_with("PrivBayesPure") || mechanism.starts_with("Smoothed");
            let mut budget = if is_pure { pure } else { gaussian };
            if mechanism.starts_with("Smoothed") {
                budget.truncate(budget.find(", shares").unwrap_or(budget.len()));
            }
            if mechanism.starts_with("PrivMrf") || mechanism.starts_with("Independent") {
                let start = budget.find("structure").unwrap_or(0);
                let end = budget.find("size").unwrap_or(start);
                budget.replace_range(start..end, "");
            }
            let schema = kinds
                .iter()
                .enumerate()
                .map(|(place, (kind, _))| format!("(name: \"c{place}\", kind: {kind}), "));
            let text = format!(
                "Release(privet: 1, reviewed: true, unit: {unit}, adjacency: {adjacency}, \
             budget: ({budget}), schema: [{}], mechanism: {mechanism}, \
             output: (rows: Exactly(3){output}))",
                schema.collect::<String>()
            );
            (text, kinds.into_iter().map(|(_, field)| field).collect())
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn an_accepted_spec_releases((text, fields) in spec(), rows in 0_usize..40, seed in any::<u64>()) {
        let Ok(spec) = Spec::parse("spec.ron", text.clone()) else {
            return Ok(());
        };
        let names: Vec<String> = (0..fields.len()).map(|place| format!("c{place}")).collect();
        let line = |row: usize| format!("p{row},{}\n", fields.join(","));
        let table = format!("who,{}\n{}", names.join(","), (0..rows).map(line).collect::<String>());
        let seed = MasterSeed::from_hex(&format!("{seed:064x}")).unwrap();
        let under_way = UnderWay::new(&spec, &seed, &Silent);
        let data = under_way.read(Input::from_reader("t.csv", table.as_bytes())).unwrap();
        let mut files = Files::default();
        under_way.expect_room(&data, &mut files).unwrap();
        let written = under_way.write(data, &mut files);
        prop_assert!(written.is_ok(), "{:?}\n{text}", written.err().map(|error| error.to_string()));
    }
}
