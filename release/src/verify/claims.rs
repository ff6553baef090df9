//! The words of the record against the spec.
//!
//! Whatever of a record is a function of its spec is written again from the spec and compared, whatever the number of its
//! algorithm is. What only the algorithm knows is taken from the record: a rebuild tells it.

use privet_spec::is_digest;
use serde_json::Value;

use super::difference::first_difference;
use super::findings::Findings;
use crate::error::Error;
use crate::mechanisms::list::holds_algorithm;
use crate::record::{Facts, Record};
use crate::spec::Spec;

/// The words of the record against the spec.
pub(super) fn check_claims(
    name: &str,
    record: &Record,
    spec: &Spec,
    findings: &mut Findings,
) -> Result<(), Error> {
    let claimed = claimed(record, spec);
    let mut wrong = differences(record, &claimed)?;
    let commitments = &record.randomness;
    if ![&commitments.seed_commitment, &commitments.data_commitment]
        .into_iter()
        .all(|text| is_digest(text))
    {
        wrong.push("randomness".to_owned());
    }
    if !record.software.is_plain() {
        wrong.push("software".to_owned());
    }
    let guarantee = spec.release().budget.guarantee;
    findings.check(
        wrong.is_empty(),
        format!(
            "{name}: claims what the spec says: {guarantee}-DP for {}",
            claimed.guarantee.unit
        ),
        format!("{name}: {}: not what the spec says", wrong.join(", ")),
    );
    Ok(())
}

/// The record as a release by its spec writes it, with what does not follow from the spec as it stands.
fn claimed(record: &Record, spec: &Spec) -> Record {
    let facts = Facts {
        total: spec.total(),
        queries: record.queries.clone(),
        spent: record.spent.clone(),
        algorithm: record.algorithm.number,
        estimator: record.algorithm.estimator.clone(),
        seed_commitment: record.randomness.seed_commitment.clone(),
        data_commitment: record.randomness.data_commitment.clone(),
        artefacts: record.artefacts.clone(),
        software: record.software.clone(),
    };
    let mut claimed = Record::new(spec.plan(), spec.mechanism().words(), facts);
    claimed.self_sha256.clone_from(&record.self_sha256);
    // Recomputed with the charges.
    claimed.guarantee.total = record.guarantee.total.clone();
    let made_by = &record.algorithm;
    if !holds_algorithm(spec.release().mechanism.name(), made_by.number) {
        // Another algorithm differs from the paper in other points.
        claimed.algorithm.deviations.clone_from(&made_by.deviations);
    }
    claimed
}

/// The first place in each part of the record where the two differ.
fn differences(record: &Record, claimed: &Record) -> Result<Vec<String>, Error> {
    let parts = |record: &Record| match serde_json::to_value(record) {
        Ok(Value::Object(parts)) => Ok(parts),
        Ok(_) => Err(Error::flaw("record.json", "it is no object")),
        Err(error) => Err(Error::flaw("record.json", error)),
    };
    let (there, claimed) = (parts(record)?, parts(claimed)?);
    let names = there
        .keys()
        .chain(claimed.keys().filter(|name| !there.contains_key(*name)));
    let of_part = |name: &String| {
        let part = |parts: &serde_json::Map<String, Value>| {
            let part = parts.get(name).cloned();
            Value::from_iter([(name.clone(), part.unwrap_or_default())])
        };
        first_difference(&part(&there), &part(&claimed))
    };
    Ok(names.filter_map(of_part).collect())
}
