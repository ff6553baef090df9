//! A small release, and copies of it in which something was changed.

use super::Run;
use super::desk::{Desk, spec_of, survey_csv};

/// What a replay of [`small`] is given.
pub(crate) const REPLAY: [&str; 4] = ["--data", "table.csv", "--seed-file", "seed"];

/// A release with few columns, so that every line of its record can be tried.
pub(crate) fn small() -> Desk {
    let spec = spec_of(
        "(name: \"sex\", kind: Categorical([\"F\", \"M\"]), missing: [\"\"], outside: Null),\n        \
         (name: \"smokes\", kind: Boolean(no: \"no\", yes: \"yes\")),\n        \
         (name: \"region\", kind: Categorical([\"N1\", \"N2\", \"S1\"])),",
    );
    let spec = spec.replace(
        "reviewed",
        "title: \"Small\",\n    contact: \"x@example.org\",\n    reviewed",
    );
    let desk = Desk::with(&spec, survey_csv(2000));
    desk.release("out", &["--quiet", "--keep-seed", "seed"]);
    desk
}

/// Verifies a copy of the release in which one file is other than it was.
pub(crate) fn verify_changed(
    desk: &Desk,
    file: &str,
    bytes: impl AsRef<[u8]>,
    more: &[&str],
) -> Run {
    desk.copy("out", "changed");
    desk.write(&format!("changed/{file}"), bytes);
    desk.verify("changed", more)
}

/// Asserts the fragments on standard error, and code 1, or 2 where nothing could be checked.
pub(crate) fn assert_caught(run: &Run, fragments: &[&str], case: &str) {
    assert!(
        matches!(run.code, Some(1 | 2)),
        "case `{case}` was not caught:\n{}",
        run.out
    );
    for fragment in fragments {
        assert!(
            run.err.contains(fragment),
            "case `{case}`: no `{fragment}` in\n{}",
            run.err
        );
    }
    assert!(!run.err.contains("panicked"), "case `{case}`:\n{}", run.err);
    assert!(run.err.contains("help: "), "case `{case}`:\n{}", run.err);
}
