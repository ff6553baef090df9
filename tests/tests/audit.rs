//! The privacy audit in small: the honest mechanism keeps its claim, planted bugs are caught.
//!
//! Seeds are fixed, so each test passes always or never. Over the choice of seeds, a bound is
//! false with probability at most 10⁻⁶ (confidence 99.9999 %): three bounds a case, so the honest cases
//! raise a false alarm with probability below 10⁻⁵. `cargo run --release -p privet-tests --features studies --example audit` is the
//! real one.

use privet_core::neighbours::Neighbours;
use privet_tests::audit::case::{Bug, Case, ONE_ROW};
use privet_tests::audit::markov::{MarkovCase, MarkovFindings, investigate_markov, markov_verdict};
use privet_tests::audit::pure::{PURE_CLAIM, investigate_pure, pure_verdict};
use privet_tests::audit::selection::{investigate_selection, selection_cases, selection_verdict};
use privet_tests::audit::smoothed::{
    Door, SmoothedBug, SmoothedCase, SmoothedFindings, investigate_smoothed, smoothed_verdict,
};
use privet_tests::audit::study::{Claim, Effort, Findings, Verdict, investigate};

fn audited(case: &Case, runs: u32) -> (Findings, Verdict, Claim) {
    let claim = Claim::usual().expect("certified");
    let findings = investigate(case, 0, &claim, &small(runs)).expect("every release succeeds");
    (findings, Verdict::of(case, &findings, &claim), claim)
}

fn small(runs: u32) -> Effort {
    Effort {
        runs,
        error: 1e-6,
        seed: 2026,
    }
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
#[ignore = "seconds of processor time: .ci/run --all runs it"]
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

/// Two bounds a case at 10⁻⁶ each: false alarms below 10⁻⁵.
#[test]
#[ignore = "seconds of processor time: .ci/run --all runs it"]
fn pure_releases_keep_their_claim_and_are_seen_through() {
    for (label, case) in [
        ("one row more", Case::one_row_more("", 2, None)),
        ("four columns", Case::one_row_more("", 4, None)),
        ("one row replaced", Case::one_row_replaced("", None)),
    ] {
        let findings = investigate_pure(&case, 0, &small(8000)).expect("every release succeeds");
        let verdict = pure_verdict(&case, &findings);
        assert_eq!(verdict, Verdict::Holds, "{label}: {findings:?}");
        assert!(findings.implied <= PURE_CLAIM, "{label}: {findings:?}");
        // Four columns pay for selections, which the evidence leaves out.
        let power = if case.sizes.len() == 2 { 0.7 } else { 0.3 };
        assert!(
            findings.epsilon >= power * PURE_CLAIM,
            "{label}: {findings:?}"
        );
    }
}

#[test]
#[ignore = "seconds of processor time: .ci/run --all runs it"]
fn bugs_planted_in_pure_releases_are_caught() {
    for (bug, runs) in [
        (Bug::NoiseHalved, 8000),
        (Bug::TableUncharged, 8000),
        (Bug::DomainFromData, 1000),
    ] {
        let case = Case::one_row_more("", 2, Some(bug));
        let findings = investigate_pure(&case, 0, &small(runs)).expect("every release succeeds");
        let verdict = pure_verdict(&case, &findings);
        assert_eq!(verdict, Verdict::Caught, "{bug:?}: {findings:?}");
    }
}

/// One bound a case at 10⁻⁶: false alarms below 10⁻⁵.
#[test]
#[ignore = "seconds of processor time: .ci/run --all runs it"]
fn smoothed_histograms_keep_their_claim_and_are_seen_through() {
    // Many draws of small loss each are harder to see: the event that has all of it gets rare.
    for (label, door, columns, rows, draws, runs, power) in [
        ("by the curator", Door::Curator, 1, 1, 1, 2000, 0.75),
        ("a row, a coin", Door::Ledger, 1, 1, 1, 40_000, 0.9),
        ("one draw", Door::Ledger, 2, 4, 1, 40_000, 0.8),
        ("three draws", Door::Ledger, 2, 2, 3, 40_000, 0.6),
    ] {
        let case = SmoothedCase {
            columns,
            rows,
            draws,
            door,
            bug: None,
        };
        let (findings, verdict) = smoothed(label, &case, runs);
        assert_eq!(verdict, Verdict::Holds, "{label}: {findings:?}");
        // These tables imply all that was claimed, but for the rounding of λ and of floats.
        assert!(
            (findings.implied - PURE_CLAIM).abs() < 1e-9,
            "{label}: {findings:?}"
        );
        assert!(
            findings.epsilon >= power * PURE_CLAIM,
            "{label}: {findings:?}"
        );
    }
}

#[test]
#[ignore = "seconds of processor time: .ci/run --all runs it"]
fn bugs_planted_in_smoothed_histograms_are_caught() {
    for (bug, door, columns, rows, runs) in [
        (SmoothedBug::WeightHalved, Door::Ledger, 1, 1, 8000),
        (SmoothedBug::DrawUncharged, Door::Curator, 1, 1, 1000),
        (SmoothedBug::DrawUncharged, Door::Ledger, 2, 4, 40_000),
    ] {
        let case = SmoothedCase {
            columns,
            rows,
            draws: 1,
            door,
            bug: Some(bug),
        };
        let (findings, verdict) = smoothed("planted", &case, runs);
        assert_eq!(verdict, Verdict::Caught, "{case:?}: {findings:?}");
    }
}

/// Prints the figures of `verification/README.md` (`-- --nocapture`).
fn smoothed(label: &str, case: &SmoothedCase, runs: u32) -> (SmoothedFindings, Verdict) {
    let findings = investigate_smoothed(case, 0, &small(runs)).expect("every release succeeds");
    println!("{label}: {runs} releases of {case:?}: {findings:?}");
    (findings, smoothed_verdict(case, &findings))
}

/// Three bounds a case at 10⁻⁶ each: false alarms below 2·10⁻⁵.
#[test]
#[ignore = "seconds of processor time: .ci/run --all runs it"]
fn markov_random_fields_keep_their_claim_and_are_seen_through() {
    let one_more = |columns| Case::one_row_more("", columns, None);
    let replaced = Case::one_row_replaced("", None);
    // The rows of a balanced table tell next to nothing in so few releases.
    for (label, case, runs, power, rows_power) in [
        (
            "a choice",
            MarkovCase::choosing("", ONE_ROW),
            4000,
            0.55,
            None,
        ),
        (
            "a choice, one row replaced",
            MarkovCase::choosing("", Neighbours::Replace),
            4000,
            0.55,
            None,
        ),
        (
            "two columns",
            MarkovCase::nothing_to_choose(one_more(2)),
            4000,
            0.65,
            Some(0.4),
        ),
        (
            "one row replaced",
            MarkovCase::nothing_to_choose(replaced),
            4000,
            0.65,
            Some(0.5),
        ),
        (
            "three columns",
            MarkovCase::of_defaults(one_more(3)),
            3000,
            0.45,
            Some(0.2),
        ),
    ] {
        let (findings, verdict, claim) = markov(label, &case, runs);
        assert_eq!(verdict, Verdict::Holds, "{label}: {findings:?}");
        assert!(
            findings.common.implied <= claim.mu(),
            "{label}: {findings:?}"
        );
        assert!(
            findings.common.mu >= power * claim.mu(),
            "{label}: {findings:?}"
        );
        if let Some(rows_power) = rows_power {
            let mu = findings.common.rows_mu;
            assert!(mu >= rows_power * claim.mu(), "{label}: {findings:?}");
        }
        // A fifth of the round's μ² pays for the choice: ε = 0.67 or 0.64, half of which is its log-likelihood
        // ratio where both candidates are as likely.
        if label.starts_with("a choice") {
            assert!(findings.choices > 0.3, "{label}: {findings:?}");
        }
    }
}

#[test]
#[ignore = "seconds of processor time: .ci/run --all runs it"]
fn bugs_planted_in_markov_random_fields_are_caught() {
    for (bug, runs, runs_replaced) in [
        (Bug::NoiseHalved, 1000, 1000),
        (Bug::TableUncharged, 8000, 5000),
        (Bug::DomainFromData, 500, 500),
    ] {
        for (case, runs) in [
            (Case::one_row_more("", 2, Some(bug)), runs),
            (Case::one_row_replaced("", Some(bug)), runs_replaced),
        ] {
            // In one round, so that the table that nobody pays for has nearly the whole claim.
            let case = MarkovCase::nothing_to_choose(case).in_one_round();
            let (findings, verdict, _) = markov("planted", &case, runs);
            assert_eq!(verdict, Verdict::Caught, "{case:?}: {findings:?}");
        }
    }
}

/// Prints the figures (`-- --nocapture`).
fn markov(label: &str, case: &MarkovCase, runs: u32) -> (MarkovFindings, Verdict, Claim) {
    let claim = Claim::usual().expect("certified");
    let findings =
        investigate_markov(case, 0, &claim, &small(runs)).expect("every release succeeds");
    println!("{label}: {runs} releases: {findings:?}");
    (findings, markov_verdict(case, &findings, &claim), claim)
}

/// One bound a case at 10⁻⁶: false alarms below 10⁻⁵.
#[test]
#[ignore = "seconds of processor time: .ci/run --all runs it"]
fn private_choices_keep_their_claim_and_are_seen_through() {
    let claim = Claim::usual().expect("certified");
    for case in selection_cases() {
        let findings =
            investigate_selection(&case, 0, &claim, &small(20_000)).expect("every choice is made");
        println!("{case:?}: {findings:?}");
        let verdict = selection_verdict(&case, &findings);
        assert!(verdict.is_good(), "{case:?}: {verdict:?}, {findings:?}");
        if case.bug.is_none() {
            assert!(findings.implied <= findings.claim, "{case:?}: {findings:?}");
            assert!(
                findings.bound >= 0.7 * findings.claim,
                "{case:?}: {findings:?}"
            );
        }
    }
}
