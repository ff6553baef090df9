//! What is known of `Independent` before any data is read.

use core::fmt;

use privet_core::Error as CoreError;
use privet_core::privacy::Sigma;
use privet_spec::counted;
use serde::Serialize;

use super::plan::Independent;
use crate::bounds::cell::CellNoise;
use crate::bounds::forecast::{OwnTableLine, write_size};
use crate::bounds::noise::{gaussian_per_cell, table_distance};
use crate::error::Error;
use crate::mechanisms::mechanism::{Forecast, Forecasting};
use crate::noise::Noise;
use crate::plan::Plan;
use crate::promise::delta_in_words;

impl Forecasting for Independent {
    fn forecast(&self, plan: &Plan, rows: Option<u64>) -> Result<Forecast, Error> {
        Forecast::of(&Figures::new(plan, self, rows)?)
    }

    /// Columns by themselves are known from the census.
    fn most_passes(&self, _plan: &Plan) -> u64 {
        0
    }
}

/// Everything that follows from the spec, and from a number of rows where one is assumed.
#[derive(Serialize)]
struct Figures {
    epsilon: String,
    delta: String,
    mu_squared: f64,
    attributes: usize,
    size_sigma: Option<f64>,
    table_sigma: f64,
    assumed: Option<Assumed>,
}

/// What follows from an assumed number of rows.
#[derive(Serialize)]
struct Assumed {
    rows: u64,
    tables: Vec<OwnTable>,
}

/// The noise of a column's table, as a share of the rows.
#[derive(Serialize)]
struct OwnTable {
    column: String,
    cells: u32,
    expected_noise: f64,
    cell: CellNoise,
}

impl Figures {
    fn new(plan: &Plan, independent: &Independent, rows: Option<u64>) -> Result<Self, Error> {
        let failed = |error: CoreError| {
            let help = "raise epsilon or delta, or use fewer attributes";
            Error::refused("budget", error.to_string(), help)
        };
        let guarantee = plan.release.budget.guarantee;
        let size_sigma = independent
            .budget
            .size_sigma(plan.neighbours)
            .map_err(failed)?;
        let sigma = independent.table_sigma(plan.neighbours).map_err(failed)?;
        let table_sigma = sigma.to_f64();
        Ok(Self {
            epsilon: guarantee.epsilon().to_string(),
            delta: delta_in_words(guarantee),
            mu_squared: independent.budget.calibration.mu_squared.to_f64(),
            attributes: plan.release.learned().count(),
            size_sigma: size_sigma.map(Sigma::to_f64),
            table_sigma,
            assumed: rows.map(|rows| Assumed::new(plan, table_sigma, rows)),
        })
    }
}

impl Assumed {
    fn new(plan: &Plan, sigma: f64, rows: u64) -> Self {
        let per_cell = gaussian_per_cell(sigma);
        let tables = plan.release.learned().map(|attribute| OwnTable {
            column: attribute.name().to_owned(),
            cells: attribute.size(),
            expected_noise: table_distance(f64::from(attribute.size()), per_cell, rows),
            cell: CellNoise::of(Noise::Gaussian { sigma }, rows),
        });
        Self {
            rows,
            tables: tables.collect(),
        }
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            epsilon,
            delta,
            mu_squared,
            attributes,
            size_sigma,
            table_sigma,
            assumed,
        } = self;
        writeln!(f, "Known before any data is read:")?;
        writeln!(f, "  guarantee            ({epsilon}, {delta})-DP")?;
        writeln!(f, "  total mu^2           {mu_squared:.9}")?;
        writeln!(
            f,
            "  attributes           {attributes}, each by itself; hierarchies are not used"
        )?;
        write_size(f, *size_sigma)?;
        writeln!(
            f,
            "  noise of a table     sigma = {table_sigma:.2} rows a cell"
        )?;
        let Some(assumed) = assumed else {
            return writeln!(f, "With `--rows N` also what to expect of each column.");
        };
        writeln!(f, "Assuming {}:", counted(assumed.rows, "row", "rows"))?;
        OwnTableLine::write_all(
            f,
            assumed.tables.iter().map(|table| OwnTableLine {
                name: &table.column,
                cells: table.cells.into(),
                expected_noise: table.expected_noise,
                cell: table.cell,
            }),
        )
    }
}
