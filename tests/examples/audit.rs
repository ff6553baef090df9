//! The privacy audit: lower bounds on the loss of real releases, against what they claim.
//!
//! ```text
//! cargo run --release -p privet-tests --example audit -- [--runs N] [--seed N]
//! ```
//! Releases two neighbouring worst-case tables N times each, for the honest mechanism and for
//! planted bugs (`privet_tests::audit`). Exit code 1 where a bound passes the honest mechanism's
//! claim, or a planted bug is not caught.

use std::process::ExitCode;
use std::time::Instant;

use privet_tests::audit::Outcome;
use privet_tests::audit::pure::{PURE_CLAIM, investigate_pure, pure_cases, pure_verdict};
use privet_tests::audit::study::{Claim, Effort, Verdict, adjacency, cases, investigate};

fn main() -> Outcome<ExitCode> {
    let effort = effort(std::env::args().skip(1))?;
    let claim = Claim::usual()?;
    println!(
        "Claim: mu {:.4}, that is ({}, {})-DP. {} releases of each table; seed {}.",
        claim.mu(),
        claim.epsilon,
        claim.delta,
        effort.runs,
        effort.seed
    );
    println!(
        "Each lower bound holds with confidence {} %, so a false alarm has probability at most {} a\n\
         bound. Implied: mu of these tables' true differences; rounded: after rounding to integers.\n",
        100.0 * (1.0 - effort.error),
        effort.error
    );
    println!(
        "{:<26} {:<9} {:>8} {:>8} {:>8} | {:>8} {:>8} {:>8} | verdict",
        "mechanism", "adjacency", "claim", "implied", "rounded", "mu >=", "rows mu", "rows eps"
    );
    let start = Instant::now();
    let (mut good, mut honest) = (true, 0_u32);
    for (place, case) in (0..).zip(cases()) {
        let findings = investigate(&case, place, &claim, &effort)?;
        let verdict = Verdict::of(&case, &findings, &claim);
        println!(
            "{:<26} {:<9} {:>8.3} {:>8.3} {:>8.3} | {:>8.3} {:>8.3} {:>8.2} | {}",
            case.name,
            adjacency(&case),
            claim.mu(),
            findings.implied,
            findings.rounded,
            findings.mu,
            findings.rows_mu,
            findings.rows_epsilon,
            verdict.word()
        );
        good &= verdict.is_good();
        honest += u32::from(case.bug.is_none());
    }
    println!(
        "\nClaim: epsilon {PURE_CLAIM}, delta 0.\n{:<26} {:<9} {:>8} {:>8} | {:>8} {:>8} | verdict",
        "mechanism", "adjacency", "claim", "implied", "eps >=", "rows eps"
    );
    let mut pure_honest = 0_u32;
    for (place, case) in (FIRST_PURE_CASE..).zip(pure_cases()) {
        let findings = investigate_pure(&case, place, &effort)?;
        let verdict = pure_verdict(&case, &findings);
        println!(
            "{:<26} {:<9} {PURE_CLAIM:>8.3} {:>8.3} | {:>8.3} {:>8.3} | {}",
            case.name,
            adjacency(&case),
            findings.implied,
            findings.epsilon,
            findings.rows_epsilon,
            verdict.word()
        );
        good &= verdict.is_good();
        pure_honest += u32::from(case.bug.is_none());
    }
    // Three bounds for each honest case, two for each pure one.
    println!(
        "\nExpected false alarms in all: below {:.4}. {:.0} s.",
        f64::from(3 * honest + 2 * pure_honest) * effort.error,
        start.elapsed().as_secs_f64()
    );
    Ok(ExitCode::from(u8::from(!good)))
}

/// Apart from the numbers of the other cases, so that no two share their seeds.
const FIRST_PURE_CASE: u64 = 1000;

fn effort(mut arguments: impl Iterator<Item = String>) -> Outcome<Effort> {
    let mut effort = Effort {
        runs: 100_000,
        error: 1e-4,
        seed: 1,
    };
    while let Some(option) = arguments.next() {
        let value = arguments
            .next()
            .ok_or("usage: audit [--runs N] [--seed N]")?;
        match option.as_str() {
            "--runs" => effort.runs = value.parse()?,
            "--seed" => effort.seed = value.parse()?,
            other => return Err(format!("unknown option {other}: use --runs or --seed").into()),
        }
    }
    if effort.runs < 6 {
        return Err(
            "the rows are learned from, chosen by and tested on a third each: at least six runs"
                .into(),
        );
    }
    Ok(effort)
}
