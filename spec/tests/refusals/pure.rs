//! Mechanisms that are ε-DP: what they refuse, and what they settle by themselves.

use privet_spec::mechanism::Selection;
use privet_spec::{Encoding, Guarantee, Mechanism, PrivBayesPure, RowCount, Score};

use super::check_text;

/// The good spec under a pure mechanism: no delta.
fn pure(mechanism: &str) -> String {
    super::GOOD
        .replace(", delta: \"1e-9\"", "")
        .replace("PrivBayes()", mechanism)
}

/// The same under `Replace`, with two binary attributes and one of three values.
fn narrow(mechanism: &str) -> String {
    format!(
        r#"Release(
    privet: 1,
    unit: Row,
    adjacency: Replace,
    budget: (epsilon: "1"),
    schema: [
        (name: "a", kind: Boolean),
        (name: "b", kind: Boolean),
        (name: "c", kind: Categorical(["x", "y", "z"])),
    ],
    mechanism: {mechanism},
)
"#
    )
}

fn parameters(text: &str) -> PrivBayesPure {
    match privet_spec::parse(text).unwrap().mechanism {
        Mechanism::PrivBayesPure(parameters) => parameters,
        other => panic!("{other:?}"),
    }
}

#[test]
fn budget() {
    let good = pure("PrivBayesPure()");
    let release = privet_spec::parse(&good).unwrap();
    let one = "1".parse().unwrap();
    assert_eq!(release.budget.guarantee, Guarantee::Pure { epsilon: one });
    assert_eq!(release.budget.guarantee.to_string(), "1");
    let shares = release.budget.shares.unwrap();
    assert_eq!(
        shares.structure.and_then(privet_spec::Decimal::to_fraction),
        Some((29, 100))
    );
    assert_eq!(
        shares.size.and_then(privet_spec::Decimal::to_fraction),
        Some((1, 100))
    );
    assert_eq!(shares.tables.to_fraction(), Some((7, 10)));
    let shares = privet_spec::parse(&narrow("PrivBayesPure()"))
        .unwrap()
        .budget
        .shares
        .unwrap();
    assert_eq!(
        (
            shares.structure.and_then(privet_spec::Decimal::to_fraction),
            shares.size
        ),
        (Some((3, 10)), None)
    );
    let no_delta = "remove `delta`: this mechanism is ε-DP, δ = 0";
    #[rustfmt::skip] // one case a line
    let cases = [
        ("delta", "epsilon: \"1\"", "epsilon: \"1\", delta: \"1e-9\"", "7:35", no_delta),
        ("delta of zero", "epsilon: \"1\"", "epsilon: \"1\", delta: \"0\"", "7:35", no_delta),
        ("lifetime too small", "epsilon: \"1\"", "epsilon: \"1\", lifetime: (epsilon: \"0.9\")", "7:38", "this release alone — write at least `(epsilon: \"1\")`"),
        ("lifetime with a delta of zero", "epsilon: \"1\"", "epsilon: \"1\", lifetime: (epsilon: \"2\", delta: \"0\")", "7:60", "a delta above 0 — remove `delta`"),
    ];
    for (label, piece, instead, place, fragment) in cases {
        check_text(label, &good.replace(piece, instead), place, fragment);
    }
    // A lifetime may have a delta, for later releases on Gaussian noise, and then be anything.
    for lifetime in [
        "(epsilon: \"1\")",
        "(epsilon: \"2\")",
        "(epsilon: \"0.9\", delta: \"0.4\")",
    ] {
        let budget = format!("epsilon: \"1\", lifetime: {lifetime}");
        let text = good.replace("epsilon: \"1\"", &budget);
        assert!(privet_spec::parse(&text).is_ok(), "{lifetime}");
    }
}

#[test]
fn parameters_of_priv_bayes_pure() {
    #[rustfmt::skip] // one case a line
    let cases = [
        ("unknown parameter", "PrivBayesPure(beta: \"0.3\")", "15:30", "there is no field `beta`"),
        ("unknown score", "PrivBayesPure(score: Q)", "15:37", "there is no score `Q`"),
        ("score that grows with n", "PrivBayesPure(score: I)", "15:37", "under `AddRemove` no noise hides the score `I`"),
        ("score of binary attributes", "PrivBayesPure(encoding: Vanilla, score: F)", "15:56", "needs binary attributes, and some have more values — write `score: R`"),
        ("unknown encoding", "PrivBayesPure(encoding: Gray)", "15:40", "there is no encoding `Gray`"),
        ("unknown selection", "PrivBayesPure(selection: Best)", "15:41", "there is no selection `Best`"),
        ("too many parents", "PrivBayesPure(degree: 32)", "15:38", "32 is outside of 0 to 31"),
        ("too few candidates", "PrivBayesPure(candidates: 255)", "15:42", "255 is outside of 256 to 1048576"),
        ("too many candidates", "PrivBayesPure(candidates: 1_048_577)", "15:42", "1_048_577 is outside of 256 to 1048576"),
        ("rows without a score that needs them", "PrivBayesPure(score: R, most_rows: 5)", "15:51", "only the score `F` needs memory for a number of rows — leave `most_rows` out"),
        ("no rows", "PrivBayesPure(encoding: Binary, most_rows: 0)", "15:59", "0 is outside of 1 to 4294967295"),
        ("caution", "PrivBayesPure(caution: \"1\")", "15:30", "there is no field `caution`"),
    ];
    for (label, mechanism, place, fragment) in cases {
        check_text(label, &pure(mechanism), place, fragment);
    }
}

#[test]
fn defaults_of_priv_bayes_pure() {
    let plain = parameters(&narrow("PrivBayesPure()"));
    assert_eq!(
        (plain.score, plain.encoding, plain.selection),
        (Score::R, Encoding::Vanilla, Selection::PermuteAndFlip)
    );
    assert_eq!((plain.degree, plain.max_cells), (None, 1 << 22));
    assert_eq!(plain.candidates, None);
    let most = parameters(&narrow("PrivBayesPure(degree: 31, candidates: 1_048_576)"));
    assert_eq!((most.degree, most.candidates), (Some(31), Some(1 << 20)));
    let two_values = narrow("PrivBayesPure()").replace("\"x\", \"y\", \"z\"", "\"x\", \"y\"");
    assert_eq!(parameters(&two_values).score, Score::F);
    assert_eq!((plain.most_rows, most.most_rows), (None, None));
    assert_eq!(parameters(&two_values).most_rows, Some(1 << 20));
    let many_rows = parameters(&two_values.replace("()", "(most_rows: 4_294_967_295)"));
    assert_eq!(many_rows.most_rows, Some(u32::MAX));
    for (label, mechanism, score, encoding) in [
        (
            "digits",
            "PrivBayesPure(encoding: Binary)",
            Score::F,
            Encoding::Binary,
        ),
        (
            "I under Replace",
            "PrivBayesPure(score: I)",
            Score::I,
            Encoding::Vanilla,
        ),
        (
            "R on digits",
            "PrivBayesPure(score: R, encoding: Binary, selection: Exponential, degree: 2)",
            Score::R,
            Encoding::Binary,
        ),
    ] {
        let read = parameters(&narrow(mechanism));
        assert_eq!((read.score, read.encoding), (score, encoding), "{label}");
    }
    // 257 values are more than 256.
    let wide = pure("PrivBayesPure()").replace("max: 99, bin: 5", "max: 256, bin: 1");
    let wide = parameters(&wide);
    assert_eq!((wide.score, wide.encoding), (Score::F, Encoding::Binary));
}

/// Whatever bins a release finds, they are few, and have no digits beforehand.
#[test]
fn bins_to_find() {
    let text = |mechanism: &str| {
        let text = narrow(mechanism);
        text.replace("kind: Boolean", "kind: Integer(min: 0, max: 9_999_999)")
    };
    let read = parameters(&text("PrivBayesPure()"));
    assert_eq!((read.score, read.encoding), (Score::R, Encoding::Vanilla));
    for (label, mechanism, place, fragment) in [
        (
            "score",
            "PrivBayesPure(score: F)",
            "11:37",
            "and the release finds bins of some — write `score: R`",
        ),
        (
            "encoding",
            "PrivBayesPure(encoding: Binary)",
            "11:40",
            "have no binary digits beforehand — write `encoding: Vanilla`",
        ),
    ] {
        check_text(label, &text(mechanism), place, fragment);
    }
}

#[test]
fn digits_are_counted() {
    // 17 attributes of 65,536 values: 272 digits.
    let attributes: Vec<String> = (0..17)
        .map(|i| {
            format!("(name: \"n{i}\", kind: Integer(min: 0, max: 65535, bin: 1), hierarchy: None)")
        })
        .collect();
    let text =
        narrow("PrivBayesPure()").replace("(name: \"a\", kind: Boolean)", &attributes.join(", "));
    check_text(
        "by default",
        &text,
        "11:16",
        "taken by their binary digits, which are more than 256",
    );
    let written = text.replace("PrivBayesPure()", "PrivBayesPure(encoding: Binary)");
    // 272, and 1 + 2 for the other two.
    check_text(
        "written",
        &written,
        "11:40",
        "have 275 binary digits together",
    );
    let vanilla = text.replace("PrivBayesPure()", "PrivBayesPure(encoding: Vanilla)");
    assert!(privet_spec::parse(&vanilla).is_ok());
}

#[test]
fn smoothed_histogram() {
    let good = narrow("SmoothedHistogram()");
    let release = privet_spec::parse(&good).unwrap();
    let Mechanism::SmoothedHistogram(parameters) = &release.mechanism else {
        panic!("{:?}", release.mechanism)
    };
    assert_eq!((parameters.cells, parameters.max_cells), (12, 1 << 22));
    assert_eq!(
        (release.budget.shares, release.output.rows),
        (None, RowCount::AsInput)
    );
    #[rustfmt::skip] // one case a line
    let cases = [
        ("too many cells", "SmoothedHistogram()", "SmoothedHistogram(max_cells: 11)", "11:16", "has 12 cells, above `max_cells` = 11"),
        ("beyond any table", "(name: \"a\", kind: Boolean)", "(name: \"a\", kind: Integer(min: 0, max: 65535, bin: 1)), (name: \"d\", kind: Integer(min: 0, max: 65535, bin: 1))", "11:16", "has more than 2^32 cells"),
        ("bins to find", "(name: \"a\", kind: Boolean)", "(name: \"a\", kind: Integer(min: 0, max: 256))", "11:16", "so it finds no bins of numbers and dates — declare them"),
        ("private number of rows", "Replace", "AddRemove", "11:16", "needs a public number of rows, which `AddRemove` hides — write `adjacency: Replace`"),
        ("delta", "epsilon: \"1\"", "epsilon: \"1\", delta: \"1e-9\"", "5:35", "remove `delta`"),
        ("shares", "epsilon: \"1\"", "epsilon: \"1\", shares: (structure: \"0.2\", tables: \"0.8\")", "5:36", "nothing to share — remove `shares`"),
        ("sampling", "    mechanism:", "    output: (sampling: WithReplacement), mechanism:", "11:24", "draws its rows itself, from no tables — remove `sampling`"),
        ("noisy rows", "    mechanism:", "    output: (rows: Noisy), mechanism:", "11:20", "under `Replace` no noisy number of rows is measured"),
        ("unknown parameter", "SmoothedHistogram()", "SmoothedHistogram(k: 5)", "11:34", "there is no field `k`"),
    ];
    for (label, piece, instead, place, fragment) in cases {
        check_text(label, &good.replacen(piece, instead, 1), place, fragment);
    }
}
