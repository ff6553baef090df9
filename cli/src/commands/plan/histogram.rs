//! What is known of a smoothed histogram before any data is read.

use std::io::Write;

use privet_core::privacy::SmoothingWeight;
use privet_spec::RowCount;
use serde::Serialize;

use crate::error::CliError;
use crate::plan::HistogramPlan;
use crate::release::Spec;
use crate::release::record::delta_in_words;

/// Everything that follows from the spec, and from a number of rows where one is assumed.
#[derive(Serialize)]
pub(super) struct Forecast {
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

impl Forecast {
    pub(super) fn new(
        spec: &Spec,
        plan: &HistogramPlan,
        rows: Option<u32>,
    ) -> Result<Self, CliError> {
        let guarantee = spec.release.budget.guarantee;
        Ok(Self {
            epsilon: guarantee.epsilon().to_string(),
            delta: delta_in_words(guarantee),
            attributes: spec.release.learned().count(),
            cells: plan.cells.get(),
            draws: match plan.rows {
                RowCount::Exactly(draws) => Some(draws),
                RowCount::AsInput | RowCount::Noisy => None,
            },
            assumed: rows.map(|rows| Assumed::new(plan, rows)).transpose()?,
        })
    }

    pub(super) fn write_text(&self, out: &mut impl Write) -> Result<(), CliError> {
        writeln!(out, "Known before any data is read:")?;
        writeln!(out, "  guarantee            {}-DP", self.epsilon)?;
        writeln!(
            out,
            "  attributes           {}; hierarchies are not used",
            self.attributes
        )?;
        writeln!(out, "  cells                {}", self.cells)?;
        match self.draws {
            Some(draws) => writeln!(out, "  rows drawn           {draws}")?,
            None => writeln!(out, "  rows drawn           as many as the table has")?,
        }
        if let Some(assumed) = &self.assumed {
            return assumed.write_text(out);
        }
        writeln!(
            out,
            "With `--rows N` also how many of the rows would be noise."
        )?;
        Ok(())
    }
}

impl Assumed {
    fn new(plan: &HistogramPlan, rows: u32) -> Result<Self, CliError> {
        let draws = plan.draws(rows);
        let weight = SmoothingWeight::smallest_up(draws, plan.epsilon).map_err(|error| {
            CliError::refused(
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

    fn write_text(&self, out: &mut impl Write) -> Result<(), CliError> {
        writeln!(out, "Assuming {} rows:", self.rows)?;
        writeln!(
            out,
            "  lambda               {:.6}, the chance that a row is uniform",
            self.uniform_weight
        )?;
        writeln!(
            out,
            "  uniform rows         {:.1} of {} expected",
            self.expected_uniform_rows, self.draws
        )?;
        if self.almost_only_noise {
            writeln!(
                out,
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
