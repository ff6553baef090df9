//! The audit of PrivMRF: size, the columns' own tables, then round by round a chosen table, all with
//! Gaussian noise.
//!
//! The attacker has the log-likelihood ratio of every noisy answer, each table's under the choice that was
//! made. What the choices themselves give away he leaves out: a fifth of every round's budget.

use std::num::NonZeroU32;

use chacha20::ChaCha20Rng;
use privet_core::counts::{Column, Columns};
use privet_core::curator::{Curator, Size};
use privet_core::domain::Domain;
use privet_core::ledger::{Gaussian, Ledger};
use privet_core::mrf::joined::{self, Grouping, Order};
use privet_core::mrf::learn::{Attribute, Learned, Search, Settings, Weights, learn};
use privet_core::neighbours::Neighbours;
use privet_core::privacy::{MuSquared, Share};
use privet_core::variables::{Variable, VariableSet};

use super::Outcome;
use super::bounds::{Runs, mu_of};
use super::case::{Bug, Case};
use super::release::{Seed, Side};
use super::study::{Claim, Effort, Verdict, on_both_sides};
use super::truth::{Evidence, Truth};

/// The attacker's findings.
#[derive(Clone, Copy, Debug)]
pub struct MarkovFindings {
    /// μ that the measured tables' true differences imply, by Σ (difference/σ)².
    pub implied: f64,
    /// The same with the variance that rounding adds.
    pub rounded: f64,
    /// Lower bound on μ from the measurements.
    pub mu: f64,
    /// Number of tables of several columns in a release, on average.
    pub tables: f64,
}

/// Releases both tables, each on a thread of its own, and bounds the loss. Of the planted bugs only
/// halved noise is known here.
pub fn investigate_markov(
    case: &Case,
    place: u64,
    claim: &Claim,
    effort: &Effort,
) -> Outcome<MarkovFindings> {
    let truth = Truth::of(case);
    let (left, right) = on_both_sides(place, effort, |side, seed| {
        release(&truth, case, claim.total, side, seed)
    })?;
    let ratios = |side: &[Seen]| side.iter().map(|seen| seen.evidence.ratio).collect();
    let runs = Runs {
        left: ratios(&left),
        right: ratios(&right),
    };
    let mean = |figure: fn(&Seen) -> f64| {
        let sum: f64 = left.iter().chain(&right).map(figure).sum();
        sum / (2.0 * f64::from(effort.runs))
    };
    Ok(MarkovFindings {
        implied: mean(|seen| seen.evidence.implied).sqrt(),
        rounded: mean(|seen| seen.evidence.rounded).sqrt(),
        mu: runs.lower_bound(effort.error, mu_of),
        tables: mean(|seen| f64::from(seen.tables)),
    })
}

/// The verdict on these findings.
pub fn markov_verdict(case: &Case, findings: &MarkovFindings, claim: &Claim) -> Verdict {
    Verdict::of_refutation(case.bug, findings.mu > claim.mu())
}

struct Seen {
    evidence: Evidence,
    tables: u32,
}

fn release(
    truth: &Truth<'_>,
    case: &Case,
    total: MuSquared,
    side: Side,
    seed: Seed,
) -> Outcome<Seen> {
    let table = match side {
        Side::Left => &case.left,
        Side::Right => &case.right,
    };
    // The claim is the budget; the planted bug spends four times as much, so that every σ is half.
    let budget = match case.bug {
        None => total,
        Some(Bug::NoiseHalved) => MuSquared::from_units(total.units() * 4),
        Some(other) => return Err(format!("{other:?} is not planted in PrivMRF").into()),
    };
    let groupings = identities(case)?;
    let levels = joined::levels(&groupings)?;
    let domain = Domain::new(&levels)?;
    let columns = table.columns.iter().map(|codes| Column::Narrow(codes));
    let borrowed: Vec<Column<'_>> = columns.collect();
    let counts = Columns::new(&domain, &borrowed)?;
    let (ledger, noise) = (Ledger::new(budget), seed.noise(side, 0));
    let mut curator = AuditCurator::new(counts, case.neighbours, ledger, noise)?;
    let attributes: Vec<Attribute> = case
        .sizes
        .iter()
        .map(|&size| Attribute {
            size,
            order: Order::Unordered,
        })
        .collect();
    let settings = settings(case.neighbours, budget)?;
    let learned = learn(&mut curator, &attributes, &settings, &mut |_| ())?;
    if learned.groupings != groupings {
        // Of two values only one is ever rare here, and a group of one value is that value.
        return Err(
            "values were joined: the attacker has no exact answers for these tables".into(),
        );
    }
    Ok(Seen {
        evidence: evidence(truth, &learned)?,
        tables: u32::try_from(learned.tables.len())?,
    })
}

type AuditCurator<'a> = Curator<Columns<'a>, ChaCha20Rng, Gaussian, 32>;

fn identities(case: &Case) -> Outcome<Vec<Grouping>> {
    let identities = case.sizes.iter().map(|&size| Grouping::identity(size));
    Ok(identities.collect::<Result<_, _>>()?)
}

/// The defaults of a spec, but for fewer rounds and candidates: three columns have four tables in all, and
/// the search for more would take most of the time.
fn settings(neighbours: Neighbours, budget: MuSquared) -> Outcome<Settings> {
    let part =
        |hundredths| -> Outcome<MuSquared> { Ok(budget.share_down(Share::new(hundredths, 100)?)) };
    let (size, tables) = match neighbours {
        Neighbours::AddRemove { .. } => (part(1)?, part(99)?),
        Neighbours::Replace => (MuSquared::from_units(0), budget),
    };
    Ok(Settings {
        size,
        tables,
        one_way_error: 0.03,
        selection: Share::new(1, 5)?,
        search: Search::Anywhere,
        most_rounds: NonZeroU32::MIN.saturating_add(1),
        anneals: true,
        repeats: true,
        weights: Weights::ByVariance,
        theta: 1.25,
        caution: 1.0,
        rare: 3.0,
        smoothing: 0.01,
        most_attributes: 4,
        candidates: 8,
        model_cells: 200_000,
    })
}

fn evidence(truth: &Truth<'_>, learned: &Learned) -> Outcome<Evidence> {
    let mut evidence = Evidence::default();
    if let Size::Noisy { rows, noise } = learned.size {
        evidence.add(rows, truth.sizes(), noise.sigma().ok_or("Gaussian noise")?);
    }
    for measured in learned.leaves.iter().chain(&learned.tables) {
        let columns = columns_of(&measured.variables)?;
        for (&answer, exact) in measured.cells.iter().zip(truth.cells(&columns)) {
            evidence.add(answer, exact, measured.sigma);
        }
    }
    Ok(evidence)
}

/// The columns of these variables: column a has its leaf at 2a and its joined level at 2a + 1.
fn columns_of(variables: &VariableSet) -> Outcome<VariableSet> {
    let columns = variables.as_slice().iter();
    let columns: Vec<Variable> = columns.map(|variable| Variable(variable.0 / 2)).collect();
    Ok(VariableSet::new(&columns)?)
}
