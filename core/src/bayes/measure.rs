//! What PrivBayes asks of the curator, in order: size, pair scores, tables.
//!
//! Deviations from Bao: the size is asked for first, so that τ is known and only pairs that fit a
//! table are scored (fewer scores, less noise on each). τ = max(n*, 1)/(θ·σ̃) with σ̃ the table noise at
//! the largest possible number of tables; the text's formula is garbled.

use core::num::NonZeroU32;

use super::network::{HeadRule, Learner, Network, cell_price};
use super::tables::Tables;
use crate::Error;
use crate::answers::GaussianAnswers;
use crate::curator::{AskedTable, ScoreScratch, Size};
use crate::domain::Domain;
use crate::neighbours::Neighbours;
use crate::privacy::{MuSquared, NoiseScale, Sigma};

/// The public settings of the mechanism.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// μ² for all pair scores together.
    pub structure: MuSquared,
    /// μ² for the size; not used where it is public.
    pub size: MuSquared,
    /// μ² for all tables together.
    pub tables: MuSquared,
    /// θ: a table's average count in noise deviations. Bao: 4.
    pub theta: f64,
    /// How much of a table's noise a parent's score must exceed; 0 is Bao's rule.
    pub caution: f64,
    /// How the head of the network grows.
    pub head: HeadRule,
    /// The most cells of any table, whatever the size.
    pub most_cells: u64,
    /// The number of rows by which τ is set, instead of the noisy one.
    pub assumed_rows: Option<u64>,
}

impl Settings {
    /// The largest possible number of tables: one an attribute, and a second one for attributes that
    /// may enter at a coarser level.
    pub fn most_tables(&self, domain: &Domain<'_>) -> u32 {
        let attributes = u32::from(domain.attributes());
        let mut second_tables = 0_u32;
        let mut last = None;
        for variable in domain
            .variables()
            .filter(|&variable| !domain.is_leaf(variable))
        {
            let attribute = domain.attribute(variable);
            if attribute != last {
                second_tables = second_tables.saturating_add(1);
                last = attribute;
            }
        }
        attributes.saturating_add(second_tables)
    }

    /// σ̃: the noise of each table if there are as many as there can be.
    pub fn most_table_noise(
        &self,
        domain: &Domain<'_>,
        neighbours: Neighbours,
    ) -> Result<Sigma, Error> {
        let tables = NonZeroU32::new(self.most_tables(domain)).ok_or(Error::BadDomain)?;
        Sigma::smallest_up(neighbours.table(), self.tables.equal_part_down(tables))
    }

    /// τ: the most cells of a table of two attributes or more.
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss
    )]
    pub fn most_cells(&self, rows: u64, noise: Sigma) -> u64 {
        // Public numbers; each operation is correctly rounded, so the result is the same everywhere.
        let cells = rows.max(1) as f64 / (self.theta * noise.to_f64());
        (cells as u64).min(self.most_cells)
    }
}

/// What was learned of the structure.
#[derive(Clone, Debug)]
pub struct Structure {
    /// The number of rows as far as known.
    pub size: Size,
    /// τ.
    pub most_cells: u64,
    /// σ of each pair score in the scores' units; nothing where no pair could be scored.
    pub score_sigma: Option<Sigma>,
    /// Head and nodes.
    pub network: Network,
}

/// Asks for the size, so that the caller can provide memory for the scores.
pub fn measure_size(
    curator: &mut impl GaussianAnswers,
    domain: &Domain<'_>,
    settings: &Settings,
) -> Result<(Size, u64), Error> {
    let noise = settings.most_table_noise(domain, curator.neighbours())?;
    let size = curator.size(settings.size)?;
    let rows = settings.assumed_rows.unwrap_or(size.rows());
    Ok((size, settings.most_cells(rows, noise)))
}

/// Asks for the pair scores and learns the network from them.
pub fn measure_structure(
    curator: &mut impl GaussianAnswers,
    domain: &Domain<'_>,
    settings: &Settings,
    (size, most_cells): (Size, u64),
    scratch: ScoreScratch<'_>,
    progress: &mut dyn FnMut(),
) -> Result<Structure, Error> {
    let ScoreScratch {
        scores,
        leaf_cells,
        level_cells,
        margins,
    } = scratch;
    let for_scores = ScoreScratch {
        scores: &mut *scores,
        leaf_cells,
        level_cells,
        margins,
    };
    let score_sigma =
        curator.pair_scores(domain, most_cells, settings.structure, for_scores, progress)?;
    let noise = settings.most_table_noise(domain, curator.neighbours())?;
    let cell_price = cell_price(noise.to_f64(), settings.caution);
    let network = Learner {
        domain: *domain,
        scores,
        most_cells,
        cell_price,
        head: settings.head,
    }
    .learn()?;
    Ok(Structure {
        size,
        most_cells,
        score_sigma,
        network,
    })
}

/// Tables that are to be measured, and memory for them.
pub struct MeasuredTables<'a> {
    /// What is asked for; their noise is noted here.
    pub tables: &'a mut Tables,
    /// For each table which of its cells some row may be in, by public rules; empty where all are, or for all tables.
    pub possible: &'a [&'a [bool]],
    /// Room for all of them.
    pub noisy: &'a mut [i64],
    /// Room for the largest.
    pub scratch: &'a mut [u64],
}

/// Asks for every table of the network, the share divided evenly, and notes their σ.
pub fn measure_tables(
    curator: &mut impl GaussianAnswers,
    domain: &Domain<'_>,
    settings: &Settings,
    measured: MeasuredTables<'_>,
    progress: &mut dyn FnMut(),
) -> Result<(), Error> {
    let MeasuredTables {
        tables,
        possible,
        noisy,
        scratch,
    } = measured;
    let count = u32::try_from(tables.as_slice().len())
        .ok()
        .and_then(NonZeroU32::new);
    let share = settings
        .tables
        .equal_part_down(count.ok_or(Error::BadDomain)?);
    curator.announce(domain, &|tell| tables.variables().for_each(tell));
    for (place, table) in tables.as_mut_slice().iter_mut().enumerate() {
        let scratch = scratch
            .get_mut(..table.len())
            .ok_or(Error::BufferTooSmall)?;
        let cells = table.cells_mut(noisy)?;
        let asked = AskedTable {
            variables: &table.variables,
            possible: possible.get(place).copied().unwrap_or_default(),
        };
        let sigma = curator.table(domain, asked, share, scratch, cells)?;
        table.noise = Some(NoiseScale::Gaussian(sigma));
        progress();
    }
    Ok(())
}
