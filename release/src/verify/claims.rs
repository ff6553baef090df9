//! The words of the record against the spec.

use privet_spec::is_digest;

use super::findings::Findings;
use crate::mechanisms::list::algorithm_of;
use crate::record::{
    Record, SoftwareFile, adjacency_in_words, believed, delta_in_words, report_a_flaw,
    unit_in_words,
};
use crate::spec::Spec;

/// The words of the record against the spec.
pub(super) fn check_claims(name: &str, record: &Record, spec: &Spec, findings: &mut Findings) {
    let release = spec.release();
    let guarantee = release.budget.guarantee;
    let claims = &record.guarantee;
    let report_a_flaw = report_a_flaw(release);
    let promise = spec.promise();
    // Another algorithm may have had other words and other defaults.
    let is_older = record.algorithm.number != algorithm_of(release.mechanism.name());
    let wrong: Vec<&str> = [
        (
            "guarantee.epsilon",
            claims.epsilon == guarantee.epsilon().to_string(),
        ),
        ("guarantee.delta", claims.delta == delta_in_words(guarantee)),
        (
            "guarantee.unit",
            claims.unit == unit_in_words(&release.unit),
        ),
        (
            "guarantee.adjacency",
            claims.adjacency == adjacency_in_words(release.adjacency),
        ),
        (
            "spec.in_full",
            is_older || record.spec.in_full == release.in_full(),
        ),
        (
            "in_words",
            is_older || record.in_words.as_ref() == Some(&promise.in_words),
        ),
        (
            "unprotected",
            is_older || record.unprotected == promise.not_protected_in_words(),
        ),
        ("believed", is_older || record.believed == believed(release)),
        ("previous", record.previous == release.budget.previous),
        ("title", record.title == release.title),
        (
            // What nobody can check without the seed has at least its form, so that nothing else can stand in its place.
            "randomness",
            is_digest(&record.randomness.seed_commitment)
                && is_digest(&record.randomness.data_commitment),
        ),
        ("software", is_plain(&record.software)),
        ("contact", record.contact == release.contact),
        (
            "algorithm.name",
            is_older || record.algorithm.name == spec.mechanism().words().algorithm,
        ),
        (
            "report_a_flaw",
            is_older || record.report_a_flaw == report_a_flaw,
        ),
    ]
    .into_iter()
    .filter_map(|(part, agrees)| (!agrees).then_some(part))
    .collect();
    findings.check(
        wrong.is_empty(),
        format!(
            "{name}: claims what the spec says: {guarantee}-DP for {}",
            claims.unit
        ),
        format!("{name}: {}: not what the spec says", wrong.join(", ")),
    );
}

/// Whether these are the name of a program and short words about it.
fn is_plain(software: &SoftwareFile) -> bool {
    let SoftwareFile {
        name,
        version,
        commit,
        target,
        features,
    } = software;
    let is_word = |text: &String| {
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._+- ()".contains(&byte);
        text.len() <= 64 && text.bytes().all(is_plain)
    };
    name == "privet" && [version, commit, target].into_iter().all(is_word) && features.is_empty()
}
