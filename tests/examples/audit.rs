//! The privacy audit: lower bounds on the loss of real releases, against what they claim.
//!
//! ```text
//! cargo run --release -p privet-tests --features studies --example audit -- [--runs N] [--seed N] [--only WORD]
//! ```
//! Releases two neighbouring worst-case tables N times each, for the honest mechanisms and for
//! planted bugs (`privet_tests::audit`); with `--only`, one mechanism: `bayes`, `markov`, `choices`,
//! `pure` or `smoothed`. Exit code 1 where a bound passes an honest mechanism's claim, or a planted bug is
//! not caught.

use std::process::ExitCode;
use std::time::Instant;

use privet_tests::audit::Outcome;
use privet_tests::audit::case::Case;
use privet_tests::audit::markov::{investigate_markov, markov_cases, markov_verdict};
use privet_tests::audit::pure::{PURE_CLAIM, investigate_pure, pure_cases, pure_verdict};
use privet_tests::audit::selection::{investigate_selection, selection_cases, selection_verdict};
use privet_tests::audit::smoothed::{investigate_smoothed, smoothed_cases, smoothed_verdict};
use privet_tests::audit::study::{Claim, Effort, Findings, Verdict, adjacency, cases, investigate};

fn main() -> Outcome<ExitCode> {
    let (effort, only) = arguments(std::env::args().skip(1))?;
    let claim = Claim::usual()?;
    println!(
        "{} releases of each table; seed {}. Each lower bound holds with confidence {} %, so a false alarm has\n\
         probability at most {} a bound. Implied: what these tables' true differences allow; rounded: after\n\
         rounding to integers.",
        effort.runs,
        effort.seed,
        100.0 * (1.0 - effort.error),
        effort.error
    );
    let mut audit = Audit {
        claim,
        effort,
        good: true,
        bounds: 0,
    };
    let start = Instant::now();
    for (place, (name, section)) in (0_u64..).zip(SECTIONS) {
        if only.as_ref().is_none_or(|only| only == name) {
            // Apart from the numbers of the other sections, so that no two cases share their seeds.
            section(&mut audit, place * 1000)?;
        }
    }
    println!(
        "\nExpected false alarms in all: below {:.4}. {:.0} s.",
        f64::from(audit.bounds) * effort.error,
        start.elapsed().as_secs_f64()
    );
    Ok(ExitCode::from(u8::from(!audit.good)))
}

type Section = fn(&mut Audit, u64) -> Outcome<()>;

/// In the order of their seeds.
const SECTIONS: [(&str, Section); 5] = [
    ("bayes", Audit::bayes),
    ("pure", Audit::pure),
    ("markov", Audit::markov),
    ("choices", Audit::choices),
    ("smoothed", Audit::smoothed),
];

struct Audit {
    claim: Claim,
    effort: Effort,
    /// Whether every case so far turned out as it must.
    good: bool,
    /// Bounds of honest cases: what may give a false alarm.
    bounds: u32,
}

impl Audit {
    fn bayes(&mut self, first: u64) -> Outcome<()> {
        self.announce_mu("");
        for (place, case) in (first..).zip(cases()) {
            let findings = investigate(&case, place, &self.claim, &self.effort)?;
            let verdict = Verdict::of(&case, &findings, &self.claim);
            self.print_mu(&case, &findings, "", verdict);
        }
        Ok(())
    }

    fn markov(&mut self, first: u64) -> Outcome<()> {
        self.announce_mu(" choices |");
        for (place, case) in (first..).zip(markov_cases()) {
            let findings = investigate_markov(&case, place, &self.claim, &self.effort)?;
            let verdict = markov_verdict(&case, &findings, &self.claim);
            let choices = format!(" {:>7.3} |", findings.choices);
            self.print_mu(&case.tables, &findings.common, &choices, verdict);
        }
        Ok(())
    }

    fn pure(&mut self, first: u64) -> Outcome<()> {
        announce_epsilon();
        for (place, case) in (first..).zip(pure_cases()) {
            let findings = investigate_pure(&case, place, &self.effort)?;
            let verdict = pure_verdict(&case, &findings);
            println!(
                "{:<32} {:<9} {PURE_CLAIM:>8.3} {:>8.3} | {:>8.3} {:>8.3} | {}",
                case.name,
                adjacency(&case),
                findings.implied,
                findings.epsilon,
                findings.rows_epsilon,
                verdict.word()
            );
            self.note(verdict, case.bug.is_none(), 2);
        }
        Ok(())
    }

    fn choices(&mut self, first: u64) -> Outcome<()> {
        println!(
            "\nFarthest table: mu. Choices by score: epsilon, delta 0.\n\
             {:<40} {:<9} {:>8} {:>8} | {:>8} | verdict",
            "choice", "adjacency", "claim", "implied", "bound"
        );
        for (place, case) in (first..).zip(selection_cases()) {
            let findings = investigate_selection(&case, place, &self.claim, &self.effort)?;
            let verdict = selection_verdict(&case, &findings);
            let name = match case.bug {
                None => case.way.name().to_owned(),
                Some(_) => format!("planted: Δ halved, {}", case.way.name()),
            };
            println!(
                "{name:<40} {:<9} {:>8.3} {:>8.3} | {:>8.3} | {}",
                case.way.adjacency(),
                findings.claim,
                findings.implied,
                findings.bound,
                verdict.word()
            );
            self.note(verdict, case.bug.is_none(), 1);
        }
        Ok(())
    }

    fn smoothed(&mut self, first: u64) -> Outcome<()> {
        announce_epsilon();
        for (place, (name, case)) in (first..).zip(smoothed_cases()) {
            let findings = investigate_smoothed(&case, place, &self.effort)?;
            let verdict = smoothed_verdict(&case, &findings);
            println!(
                "{name:<32} {:<9} {PURE_CLAIM:>8.3} {:>8.3} | {:>8} {:>8.3} | {}",
                "Replace",
                findings.implied,
                "",
                findings.epsilon,
                verdict.word()
            );
            self.note(verdict, case.bug.is_none(), 1);
        }
        Ok(())
    }

    fn announce_mu(&self, more: &str) {
        println!(
            "\nClaim: mu {:.4}, that is ({}, {})-DP.\n\
             {:<32} {:<9} {:>8} {:>8} {:>8} | {:>8} {:>8} {:>8} |{more} verdict",
            self.claim.mu(),
            self.claim.epsilon,
            self.claim.delta,
            "mechanism",
            "adjacency",
            "claim",
            "implied",
            "rounded",
            "mu >=",
            "rows mu",
            "rows eps"
        );
    }

    fn print_mu(&mut self, case: &Case, findings: &Findings, more: &str, verdict: Verdict) {
        println!(
            "{:<32} {:<9} {:>8.3} {:>8.3} {:>8.3} | {:>8.3} {:>8.3} {:>8.2} |{more} {}",
            case.name,
            adjacency(case),
            self.claim.mu(),
            findings.implied,
            findings.rounded,
            findings.mu,
            findings.rows_mu,
            findings.rows_epsilon,
            verdict.word()
        );
        self.note(verdict, case.bug.is_none(), 3);
    }

    fn note(&mut self, verdict: Verdict, honest: bool, bounds: u32) {
        self.good &= verdict.is_good();
        if honest {
            self.bounds += bounds;
        }
    }
}

fn announce_epsilon() {
    println!(
        "\nClaim: epsilon {PURE_CLAIM}, delta 0.\n\
         {:<32} {:<9} {:>8} {:>8} | {:>8} {:>8} | verdict",
        "mechanism", "adjacency", "claim", "implied", "eps >=", "rows eps"
    );
}

fn arguments(mut arguments: impl Iterator<Item = String>) -> Outcome<(Effort, Option<String>)> {
    let mut effort = Effort {
        runs: 100_000,
        error: 1e-4,
        seed: 1,
    };
    let mut only = None;
    while let Some(option) = arguments.next() {
        let value = arguments
            .next()
            .ok_or("usage: audit [--runs N] [--seed N] [--only WORD]")?;
        match option.as_str() {
            "--runs" => effort.runs = value.parse()?,
            "--seed" => effort.seed = value.parse()?,
            "--only" if SECTIONS.iter().any(|(name, _)| *name == value) => only = Some(value),
            "--only" => {
                let names = SECTIONS.map(|(name, _)| name).join(", ");
                return Err(format!("unknown mechanism {value}: one of {names}").into());
            }
            other => {
                return Err(format!("unknown option {other}: use --runs, --seed or --only").into());
            }
        }
    }
    if effort.runs < 6 {
        return Err(
            "the rows are learned from, chosen by and tested on a third each: at least six runs"
                .into(),
        );
    }
    Ok((effort, only))
}
