//! The privacy audit in small: the honest mechanism keeps its claim, planted bugs are caught.
//!
//! Seeds are fixed, so each test passes always or never. Over the choice of seeds, a bound is
//! false with probability at most 10⁻⁶ (confidence 99.9999 %): three bounds a case, so the honest cases
//! raise a false alarm with probability below 10⁻⁵. `cargo run --release -p privet-tests --example audit` is the
//! real one.

use privet_tests::audit::case::{Bug, Case};
use privet_tests::audit::study::{Claim, Effort, Findings, Verdict, investigate};

fn audited(case: &Case, runs: u32) -> (Findings, Verdict, Claim) {
    let claim = Claim::usual().expect("certified");
    let effort = Effort {
        runs,
        error: 1e-6,
        seed: 2026,
    };
    let findings = investigate(case, 0, &claim, &effort).expect("every release succeeds");
    (findings, Verdict::of(case, &findings, &claim), claim)
}

#[test]
fn the_honest_mechanism_keeps_its_claim_and_is_seen_through() {
    for (label, case) in [
        ("one row more", Case::one_row_more("", 2, None)),
        ("one row replaced", Case::one_row_replaced("", None)),
    ] {
        let (findings, verdict, claim) = audited(&case, 8000);
        assert_eq!(verdict, Verdict::Holds, "{label}: {findings:?}");
        // The tables cannot imply more than was claimed, and an audit without power shows nothing.
        assert!(findings.implied <= claim.mu(), "{label}: {findings:?}");
        assert!(findings.mu >= 0.7 * claim.mu(), "{label}: {findings:?}");
    }
}

#[test]
fn planted_bugs_are_caught() {
    for (bug, runs) in [
        (Bug::NoiseHalved, 2000),
        (Bug::TableUncharged, 16_000),
        (Bug::DomainFromData, 1000),
    ] {
        let (findings, verdict, _) = audited(&Case::one_row_more("", 2, Some(bug)), runs);
        assert_eq!(verdict, Verdict::Caught, "{bug:?}: {findings:?}");
    }
}
