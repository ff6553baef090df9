//! What was made by this program is accepted.

use super::{Case, Published};
use crate::names::synthetic_name;

/// Whatever the mechanism, its parameters, the adjacency, and where bins come from.
#[test]
fn honest_releases_are_rebuilt() {
    let (mut tried, mut without_rows) = (0, 0);
    for case in Case::tried() {
        let Some(published) = Published::release(&case) else {
            continue;
        };
        tried += 1;
        let findings = published.verdict().unwrap();
        assert!(findings.holds(), "{}: {:?}", case.label(), findings.faults);
        assert!(findings.untold.is_empty(), "{}", case.label());
        let rebuilt = |file: &str| {
            let line = format!("{file}: rebuilt, every byte agrees");
            findings
                .passed
                .iter()
                .any(|told| told.as_str().ends_with(&line))
        };
        assert!(
            rebuilt("model.ron") && rebuilt("record.json"),
            "{}",
            case.label()
        );
        let replay = |line: &str| line.contains("was not checked: only a replay can tell");
        let not_checked = findings.passed.iter().any(|line| replay(line.as_str()));
        assert_eq!(
            not_checked,
            published.rows_are_answers(),
            "{}",
            case.label()
        );
        let synthetic = synthetic_name(published.spec.release());
        assert_ne!(rebuilt(synthetic), not_checked, "{}", case.label());
        without_rows += usize::from(not_checked);
    }
    assert!(tried >= 40 && without_rows >= 1, "{tried}, {without_rows}");
}
