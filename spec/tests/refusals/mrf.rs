//! `PrivMrf`: what it refuses, and what it settles by itself.

use privet_spec::{Decimal, Guarantee, Mechanism, MrfSearch, MrfWeights, PrivMrf};

use super::check_text;

fn with(mechanism: &str) -> String {
    super::GOOD.replace("PrivBayes()", mechanism)
}

fn parameters(text: &str) -> PrivMrf {
    match privet_spec::parse(text).unwrap().mechanism {
        Mechanism::PrivMrf(parameters) => parameters,
        other => panic!("{other:?}"),
    }
}

#[test]
fn defaults() {
    let read = parameters(&with("PrivMrf()"));
    // Four and a half rounds for each of the two attributes of up to four values, three for each of the other three.
    assert_eq!(
        (read.rounds, read.max_attributes, read.candidates),
        (18, 5, 1500)
    );
    assert_eq!(read.max_cells, 2_000_000);
    let decimals = [
        (read.theta, "1.25"),
        (read.caution, "0.5"),
        (read.rare, "3"),
        (read.smoothing, "0.2"),
        (read.selection, "0.2"),
        (read.one_way_error, "0.01"),
    ];
    for (found, expected) in decimals {
        assert_eq!(found, expected.parse().unwrap());
    }
    assert!(read.anneal && read.repeats);
    assert_eq!(read.weights, MrfWeights::ByVariance);
    let read = parameters(&with("PrivMrf(rounds: 890, max_cells: 64)"));
    assert_eq!(read.rounds, 890);
    assert_eq!(read.search, MrfSearch::Anywhere);
}

#[test]
fn the_paper_has_other_defaults() {
    let read = parameters(&with("PrivMrf(search: Graph)"));
    let graph = |scores: &str, clique_cells| MrfSearch::Graph {
        scores: scores.parse().unwrap(),
        clique_cells,
    };
    assert_eq!(read.search, graph("0.1", 10_000_000));
    assert_eq!(read.max_cells, 1 << 24);
    // 0.8 of five attributes; k = 400; no bound but that of a set.
    assert_eq!(
        (read.rounds, read.max_attributes, read.candidates),
        (4, 16, 400)
    );
    for (found, expected) in [
        (read.theta, "6"),
        (read.caution, "0"),
        (read.selection, "0.22"),
    ] {
        assert_eq!(found, expected.parse().unwrap());
    }
    assert!(!read.anneal && !read.repeats);
    let switched = "PrivMrf(search: Graph, anneal: true, repeats: true, weights: Equal)";
    let read = parameters(&with(switched));
    assert!(read.anneal && read.repeats);
    assert_eq!(read.weights, MrfWeights::Equal);
    let read = parameters(&with(
        "PrivMrf(search: Graph, scores: \"0.3\", clique_cells: 5000, theta: \"4\")",
    ));
    assert_eq!(read.search, graph("0.3", 5000));
    assert_eq!(read.theta, "4".parse().unwrap());
}

#[test]
fn budget() {
    let release = privet_spec::parse(&with("PrivMrf()")).unwrap();
    assert!(matches!(
        release.budget.guarantee,
        Guarantee::Approximate { .. }
    ));
    let shares = |text: &str| {
        let shares = privet_spec::parse(text).unwrap().budget.shares.unwrap();
        let fraction = |share: Option<Decimal>| share.and_then(Decimal::to_fraction);
        (
            fraction(shares.structure),
            fraction(shares.size),
            fraction(Some(shares.tables)),
        )
    };
    assert_eq!(
        shares(&with("PrivMrf()")),
        (None, Some((1, 100)), Some((99, 100)))
    );
    let replace = with("PrivMrf()")
        .replace("AddRemove", "Replace")
        .replace("Noisy", "AsInput");
    assert_eq!(shares(&replace), (None, None, Some((1, 1))));
    let written = "delta: \"1e-9\", shares: (size: \"0.05\", tables: \"0.5\")";
    let written = with("PrivMrf()").replace("delta: \"1e-9\"", written);
    assert_eq!(shares(&written), (None, Some((1, 20)), Some((1, 2))));
}

#[test]
fn refusals() {
    #[rustfmt::skip] // one case a line
    let cases = [
        ("unknown parameter", "PrivBayes()", "PrivMrf(round: 3)", "15:24", "write `rounds`"),
        ("no rounds", "PrivBayes()", "PrivMrf(rounds: 0)", "15:32", "0 is outside of 1 to 890"),
        ("more rounds than the ledger has room for", "PrivBayes()", "PrivMrf(rounds: 891)", "15:32", "891 is outside of 1 to 890"),
        ("unknown search", "PrivBayes()", "PrivMrf(search: Tree)", "15:32", "Anywhere"),
        ("scores of no graph", "PrivBayes()", "PrivMrf(scores: \"0.1\")", "15:32", "leave it out, or write `search: Graph`"),
        ("all for scores", "PrivBayes()", "PrivMrf(search: Graph, scores: \"1\")", "15:47", "scores is 1"),
        ("a switch that is a number", "PrivBayes()", "PrivMrf(repeats: 1)", "15:33", "true"),
        ("a switch that is a word", "PrivBayes()", "PrivMrf(anneal: Yes)", "15:32", "true"),
        ("unknown weights", "PrivBayes()", "PrivMrf(weights: Variance)", "15:33", "ByVariance"),
        ("tables of one attribute", "PrivBayes()", "PrivMrf(max_attributes: 1)", "15:40", "1 is outside of 2 to 16"),
        ("no candidates", "PrivBayes()", "PrivMrf(candidates: 0)", "15:36", "0 is outside of 1 to 10000"),
        ("zero theta", "PrivBayes()", "PrivMrf(theta: \"0\")", "15:31", "theta is 0"),
        ("negative caution", "PrivBayes()", "PrivMrf(caution: \"-1\")", "15:33", "caution is -1"),
        ("negative rare", "PrivBayes()", "PrivMrf(rare: \"-1\")", "15:30", "rare is -1"),
        ("no smoothing", "PrivBayes()", "PrivMrf(smoothing: \"0\")", "15:35", "smoothing is 0"),
        ("less smoothing than converges", "PrivBayes()", "PrivMrf(smoothing: \"0.009\")", "15:35", "smoothing is 0.009"),
        ("all for the choice", "PrivBayes()", "PrivMrf(selection: \"1\")", "15:35", "selection is 1"),
        ("no error", "PrivBayes()", "PrivMrf(one_way_error: \"0\")", "15:39", "one_way_error is 0"),
        // 21 + 25 + 12 values, and a table of 2 by 3.
        ("model below any pair", "PrivBayes()", "PrivMrf(max_cells: 63)", "15:16", "have 64 cells, above `max_cells` = 63 — raise `max_cells` to 64 or more"),
        ("no delta", ", delta: \"1e-9\"", "", "7:13", "`PrivMrf` adds Gaussian noise"),
        ("structure", "delta: \"1e-9\"", "delta: \"1e-9\", shares: (structure: \"0.2\", size: \"0.01\", tables: \"0.7\")", "7:63", "pays for its choices from `tables` — remove `structure`"),
        ("tables as measured", "rows: Noisy", "sampling: Inconsistent", "16:24", "write `WithoutReplacement` or `WithReplacement`"),
    ];
    for (label, piece, instead, place, fragment) in cases {
        let text = super::GOOD.replace(piece, instead);
        let text = text.replace("PrivBayes()", "PrivMrf()");
        check_text(label, &text, place, fragment);
    }
}

#[test]
fn wide_attributes_get_the_memory_they_need() {
    let schema: Vec<String> = (0..40)
        .map(|number| format!("(name: \"a{number}\", kind: Integer(min: 1, max: 60000, bin: 1), hierarchy: None), "))
        .collect();
    let text = format!(
        "Release(privet: 1, unit: Row, adjacency: AddRemove, budget: (epsilon: \"1\", delta: \
         \"1e-9\"), schema: [{}(name: \"b\", kind: Boolean)], mechanism: PrivMrf())",
        schema.concat()
    );
    // All attributes alone but for the last, which is with that of two values.
    assert_eq!(parameters(&text).max_cells, 39 * 60_000 + 2 * 60_000);
}

#[test]
fn at_most_128_attributes() {
    let spec = |attributes: usize| {
        let schema: Vec<String> = (0..attributes)
            .map(|number| format!("(name: \"a{number}\", kind: Boolean), "))
            .collect();
        let schema = schema.concat();
        format!(
            "Release(privet: 1, unit: Row, adjacency: AddRemove, budget: (epsilon: \"1\", delta: \
             \"1e-9\"), schema: [{schema}],\nmechanism: PrivMrf())"
        )
    };
    assert_eq!(parameters(&spec(128)).rounds, 576);
    let fragment = "at most 128 attributes, and the schema has 129 — use fewer attributes";
    check_text("too many", &spec(129), "2:12", fragment);
}
