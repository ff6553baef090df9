//! The audit of PrivBayes under pure ε: size and tables with Laplace noise, structure by selection.
//!
//! The claim is ε at δ = 0, and so is the bound: ln((1 − β)/α). The attacker's evidence is that of size and
//! tables. What a selection gives away is in the rows only, so its share of ε is beyond the evidence;
//! with two columns there is nothing to select, and the tables have all of it. Selections by themselves are
//! audited in [`super::selection`].

use chacha20::ChaCha20Rng;
use privet_core::bayes::network::Node;
use privet_core::bayes::pure::{
    Dice, Settings, Structure, StructureScratch, measure_size, measure_structure, measure_tables,
};
use privet_core::bayes::tables::Tables;
use privet_core::counts::{Column, Columns, MostRows};
use privet_core::curator::{Curator, SelectScratch, SelectionLaw, Size};
use privet_core::domain::{Domain, Level};
use privet_core::ledger::{Ledger, Pure};
use privet_core::neighbours::Neighbours;
use privet_core::privacy::{PureEpsilon, Share};
use privet_core::score::{Score, State, states_needed};
use privet_core::variables::{Variable, VariableSet};
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::Outcome;
use super::bounds::{Runs, epsilon_of};
use super::case::{Bug, Case};
use super::likeness::{Likeness, learned};
use super::release::{Seed, Side};
use super::study::{Effort, Verdict, on_both_sides};
use super::synthesis::{Synthesis, largest_size};
use super::truth::{PureEvidence, Truth};

/// The attacker's findings.
#[derive(Clone, Copy, Debug)]
pub struct PureFindings {
    /// ε that the tables' true differences imply, by Σ |difference|/b.
    pub implied: f64,
    /// Lower bound on ε from the measurements.
    pub epsilon: f64,
    /// Lower bound on ε from the rows alone.
    pub rows_epsilon: f64,
}

/// The honest mechanism, then the planted bugs.
pub fn pure_cases() -> Vec<Case> {
    let planted = [
        ("planted: noise halved", Bug::NoiseHalved),
        ("planted: table uncharged", Bug::TableUncharged),
        ("planted: domain from data", Bug::DomainFromData),
    ];
    let mut cases = vec![
        Case::one_row_more("PrivBayesPure, 2 columns", 2, None),
        Case::one_row_more("PrivBayesPure, 4 columns", 4, None),
        Case::one_row_replaced("PrivBayesPure, 2 columns", None),
    ];
    cases.extend(planted.map(|(name, bug)| Case::one_row_more(name, 2, Some(bug))));
    cases.extend(planted.map(|(name, bug)| Case::one_row_replaced(name, Some(bug))));
    cases
}

/// ε of the claim: large enough that a planted bug shows, small enough that its events do.
pub const PURE_CLAIM: f64 = 2.0;

/// Releases both tables, each on a thread of its own, and bounds the loss.
pub fn investigate_pure(case: &Case, place: u64, effort: &Effort) -> Outcome<PureFindings> {
    let truth = Truth::of(case);
    let (left, right) = on_both_sides(place, effort, |side, seed| {
        release(&truth, case, side, seed)
    })?;
    let ratios = |side: &[(PureEvidence, Likeness)]| side.iter().map(|seen| seen.0.ratio).collect();
    let answers = Runs {
        left: ratios(&left),
        right: ratios(&right),
    };
    let likenesses =
        |side: &[(PureEvidence, Likeness)]| -> Vec<_> { side.iter().map(|seen| seen.1).collect() };
    let rows = learned(&likenesses(&left), &likenesses(&right));
    let pure = |alpha, beta| epsilon_of(alpha, beta, 0.0);
    let implied: f64 = left.iter().chain(&right).map(|seen| seen.0.implied).sum();
    Ok(PureFindings {
        implied: implied / (2.0 * f64::from(effort.runs)),
        epsilon: answers.lower_bound(effort.error, pure),
        rows_epsilon: rows.lower_bound(effort.error, pure),
    })
}

/// The verdict on these findings.
pub fn pure_verdict(case: &Case, findings: &PureFindings) -> Verdict {
    let refuted = findings.epsilon.max(findings.rows_epsilon) > PURE_CLAIM;
    Verdict::of_refutation(case.bug, refuted)
}

type AuditCurator<'a> = Curator<Columns<'a>, ChaCha20Rng, Pure, 16>;

fn release(
    truth: &Truth<'_>,
    case: &Case,
    side: Side,
    seed: Seed,
) -> Outcome<(PureEvidence, Likeness)> {
    let table = match side {
        Side::Left => &case.left,
        Side::Right => &case.right,
    };
    // The domain is the declared one; a planted bug reads it off the data.
    let sizes = match case.bug {
        Some(Bug::DomainFromData) => table.occurring_sizes(),
        _ => case.sizes.clone(),
    };
    // The claim is the budget; a planted bug spends twice as much, so that every scale is half.
    let claim = PureEpsilon::from_f64_down(PURE_CLAIM)?;
    let budget = match case.bug {
        Some(Bug::NoiseHalved) => PureEpsilon::from_units(2 * claim.units()),
        _ => claim,
    };
    let levels: Vec<Level<'_>> = (0..)
        .zip(&sizes)
        .map(|(attribute, &size)| Level::leaf(attribute, size))
        .collect();
    let domain = Domain::new(&levels)?;
    let columns = table.columns.iter().map(|codes| Column::Narrow(codes));
    let borrowed: Vec<Column<'_>> = columns.collect();
    let counts = Columns::new(&domain, &borrowed)?;
    let settings = settings(case.neighbours, budget)?;
    let noise = seed.noise(side, 0);
    let most_rows = MostRows::new(MOST_ROWS)?;
    let mut curator = Curator::new(
        counts,
        most_rows,
        case.neighbours,
        Ledger::new(budget),
        noise,
    )?;
    let dice = seed.noise(side, 3);
    let measured = Measured::by(&mut curator, &domain, &settings, dice)?;
    let mut evidence = measured.evidence(truth, &sizes, case)?;
    if case.bug == Some(Bug::TableUncharged) {
        let noise = seed.noise(side, 1);
        let mut second = Curator::new(
            counts,
            most_rows,
            case.neighbours,
            Ledger::new(budget),
            noise,
        )?;
        measured.measure_again(&mut second, &domain, &settings, truth, &mut evidence)?;
    }
    let synthesis = Synthesis {
        domain,
        network: &measured.structure.network,
        tables: &measured.tables,
        cells: &measured.cells,
        rows: measured.size.rows(),
    };
    let mut rng = Xoshiro256PlusPlus::from_rng(&mut seed.noise(side, 2));
    let synthetic = synthesis.draw(&mut rng)?;
    Ok((evidence, Likeness::of(truth, case, &synthetic)))
}

/// The defaults of a spec.
fn settings(neighbours: Neighbours, budget: PureEpsilon) -> Outcome<Settings> {
    let part = |hundredths| -> Outcome<PureEpsilon> {
        Ok(budget.share_down(Share::new(hundredths, 100)?))
    };
    let (structure, size) = match neighbours {
        Neighbours::AddRemove { .. } => (part(29)?, part(1)?),
        Neighbours::Replace => (part(30)?, PureEpsilon::from_units(0)),
    };
    Ok(Settings {
        structure,
        size,
        tables: part(70)?,
        score: Score::R,
        law: SelectionLaw::PermuteAndFlip,
        theta: 4.0,
        most_cells: 1 << 10,
        most_parents: Some(1),
        candidates: None,
        assumed_rows: Some(1_000_000),
    })
}

/// All that leaves the curator.
struct Measured {
    size: Size,
    structure: Structure,
    tables: Tables,
    cells: Vec<i64>,
}

impl Measured {
    fn by(
        curator: &mut AuditCurator<'_>,
        domain: &Domain<'_>,
        settings: &Settings,
        dice: ChaCha20Rng,
    ) -> Outcome<Self> {
        let quiet = &mut || ();
        let (size, most_cells) = measure_size(curator, domain, settings)?;
        let node = Node {
            child: Variable(0),
            parents: VariableSet::EMPTY,
        };
        let cells = largest_size(domain) * largest_size(domain);
        let mut scratch = StructureScratch {
            candidates: &mut vec![node; MOST_CANDIDATES],
            select: SelectScratch {
                scores: &mut [0; MOST_CANDIDATES],
                order: &mut [0; MOST_CANDIDATES],
                cells: &mut vec![0; cells],
                joint: &mut vec![0; cells],
                margins: &mut vec![0; cells],
                states: &mut vec![State::default(); states_needed(largest_size(domain), MOST_ROWS)],
            },
        };
        let structure = measure_structure(
            curator,
            domain,
            settings,
            most_cells,
            &mut Dice::new(dice),
            &mut scratch,
            quiet,
        )?;
        let mut tables = Tables::of(domain, &structure.network)?;
        let mut cells = vec![0; tables.total_cells()];
        let mut scratch = vec![0; tables.largest()];
        measure_tables(
            curator,
            domain,
            settings,
            structure.spare,
            &mut tables,
            &mut cells,
            &mut scratch,
            quiet,
        )?;
        Ok(Self {
            size,
            structure,
            tables,
            cells,
        })
    }

    fn evidence(&self, truth: &Truth<'_>, sizes: &[u32], case: &Case) -> Outcome<PureEvidence> {
        let mut evidence = PureEvidence::default();
        if sizes != case.sizes {
            // Only the table without the extra category can have answers of this shape.
            evidence.ratio = f64::NEG_INFINITY;
            return Ok(evidence);
        }
        if let Size::Noisy { rows, noise } = self.size {
            let scale = noise.laplace().ok_or("Laplace noise")?;
            evidence.add(rows, truth.sizes(), scale);
        }
        for table in self.tables.as_slice() {
            let noise = table.noise.ok_or("a measured table has its noise")?;
            let scale = noise.laplace().ok_or("Laplace noise")?;
            let answers = table.cells(&self.cells)?.iter();
            for (&answer, exact) in answers.zip(truth.cells(&table.variables)) {
                evidence.add(answer, exact, scale);
            }
        }
        if case.bug == Some(Bug::DomainFromData) {
            // And only the other one those of the full shape.
            evidence.ratio = f64::INFINITY;
            evidence.implied = f64::INFINITY;
        }
        Ok(evidence)
    }

    /// The first table once more, at the noise that it had, by a curator that owes nobody.
    fn measure_again(
        &self,
        curator: &mut AuditCurator<'_>,
        domain: &Domain<'_>,
        settings: &Settings,
        truth: &Truth<'_>,
        evidence: &mut PureEvidence,
    ) -> Outcome<()> {
        let tables = self.tables.as_slice();
        let table = tables.first().ok_or("a network has a table")?;
        let count = u32::try_from(tables.len())?;
        let share = settings.tables.equal_part_down(count.try_into()?);
        let (mut scratch, mut noisy) = (vec![0; table.len()], vec![0; table.len()]);
        let scale = curator.table(domain, &table.variables, share, &mut scratch, &mut noisy)?;
        for (&answer, exact) in noisy.iter().zip(truth.cells(&table.variables)) {
            evidence.add(answer, exact, scale);
        }
        Ok(())
    }
}

/// Of at most four columns with one parent each.
const MOST_CANDIDATES: usize = 8;

/// An audited table has fewer.
const MOST_ROWS: u64 = 1 << 20;
