//! One release of one of the two tables: core's PrivBayes as `privet release` runs it, but seeded.

use chacha20::ChaCha20Rng;
use privet_core::bayes::measure::{
    MeasuredTables, Settings, Structure, measure_size, measure_structure, measure_tables,
};
use privet_core::bayes::network::HeadRule;
use privet_core::bayes::tables::Tables;
use privet_core::counts::{Column, Columns, MostRows};
use privet_core::curator::{Curator, ScoreScratch, Size, UNSCORED, pairs_of};
use privet_core::domain::{Domain, Level};
use privet_core::ledger::{Gaussian, Ledger};
use privet_core::neighbours::Neighbours;
use privet_core::privacy::{MuSquared, Share};
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::Outcome;
use super::case::{Bug, Case};
use super::likeness::Likeness;
use super::synthesis::{Synthesis, largest_size};
use super::truth::{Evidence, Truth};

/// Which table is released.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The one.
    Left,
    /// The other.
    Right,
}

/// Where a run's randomness comes from: equal numbers, equal releases.
#[derive(Clone, Copy, Debug)]
pub struct Seed {
    /// The audit's.
    pub audit: u64,
    /// The case's place in the audit.
    pub case: u64,
    /// The run's number.
    pub run: u64,
}

impl Seed {
    pub(super) fn noise(self, side: Side, stream: u8) -> ChaCha20Rng {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&self.audit.to_le_bytes());
        key[8..16].copy_from_slice(&self.case.to_le_bytes());
        key[16..24].copy_from_slice(&self.run.to_le_bytes());
        key[24] = u8::from(side == Side::Right);
        key[25] = stream;
        ChaCha20Rng::from_seed(key)
    }
}

/// What the attacker makes of one release.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    /// From the noisy answers.
    pub evidence: Evidence,
    /// From the synthetic rows.
    pub likeness: Likeness,
}

type AuditCurator<'a> = Curator<Columns<'a>, ChaCha20Rng, Gaussian, 16>;

/// Releases one side of the case; `total` is the μ² that was claimed.
pub fn release(
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
    // The domain is the declared one; a planted bug reads it off the data.
    let sizes = match case.bug {
        Some(Bug::DomainFromData) => table.occurring_sizes(),
        _ => case.sizes.clone(),
    };
    // The claim is the budget; a planted bug spends four times as much, so that every σ is half.
    let budget = match case.bug {
        Some(Bug::NoiseHalved) => MuSquared::from_units(total.units() * 4),
        _ => total,
    };
    let levels: Vec<Level<'_>> = (0..)
        .zip(&sizes)
        .map(|(attribute, &size)| Level::leaf(attribute, size))
        .collect();
    let domain = Domain::new(&levels)?;
    let borrowed: Vec<Column<'_>> = table
        .columns
        .iter()
        .map(|codes| Column::Narrow(codes))
        .collect();
    let settings = settings(case, budget)?;
    let run = Run { domain, settings };

    let counts = Columns::new(&domain, &borrowed)?;
    let mut curator = Curator::new(
        counts,
        MostRows::LARGEST,
        case.neighbours,
        Ledger::new(budget),
        seed.noise(side, 0),
    )?;
    let measured = run.measure(&mut curator)?;
    let mut evidence = measured.evidence(truth, &sizes, case)?;
    if case.bug == Some(Bug::TableUncharged) {
        let ledger = Ledger::new(budget);
        let mut second = Curator::new(
            counts,
            MostRows::LARGEST,
            case.neighbours,
            ledger,
            seed.noise(side, 1),
        )?;
        run.measure_again(&mut second, &measured.tables, truth, &mut evidence)?;
    }
    let mut rng = Xoshiro256PlusPlus::from_rng(&mut seed.noise(side, 2));
    let synthesis = Synthesis {
        domain,
        network: &measured.structure.network,
        tables: &measured.tables,
        cells: &measured.cells,
        rows: measured.structure.size.rows(),
    };
    let synthetic = synthesis.draw(&mut rng)?;
    Ok(Seen {
        evidence,
        likeness: Likeness::of(truth, case, &synthetic),
    })
}

/// The defaults of a spec.
fn settings(case: &Case, budget: MuSquared) -> Outcome<Settings> {
    let part =
        |hundredths| -> Outcome<MuSquared> { Ok(budget.share_down(Share::new(hundredths, 100)?)) };
    let (structure, size) = match case.neighbours {
        Neighbours::AddRemove { .. } => (part(19)?, part(1)?),
        Neighbours::Replace => (part(20)?, MuSquared::from_units(0)),
    };
    Ok(Settings {
        structure,
        size,
        tables: part(80)?,
        theta: 4.0,
        caution: 1.0,
        head: HeadRule::Worth,
        most_cells: 1 << 10,
        assumed_rows: case.assumed_rows,
    })
}

struct Run<'a> {
    domain: Domain<'a>,
    settings: Settings,
}

/// All that leaves the curator.
struct Measured {
    structure: Structure,
    scores: Vec<i64>,
    tables: Tables,
    cells: Vec<i64>,
}

impl Run<'_> {
    fn measure(&self, curator: &mut AuditCurator<'_>) -> Outcome<Measured> {
        let Self { domain, settings } = self;
        let quiet = &mut || ();
        let size = measure_size(curator, domain, settings)?;
        let largest = largest_size(domain);
        let mut scores = vec![0; pairs_of(domain.len())];
        let scratch = ScoreScratch {
            scores: &mut scores,
            leaf_cells: &mut vec![0; largest * largest],
            level_cells: &mut vec![0; largest * largest],
            margins: &mut vec![0; 2 * largest],
        };
        let structure = measure_structure(curator, domain, settings, size, scratch, quiet)?;
        let mut tables = Tables::of(domain, &structure.network)?;
        let mut cells = vec![0; tables.total_cells()];
        let mut scratch = vec![0; tables.largest()];
        measure_tables(
            curator,
            domain,
            settings,
            MeasuredTables {
                tables: &mut tables,
                possible: &[],
                noisy: &mut cells,
                scratch: &mut scratch,
            },
            quiet,
        )?;
        Ok(Measured {
            structure,
            scores,
            tables,
            cells,
        })
    }

    /// The first table once more, at the noise that it had, by a curator that owes nobody.
    fn measure_again(
        &self,
        curator: &mut AuditCurator<'_>,
        tables: &Tables,
        truth: &Truth<'_>,
        evidence: &mut Evidence,
    ) -> Outcome<()> {
        let table = tables.as_slice().first().ok_or("a network has a table")?;
        let count = u32::try_from(tables.as_slice().len())?;
        let share = self.settings.tables.equal_part_down(count.try_into()?);
        let (mut scratch, mut noisy) = (vec![0; table.len()], vec![0; table.len()]);
        let sigma = curator.table(
            &self.domain,
            &table.variables,
            share,
            &mut scratch,
            &mut noisy,
        )?;
        for (&answer, exact) in noisy.iter().zip(truth.cells(&table.variables)) {
            evidence.add(answer, exact, sigma);
        }
        Ok(())
    }
}

impl Measured {
    fn evidence(&self, truth: &Truth<'_>, sizes: &[u32], case: &Case) -> Outcome<Evidence> {
        if case.bug == Some(Bug::DomainFromData) {
            return Ok(Evidence::of_shape(sizes == case.sizes));
        }
        let mut evidence = Evidence::default();
        if let Size::Noisy { rows, noise } = self.structure.size {
            evidence.add(rows, truth.sizes(), noise.sigma().ok_or("Gaussian noise")?);
        }
        if let Some(sigma) = self.structure.score_sigma {
            for (&score, &exact) in self.scores.iter().zip(truth.scores()) {
                if score != UNSCORED {
                    evidence.add(score, exact, sigma);
                }
            }
        }
        for table in self.tables.as_slice() {
            let noise = table.noise.ok_or("a measured table has its noise")?;
            let sigma = noise.sigma().ok_or("Gaussian noise")?;
            for (&answer, exact) in table
                .cells(&self.cells)?
                .iter()
                .zip(truth.cells(&table.variables))
            {
                evidence.add(answer, exact, sigma);
            }
        }
        Ok(evidence)
    }
}
