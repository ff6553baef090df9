//! A small release in a folder of its own: what its files say, and what `verify` says to a changed one.

use std::fs;
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};
use tempfile::TempDir;

use super::run;
use crate::args::{Command, Release, Verify};
use crate::error::CliError;
use crate::keys::hex;
use crate::plan::Plan;
use crate::release::record::{LossFile, Record};
use crate::release::{RECORD, SYNTHETIC};

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
fn release(folder: &Path, spec: &str) -> Result<(), CliError> {
    let rows = (0..40).map(|row| {
        let letter = ["x", "y", "z"][row % 3];
        format!("{},{letter}\n", row % 2 == 0)
    });
    let table: String = ["a,b\n".to_owned()].into_iter().chain(rows).collect();
    fs::write(folder.join("spec.ron"), spec).unwrap();
    fs::write(folder.join("table.csv"), table).unwrap();
    let args = Release {
        spec: folder.join("spec.ron"),
        data: folder.join("table.csv"),
        out: folder.join("release"),
        delimiter: ",".to_owned(),
        keep_seed: Some(folder.join("seed")),
        quiet: false,
        json: false,
    };
    run(Command::Release(args), &mut Vec::new())
}

fn released() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    release(folder.path(), SPEC).unwrap();
    let release = folder.path().join("release");
    (folder, release)
}

fn verify(record: &Path) -> Result<(), CliError> {
    let args = Verify {
        records: vec![record.to_owned()],
        data: None,
        seed_file: None,
        delimiter: ",".to_owned(),
        quiet: true,
        json: false,
    };
    run(Command::Verify(args), &mut Vec::new())
}

#[test]
fn a_spec_that_nobody_reviewed_makes_no_files() {
    let folder = tempfile::tempdir().unwrap();
    let spec = SPEC.replace("reviewed: true", "reviewed: false");
    let refused = release(folder.path(), &spec).unwrap_err();
    assert!(refused.to_string().contains("not reviewed"), "{refused}");
    assert!(!folder.path().join("release").exists() && !folder.path().join("seed").exists());
}

#[test]
fn a_record_has_the_whole_total_and_the_digests_of_its_files() {
    let (_folder, release) = released();
    let text = fs::read_to_string(release.join(RECORD)).unwrap();
    let record = Record::parse(RECORD, &text).unwrap();
    let plan = Plan::new(&privet_spec::parse(SPEC).unwrap()).unwrap();
    assert_eq!(
        record.guarantee.total,
        LossFile::from(plan.mechanism.total())
    );
    assert_ne!(
        record.spent, record.guarantee.total,
        "rounding leaves something"
    );
    assert_eq!(record.artefacts[0].file, SYNTHETIC);
    for artefact in &record.artefacts {
        let bytes = fs::read(release.join(&artefact.file)).unwrap();
        assert_eq!(
            artefact.sha256,
            hex(&Sha256::digest(bytes)),
            "{}",
            artefact.file
        );
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
    assert!(verify(&path).is_ok());
    let mut record = Record::parse(RECORD, &fs::read_to_string(&path).unwrap()).unwrap();
    let last = record.queries.len() - 1;
    assert_ne!(record.queries[0].charge, record.queries[last].charge);
    record.queries[0].charge = record.queries[last].charge.clone();
    fs::write(&path, record.to_text().unwrap()).unwrap();
    let found = verify(&path).unwrap_err().to_string();
    assert!(
        found.contains("query 1") && found.contains("its charge is not"),
        "{found}"
    );
}
