//! `estimator`: what it refuses, and what it is if absent.

use privet_spec::Estimator;

use super::check_text;

fn estimator(mechanism: &str) -> Option<Estimator> {
    let text = super::GOOD.replace("PrivBayes()", mechanism);
    let text = if mechanism.starts_with("PrivBayesPure") {
        text.replace(", delta: \"1e-9\"", "")
    } else {
        text
    };
    privet_spec::parse(&text).unwrap().mechanism.estimator()
}

#[test]
fn both_networks_have_it() {
    let pgm = |max_cells| Some(Estimator::Pgm { max_cells });
    for (parameters, expected) in [
        ("", Some(Estimator::Network)),
        ("estimator: Network", Some(Estimator::Network)),
        ("estimator: Pgm", pgm(1_000_000)),
        ("estimator: Pgm()", pgm(1_000_000)),
        // 21, 2, 3, 25 and 12 values.
        ("estimator: Pgm(max_cells: 63)", pgm(63)),
    ] {
        for mechanism in ["PrivBayes", "PrivBayesPure"] {
            let found = estimator(&format!("{mechanism}({parameters})"));
            assert_eq!(found, expected, "{mechanism}({parameters})");
        }
    }
    // 5, 1, 2, 5 and 4 binary digits.
    let digits = "PrivBayesPure(encoding: Binary, estimator: Pgm(max_cells: 34))";
    assert_eq!(estimator(digits), pgm(34));
    assert_eq!(estimator("PrivMrf()"), None);
}

#[test]
fn refusals() {
    #[rustfmt::skip] // one case a line
    let cases = [
        ("unknown", "PrivBayes(estimator: Pmg)", "15:37", "there is no estimator `Pmg` — write `Pgm`"),
        ("a network with a limit", "PrivBayes(estimator: Network(max_cells: 3))", "15:37", "`Network` takes nothing in parentheses"),
        ("no number", "PrivBayes(estimator: Pgm(100))", "15:37", "`Pgm` has named fields"),
        ("unknown limit", "PrivBayes(estimator: Pgm(cells: 100))", "15:41", "there is no field `cells` in the Pgm — write one of `max_cells`"),
        ("no cell", "PrivBayes(estimator: Pgm(max_cells: 1))", "15:52", "1 is outside of 2 to 16777216"),
        ("below the attributes", "PrivBayes(estimator: Pgm(max_cells: 62))", "15:37", "has 63 cells before any two are tied, above `max_cells` = 62 — write `Pgm(max_cells: n)` with n well above 63"),
        ("a field has one already", "PrivMrf(estimator: Pgm)", "15:24", "there is no field `estimator` in the PrivMrf"),
    ];
    for (label, mechanism, place, fragment) in cases {
        let text = super::GOOD.replace("PrivBayes()", mechanism);
        check_text(label, &text, place, fragment);
    }
    let digits = "PrivBayesPure(encoding: Binary, estimator: Pgm(max_cells: 33))";
    let text = super::GOOD
        .replace(", delta: \"1e-9\"", "")
        .replace("PrivBayes()", digits);
    check_text(
        "below the digits",
        &text,
        "15:59",
        "has 34 cells before any two are tied",
    );
    let text = super::GOOD
        .replace("PrivBayes()", "PrivBayes(estimator: Pgm)")
        .replace("rows: Noisy", "sampling: Inconsistent");
    let fragment = "with `estimator: Pgm` rows are drawn from a model";
    check_text("tables as measured", &text, "16:24", fragment);
}
