//! A small release in a folder of its own: what its files say, and what `verify` says to a changed one.

use std::fs;
use std::path::{Path, PathBuf};

use privet_spec::{Accounting, MechanismName};
use tempfile::TempDir;

use crate::error::Error;
use crate::making::NewRelease;
use crate::names::{RECORD, SYNTHETIC};
use crate::record::{LossFile, Record};
use crate::spec::Spec;
use crate::table::Input;
use crate::verify::{Findings, verify};
use crate::watch::Silent;

const SPEC: &str = "Release(
    privet: 1,
    reviewed: true,
    unit: Row,
    adjacency: AddRemove,
    budget: (epsilon: \"3\", delta: \"1e-6\"),
    schema: [
        (name: \"a\", kind: Boolean),
        (name: \"b\", kind: Categorical([\"x\", \"y\", \"z\"])),
    ],
    output: (rows: Noisy),
)";

/// Releases forty rows by this spec into `release`, and keeps the seed in `seed`.
fn release(folder: &Path, spec: &str) -> Result<(), Error> {
    let rows = (0..40).map(|row| {
        let letter = ["x", "y", "z"][row % 3];
        format!("{},{letter}\n", row % 2 == 0)
    });
    let table: String = ["a,b\n".to_owned()].into_iter().chain(rows).collect();
    let spec = Spec::parse("spec.ron", spec)?;
    NewRelease::of(&spec, Input::from_reader("table.csv", table.as_bytes()))
        .keep_seed(folder.join("seed"))
        .into_folder(folder.join("release"))?;
    Ok(())
}

fn released() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    release(folder.path(), SPEC).unwrap();
    let release = folder.path().join("release");
    (folder, release)
}

fn verified(record: &Path) -> Findings {
    verify(&[record], &Silent).unwrap()
}

#[test]
fn a_spec_that_nobody_reviewed_makes_no_files() {
    for reviewed in ["reviewed: false,", ""] {
        let folder = tempfile::tempdir().unwrap();
        let spec = SPEC.replace("reviewed: true,", reviewed);
        assert_ne!(spec, SPEC);
        let refused = release(folder.path(), &spec).unwrap_err();
        assert!(refused.to_string().contains("not reviewed"), "{refused}");
        assert!(!folder.path().join("release").exists() && !folder.path().join("seed").exists());
    }
}

#[test]
fn a_record_has_the_whole_total_and_the_digests_of_its_files() {
    let (_folder, release) = released();
    let text = fs::read_to_string(release.join(RECORD)).unwrap();
    let record = Record::parse(RECORD, &text).unwrap();
    let spec = Spec::parse("spec.ron", SPEC).unwrap();
    assert_eq!(record.guarantee.total, LossFile::from(spec.total()));
    assert_ne!(
        record.spent, record.guarantee.total,
        "rounding leaves something"
    );
    assert_eq!(record.artefacts[0].file, SYNTHETIC);
    for artefact in &record.artefacts {
        let bytes = fs::read(release.join(&artefact.file)).unwrap();
        let digest = privet_spec::digest(&bytes);
        assert_eq!(artefact.sha256, digest, "{}", artefact.file);
    }
}

#[cfg(unix)]
#[test]
fn the_seeds_file_is_its_owners() {
    use std::os::unix::fs::PermissionsExt as _;
    let (folder, _) = released();
    let mode = fs::metadata(folder.path().join("seed"))
        .unwrap()
        .permissions()
        .mode();
    assert_eq!(mode & 0o777, 0o600);
}

/// The forger makes the record's own digest right again, so nothing but the charge is wrong.
#[test]
fn a_charge_that_its_law_does_not_cost_is_named() {
    let (_folder, release) = released();
    let path = release.join(RECORD);
    assert!(verified(&path).holds());
    let mut record = Record::parse(RECORD, &fs::read_to_string(&path).unwrap()).unwrap();
    let last = record.queries.len() - 1;
    assert_ne!(record.queries[0].charge, record.queries[last].charge);
    record.queries[0].charge = record.queries[last].charge.clone();
    fs::write(&path, record.to_text().unwrap()).unwrap();
    let faults = verified(&path).faults;
    let found: Vec<&str> = faults.iter().map(privet_spec::Line::as_str).collect();
    let found = found.join("\n");
    assert!(
        found.contains("query 1") && found.contains("its charge is not"),
        "{found}"
    );
}

/// Not with the rounding of what may be spent: 0.8 is no multiple of 2^−40.
#[test]
fn every_forecast_has_the_guarantee_as_the_spec_has_it() {
    for &name in MechanismName::ALL {
        let (budget, epsilon, delta, written) = match name.accounting() {
            Accounting::Gaussian => (
                "epsilon: \"0.8\", delta: \"1e-6\"",
                "\"epsilon\": \"0.8\"",
                "\"delta\": \"0.000001\"",
                " (0.8, 0.000001)-DP",
            ),
            Accounting::Pure => (
                "epsilon: \"0.8\"",
                "\"epsilon\": \"0.8\"",
                "\"delta\": \"0\"",
                " 0.8-DP",
            ),
        };
        let text = SPEC
            .replace("epsilon: \"3\", delta: \"1e-6\"", budget)
            .replace("AddRemove", "Replace")
            .replace("rows: Noisy", "rows: Exactly(40)")
            .replace("schema:", &format!("mechanism: {name}(), schema:"));
        let spec = Spec::parse("spec.ron", text).unwrap();
        let forecast = spec.forecast(None).unwrap();
        assert!(forecast.to_string().contains(written), "{forecast}");
        for figure in [epsilon, delta] {
            assert!(forecast.json().contains(figure), "{}", forecast.json());
        }
    }
}
