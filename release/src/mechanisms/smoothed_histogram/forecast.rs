//! What is known of a smoothed histogram before any data is read.

use core::fmt;

use privet_core::privacy::SmoothingWeight;
use privet_spec::{RowCount, counted};
use serde::Serialize;

use super::plan::SmoothedHistogram;
use crate::error::Error;
use crate::mechanisms::mechanism::{Forecast, Forecasting};
use crate::plan::Plan;
use crate::promise::delta_in_words;

impl Forecasting for SmoothedHistogram {
    fn forecast(&self, plan: &Plan, rows: Option<u64>) -> Result<Forecast, Error> {
        Forecast::of(&Figures::new(plan, self, rows)?)
    }

    /// The rows themselves.
    fn most_passes(&self, _plan: &Plan) -> u64 {
        1
    }
}

/// Everything that follows from the spec, and from a number of rows where one is assumed.
#[derive(Serialize)]
struct Figures {
    epsilon: String,
    delta: String,
    attributes: usize,
    cells: u32,
    /// How many rows are drawn; nothing where it is the table's own number.
    draws: Option<u32>,
    assumed: Option<Assumed>,
}

/// What follows from an assumed number of rows.
#[derive(Serialize)]
struct Assumed {
    rows: u32,
    draws: u32,
    /// λ.
    uniform_weight: f64,
    expected_uniform_rows: f64,
    almost_only_noise: bool,
}

impl Figures {
    fn new(plan: &Plan, histogram: &SmoothedHistogram, rows: Option<u64>) -> Result<Self, Error> {
        let guarantee = plan.release.budget.guarantee;
        Ok(Self {
            epsilon: guarantee.epsilon().to_string(),
            delta: delta_in_words(guarantee),
            attributes: plan.release.learned().count(),
            cells: histogram.cells.get(),
            draws: match histogram.rows {
                RowCount::Exactly(draws) => Some(draws),
                RowCount::AsInput | RowCount::Noisy => None,
            },
            assumed: rows
                .map(|rows| {
                    let rows = u32::try_from(rows).map_err(|error| Error::flaw("--rows", error))?;
                    Assumed::new(histogram, rows)
                })
                .transpose()?,
        })
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Known before any data is read:")?;
        writeln!(f, "  guarantee            {}-DP", self.epsilon)?;
        writeln!(
            f,
            "  attributes           {}; hierarchies are not used",
            self.attributes
        )?;
        writeln!(f, "  cells                {}", self.cells)?;
        match self.draws {
            Some(draws) => writeln!(f, "  rows drawn           {draws}")?,
            None => writeln!(f, "  rows drawn           as many as the table has")?,
        }
        if let Some(assumed) = &self.assumed {
            return assumed.write_text(f);
        }
        writeln!(
            f,
            "With `--rows N` also how many of the rows would be noise."
        )?;
        Ok(())
    }
}

impl Assumed {
    fn new(histogram: &SmoothedHistogram, rows: u32) -> Result<Self, Error> {
        let draws = histogram.draws(rows);
        let weight = SmoothingWeight::smallest_up(draws, histogram.epsilon).map_err(|error| {
            Error::refused(
                "budget",
                error.to_string(),
                "raise epsilon or draw fewer rows",
            )
        })?;
        let uniform_weight = weight.to_f64();
        Ok(Self {
            rows,
            draws: draws.draws,
            uniform_weight,
            expected_uniform_rows: uniform_weight * f64::from(draws.draws),
            almost_only_noise: uniform_weight > ALMOST_ONLY_NOISE,
        })
    }

    fn write_text(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Assuming {}:", counted(self.rows, "row", "rows"))?;
        writeln!(
            f,
            "  lambda               {:.6}, the chance that a row is uniform",
            self.uniform_weight
        )?;
        writeln!(
            f,
            "  uniform rows         {:.1} of {} expected",
            self.expected_uniform_rows, self.draws
        )?;
        if self.almost_only_noise {
            writeln!(
                f,
                "  hopeless             almost everything is noise: raise epsilon, draw fewer rows\n\
                 {:23}(`output: (rows: Exactly(k))`), or use fewer or coarser attributes.",
                ""
            )?;
        }
        Ok(())
    }
}

/// Above this weight nine rows in ten say nothing of the table.
const ALMOST_ONLY_NOISE: f64 = 0.9;
