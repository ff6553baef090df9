//! `privet plan`: what is known before any data is read.

mod histogram;

use core::num::NonZeroU32;
use std::io::Write;

use privet_core::curator::scored_pairs;
use privet_core::domain::Domain;
use privet_core::privacy::{Sigma, SquaredSensitivity};
use privet_core::score;
use serde::Serialize;

use super::input;
use super::plan_estimator::EstimatorForecast;
use super::plan_mrf::MrfForecast;
use super::plan_pure::PureForecast;
use crate::args::Plan as Args;
use crate::bounds::forecast::GaussianNoise;
use crate::bounds::noise;
use crate::error::CliError;
use crate::plan::{BayesPlan, MechanismPlan, Plan};
use crate::release::Spec;
use crate::release::record::delta_in_words;

/// Prints the plan as text or JSON.
pub fn run(args: &Args, out: &mut impl Write) -> Result<(), CliError> {
    let spec = input::spec(&args.spec)?;
    let rows = args.rows.map(u64::from);
    match &spec.plan.mechanism {
        MechanismPlan::PrivBayes(bayes) => {
            let rows = rows.or(bayes.settings.assumed_rows);
            let forecast = Forecast::new(&spec, bayes, rows)?;
            if args.json {
                super::write_json(out, &forecast)
            } else {
                forecast.write_text(out)
            }
        }
        MechanismPlan::PrivBayesPure(pure) => {
            let rows = rows.or(pure.settings.assumed_rows);
            let forecast = PureForecast::new(&spec, pure, rows)?;
            if args.json {
                super::write_json(out, &forecast)
            } else {
                forecast.write_text(out)
            }
        }
        MechanismPlan::PrivMrf(mrf) => {
            let forecast = MrfForecast::new(&spec, mrf, rows)?;
            if args.json {
                super::write_json(out, &forecast)
            } else {
                forecast.write_text(out)
            }
        }
        MechanismPlan::SmoothedHistogram(plan) => {
            let forecast = histogram::Forecast::new(&spec, plan, args.rows)?;
            if args.json {
                super::write_json(out, &forecast)
            } else {
                forecast.write_text(out)
            }
        }
    }
}

/// Everything that follows from the spec, and from a number of rows where one is assumed.
#[derive(Serialize)]
struct Forecast {
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
}

impl Forecast {
    fn new(spec: &Spec, bayes: &BayesPlan, rows: Option<u64>) -> Result<Self, CliError> {
        let plan = &spec.plan;
        plan.with_domain(|domain| {
            let failed = |error: privet_core::Error| {
                let help = "raise epsilon or delta, or use fewer attributes or levels";
                CliError::refused("budget", error.to_string(), help)
            };
            let settings = &bayes.settings;
            let table_sigma = settings
                .most_table_noise(domain, plan.neighbours)
                .map_err(failed)?;
            let size_sigma = bayes
                .size_sigma(plan.neighbours)
                .map_err(failed)?
                .map(Sigma::to_f64);
            let guarantee = spec.release.budget.guarantee;
            let assumed = rows
                .map(|rows| Assumed::new(plan, bayes, domain, rows, table_sigma).map_err(failed))
                .transpose()?;
            Ok(Self {
                epsilon: guarantee.epsilon().to_string(),
                delta: delta_in_words(guarantee),
                mu_squared: bayes.calibration.mu_squared.to_f64(),
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

    fn write_text(&self, out: &mut impl Write) -> Result<(), CliError> {
        writeln!(out, "Known before any data is read:")?;
        writeln!(
            out,
            "  guarantee            ({}, {})-DP",
            self.epsilon, self.delta
        )?;
        writeln!(out, "  total mu^2           {:.9}", self.mu_squared)?;
        writeln!(
            out,
            "  attributes           {} ({} with their coarser levels)",
            self.attributes, self.variables
        )?;
        match self.size_sigma {
            Some(sigma) => writeln!(out, "  noise of the size    sigma = {sigma:.2} rows")?,
            None => writeln!(out, "  size                 public, no noise")?,
        }
        writeln!(
            out,
            "  noise of a table     sigma = {:.2} rows a cell or less (at most {} tables)",
            self.table_sigma, self.most_tables
        )?;
        self.estimator.write_text(out)?;
        if let Some(assumed) = &self.assumed {
            return assumed.write_text(&self.estimator, out);
        }
        writeln!(
            out,
            "With `--rows N` also how large tables may be, and what to expect."
        )?;
        Ok(())
    }
}

impl Assumed {
    fn new(
        plan: &Plan,
        bayes: &BayesPlan,
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

    fn write_text(
        &self,
        estimator: &EstimatorForecast,
        out: &mut impl Write,
    ) -> Result<(), CliError> {
        writeln!(out, "Assuming {} rows:", self.rows)?;
        writeln!(
            out,
            "  cells of a table     at most {} (tau)",
            self.most_cells
        )?;
        estimator.warn_of_tables(self.most_cells, out)?;
        match self.score_sigma_rows {
            Some(sigma) => writeln!(
                out,
                "  pair scores          {} with sigma = {sigma:.1} rows each",
                self.scored_pairs
            )?,
            None => writeln!(
                out,
                "  hopeless             no two attributes fit a table together: columns would be \
                 independent.\n                       Raise epsilon, use fewer attributes, or coarser bins."
            )?,
        }
        self.noise_rows.write_text(self.rows, out)?;
        writeln!(
            out,
            "  expected noise of each attribute's own table (total variation distance):"
        )?;
        for table in &self.tables {
            writeln!(
                out,
                "    {:<24} {:>6} cells   {:.4}{}",
                table.columns,
                table.cells,
                table.expected_noise,
                if table.expected_noise > 0.2 {
                    "   too wide for this size: use coarser bins"
                } else {
                    ""
                }
            )?;
        }
        Ok(())
    }
}

#[allow(clippy::cast_precision_loss)] // figures for people
fn to_f64(number: u64) -> f64 {
    number as f64
}

fn score_one() -> f64 {
    to_f64(score::ONE)
}
