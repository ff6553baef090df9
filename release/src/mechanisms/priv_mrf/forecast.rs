//! What is known of `PrivMrf` before any data is read.

use core::fmt;

use privet_core::mrf::learn::{Attribute, Search};
use privet_core::mrf::workload::Among;
use privet_core::privacy::Sigma;
use privet_spec::counted;
use serde::Serialize;

use super::plan::PrivMrf;
use crate::bounds::cell::CellNoise;
use crate::bounds::forecast::{OwnTableLine, write_size};
use crate::bounds::noise::{gaussian_per_cell, table_distance, to_f64};
use crate::error::Error;
use crate::mechanisms::mechanism::{Forecast, Forecasting};
use crate::noise::Noise;
use crate::plan::Plan;
use crate::promise::delta_in_words;

impl Forecasting for PrivMrf {
    fn forecast(&self, plan: &Plan, rows: Option<u64>) -> Result<Forecast, Error> {
        Forecast::of(&Figures::new(plan, self, rows)?)
    }

    /// Pair scores and first tables; and for each round its candidates and what was chosen.
    fn most_passes(&self, _plan: &Plan) -> u64 {
        u64::from(self.settings.most_rounds.get())
            .saturating_mul(2)
            .saturating_add(2)
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
    /// Whether tables are chosen within a graph made from noisy scores.
    graph: bool,
    most_rounds: u32,
    most_queries: u32,
    /// By how many times a row can move a table's score; above the rows of a unit where a `workload` has weights.
    choice_sensitivity: u64,
    /// The rounds whose budget a table has that the `workload` names.
    rounds_a_named_table: u32,
    /// σ of the first round's table at least and at most, unless it is named: the noisy number of rows decides. No later
    /// round has more.
    table_sigma: (f64, f64),
    /// Cells of all cliques of the model together, at most.
    most_model_cells: u64,
    assumed: Option<Assumed>,
}

/// What follows from an assumed number of rows.
#[derive(Serialize)]
struct Assumed {
    rows: u64,
    /// The part of the tables' budget that the attributes' own tables take.
    one_way_part: f64,
    /// At most, for so many rows.
    rounds: u32,
    table_sigma: f64,
    /// Most cells of a table in the first round.
    most_cells: u64,
    choice_epsilon: f64,
    /// Whether no two attributes fit a table together, even if all rare values are joined.
    hopeless: bool,
    own_tables: Vec<OwnTable>,
}

/// The noise of an attribute's own table, as a share of the rows.
#[derive(Serialize)]
struct OwnTable {
    column: String,
    cells: u32,
    sigma: f64,
    expected_noise: f64,
    cell: CellNoise,
}

impl Figures {
    fn new(plan: &Plan, mrf: &PrivMrf, rows: Option<u64>) -> Result<Self, Error> {
        let failed = |error: privet_core::Error| {
            let help = "raise epsilon or delta, or use fewer attributes or rounds";
            Error::refused("budget", error.to_string(), help)
        };
        let neighbours = plan.neighbours;
        let guarantee = plan.release.budget.guarantee;
        let size_sigma = mrf.budget.size_sigma(neighbours).map_err(failed)?;
        let sigma = |rows, rounds| {
            let noise = mrf.noise_of_rounds(neighbours, rows, rounds);
            Ok::<_, Error>(noise.map_err(failed)?.table.to_f64())
        };
        let settings = &mrf.settings;
        Ok(Self {
            epsilon: guarantee.epsilon().to_string(),
            delta: delta_in_words(guarantee),
            mu_squared: mrf.budget.calibration.mu_squared.to_f64(),
            attributes: mrf.attributes.len(),
            size_sigma: size_sigma.map(Sigma::to_f64),
            graph: matches!(mrf.settings.search, Search::Graph { .. }),
            most_rounds: mrf.settings.most_rounds.get(),
            most_queries: mrf.most_queries(),
            choice_sensitivity: mrf.choice_sensitivity(neighbours).map_err(failed)?.units(),
            rounds_a_named_table: settings.workload.rounds_a_table(Among::Named).get(),
            table_sigma: (
                sigma(u64::MAX, settings.fewest_rounds())?,
                sigma(1, settings.most_rounds)?,
            ),
            most_model_cells: mrf.settings.model_cells,
            assumed: rows
                .map(|rows| Assumed::new(plan, mrf, rows).map_err(failed))
                .transpose()?,
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
            "  attributes           {}; rare values are joined by their noisy counts, and pairs of wide \
             ones are seen at coarser levels",
            self.attributes
        )?;
        write_size(f, self.size_sigma)?;
        let graph = if self.graph {
            "scores of pairs, each attribute's own and first table"
        } else {
            "each attribute's own table"
        };
        writeln!(
            f,
            "  queries              at most {}: {graph}, then at most {} of a choice and a table",
            self.most_queries,
            counted(self.most_rounds, "round", "rounds")
        )?;
        writeln!(
            f,
            "  choices              by distances that a unit moves by at most {}",
            self.choice_sensitivity
        )?;
        let (least, most) = self.table_sigma;
        writeln!(
            f,
            "  noise of a table     sigma = {least:.2} to {most:.2} rows a cell in the first round, \
             no more later"
        )?;
        if !self.graph {
            writeln!(
                f,
                "                       less where other tables tell some of its parts, and only the others are \
                 measured"
            )?;
        }
        if self.rounds_a_named_table > 1 {
            writeln!(
                f,
                "                       less where `workload` names the table, which has the budget of {} rounds, and may \
                 have more cells",
                self.rounds_a_named_table
            )?;
        }
        writeln!(
            f,
            "  model                at most {} cells, about {} MB while estimating",
            self.most_model_cells,
            (self.most_model_cells * BYTES_A_CELL).div_ceil(1_000_000)
        )?;
        if let Some(assumed) = &self.assumed {
            return assumed.write_text(f);
        }
        writeln!(
            f,
            "With `--rows N` also how large tables may be, and what to expect."
        )?;
        Ok(())
    }
}

impl Assumed {
    fn new(plan: &Plan, mrf: &PrivMrf, rows: u64) -> Result<Self, privet_core::Error> {
        let noise = mrf.noise(plan.neighbours, rows)?;
        let table_sigma = noise.table.to_f64();
        let most_cells = mrf.settings.most_cells(to_f64(rows), table_sigma);
        let own = plan.release.learned().zip(&mrf.attributes);
        let own_tables = own.zip(&noise.own_tables).map(|((attribute, of), sigma)| {
            let sigma = sigma.to_f64();
            OwnTable {
                column: attribute.name().to_owned(),
                cells: of.size,
                sigma,
                expected_noise: table_distance(f64::from(of.size), gaussian_per_cell(sigma), rows),
                cell: CellNoise::of(Noise::Gaussian { sigma }, rows),
            }
        });
        Ok(Self {
            rows,
            one_way_part: noise.one_way_part,
            rounds: noise.rounds.get(),
            table_sigma,
            most_cells,
            choice_epsilon: noise.choice.epsilon.to_f64(),
            hopeless: most_cells < smallest_pair(&mrf.attributes),
            own_tables: own_tables.collect(),
        })
    }

    fn write_text(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Assuming {}:", counted(self.rows, "row", "rows"))?;
        writeln!(
            f,
            "  own tables           {:.1} % of the tables' budget",
            self.one_way_part * 100.0
        )?;
        writeln!(
            f,
            "  noise of a table     sigma = {:.2} rows a cell in the first of at most {}, chosen at \
             epsilon = {:.4}",
            self.table_sigma,
            counted(self.rounds, "round", "rounds"),
            self.choice_epsilon
        )?;
        writeln!(
            f,
            "  cells of a table     at most {} in the first round",
            self.most_cells
        )?;
        if self.hopeless {
            writeln!(
                f,
                "  hopeless             no two attributes fit a table together in the first round: \
                 columns may be\n                       independent. Raise epsilon, or write fewer \
                 `rounds`."
            )?;
        }
        OwnTableLine::write_all(
            f,
            self.own_tables.iter().map(|table| OwnTableLine {
                name: &table.column,
                cells: u64::from(table.cells),
                expected_noise: table.expected_noise,
                cell: table.cell,
            }),
        )
    }
}

/// Cells of the smallest table of two attributes that have a choice of values, however rare these are.
fn smallest_pair(attributes: &[Attribute]) -> u64 {
    let several = attributes.iter().filter(|of| of.size > 1).count();
    if several < 2 { 0 } else { 4 }
}

/// Marginals, potentials and the directions of the search, in eight bytes each.
const BYTES_A_CELL: u64 = 40;
