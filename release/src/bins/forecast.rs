//! What is known of finding bins before any data is read.

use core::fmt;

use privet_core::Error as CoreError;
use privet_core::neighbours::Neighbours;
use privet_core::privacy::NoiseScale;
use privet_spec::{MOST_BINS, Release, counted, shown};
use serde::Serialize;

use super::budget::BinsBudget;
use super::levels::levels_of;
use crate::error::Error;

/// What finding bins costs, and in what.
#[derive(Serialize)]
pub(crate) struct BinsFigures {
    /// The part of the whole budget.
    share: String,
    tables: u32,
    /// σ of Gaussian noise or b of Laplace noise on every count, in rows.
    noise: f64,
    columns: Vec<Column>,
}

/// One attribute.
#[derive(Serialize)]
struct Column {
    name: String,
    cells: usize,
    /// Tables that are measured of it, each coarser than the one before.
    levels: usize,
    most_bins: usize,
}

impl BinsFigures {
    /// Nothing where the spec declares all bins.
    pub(crate) fn of(
        release: &Release,
        budget: Option<BinsBudget>,
        neighbours: Neighbours,
    ) -> Result<Option<Self>, Error> {
        let share = release.budget.shares.and_then(|shares| shares.bins);
        let (Some(budget), Some(share)) = (budget, share) else {
            return Ok(None);
        };
        let refused = |error: CoreError| {
            Error::refused("budget", error.to_string(), "raise the share of `bins`")
        };
        let noise = budget.noise(neighbours).map_err(refused)?;
        let columns = release.found().map(|attribute| {
            let levels = levels_of(attribute);
            Column {
                name: shown(attribute.name()),
                cells: levels.cells(),
                levels: levels.count(),
                most_bins: levels.cells().min(MOST_BINS),
            }
        });
        Ok(Some(Self {
            share: share.to_string(),
            tables: budget.tables(),
            noise: match noise {
                NoiseScale::Gaussian(sigma) => sigma.to_f64(),
                NoiseScale::Laplace(scale) => scale.to_f64(),
            },
            columns: columns.collect(),
        }))
    }
}

impl fmt::Display for BinsFigures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            share,
            tables,
            noise,
            columns,
        } = self;
        writeln!(
            f,
            "Bins that the release finds, before all else, for {share} of the budget: {} with noise of \
             {noise:.1} rows a cell",
            counted(tables, "table", "tables")
        )?;
        for column in columns {
            let Column {
                name,
                cells,
                levels,
                most_bins,
            } = column;
            writeln!(
                f,
                "    {name:<24} {cells:>6} cells, counted at {}; at most {}",
                counted(levels, "level", "levels"),
                counted(most_bins, "bin", "bins")
            )?;
        }
        Ok(())
    }
}
