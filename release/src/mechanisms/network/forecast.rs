//! What is known of the estimator before any data is read.

use core::fmt;

use privet_spec::Estimator;
use serde::Serialize;

/// How tables will become a model.
#[derive(Serialize)]
pub(crate) struct EstimatorForecast {
    name: &'static str,
    /// The most cells of a Markov random field.
    max_cells: Option<u32>,
}

impl EstimatorForecast {
    pub(crate) const fn new(estimator: Estimator) -> Self {
        match estimator {
            Estimator::Network => Self {
                name: "Network",
                max_cells: None,
            },
            Estimator::Pgm { max_cells } => Self {
                name: "Pgm",
                max_cells: Some(max_cells),
            },
        }
    }

    pub(crate) fn write_text(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.max_cells {
            None => writeln!(f, "  estimator            {}", self.name)?,
            Some(cells) => writeln!(
                f,
                "  estimator            {}: a Markov random field of at most {cells} cells, about {} MB;\n\
                 {:23}Network where the tables that are chosen would make more",
                self.name,
                (u64::from(cells) * BYTES_A_CELL).div_ceil(1_000_000),
                ""
            )?,
        }
        Ok(())
    }

    /// Whether tables stand for conditional distributions, which is what bounds on networks are about.
    pub(crate) const fn is_network(&self) -> bool {
        self.max_cells.is_none()
    }

    /// A warning where a single table of so many cells would fill the field.
    pub(crate) fn warn_of_tables(&self, cells: u64, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(most) = self.max_cells.filter(|&most| cells > u64::from(most)) {
            writeln!(
                f,
                "  field                tables may have more cells than the Markov random field, {most}:\n\
                 {:23}raise `max_cells` of `Pgm`, or lower that of the tables",
                ""
            )?;
        }
        Ok(())
    }
}

/// Cliques, messages and the last steps of the estimation.
const BYTES_A_CELL: u64 = 40;
