//! One record after the other, then all together.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::artefacts::check_artefacts;
use super::chain::check_chain;
use super::composition::check_composition;
use super::findings::Findings;
use super::replay::replay;
use crate::args::Verify as Args;
use crate::commands::input;
use crate::error::CliError;
use crate::plan::Total;
use crate::release::Spec;
use crate::release::record::{
    Record, adjacency_in_words, algorithm_name, delta_in_words, report_a_flaw, unprotected,
};

/// Checks all records and prints what was found; any fault is an error.
pub fn run(args: &Args, out: &mut impl Write) -> Result<(), CliError> {
    let mut findings = Findings::default();
    let mut chain = Vec::new();
    for path in &args.records {
        chain.push(Checked::new(path, &mut findings)?);
    }
    check_chain(&chain, &mut findings)?;
    if let (Some(data), Some(seed_file)) = (&args.data, &args.seed_file) {
        let [only] = chain.as_slice() else {
            let help = "give one record with --data";
            return Err(CliError::refused(
                "--data",
                "a replay takes one record",
                help,
            ));
        };
        replay(args, only, data, seed_file, &mut findings)?;
    }
    findings.report(args.json, out)
}

/// A record whose own claims were checked.
pub(super) struct Checked {
    pub(super) path: PathBuf,
    pub(super) digest: String,
    pub(super) record: Record,
    pub(super) spec: Spec,
    pub(super) total: Total,
}

impl Checked {
    fn new(path: &Path, findings: &mut Findings) -> Result<Self, CliError> {
        let name = path.display().to_string();
        let text = input::text(path)?;
        let record = Record::parse(&name, &text)?;
        findings.check(
            record.to_text()? == text,
            format!("{name}: undamaged (its own digest agrees)"),
            format!("{name}: the record was changed: its own digest (self_sha256) does not agree"),
        );
        let digest = privet_spec::digest(record.spec.text.as_bytes());
        findings.check(
            digest == record.spec.sha256,
            format!("{name}: spec has digest {digest}"),
            format!("{name}: the spec's text does not have the digest that stands beside it"),
        );
        let spec = input::parse_spec(&format!("{name} (spec)"), record.spec.text.clone())?;
        check_claims(&name, &record, &spec, findings);
        let total = check_composition(&name, &record, &spec, findings);
        check_artefacts(&name, path, &record, &spec, findings)?;
        let digest = privet_spec::digest(text.as_bytes());
        Ok(Self {
            path: path.to_owned(),
            digest,
            record,
            spec,
            total,
        })
    }
}

/// The words of the record against the spec.
fn check_claims(name: &str, record: &Record, spec: &Spec, findings: &mut Findings) {
    let release = &spec.release;
    let guarantee = release.budget.guarantee;
    let claims = &record.guarantee;
    let report_a_flaw = report_a_flaw(release);
    let wrong: Vec<&str> = [
        (
            "guarantee.epsilon",
            claims.epsilon == guarantee.epsilon().to_string(),
        ),
        ("guarantee.delta", claims.delta == delta_in_words(guarantee)),
        (
            "guarantee.unit",
            claims.unit == crate::plan::unit_in_words(&release.unit),
        ),
        (
            "guarantee.adjacency",
            claims.adjacency == adjacency_in_words(release.adjacency),
        ),
        ("unprotected", record.unprotected == unprotected(release)),
        ("previous", record.previous == release.budget.previous),
        ("title", record.title == release.title),
        ("contact", record.contact == release.contact),
        (
            "algorithm.name",
            record.algorithm.name == algorithm_name(release.mechanism.name()),
        ),
        ("report_a_flaw", record.report_a_flaw == report_a_flaw),
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
