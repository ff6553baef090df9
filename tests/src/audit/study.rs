//! A case released many times, what the attacker can show, and the verdict.

use std::thread;

use privet_core::calibration::calibrate;
use privet_core::neighbours::Neighbours;
use privet_core::privacy::{Delta, Epsilon, MuSquared};

use super::Outcome;
use super::bounds::{Runs, epsilon_of, mu_of};
use super::case::{Bug, Case};
use super::likeness::learned;
use super::release::{Seed, Seen, Side, release};
use super::truth::Truth;

/// What the releases promise.
#[derive(Clone, Copy, Debug)]
pub struct Claim {
    /// ε, from the rows and from everything else.
    pub epsilon: f64,
    /// δ of that.
    pub delta: f64,
    /// The total of μ² that (ε, δ) allows.
    pub total: MuSquared,
}

impl Claim {
    /// (4.4, 10⁻⁵), whose μ is near 1.
    pub fn usual() -> Outcome<Self> {
        let (epsilon, delta) = (4.4, 1e-5);
        let total = calibrate(Epsilon::new(epsilon)?, Delta::new(delta)?)?.mu_squared;
        Ok(Self {
            epsilon,
            delta,
            total,
        })
    }

    /// μ of the total.
    pub fn mu(&self) -> f64 {
        self.total.to_f64().sqrt()
    }
}

/// How much is run, and how sure a bound has to be.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Releases of each of the two tables.
    pub runs: u32,
    /// The probability with which one bound may be false.
    pub error: f64,
    /// The audit's seed.
    pub seed: u64,
}

/// The attacker's findings.
#[derive(Clone, Copy, Debug)]
pub struct Findings {
    /// μ that the tables' true differences imply, by Σ (difference/σ)².
    pub implied: f64,
    /// The same with the variance that rounding adds.
    pub rounded: f64,
    /// Lower bound on μ from the measurements.
    pub mu: f64,
    /// Lower bound on μ from the rows alone.
    pub rows_mu: f64,
    /// Lower bound on ε at the claimed δ from the rows alone.
    pub rows_epsilon: f64,
}

impl Findings {
    /// Of what was seen in every run of either table.
    pub(super) fn of(left: &[Seen], right: &[Seen], claim: &Claim, effort: &Effort) -> Self {
        let ratios = |side: &[Seen]| side.iter().map(|seen| seen.evidence.ratio).collect();
        let answers = Runs {
            left: ratios(left),
            right: ratios(right),
        };
        let likenesses =
            |side: &[Seen]| -> Vec<_> { side.iter().map(|seen| seen.likeness).collect() };
        let rows = learned(&likenesses(left), &likenesses(right));
        let mean_mu = |squared: fn(&Seen) -> f64| {
            let sum: f64 = left.iter().chain(right).map(squared).sum();
            (sum / (2.0 * f64::from(effort.runs))).sqrt()
        };
        Self {
            implied: mean_mu(|seen| seen.evidence.implied),
            rounded: mean_mu(|seen| seen.evidence.rounded),
            mu: answers.lower_bound(effort.error, mu_of),
            rows_mu: rows.lower_bound(effort.error, mu_of),
            rows_epsilon: rows.lower_bound(effort.error, |alpha, beta| {
                epsilon_of(alpha, beta, claim.delta)
            }),
        }
    }

    /// Whether a bound passes the claim.
    pub fn refute(&self, claim: &Claim) -> bool {
        self.mu.max(self.rows_mu) > claim.mu() || self.rows_epsilon > claim.epsilon
    }
}

/// Whether a case turned out as it must.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The honest mechanism, and no bound passes its claim.
    Holds,
    /// The honest mechanism, refuted.
    Violated,
    /// A planted bug, refuted.
    Caught,
    /// A planted bug, unnoticed.
    Missed,
}

impl Verdict {
    /// Of these findings.
    pub fn of(case: &Case, findings: &Findings, claim: &Claim) -> Self {
        Self::of_refutation(case.bug, findings.refute(claim))
    }

    /// Of a claim that was refuted, or was not, where this bug was planted or none.
    pub fn of_refutation<B: Copy>(bug: Option<B>, refuted: bool) -> Self {
        match (bug, refuted) {
            (None, false) => Self::Holds,
            (None, true) => Self::Violated,
            (Some(_), true) => Self::Caught,
            (Some(_), false) => Self::Missed,
        }
    }

    /// Whether it is as it must be.
    pub const fn is_good(self) -> bool {
        matches!(self, Self::Holds | Self::Caught)
    }

    /// In a word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Violated => "VIOLATED",
            Self::Caught => "caught",
            Self::Missed => "MISSED",
        }
    }
}

/// The honest mechanism, then the planted bugs.
pub fn cases() -> Vec<Case> {
    let planted = [
        ("planted: noise halved", Bug::NoiseHalved),
        ("planted: table uncharged", Bug::TableUncharged),
        ("planted: domain from data", Bug::DomainFromData),
    ];
    let mut cases = vec![
        Case::one_row_more("PrivBayes, 2 columns", 2, None),
        Case::one_row_more("PrivBayes, 4 columns", 4, None),
        Case::one_row_replaced("PrivBayes, 2 columns", None),
        Case::one_row_moved_out("PrivBayes, 2 columns of 9", 8),
    ];
    cases.extend(planted.map(|(name, bug)| Case::one_row_more(name, 2, Some(bug))));
    cases.extend(planted.map(|(name, bug)| Case::one_row_replaced(name, Some(bug))));
    cases
}

/// The adjacency's name.
pub const fn adjacency(case: &Case) -> &'static str {
    match case.neighbours {
        Neighbours::AddRemove { .. } => "AddRemove",
        Neighbours::Replace => "Replace",
    }
}

/// Releases both tables, each on a thread of its own, and bounds the loss.
pub fn investigate(case: &Case, place: u64, claim: &Claim, effort: &Effort) -> Outcome<Findings> {
    let truth = Truth::of(case);
    let (left, right) = on_both_sides(place, effort, |side, seed| {
        release(&truth, case, claim.total, side, seed)
    })?;
    Ok(Findings::of(&left, &right, claim, effort))
}

/// What `release` makes of every run of the left table and of the right one, each on a thread of its own.
pub(super) fn on_both_sides<T: Send>(
    place: u64,
    effort: &Effort,
    release: impl Fn(Side, Seed) -> Outcome<T> + Sync,
) -> Outcome<(Vec<T>, Vec<T>)> {
    let released = |side| -> Outcome<Vec<T>> {
        let seeds = (0..u64::from(effort.runs)).map(|run| Seed {
            audit: effort.seed,
            case: place,
            run,
        });
        seeds.map(|seed| release(side, seed)).collect()
    };
    thread::scope(|scope| {
        let left = scope.spawn(|| released(Side::Left));
        let right = released(Side::Right)?;
        Ok((left.join().map_err(|_| "a release panicked")??, right))
    })
}
