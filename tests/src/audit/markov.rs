//! The audit of PrivMRF: size, the columns' own tables, then round by round a choice and the chosen table.
//!
//! The attacker has the log-likelihood ratio of every noisy answer, each table's under the choice that was
//! made, and that of every choice ([`super::choices`]). Synthetic rows are drawn from the estimated model
//! as `privet release` draws them.

use std::num::NonZeroU32;

use chacha20::ChaCha20Rng;
use privet_core::bayes::rows::Model;
use privet_core::counts::{Column, Columns, MostRows};
use privet_core::curator::{Curator, Size};
use privet_core::domain::Domain;
use privet_core::ledger::{Entry, Gaussian, Ledger, Purpose};
use privet_core::mrf::estimate::Shape;
use privet_core::mrf::joined::{Grouping, Order};
use privet_core::mrf::learn::{Attribute, Learned, Search, Settings, Weights, learn};
use privet_core::mrf::levels::{self, Levels};
use privet_core::mrf::network::{Fitted, network_of};
use privet_core::mrf::workload::Workload;
use privet_core::neighbours::Neighbours;
use privet_core::privacy::{MuSquared, Share};
use privet_core::rules::Rules;
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::Outcome;
use super::case::{Bug, Case, ONE_ROW};
use super::choices::{Replay, columns_of};
use super::likeness::Likeness;
use super::release::{Seed, Seen, Side};
use super::study::{Claim, Effort, Findings, Verdict, on_both_sides};
use super::synthesis::draw_rows;
use super::truth::{Evidence, Truth};

/// Two tables, and what a spec says of PrivMrf beyond its defaults.
#[derive(Clone, Debug)]
pub struct MarkovCase {
    /// The tables.
    pub tables: Case,
    /// `rounds`.
    pub rounds: NonZeroU32,
    /// `selection`, in hundredths: a round's part for the choice of its table.
    pub selection: u32,
    /// `max_attributes` of a table.
    pub attributes: u8,
}

/// The attacker's findings.
#[derive(Clone, Copy, Debug)]
pub struct MarkovFindings {
    /// Those of any mechanism; what is implied is that of size and tables.
    pub common: Findings,
    /// What the choices say: the root of the mean square of their log-likelihood ratio. The loss of a
    /// Gaussian answer has variance μ², so this is on the scale of μ.
    pub choices: f64,
    /// Number of tables of several columns in a release, on average.
    pub tables: f64,
}

/// The honest mechanism, then the planted bugs.
pub fn markov_cases() -> Vec<MarkovCase> {
    let replaced = |name| Case::one_row_replaced(name, None);
    let mut cases = vec![
        MarkovCase::choosing("PrivMrf, a choice of pairs", ONE_ROW),
        MarkovCase::choosing("PrivMrf, a choice of pairs", Neighbours::Replace),
        MarkovCase::nothing_to_choose(Case::one_row_more("PrivMrf, 2 columns", 2, None)),
        MarkovCase::nothing_to_choose(replaced("PrivMrf, 2 columns")),
        MarkovCase::of_defaults(Case::one_row_more("PrivMrf, 3 columns", 3, None)),
    ];
    let planted = [
        ("planted: noise halved", Bug::NoiseHalved),
        ("planted: table uncharged", Bug::TableUncharged),
        ("planted: domain from data", Bug::DomainFromData),
    ];
    for (name, bug) in planted {
        let more = Case::one_row_more(name, 2, Some(bug));
        let replaced = Case::one_row_replaced(name, Some(bug));
        cases.extend([more, replaced].map(MarkovCase::nothing_to_choose));
    }
    cases
}

impl MarkovCase {
    /// A spec's defaults, but for two rounds: half of four, since tables of so few rows have few useful cells.
    pub fn of_defaults(tables: Case) -> Self {
        Self {
            tables,
            rounds: NonZeroU32::MIN.saturating_add(3),
            selection: 20,
            attributes: 4,
        }
    }

    /// One round, whose choice between two pairs says as much as it may; a spec's default pays for it.
    pub fn choosing(name: &'static str, neighbours: Neighbours) -> Self {
        Self {
            rounds: NonZeroU32::MIN,
            attributes: 2,
            ..Self::of_defaults(Case::opposed(name, neighbours, None))
        }
    }

    /// Two columns have one pair, so a choice says nothing and gets a hundredth: the tables have nearly
    /// the whole claim.
    pub fn nothing_to_choose(tables: Case) -> Self {
        Self {
            selection: 1,
            ..Self::of_defaults(tables)
        }
    }

    /// The same in one round.
    #[must_use]
    pub fn in_one_round(self) -> Self {
        Self {
            rounds: NonZeroU32::MIN,
            ..self
        }
    }

    /// The defaults of a spec where this case says nothing else, but fewer candidates, since three columns have four tables
    /// in all, and own tables that may be off by more, so that most of the claim is left for the others.
    fn settings(&self, budget: MuSquared) -> Outcome<Settings> {
        let hundredth = |part| Share::new(part, 100);
        let (size, tables) = match self.tables.neighbours {
            Neighbours::AddRemove { .. } => (
                budget.share_down(hundredth(1)?),
                budget.share_down(hundredth(99)?),
            ),
            Neighbours::Replace => (MuSquared::from_units(0), budget),
        };
        Ok(Settings {
            size,
            tables,
            one_way_error: 0.03,
            selection: hundredth(self.selection.into())?,
            search: Search::Anywhere,
            most_rounds: self.rounds,
            anneals: true,
            repeats: true,
            weights: Weights::ByVariance,
            theta: 1.25,
            caution: 1.0,
            rare: 3.0,
            smoothing: 0.01,
            most_attributes: self.attributes,
            candidates: 8,
            model_cells: 200_000,
            workload: Workload::default(),
            rules: Rules::none().clone(),
        })
    }
}

/// Releases both tables, each on a thread of its own, and bounds the loss.
pub fn investigate_markov(
    case: &MarkovCase,
    place: u64,
    claim: &Claim,
    effort: &Effort,
) -> Outcome<MarkovFindings> {
    let truth = Truth::of(&case.tables);
    let (left, right) = on_both_sides(place, effort, |side, seed| {
        release(&truth, case, claim.total, side, seed)
    })?;
    let mean = |figure: fn(&MarkovSeen) -> f64| {
        let sum: f64 = left.iter().chain(&right).map(figure).sum();
        sum / (2.0 * f64::from(effort.runs))
    };
    let common = |side: &[MarkovSeen]| -> Vec<_> { side.iter().map(|seen| seen.common).collect() };
    Ok(MarkovFindings {
        common: Findings::of(&common(&left), &common(&right), claim, effort),
        choices: mean(|seen| seen.choices * seen.choices).sqrt(),
        tables: mean(|seen| f64::from(seen.tables)),
    })
}

/// The verdict on these findings.
pub fn markov_verdict(case: &MarkovCase, findings: &MarkovFindings, claim: &Claim) -> Verdict {
    Verdict::of(&case.tables, &findings.common, claim)
}

struct MarkovSeen {
    common: Seen,
    choices: f64,
    tables: u32,
}

fn release(
    truth: &Truth<'_>,
    case: &MarkovCase,
    total: MuSquared,
    side: Side,
    seed: Seed,
) -> Outcome<MarkovSeen> {
    let tables = &case.tables;
    let table = match side {
        Side::Left => &tables.left,
        Side::Right => &tables.right,
    };
    // The domain is the declared one; a planted bug reads it off the data.
    let sizes = match tables.bug {
        Some(Bug::DomainFromData) => table.occurring_sizes(),
        _ => tables.sizes.clone(),
    };
    // The claim is the budget; a planted bug spends four times as much, so that every σ is half.
    let budget = match tables.bug {
        Some(Bug::NoiseHalved) => MuSquared::from_units(total.units() * 4),
        _ => total,
    };
    let identities = sizes.iter().map(|&size| Grouping::identity(size));
    let own: Vec<Levels> = identities
        .map(|identity| Ok(Levels::only(identity?)))
        .collect::<Outcome<_>>()?;
    let levels = levels::levels(&own)?;
    let domain = Domain::new(&levels)?;
    let columns = table.columns.iter().map(|codes| Column::Narrow(codes));
    let borrowed: Vec<Column<'_>> = columns.collect();
    let counts = Columns::new(&domain, &borrowed)?;
    let noise = seed.noise(side, 0);
    let mut curator: AuditCurator<'_> = Curator::new(
        counts,
        MostRows::LARGEST,
        tables.neighbours,
        Ledger::new(budget),
        noise,
    )?;
    let settings = case.settings(budget)?;
    let learned = learn(&mut curator, &attributes(&sizes), &settings, &mut |_| ())?;
    if learned.levels != own {
        // Of two values only one is ever rare here, and a group of one value is that value.
        return Err(
            "values were joined: the attacker has no exact answers for these tables".into(),
        );
    }
    let (mut evidence, mut choices) = (Evidence::default(), 0.0);
    if tables.bug == Some(Bug::DomainFromData) {
        evidence = Evidence::of_shape(sizes == tables.sizes);
    } else {
        let replay = Replay {
            truth,
            domain,
            settings: &settings,
        };
        let entries = curator.ledger().entries();
        choices = replay.ratio(&learned, entries)?;
        evidence.ratio = choices;
        add_answers(&mut evidence, truth, &learned)?;
        if tables.bug == Some(Bug::TableUncharged) {
            let noise = seed.noise(side, 1);
            let mut second = Curator::new(
                counts,
                MostRows::LARGEST,
                tables.neighbours,
                Ledger::new(budget),
                noise,
            )?;
            measure_again(&mut second, &domain, entries, truth, &mut evidence)?;
        }
    }
    let mut rng = Xoshiro256PlusPlus::from_rng(&mut seed.noise(side, 2));
    let synthetic = rows(domain, &learned, &mut rng)?;
    Ok(MarkovSeen {
        common: Seen {
            evidence,
            likeness: Likeness::of(truth, tables, &synthetic),
        },
        choices,
        tables: u32::try_from(learned.tables.len())?,
    })
}

type AuditCurator<'a> = Curator<Columns<'a>, ChaCha20Rng, Gaussian, 16>;

fn attributes(sizes: &[u32]) -> Vec<Attribute> {
    let unordered = sizes.iter().map(|&size| Attribute {
        size,
        order: Order::Unordered,
        declared: Vec::new(),
    });
    unordered.collect()
}

fn add_answers(evidence: &mut Evidence, truth: &Truth<'_>, learned: &Learned) -> Outcome<()> {
    if let Size::Noisy { rows, noise } = learned.size {
        evidence.add(rows, truth.sizes(), noise.sigma().ok_or("Gaussian noise")?);
    }
    for measured in learned.leaves.iter().chain(&learned.tables) {
        let columns = columns_of(&measured.variables)?;
        let exact = match measured.parts {
            Some(parts) => truth.parts(&columns, parts),
            None => truth.cells(&columns).collect(),
        };
        for (&answer, exact) in measured.cells.iter().zip(exact) {
            evidence.add(answer, exact, measured.sigma);
        }
    }
    Ok(())
}

/// The first chosen table once more, for what it cost, by a curator that owes nobody.
fn measure_again(
    curator: &mut AuditCurator<'_>,
    domain: &Domain<'_>,
    entries: &[Entry<MuSquared>],
    truth: &Truth<'_>,
    evidence: &mut Evidence,
) -> Outcome<()> {
    let paid = entries.iter().find_map(|entry| {
        let variables = match &entry.purpose {
            Purpose::Table(variables) => variables,
            Purpose::Parts(asked) => asked.variables(),
            _ => return None,
        };
        let has_several = variables.as_slice().len() > 1;
        has_several.then_some((variables, entry.loss))
    });
    let (variables, loss) = paid.ok_or("a table was chosen")?;
    let cells = domain.cells(variables, 1 << 10).ok_or("a small table")?;
    let (mut scratch, mut noisy) = (vec![0; cells], vec![0; cells]);
    let sigma = curator.table(domain, variables, loss, &mut scratch, &mut noisy)?;
    for (&answer, exact) in noisy.iter().zip(truth.cells(&columns_of(variables)?)) {
        evidence.add(answer, exact, sigma);
    }
    Ok(())
}

/// Rows of the estimated model.
fn rows(
    domain: Domain<'_>,
    learned: &Learned,
    rng: &mut Xoshiro256PlusPlus,
) -> Outcome<Vec<Vec<u16>>> {
    let network = network_of(&learned.tree)?;
    let rows = learned.row_count();
    let fitted = Fitted {
        shape: Shape::everything(&domain, &learned.tree),
        beliefs: &learned.estimate.beliefs,
        rows,
        leaves: &learned.shrunk_leaves(),
    };
    let (tables, cells) = fitted.tables(&network)?;
    let model = Model {
        domain,
        network: &network,
        tables: &tables,
        cells: &cells,
    };
    draw_rows(&model, rows, rng)
}
