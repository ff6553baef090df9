//! What rules between columns may tie, and what records say of papers, by mechanism.

use crate::spec::Spec;

/// What a rule ties stands in one table, and that must fit; two rules that share a column, too.
#[test]
fn rules_that_tie_too_much_are_refused() {
    let spec = |mechanism: &str, width: u32, rules: &str| {
        let column = |name: &str| {
            format!("(name: \"{name}\", kind: Integer(min: 0, max: 999, bin: {width}))")
        };
        let columns = ["a", "b", "c"].map(column).join(", ");
        let text = format!(
            "Release(privet: 1, unit: Row, adjacency: AddRemove, \
             budget: (epsilon: \"5\", delta: \"1e-6\"), schema: [{columns}], \
             mechanism: {mechanism}, rules: [{rules}])"
        );
        Spec::parse("spec.ron", text).map(drop)
    };
    let pair = "AtMost(\"a\", \"b\")";
    let chain = "AtMost(\"a\", \"b\"), AtMost(\"b\", \"c\")";
    for (label, mechanism, width, rules, fits) in [
        ("100 × 100", "PrivMrf()", 10, pair, true),
        ("1000 × 1000", "PrivMrf()", 1, pair, true),
        ("100 × 100 × 100", "PrivMrf()", 10, chain, true),
        (
            "100 × 100 × 100",
            "PrivMrf(max_cells: 500000)",
            10,
            chain,
            false,
        ),
        (
            "100 × 100",
            "PrivBayes(estimator: Pgm(max_cells: 20000))",
            10,
            pair,
            true,
        ),
        (
            "100 × 100",
            "PrivBayes(estimator: Pgm(max_cells: 9000))",
            10,
            pair,
            false,
        ),
    ] {
        let read = spec(mechanism, width, rules);
        match read {
            Ok(()) => assert!(fits, "case `{label}`, {mechanism}"),
            Err(error) => {
                assert!(!fits, "case `{label}`, {mechanism}: {error}");
                let told = error.to_string();
                assert!(
                    told.contains("combinations of values") && told.contains("max_cells"),
                    "{told}"
                );
            }
        }
    }
}

/// A switch that takes back a change of ours takes its point out of the record's list.
#[test]
fn deviations_are_those_of_the_parameters() {
    let deviations = |mechanism: &str| {
        let delta = if mechanism.contains("Pure") {
            ""
        } else {
            ", delta: \"1e-6\""
        };
        let text = format!(
            "Release(privet: 1, unit: Row, adjacency: AddRemove, \
             budget: (epsilon: \"5\"{delta}), schema: [(name: \"a\", kind: Boolean)], \
             mechanism: {mechanism})"
        );
        let spec = Spec::parse("spec.ron", text).unwrap();
        spec.mechanism().words().deviations
    };
    for (mechanism, switch, point) in [
        ("PrivBayes", "head: PerCell", "the head grows"),
        ("PrivBayes", "caution: \"0\"", "exceeds `caution` times"),
        ("PrivBayes", "post: Normalize", "onto the simplex"),
        ("PrivBayes", "repair: Once", "by turns, eight times"),
        (
            "PrivBayesPure",
            "selection: Exponential",
            "permute-and-flip",
        ),
        ("PrivBayesPure", "encoding: Binary", "are taken as they are"),
        ("PrivBayesPure", "post: Normalize", "onto the simplex"),
        ("PrivBayesPure", "candidates: 300", "at most 4096"),
        ("PrivMrf", "search: Graph", "no pair scores"),
        ("PrivMrf", "search: Graph", "several tables"),
        ("PrivMrf", "search: Graph", "at coarser levels"),
        ("PrivMrf", "caution: \"0\"", "chance alone"),
        ("PrivMrf", "anneal: false", "halve the number"),
        ("PrivMrf", "repeats: false", "measured again"),
    ] {
        let has = |parameters: &str| {
            let points = deviations(&format!("{mechanism}({parameters})"));
            points.iter().any(|one| one.contains(point))
        };
        assert!(has(""), "{mechanism}: {point}");
        assert!(!has(switch), "{mechanism}({switch}): {point}");
    }
    for (mechanism, is_said) in [
        ("PrivMrf()", false),
        ("PrivMrf(), workload: (target: \"a\")", true),
    ] {
        let points = deviations(mechanism);
        let said = points.iter().any(|one| one.contains("among themselves"));
        assert_eq!(said, is_said, "{mechanism}");
    }
    for (mechanism, point) in [
        ("PrivBayes(estimator: Pgm)", "PB-PGM"),
        ("PrivBayes(repair: Once)", "below zero, of which the paper"),
        ("PrivBayesPure(score: R)", "which is not in this paper"),
        ("PrivBayesPure(degree: 2)", "limits the number of parents"),
        (
            "PrivBayesPure(candidates: 300)",
            "as the spec says; an attribute",
        ),
        ("PrivMrf(search: Graph)", "`clique_cells`"),
        ("PrivMrf(search: Graph)", "at most 2^18"),
        ("PrivMrf(search: Graph)", "Eq. 8"),
    ] {
        let points = deviations(mechanism);
        assert!(
            points.iter().any(|one| one.contains(point)),
            "{mechanism}: {point}"
        );
    }
}
