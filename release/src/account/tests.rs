//! Accounts as they are read: by whoever charges, checks and shows them.

use std::fs;
use std::path::PathBuf;

use privet_spec::Guarantee;

use super::file::{
    AdjacencyFile, ChargeFile, EntryFile, GuaranteeFile, HeaderFile, LineFile, PublishedFile,
    UnitFile, VERSION, text_of,
};
use super::{Account, Locked, verify_account};
use crate::chain::Link;
use crate::plan::Total;
use crate::spec::Spec;
use crate::watch::Silent;

/// Something whose digest stands in a line.
fn digest(of: &str) -> String {
    privet_spec::digest(of.as_bytes())
}

fn guarantee(epsilon: &str) -> GuaranteeFile {
    GuaranteeFile {
        epsilon: epsilon.to_owned(),
        delta: None,
    }
}

fn total(epsilon: &str) -> Total {
    let epsilon = epsilon.parse().unwrap();
    Total::of(Guarantee::Pure { epsilon }).unwrap()
}

/// A charge of ε = 1 that is in order.
fn charge(number: usize) -> ChargeFile {
    ChargeFile {
        number,
        guarantee: guarantee("1"),
        total: total("1").into(),
        spec_sha256: digest("spec"),
        seed_commitment: digest(&format!("seed {number}")),
    }
}

/// A charge that became a release.
fn published(charge: usize, record: &str) -> EntryFile {
    EntryFile::Published(PublishedFile {
        charge,
        record_sha256: record.to_owned(),
    })
}

/// The text of an account of ε = 3 with these entries, each with the digest of the line before.
fn text(entries: Vec<EntryFile>) -> String {
    let mut text = text_of(&HeaderFile {
        privet_account: VERSION,
        unit: UnitFile::Row,
        adjacency: AdjacencyFile::AddRemove,
        lifetime: guarantee("3"),
        time: "2026-01-01T00:00:00Z".to_owned(),
    })
    .unwrap();
    let mut before = digest(&text);
    for entry in entries {
        let line = LineFile {
            before,
            time: "2026-01-01T00:00:00Z".to_owned(),
            entry,
        };
        let line = text_of(&line).unwrap();
        before = digest(&line);
        text.push_str(&line);
    }
    text
}

/// It as a file, which lives as long as its folder.
fn file(text: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("account.jsonl");
    fs::write(&path, text).unwrap();
    (folder, path)
}

/// A release of ε = 1 that is still to be made.
fn planned() -> Link {
    let spec = "Release(privet: 1, reviewed: true, unit: Row, adjacency: AddRemove, budget: (epsilon: \"1\"), \
                schema: [(name: \"a\", kind: Boolean(no: \"no\", yes: \"yes\")), (name: \"b\", kind: Boolean(no: \"no\", yes: \"yes\"))], mechanism: PrivBayesPure())";
    Link::planned(&Spec::parse("spec.ron", spec).unwrap())
}

/// Nobody charges what `account verify` faults, and `account show` has nothing left of it.
#[test]
fn what_verify_faults_is_not_charged() {
    let record = digest("record");
    let of = |charges: Vec<ChargeFile>| charges.into_iter().map(EntryFile::Charge).collect();
    let changed = |change: &dyn Fn(&mut ChargeFile)| {
        let mut second = charge(2);
        change(&mut second);
        of(vec![charge(1), second])
    };
    let two = || [1, 2].map(|number| EntryFile::Charge(charge(number)));
    let cases: Vec<(&str, Vec<EntryFile>, Option<&str>)> = vec![
        ("nothing was charged", vec![], None),
        (
            "in order",
            [&two()[..], &[published(1, &record)]].concat(),
            None,
        ),
        (
            "a total below its guarantee",
            changed(&|charge| charge.total = total("0.1").into()),
            Some("charge 2: its total is not what its guarantee allows"),
        ),
        (
            "a guarantee below its total",
            changed(&|charge| charge.guarantee = guarantee("0.1")),
            Some("charge 2: its total is not what its guarantee allows"),
        ),
        (
            "a seed twice",
            changed(&|charge| charge.seed_commitment = digest("seed 1")),
            Some("charge 2: its seed is that of an earlier charge"),
        ),
        (
            "a record twice",
            [&two()[..], &[published(2, &record), published(1, &record)]].concat(),
            Some("charge 2: its record is that of an earlier charge"),
        ),
        (
            "words for a digest",
            changed(&|charge| charge.spec_sha256 = "17 of 40 have it".to_owned()),
            Some("charge 2: a digest of it is not 64"),
        ),
        (
            "words for a record",
            [&two()[..], &[published(2, "none")]].concat(),
            Some("charge 2: a digest of it is not 64"),
        ),
        (
            "more than the lifetime",
            of((1..=4).map(charge).collect()),
            Some("its charges pass the lifetime: epsilon = 4 of the lifetime's 3"),
        ),
        (
            "a number is left out",
            of(vec![charge(1), charge(3)]),
            Some(":3: the account was changed: its charge does not have the next number"),
        ),
    ];
    for (case, entries, fault) in cases {
        let (_folder, path) = file(&text(entries));
        let account = Account::read(&path).unwrap();
        let json = serde_json::to_value(account.json()).unwrap();
        let found = verify_account(&path, &[] as &[&str], None, &Silent).unwrap();
        let charged = Locked::open(&path);
        let Some(fault) = fault else {
            assert!(found.holds() && charged.is_ok(), "case `{case}`");
            assert!(!json["left"]["pure_epsilon"].is_null(), "case `{case}`");
            continue;
        };
        let told = |text: &str| assert!(text.contains(fault), "case `{case}`: {text}");
        told(&charged.err().expect(case).to_string());
        told(found.faults.first().expect(case).as_str());
        told(&account.to_string());
        assert!(
            account.to_string().contains("left        nothing"),
            "{case}"
        );
        assert!(json["left"]["pure_epsilon"].is_null(), "case `{case}`");
        assert!(json["faults"][0].is_string(), "case `{case}`");
    }
}

/// What was charged counts, whether or not a release came of it.
#[test]
fn a_charge_without_a_release_counts() {
    let charges = |count: usize| (1..=count).map(|number| EntryFile::Charge(charge(number)));
    for (case, entries, left) in [
        ("nothing", vec![], "3"),
        ("one failed", charges(1).collect(), "2"),
        ("two failed", charges(2).collect(), "1"),
        (
            "one failed and one was published",
            charges(2)
                .chain([published(2, &digest("record"))])
                .collect(),
            "1",
        ),
    ] {
        let (_folder, path) = file(&text(entries));
        let account = serde_json::to_value(Account::read(&path).unwrap().json()).unwrap();
        assert_eq!(account["left"]["pure_epsilon"], left, "case `{case}`");
        let covers = Locked::open(&path).unwrap().expect_cover(&planned(), &[]);
        assert!(covers.is_ok(), "case `{case}`");
    }
    let (_folder, path) = file(&text(charges(3).collect()));
    let refused = Locked::open(&path).unwrap().expect_cover(&planned(), &[]);
    let refused = refused.expect_err("three failed releases").to_string();
    assert!(refused.contains("does not cover"), "{refused}");
}
