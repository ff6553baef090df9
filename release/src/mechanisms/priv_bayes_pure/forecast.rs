//! What is known of `PrivBayesPure` before any data is read.

use core::fmt;
use core::num::NonZeroU32;

use privet_core::domain::Domain;
use privet_core::privacy::LaplaceScale;
use privet_spec::mechanism::Selection;
use privet_spec::{Adjacency, Encoding, Post, Score, counted};
use serde::Serialize;

use super::plan::PrivBayesPure;
use crate::bounds::cell::CellNoise;
use crate::bounds::forecast::{NetworkBounds, PureNetwork, Repair};
use crate::bounds::lower::PureRelease;
use crate::bounds::noise::to_f64;
use crate::error::Error;
use crate::mechanisms::mechanism::{Forecast, Forecasting};
use crate::mechanisms::network::EstimatorForecast;
use crate::noise::Noise;
use crate::plan::Plan;
use crate::promise::delta_in_words;

impl Forecasting for PrivBayesPure {
    fn forecast(&self, plan: &Plan, rows: Option<u64>) -> Result<Forecast, Error> {
        let rows = rows.or(self.settings.assumed_rows);
        Forecast::of(&Figures::new(plan, self, rows)?)
    }

    /// The candidates of each choice, of which there is one less than columns, and tables.
    fn most_passes(&self, plan: &Plan) -> u64 {
        plan.with_domain(|domain| Ok(domain.attributes().into()))
            .unwrap_or(u64::MAX)
    }
}

/// Everything that follows from the spec, and from a number of rows where one is assumed.
#[derive(Serialize)]
struct Figures {
    epsilon: String,
    delta: String,
    attributes: usize,
    columns: u16,
    encoding: &'static str,
    score: &'static str,
    selection: &'static str,
    most_rows: u64,
    most_selections: u16,
    selection_epsilon: f64,
    size_scale: Option<f64>,
    estimator: EstimatorForecast,
    assumed: Option<Assumed>,
}

/// What follows from an assumed number of rows.
#[derive(Serialize)]
struct Assumed {
    rows: u64,
    most_cells: u64,
    /// Parents of a column, where all columns are binary.
    degree: Option<u32>,
    /// Tables that selections count, at most.
    candidates: u64,
    /// Scale of a table's noise if no two columns share one.
    table_scale: f64,
    /// What that does to a count of one cell.
    cell: CellNoise,
    /// How far off the rows will be, as far as that is known.
    bounds: NetworkBounds,
}

impl Figures {
    fn new(plan: &Plan, pure: &PrivBayesPure, rows: Option<u64>) -> Result<Self, Error> {
        plan.with_domain(|domain| {
            let failed = |error: privet_core::Error| {
                let help = "raise epsilon, or use fewer attributes";
                Error::refused("budget", error.to_string(), help)
            };
            let guarantee = plan.release.budget.guarantee;
            let columns = domain.attributes();
            let most_selections = columns.saturating_sub(1);
            let structure = pure.settings.structure;
            let each = NonZeroU32::new(most_selections.into())
                .map_or(structure, |parts| structure.equal_part_down(parts));
            let size_scale = pure.size_scale(plan.neighbours).map_err(failed)?;
            let assumed = rows
                .map(|rows| Assumed::new(plan, pure, domain, rows).map_err(failed))
                .transpose()?;
            Ok(Self {
                epsilon: guarantee.epsilon().to_string(),
                delta: delta_in_words(guarantee),
                attributes: plan.release.learned().count(),
                columns,
                encoding: match pure.parameters.encoding {
                    Encoding::Binary => "Binary",
                    Encoding::Vanilla => "Vanilla",
                },
                score: match pure.parameters.score {
                    Score::F => "F",
                    Score::R => "R",
                    Score::I => "I",
                },
                selection: match pure.parameters.selection {
                    Selection::PermuteAndFlip => "PermuteAndFlip",
                    Selection::Exponential => "Exponential",
                },
                most_rows: plan.most_rows.get(),
                most_selections,
                selection_epsilon: each.to_f64(),
                size_scale: size_scale.map(LaplaceScale::to_f64),
                estimator: EstimatorForecast::new(pure.parameters.estimator),
                assumed,
            })
        })
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Known before any data is read:")?;
        writeln!(f, "  guarantee            {}-DP, delta = 0", self.epsilon)?;
        let digits = if self.encoding == "Binary" {
            format!(" by their {} binary digits", self.columns)
        } else {
            String::new()
        };
        writeln!(
            f,
            "  attributes           {}{digits}; hierarchies are not used",
            self.attributes
        )?;
        match self.size_scale {
            Some(scale) => {
                writeln!(f, "  noise of the size    Laplace, scale = {scale:.2} rows")?;
            }
            None => writeln!(f, "  size                 public, no noise")?,
        }
        writeln!(
            f,
            "  choosing parents     at most {} by {}, score {}, epsilon = {:.6} each",
            counted(self.most_selections, "selection", "selections"),
            self.selection,
            self.score,
            self.selection_epsilon
        )?;
        if self.score == "F" {
            writeln!(
                f,
                "  rows of the table    at most {} (most_rows)",
                self.most_rows
            )?;
        }
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
        pure: &PrivBayesPure,
        domain: &Domain<'_>,
        rows: u64,
    ) -> Result<Self, privet_core::Error> {
        let (release, settings) = (&plan.release, &pure.settings);
        let most_cells = settings.most_cells(domain, plan.neighbours, rows);
        let columns = u64::from(domain.attributes());
        let binary = plan.variables.largest_size() <= 2;
        let degree = binary.then(|| {
            let by_cells = most_cells.checked_ilog2().unwrap_or(0).saturating_sub(1);
            by_cells.min(u32::try_from(settings.most_parents()).unwrap_or(u32::MAX))
        });
        let candidates = (1..columns)
            .map(|placed| {
                let sets = degree.map_or(u64::MAX, |degree| choices(placed, degree.into()));
                sets.saturating_mul(columns - placed)
                    .min(settings.most_candidates(most_cells) as u64)
            })
            .sum();
        let tables = columns.saturating_sub(degree.unwrap_or(0).into()).max(1);
        let tables = u32::try_from(tables).unwrap_or(u32::MAX);
        let l1 = plan.neighbours.table_l1();
        let share = settings
            .tables
            .equal_part_down(NonZeroU32::new(tables).unwrap_or(NonZeroU32::MIN));
        let scale = LaplaceScale::for_share(l1, share)?.to_f64();
        let bounds = NetworkBounds::new(PureNetwork {
            attributes: u32::from(domain.attributes()),
            boolean: binary,
            degree,
            tables,
            cells: f64::from(tables) * to_f64(cells_of_a_table(plan, most_cells, degree)),
            scale,
            whole_scale: LaplaceScale::for_share(l1, settings.tables)?.to_f64(),
            repair: match pure.parameters.post {
                Post::Normalize => Repair::Normalised,
                Post::L2Projection => Repair::Projected,
            },
            replaced: release.adjacency == Adjacency::Replace,
            release: PureRelease {
                log_domain: release
                    .learned()
                    .map(|attribute| f64::from(attribute.size()).ln())
                    .sum(),
                epsilon: pure.total.to_f64(),
                rows,
                rows_of_a_unit: release.unit.rows(),
            },
        });
        Ok(Self {
            rows,
            most_cells,
            degree,
            candidates: if degree == Some(0) { 0 } else { candidates },
            table_scale: scale,
            cell: CellNoise::of(Noise::Laplace { scale }, rows),
            bounds,
        })
    }

    fn write_text(&self, estimator: &EstimatorForecast, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Assuming {}:", counted(self.rows, "row", "rows"))?;
        let parents = self.degree.map_or_else(String::new, |degree| {
            format!(", so {} a column", counted(degree, "parent", "parents"))
        });
        writeln!(
            f,
            "  cells of a table     at most {} (tau){parents}",
            self.most_cells
        )?;
        if self.degree == Some(0) || self.most_cells < 4 {
            writeln!(
                f,
                "  hopeless             no table of two columns is useful: columns would be \
                 independent.\n                       Raise epsilon, use fewer attributes, or \
                 coarser bins."
            )?;
        }
        writeln!(
            f,
            "  candidates           at most {} counted to choose parents",
            counted(self.candidates, "table is", "tables are")
        )?;
        writeln!(
            f,
            "  noise of a table     Laplace, scale = {:.2} rows a cell or less",
            self.table_scale
        )?;
        writeln!(f, "  a cell of a table    {}", self.cell)?;
        estimator.warn_of_tables(self.most_cells, f)?;
        if !estimator.is_network() {
            writeln!(
                f,
                "  bounds               for `estimator: Network`; none is known for Pgm:"
            )?;
        }
        self.bounds.write_text(f)
    }
}

/// Cells of a table, at most: 2^(k+1) where all columns are binary.
fn cells_of_a_table(plan: &Plan, most_cells: u64, degree: Option<u32>) -> u64 {
    match degree {
        Some(degree) => 1_u64
            .checked_shl(degree.saturating_add(1))
            .unwrap_or(u64::MAX),
        None => most_cells.max(plan.variables.largest_size() as u64),
    }
}

/// Sets of min(k, n) among n, or as many as a number can hold.
fn choices(n: u64, k: u64) -> u64 {
    let k = k.min(n);
    let product = (0..k).try_fold(1_u64, |product, i| {
        Some(product.checked_mul(n - i)? / (i + 1))
    });
    product.unwrap_or(u64::MAX)
}
