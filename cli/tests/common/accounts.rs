//! A table with a spec and an account, and releases that are charged to it.

use super::Run;
use super::desk::{Desk, sha256, spec_of, survey_csv};

/// The account of every test.
pub(crate) const ACCOUNT: &str = "account.jsonl";

/// mu²(1, 1e-6) = 0.0560 and mu²(1.5, 1e-6) = 0.1186 (`cli/tests/chain.rs`): two releases of epsilon = 1 fit.
pub(crate) const LIFETIME: [&str; 4] = ["--epsilon", "1.5", "--delta", "1e-6"];

/// A spec of one column, (ε, δ) = (1, 1e-6), with more in its budget.
pub(crate) fn spec(budget: &str) -> String {
    let spec = spec_of("(name: \"smokes\", kind: Boolean(no: \"no\", yes: \"yes\")),");
    spec.replace("delta: \"1e-6\"", &format!("delta: \"1e-6\"{budget}"))
}

/// A table, its spec and its account.
pub(crate) fn desk() -> Desk {
    let desk = Desk::with(&spec(""), survey_csv(300));
    let run = account(
        &desk,
        &[&["create", ACCOUNT, "--spec", "spec.ron"], &LIFETIME[..]].concat(),
    );
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    desk
}

/// An account of the desk's spec with so much of a lifetime; it must succeed.
pub(crate) fn create(desk: &Desk, epsilon: &str) {
    let lifetime = [
        "--spec",
        "spec.ron",
        "--epsilon",
        epsilon,
        "--delta",
        "1e-5",
    ];
    let run = account(desk, &[&["create", ACCOUNT], &lifetime[..]].concat());
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
}

/// `account` with these arguments.
pub(crate) fn account(desk: &Desk, args: &[&str]) -> Run {
    desk.run(&[&["account"], args].concat())
}

/// A release that is charged to the account.
pub(crate) fn try_release(desk: &Desk, out: &str, more: &[&str]) -> Run {
    let args = [
        "release",
        "spec.ron",
        "--data",
        "table.csv",
        "--quiet",
        "--account",
        ACCOUNT,
    ];
    desk.run(&[&args[..], &["--out", out], more].concat())
}

/// The same; it must succeed and say nothing.
pub(crate) fn release(desk: &Desk, out: &str, more: &[&str]) {
    let run = try_release(desk, out, more);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
}

/// How many lines hold a charge, and how many a release.
pub(crate) fn entries(desk: &Desk) -> (usize, usize) {
    let text = desk.text(ACCOUNT);
    let of = |entry: &str| text.lines().filter(|line| line.contains(entry)).count();
    (of("\"charge\":{"), of("\"published\":{"))
}

/// What `previous` names.
pub(crate) fn digest(desk: &Desk, folder: &str) -> String {
    sha256(&desk.bytes(&format!("{folder}/record.json")))
}
