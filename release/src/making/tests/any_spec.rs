//! Whatever spec is accepted, and whatever table it reads: its release succeeds. The way in which a release could fail
//! after it has paid, looked for at random.

use privet_spec::MechanismName;
use proptest::prelude::*;
use proptest::sample::select;

use super::{Parts, USUAL, release};
use crate::mechanisms::list::in_many_ways;
use crate::spec::Spec;

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
    ("Integer(min: -20000, max: 70000)", "-20000"),
    ("Integer(min: 0, max: 70000)", SPREAD),
    (
        "Real(min: \"0\", max: \"1\", decimals: 3), missing: [\"\"]",
        "",
    ),
];

/// Another number in each row, so that many bins are found.
const SPREAD: &str = "spread";

/// A spec by its parts, which may be refused, and a table for it.
#[derive(Clone, Debug)]
struct Case {
    unit: &'static str,
    adjacency: &'static str,
    epsilon: &'static str,
    delta: &'static str,
    /// Of structure, size, tables and finding bins; none for the defaults.
    shares: Option<[&'static str; 4]>,
    mechanism: String,
    kinds: Vec<(&'static str, &'static str)>,
    output: &'static str,
    rows: usize,
    seed: u64,
}

fn case() -> impl Strategy<Value = Case> {
    let mechanisms = MechanismName::ALL.iter().copied().flat_map(in_many_ways);
    let public = (
        select(vec![
            "Row",
            "Person(id: \"who\", rows: 1)",
            "Person(id: \"who\", rows: 1000)",
        ]),
        select(vec!["AddRemove", "Replace"]),
        select(vec!["0.001", "0.1", "1", "20", "700"]),
        select(vec!["1e-300", "1e-9", "0.4"]),
    );
    let part = || select(vec!["0.000001", "0.01", "0.3"]);
    // Often more than the others leave.
    let bins = select(vec!["0.01", "0.3", "0.95"]);
    let shares = proptest::option::of((part(), part(), part(), bins));
    let shares = shares.prop_map(|shares| shares.map(<[&str; 4]>::from));
    let output = select(vec![
        "rows: Exactly(3)",
        "rows: Exactly(3), sampling: WithReplacement",
        "rows: Exactly(3), sampling: WithoutReplacement",
        "rows: Exactly(3), sampling: Inconsistent",
        "",
    ]);
    let table = (
        proptest::collection::vec(select(KINDS), 1..6),
        0_usize..40,
        any::<u64>(),
    );
    let mechanism = select(mechanisms.collect::<Vec<_>>());
    (public, shares, mechanism, output, table).prop_map(
        |(public, shares, mechanism, output, (kinds, rows, seed))| Case {
            unit: public.0,
            adjacency: public.1,
            epsilon: public.2,
            delta: public.3,
            shares,
            mechanism,
            kinds,
            output,
            rows,
            seed,
        },
    )
}

impl Case {
    /// Nothing where it is refused. Mechanisms that do not know `structure` get the other shares, one that knows none gets
    /// none, and bins have a share where some are to be found.
    fn spec(&self) -> Option<Spec> {
        let column = |(place, (kind, _)): (usize, &(&str, &str))| {
            format!("(name: \"c{place}\", kind: {kind}), ")
        };
        let schema: String = self.kinds.iter().enumerate().map(column).collect();
        let shares = self.shares.map_or_else(
            || vec![String::new()],
            |[structure, size, tables, bins]| {
                let rest = format!("size: \"{size}\", tables: \"{tables}\"");
                let alone = format!("tables: \"{tables}\"");
                let all = format!("structure: \"{structure}\", {rest}");
                let public = format!("structure: \"{structure}\", {alone}");
                let with_bins = |shares: String| [format!("{shares}, bins: \"{bins}\""), shares];
                let written = [all, public, rest, alone].into_iter().flat_map(with_bins);
                written.chain([String::new()]).collect()
            },
        );
        shares.iter().find_map(|shares| {
            let parts = Parts {
                unit: self.unit,
                adjacency: self.adjacency,
                epsilon: self.epsilon,
                delta: self.delta,
                shares,
                schema: &schema,
                rules: "",
                mechanism: &self.mechanism,
                output: self.output,
            };
            let spec = parts.parse().ok()?;
            // A noisy number of rows in the millions is all right, and slow to write.
            let noise = spec.mechanism().size_noise(spec.plan().neighbours).ok()?;
            let noisy = self.output.is_empty() && noise.is_some_and(|noise| noise.scale > 100.0);
            (!noisy).then_some(spec)
        })
    }

    fn table(&self) -> String {
        let names: Vec<String> = (0..self.kinds.len())
            .map(|place| format!("c{place}"))
            .collect();
        let line = |row: usize| {
            let spread = (row * 1_700).to_string();
            let field = |field: &&'static str| match *field {
                SPREAD => spread.clone(),
                field => field.to_owned(),
            };
            let fields: Vec<String> = self.kinds.iter().map(|(_, one)| field(one)).collect();
            format!("p{row},{}\n", fields.join(","))
        };
        let rows: String = (0..self.rows).map(line).collect();
        format!("who,{}\n{rows}", names.join(","))
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        // A spec that is refused shows nothing: so many that are accepted are asked for, and half of all are.
        max_global_rejects: 4000,
        ..ProptestConfig::with_cases(privet_tests::cases(40))
    })]

    #[test]
    fn an_accepted_spec_releases(case in case()) {
        let spec = case.spec();
        prop_assume!(spec.is_some());
        let made = spec.map(|spec| release(&spec, &case.table(), case.seed).map(drop));
        prop_assert!(
            matches!(made, Some(Ok(()))),
            "{:?}",
            made.map(|made| made.map_err(|error| error.to_string()))
        );
    }
}

/// Every mechanism is among them, with each of its odd parameters.
#[test]
fn every_way_is_accepted_somewhere() {
    for mechanism in MechanismName::ALL.iter().copied().flat_map(in_many_ways) {
        let accepted = ["AddRemove", "Replace"].into_iter().any(|adjacency| {
            let parts = Parts {
                adjacency,
                mechanism: &mechanism,
                ..USUAL
            };
            parts.parse().is_ok()
        });
        assert!(accepted, "{mechanism}");
    }
}
