//! What is known of `PrivBayes` before any data is read.

use core::fmt;
use core::num::NonZeroU32;

use privet_core::curator::scored_pairs;
use privet_core::domain::Domain;
use privet_core::privacy::{Sigma, SquaredSensitivity};
use privet_core::score;
use privet_spec::counted;
use serde::Serialize;

use super::plan::PrivBayes;
use crate::bounds::cell::CellNoise;
use crate::bounds::forecast::{GaussianNoise, OwnTableLine, write_size};
use crate::bounds::noise::{self, to_f64};
use crate::error::Error;
use crate::mechanisms::mechanism::{Forecast, Forecasting};
use crate::mechanisms::network::EstimatorForecast;
use crate::noise::Noise;
use crate::plan::Plan;
use crate::promise::delta_in_words;

impl Forecasting for PrivBayes {
    fn forecast(&self, plan: &Plan, rows: Option<u64>) -> Result<Forecast, Error> {
        let rows = rows.or(self.settings.assumed_rows);
        Forecast::of(&Figures::new(plan, self, rows)?)
    }

    /// Pair scores, and tables.
    fn most_passes(&self, _plan: &Plan) -> u64 {
        2
    }
}

/// Everything that follows from the spec, and from a number of rows where one is assumed.
#[derive(Serialize)]
struct Figures {
    epsilon: String,
    delta: String,
    mu_squared: f64,
    attributes: usize,
    variables: usize,
    size_sigma: Option<f64>,
    table_sigma: f64,
    most_tables: u32,
    estimator: EstimatorForecast,
    assumed: Option<Assumed>,
}

/// What follows from an assumed number of rows.
#[derive(Serialize)]
struct Assumed {
    rows: u64,
    most_cells: u64,
    scored_pairs: u32,
    score_sigma_rows: Option<f64>,
    noise_rows: GaussianNoise,
    tables: Vec<TableForecast>,
}

/// The noise of one pair's table, as a share of the rows.
#[derive(Serialize)]
struct TableForecast {
    columns: String,
    cells: u64,
    fits: bool,
    expected_noise: f64,
    cell: CellNoise,
}

impl Figures {
    fn new(plan: &Plan, bayes: &PrivBayes, rows: Option<u64>) -> Result<Self, Error> {
        plan.with_domain(|domain| {
            let failed = |error: privet_core::Error| {
                let help = "raise epsilon or delta, or use fewer attributes or levels";
                Error::refused("budget", error.to_string(), help)
            };
            let settings = &bayes.settings;
            let table_sigma = settings
                .most_table_noise(domain, plan.neighbours)
                .map_err(failed)?;
            let size_sigma = bayes
                .budget
                .size_sigma(plan.neighbours)
                .map_err(failed)?
                .map(Sigma::to_f64);
            let guarantee = plan.release.budget.guarantee;
            let assumed = rows
                .map(|rows| Assumed::new(plan, bayes, domain, rows, table_sigma).map_err(failed))
                .transpose()?;
            Ok(Self {
                epsilon: guarantee.epsilon().to_string(),
                delta: delta_in_words(guarantee),
                mu_squared: bayes.budget.calibration.mu_squared.to_f64(),
                attributes: usize::from(domain.attributes()),
                variables: domain.len(),
                size_sigma,
                table_sigma: table_sigma.to_f64(),
                most_tables: settings.most_tables(domain),
                estimator: EstimatorForecast::new(bayes.parameters.estimator),
                assumed,
            })
        })
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Known before any data is read:")?;
        writeln!(
            f,
            "  guarantee            ({}, {})-DP",
            self.epsilon, self.delta
        )?;
        writeln!(f, "  total mu^2           {:.9}", self.mu_squared)?;
        writeln!(
            f,
            "  attributes           {} ({} with their coarser levels)",
            self.attributes, self.variables
        )?;
        write_size(f, self.size_sigma)?;
        writeln!(
            f,
            "  noise of a table     sigma = {:.2} rows a cell or less (at most {})",
            self.table_sigma,
            counted(self.most_tables, "table", "tables")
        )?;
        self.estimator.write_text(f)?;
        if let Some(assumed) = &self.assumed {
            return assumed.write_text(&self.estimator, f);
        }
        writeln!(
            f,
            "With `--rows N` also how large tables may be, and what to expect."
        )?;
        Ok(())
    }
}

impl Assumed {
    fn new(
        plan: &Plan,
        bayes: &PrivBayes,
        domain: &Domain<'_>,
        rows: u64,
        table_sigma: Sigma,
    ) -> Result<Self, privet_core::Error> {
        let most_cells = bayes.settings.most_cells(rows, table_sigma);
        let pairs = scored_pairs(domain, most_cells);
        let score_sigma_rows = NonZeroU32::new(pairs)
            .map(|pairs| {
                let each = plan.neighbours.pair_score()?;
                let sensitivity = SquaredSensitivity::of_each(pairs, each);
                let sigma = Sigma::smallest_up(sensitivity, bayes.settings.structure)?;
                Ok::<_, privet_core::Error>(sigma.to_f64() / score_one())
            })
            .transpose()?;
        let per_cell = noise::gaussian_per_cell(table_sigma.to_f64());
        let of_cell = Noise::Gaussian {
            sigma: table_sigma.to_f64(),
        };
        let tables: Vec<_> = domain
            .variables()
            .filter(|&variable| domain.is_leaf(variable))
            .map(|leaf| {
                let cells = u64::from(domain.size(leaf));
                TableForecast {
                    columns: plan.name(leaf).to_string(),
                    cells,
                    fits: cells <= most_cells,
                    expected_noise: noise::table_distance(to_f64(cells), per_cell, rows),
                    cell: CellNoise::of(of_cell, rows),
                }
            })
            .collect();
        let noise_rows = GaussianNoise::new(
            table_sigma.to_f64(),
            f64::from(bayes.settings.most_tables(domain)),
            to_f64(tables.iter().map(|table| table.cells).sum()),
            to_f64(most_cells),
        );
        Ok(Self {
            rows,
            most_cells,
            scored_pairs: pairs,
            score_sigma_rows,
            noise_rows,
            tables,
        })
    }

    fn write_text(&self, estimator: &EstimatorForecast, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Assuming {}:", counted(self.rows, "row", "rows"))?;
        writeln!(
            f,
            "  cells of a table     at most {} (tau)",
            self.most_cells
        )?;
        estimator.warn_of_tables(self.most_cells, f)?;
        match self.score_sigma_rows {
            Some(sigma) => writeln!(
                f,
                "  pair scores          {} with sigma = {sigma:.1} rows each",
                self.scored_pairs
            )?,
            None => writeln!(
                f,
                "  hopeless             no two attributes fit a table together: columns would be \
                 independent.\n                       Raise epsilon, use fewer attributes, or coarser bins."
            )?,
        }
        self.noise_rows.write_text(self.rows, f)?;
        OwnTableLine::write_all(
            f,
            self.tables.iter().map(|table| OwnTableLine {
                name: &table.columns,
                cells: table.cells,
                expected_noise: table.expected_noise,
                cell: table.cell,
            }),
        )
    }
}

fn score_one() -> f64 {
    to_f64(score::ONE)
}
