//! `privet calibrate`: figures, JSON, messages and exit codes.

use std::io::Read as _;
use std::process::Stdio;

use crate::common::{command, privet};
use serde_json::Value;

/// Independent 25-digit values: ε, δ, χ, μ², σ a row.
const REFERENCE: &str = include_str!("../../core/tests/reference/analytic_gaussian.csv");

fn calibrated(epsilon: &str, delta: &str, sensitivity: &str) -> Value {
    let run = privet(&[
        "calibrate",
        "--epsilon",
        epsilon,
        "--delta",
        delta,
        "--sensitivity",
        sensitivity,
        "--json",
    ]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    serde_json::from_str(&run.out).expect("one JSON object")
}

fn number(json: &Value, key: &str) -> f64 {
    json[key]
        .as_f64()
        .unwrap_or_else(|| panic!("no number `{key}`"))
}

#[test]
fn figures_are_on_the_safe_side_of_the_reference() {
    let mut rows = 0;
    for row in REFERENCE.lines().skip(1) {
        let fields: Vec<&str> = row.split(',').map(str::trim).collect();
        let [epsilon, delta, chi, mu_squared, sigma] = fields[..] else {
            panic!("five columns in {row}");
        };
        let json = calibrated(epsilon, delta, "1");
        let truth = |text: &str| text.parse::<f64>().unwrap();
        for (key, asked) in [("epsilon", epsilon), ("delta", delta)] {
            let echoed = number(&json, key);
            assert_eq!(echoed.to_bits(), truth(asked).to_bits(), "{key} at {row}");
        }

        let excess = number(&json, "chi") - truth(chi);
        assert!((0.0..1e-9).contains(&excess), "chi + {excess:e} at {row}");
        let loss = 1.0 - number(&json, "mu_squared") / truth(mu_squared);
        assert!((0.0..1e-9).contains(&loss), "mu^2 loses {loss:e} at {row}");
        let excess = number(&json, "sigma") / truth(sigma) - 1.0;
        assert!((0.0..1e-9).contains(&excess), "sigma + {excess:e} at {row}");
        rows += 1;
    }
    assert_eq!(rows, 66);
}

#[test]
fn the_json_object_has_exactly_these_numbers() {
    let json = calibrated("1", "1e-9", "2");
    let object = json.as_object().expect("an object");
    let mut keys: Vec<&str> = object.keys().map(String::as_str).collect();
    keys.sort_unstable();
    assert_eq!(keys, ["chi", "delta", "epsilon", "mu_squared", "sigma"]);
    assert!(object.values().all(Value::is_number));
}

#[test]
fn sigma_grows_with_the_sensitivity() {
    let one = number(&calibrated("1", "1e-9", "1"), "sigma");
    for (sensitivity, factor) in [
        ("2", 2.0),
        ("3", 3.0),
        ("1e6", 1e6),
        ("281474976710655", 281_474_976_710_655.0),
    ] {
        let wide = number(&calibrated("1", "1e-9", sensitivity), "sigma");
        // σ is rounded up to 40 bits.
        assert!(
            (wide / (factor * one) - 1.0).abs() < 1e-11,
            "sensitivity {sensitivity}"
        );
    }
}

#[test]
fn the_edges_of_the_certified_range_are_answered() {
    for (label, epsilon, delta) in [
        ("least of both", "1e-6", "1e-300"),
        ("least epsilon", "0.000001", "0.4999"),
        ("least delta", "700", "1e-300"),
        ("largest of both", "700", "0.4999"),
        (
            "just below one half",
            "1",
            "0.49999999999999999999999999999999999999",
        ),
    ] {
        let json = calibrated(epsilon, delta, "1");
        for key in ["epsilon", "delta", "mu_squared", "sigma"] {
            assert!(number(&json, key) > 0.0, "{key}, case `{label}`");
        }
    }
}

#[test]
fn text_shows_the_same_figures() {
    let json = calibrated("1", "1e-9", "2");
    let run = privet(&[
        "calibrate",
        "--epsilon=1",
        "--delta=1e-9",
        "--sensitivity=2",
    ]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    for key in ["chi", "mu_squared", "sigma"] {
        assert!(
            run.out.contains(&json[key].to_string()),
            "{key} in:\n{}",
            run.out
        );
    }
    assert!(run.out.contains("(1, 1e-9)-differentially"), "{}", run.out);
    assert!(run.out.contains("by at most 2"), "{}", run.out);
}

#[test]
fn bad_values_are_refused_with_their_range() {
    let epsilon_range = "from 1e-6 to 700";
    let delta_range = "from 1e-300 to below 0.5";
    let sensitivity_range = "whole number from 1 to 2^48 - 1";
    let long = "9".repeat(400);
    for (option, value, what, range) in [
        ("--epsilon", "-1", "out of range", epsilon_range),
        ("--epsilon", "0", "out of range", epsilon_range),
        ("--epsilon", "-0", "out of range", epsilon_range),
        ("--epsilon", "1e-7", "out of range", epsilon_range),
        ("--epsilon", "701", "out of range", epsilon_range),
        ("--epsilon", "1e999", "out of range", epsilon_range),
        ("--epsilon", "1e9999", "out of range", epsilon_range),
        ("--epsilon", "NaN", "not a decimal number", epsilon_range),
        ("--epsilon", "inf", "not a decimal number", epsilon_range),
        ("--epsilon", "-inf", "not a decimal number", epsilon_range),
        ("--epsilon", "one", "not a decimal number", epsilon_range),
        ("--epsilon", "1,5", "not a decimal number", epsilon_range),
        ("--epsilon", "", "not a decimal number", epsilon_range),
        (
            "--epsilon",
            "\u{1b}[31m1",
            "not a decimal number",
            epsilon_range,
        ),
        (
            "--epsilon",
            &long,
            "more than 38 significant digits",
            epsilon_range,
        ),
        ("--delta", "-1e-9", "out of range", delta_range),
        ("--delta", "0", "out of range", delta_range),
        ("--delta", "1e-301", "out of range", delta_range),
        ("--delta", "1e-400", "out of range", delta_range),
        ("--delta", "0.5", "out of range", delta_range),
        ("--delta", "1", "out of range", delta_range),
        ("--delta", "NaN", "not a decimal number", delta_range),
        ("--delta", "infinity", "not a decimal number", delta_range),
        ("--delta", "tiny", "not a decimal number", delta_range),
        ("--sensitivity", "0", "out of range", sensitivity_range),
        ("--sensitivity", "-2", "out of range", sensitivity_range),
        (
            "--sensitivity",
            "281474976710656",
            "out of range",
            sensitivity_range,
        ),
        ("--sensitivity", "1e30", "out of range", sensitivity_range),
        (
            "--sensitivity",
            "1.5",
            "not a whole number",
            sensitivity_range,
        ),
        (
            "--sensitivity",
            "NaN",
            "not a whole number",
            sensitivity_range,
        ),
        (
            "--sensitivity",
            "two",
            "not a whole number",
            sensitivity_range,
        ),
    ] {
        let mut args = vec!["calibrate"];
        for (name, usual) in [
            ("--epsilon", "1"),
            ("--delta", "1e-9"),
            ("--sensitivity", "1"),
        ] {
            args.extend([name, if name == option { value } else { usual }]);
        }
        let run = privet(&args);
        let case = format!("{option} {value}:\n{}", run.err);
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{case}");
        assert!(
            run.err.starts_with(&format!("error: {option}: `")),
            "{case}"
        );
        assert!(run.err.contains(what) && run.err.contains(range), "{case}");
        let shown: String = value.chars().take(40).collect();
        assert!(
            shown.contains('\u{1b}') || run.err.contains(&shown),
            "{case}"
        );
        assert!(
            !run.err.contains('\u{1b}') && !run.err.contains("panicked"),
            "{case}"
        );
    }
}

#[test]
fn a_sigma_beyond_the_samplers_is_refused() {
    let largest = "281474976710655";
    let run = privet(&[
        "calibrate",
        "--epsilon=1e-6",
        "--delta=1e-300",
        "--sensitivity",
        largest,
    ]);
    assert_eq!((run.code, run.out.as_str()), (Some(2), ""));
    assert!(
        run.err.contains("--sensitivity") && run.err.contains("2^60"),
        "{}",
        run.err
    );
}

#[test]
fn a_wrong_command_line_ends_with_code_two() {
    for (label, args, expected) in [
        ("nothing", &[][..], "Usage"),
        ("unknown command", &["calibrat"], "calibrate"),
        ("no delta", &["calibrate", "--epsilon", "1"], "--delta"),
        (
            "unknown option",
            &["calibrate", "--epsilom", "1"],
            "--epsilon",
        ),
    ] {
        let run = privet(args);
        assert_eq!(
            (run.code, run.out.as_str()),
            (Some(2), ""),
            "case `{label}`"
        );
        assert!(run.err.contains(expected), "case `{label}`:\n{}", run.err);
    }
}

#[test]
fn help_and_version_are_answered() {
    let version = privet(&["--version"]);
    assert_eq!(version.code, Some(0));
    assert_eq!(
        version.out.trim_end(),
        concat!("privet ", env!("CARGO_PKG_VERSION"))
    );
    for (args, example) in [
        (&["--help"][..], "privet release spec.ron --data"),
        (
            &["calibrate", "--help"],
            "privet calibrate --epsilon 1 --delta 1e-9",
        ),
    ] {
        let help = privet(args);
        assert_eq!(help.code, Some(0));
        assert!(help.out.contains("Examples:"), "{}", help.out);
        assert!(help.out.contains(example), "{}", help.out);
    }
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    for args in [
        &["calibrate", "--epsilon=1", "--delta=1e-9"][..],
        &["--help"],
    ] {
        let mut child = command(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("privet starts");
        // Closed before anything is read; the program may or may not have written by then.
        drop(child.stdout.take());
        let mut err = String::new();
        let stderr = child.stderr.as_mut().expect("a pipe");
        stderr.read_to_string(&mut err).expect("readable");
        assert_eq!(err, "");
        assert!(child.wait().expect("it ends").success());
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported() {
    let full = std::fs::File::create("/dev/full").expect("Linux has it");
    let output = command(&["calibrate", "--epsilon=1", "--delta=1e-9", "--json"])
        .stdout(full)
        .output()
        .expect("privet starts");
    assert_eq!(output.status.code(), Some(2));
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(
        err.contains("standard output") && !err.contains("panicked"),
        "{err}"
    );
}
