//! Private choices by themselves, at scores that move as far as they may in opposite directions.
//!
//! - *farthest*, PrivMRF's choice, by the curator: two models of one table, of which one counts the row
//!   that is to come and the other does not. So the gap of the two distances goes from −Δ to Δ, the choice is
//!   made with probability 1/(1 + e^(±ε/2)), and this law of two points is the worst that the charge of
//!   (π/8)·ε² allows for: μ = 2Φ⁻¹(1/(1 + e^(−ε/2))). The claim and the bound are μ.
//! - *exponential mechanism* and *permute-and-flip*, PrivBayesPure's, from the ledger's charge on. The claim
//!   and the bound are ε at δ = 0. The former has all of ε only for a choice among very many.
//!
//! The planted bug is a sensitivity of Δ/2, emulated by a budget that holds twice the ε.

use core::num::NonZeroU32;

use privet_core::counts::{Column, Columns, MostRows};
use privet_core::curator::{Candidate, Compared, Curator, DistanceScratch, SelectionLaw};
use privet_core::domain::{Domain, Level};
use privet_core::ledger::{Gaussian, Ledger, Pure, Purpose};
use privet_core::neighbours::Neighbours;
use privet_core::noise::{ExponentialMechanism, PermuteAndFlip};
use privet_core::privacy::{MuSquared, PureEpsilon, Sensitivity};
use privet_core::variables::{Variable, VariableSet};

use super::Outcome;
use super::bounds::{Runs, epsilon_of, mu_of, normal_quantile};
use super::case::{Case, ONE_ROW, Table};
use super::pure::PURE_CLAIM;
use super::release::{Seed, Side};
use super::study::{Claim, Effort, Verdict, on_both_sides};

/// One way of choosing.
#[derive(Clone, Copy, Debug)]
pub struct SelectionCase {
    /// Who chooses.
    pub way: Way,
    /// What is wrong with it.
    pub bug: Option<SelectionBug>,
}

/// Who chooses.
#[derive(Clone, Copy, Debug)]
pub enum Way {
    /// The curator, the table that is farthest from its model, under Gaussian DP.
    Farthest(Neighbours),
    /// One of these laws, by scores, under pure DP.
    Scores(SelectionLaw),
}

/// A way to break the guarantee.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SelectionBug {
    /// Scores move by Δ where Δ/2 was declared.
    SensitivityHalved,
}

/// The attacker's findings: μ of [`Way::Farthest`], ε of the others.
#[derive(Clone, Copy, Debug)]
pub struct SelectionFindings {
    /// What was claimed.
    pub claim: f64,
    /// What the two laws imply.
    pub implied: f64,
    /// Lower bound.
    pub bound: f64,
}

/// The honest mechanisms, then the planted bug.
pub fn selection_cases() -> Vec<SelectionCase> {
    let ways = [
        Way::Farthest(ONE_ROW),
        Way::Farthest(Neighbours::Replace),
        Way::Scores(SelectionLaw::Exponential),
        Way::Scores(SelectionLaw::PermuteAndFlip),
    ];
    let bugs = [None, Some(SelectionBug::SensitivityHalved)];
    let with = |bug| ways.map(|way| SelectionCase { way, bug });
    bugs.map(with).concat()
}

/// Chooses from both tables, each on a thread of its own, and bounds the loss.
pub fn investigate_selection(
    case: &SelectionCase,
    place: u64,
    claim: &Claim,
    effort: &Effort,
) -> Outcome<SelectionFindings> {
    // The attacker bets on the table for which the first candidate was made better.
    let bet = |chosen: usize| if chosen == 0 { 1.0 } else { 0.0 };
    match case.way {
        Way::Farthest(neighbours) => {
            let share = match case.bug {
                None => claim.total,
                // μ² grows with ε².
                Some(SelectionBug::SensitivityHalved) => {
                    MuSquared::from_units(claim.total.units() * 4)
                }
            };
            let law = ExponentialMechanism::within(neighbours.table_l1(), share)?;
            let tables = one_column(neighbours);
            let (left, right) = on_both_sides(place, effort, |side, seed| {
                Ok(bet(farthest(&tables, share, side, seed)?))
            })?;
            let odds = libm::exp(-law.epsilon.to_f64() / 2.0);
            Ok(SelectionFindings {
                claim: claim.mu(),
                implied: 2.0 * normal_quantile(1.0 / (1.0 + odds)),
                bound: Runs { left, right }.lower_bound(effort.error, mu_of),
            })
        }
        Way::Scores(law) => {
            let claim = PureEpsilon::from_f64_down(PURE_CLAIM)?;
            let epsilon = match case.bug {
                None => claim,
                Some(SelectionBug::SensitivityHalved) => PureEpsilon::from_units(2 * claim.units()),
            };
            let (left, right) = on_both_sides(place, effort, |side, seed| {
                Ok(bet(by_scores(law, epsilon, side, seed)?))
            })?;
            let pure = |alpha, beta| epsilon_of(alpha, beta, 0.0);
            Ok(SelectionFindings {
                claim: PURE_CLAIM,
                implied: implied_epsilon(law, epsilon.to_f64()),
                bound: Runs { left, right }.lower_bound(effort.error, pure),
            })
        }
    }
}

/// The verdict on these findings.
pub fn selection_verdict(case: &SelectionCase, findings: &SelectionFindings) -> Verdict {
    Verdict::of_refutation(case.bug, findings.bound > findings.claim)
}

impl Way {
    /// As a table of results has it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Farthest(_) => "farthest table",
            Self::Scores(SelectionLaw::Exponential) => "exponential mechanism",
            Self::Scores(SelectionLaw::PermuteAndFlip) => "permute-and-flip",
        }
    }

    /// The adjacency's name; scores have their sensitivity under either.
    pub const fn adjacency(self) -> &'static str {
        match self {
            Self::Farthest(Neighbours::AddRemove { .. }) => "AddRemove",
            Self::Farthest(Neighbours::Replace) => "Replace",
            Self::Scores(_) => "either",
        }
    }
}

/// Which of two models of the same table it is farther from. One is the left table, the other the right
/// one: the first is farther from the right table, by Δ, and the second from the left one.
fn farthest(case: &Case, share: MuSquared, side: Side, seed: Seed) -> Outcome<usize> {
    let table = match side {
        Side::Left => &case.left,
        Side::Right => &case.right,
    };
    let levels: [Level<'_>; 1] = [Level::leaf(0, 2)];
    let domain = Domain::new(&levels)?;
    let columns = table.columns.iter().map(|codes| Column::Narrow(codes));
    let borrowed: Vec<Column<'_>> = columns.collect();
    let counts = Columns::new(&domain, &borrowed)?;
    let ledger: Ledger<Gaussian, 1> = Ledger::new(share);
    let mut curator = Curator::new(
        counts,
        MostRows::LARGEST,
        case.neighbours,
        ledger,
        seed.noise(side, 0),
    )?;
    let candidate = Candidate {
        variables: VariableSet::new(&[Variable(0)])?,
        handicap: 0,
        weight: NonZeroU32::MIN,
    };
    let scratch = DistanceScratch {
        counts: &mut [0; 2],
        scores: &mut [0; 2],
        offered: &mut [0; 2],
        allowed: &mut [true; 2],
    };
    let models = [&case.left, &case.right].map(histogram);
    let candidates = [candidate.clone(), candidate];
    let compared = Compared {
        candidates: &candidates,
        expectations: &models,
        most_weight: NonZeroU32::MIN,
    };
    let mut chosen = [0];
    curator.farthest(
        &domain,
        compared,
        share,
        scratch,
        &mut |_, _| {},
        &mut chosen,
    )?;
    Ok(chosen[0])
}

/// One column of zeros, and a one more or instead of a zero.
fn one_column(neighbours: Neighbours) -> Case {
    let case = match neighbours {
        Neighbours::AddRemove { .. } => Case::one_row_more("", 1, None),
        Neighbours::Replace => Case::one_row_replaced("", None),
    };
    let first = |table: Table| Table {
        columns: table.columns.into_iter().take(1).collect(),
    };
    Case {
        sizes: vec![2],
        left: first(case.left),
        right: first(case.right),
        ..case
    }
}

/// Zeros and ones of the first column.
fn histogram(table: &Table) -> [i64; 2] {
    let mut counts = [0; 2];
    for &code in table.columns.iter().take(1).flatten() {
        counts[usize::from(code)] += 1;
    }
    counts
}

/// A choice by scores whose first is below the others for the left table, and not for the right one.
fn by_scores(law: SelectionLaw, epsilon: PureEpsilon, side: Side, seed: Seed) -> Outcome<usize> {
    let sensitivity = Sensitivity::ONE;
    let mut ledger: Ledger<Pure, 1> = Ledger::new(epsilon);
    let mut noise = seed.noise(side, 0);
    Ok(match law {
        SelectionLaw::Exponential => {
            let (first, others) = if side == Side::Left { (0, 1) } else { (1, 0) };
            let mut scores = [others; CANDIDATES];
            scores[0] = first;
            let law = ExponentialMechanism {
                sensitivity,
                epsilon,
            };
            let paid = ledger.charge(Purpose::Selection, law)?;
            paid.select(&scores, &mut noise)?
        }
        SelectionLaw::PermuteAndFlip => {
            let scores = if side == Side::Left { [0, 2] } else { [1, 1] };
            let law = PermuteAndFlip {
                sensitivity,
                epsilon,
            };
            let paid = ledger.charge(Purpose::Selection, law)?;
            paid.select(&scores, &mut [0; 2], &mut noise)?
        }
    })
}

/// ln of the first candidate's probability for the right table over that for the left one.
fn implied_epsilon(law: SelectionLaw, epsilon: f64) -> f64 {
    match law {
        SelectionLaw::Exponential => {
            let others = f64::from(u32::try_from(CANDIDATES).unwrap_or(u32::MAX) - 1);
            let step = libm::exp(epsilon / 2.0);
            // step/(step + others) over 1/(1 + others·step)
            libm::log(step * (1.0 + others * step) / (step + others))
        }
        // 1/2 over e^(−ε)/2: its coin, if it comes first.
        SelectionLaw::PermuteAndFlip => epsilon,
    }
}

/// Enough that the normalising sum is nearly the others' alone, few enough that the first is chosen often.
const CANDIDATES: usize = 20;
