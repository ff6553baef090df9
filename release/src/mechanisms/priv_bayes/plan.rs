//! What a spec fixes for `PrivBayes`.

use core::num::NonZeroU32;

use privet_core::Error as CoreError;
use privet_core::bayes::fit::Repair;
use privet_core::bayes::measure::Settings;
use privet_core::bayes::network::HeadRule;
use privet_core::curator::scored_pairs;
use privet_core::domain::Domain;
use privet_core::neighbours::Neighbours;
use privet_core::privacy::{Sigma, SquaredSensitivity};
use privet_core::score;
use privet_spec::{Estimator, PrivBayes as Parameters, Release};

use super::memory::ScoreMemory;
use crate::bounds::noise::to_f64;
use crate::error::Error;
use crate::mechanisms::mechanism::{Largest, Planned, SizeNoise};
use crate::mechanisms::network::MostTables;
use crate::plan::{GaussianBudget, Plan, Total, Variables};

/// `PrivBayes` on Gaussian noise.
pub(crate) struct PrivBayes {
    /// What (ε, δ) allows, in its parts.
    pub(super) budget: GaussianBudget,
    /// For core.
    pub(super) settings: Settings,
    /// As the spec has them.
    pub(super) parameters: Parameters,
}

impl PrivBayes {
    pub(crate) fn new(release: &Release, parameters: &Parameters) -> Result<Self, Error> {
        let budget = GaussianBudget::of(release)?;
        let settings = Settings {
            structure: budget.structure,
            size: budget.size,
            tables: budget.tables,
            theta: parameters.theta.to_f64_down(),
            caution: parameters.caution.to_f64_down(),
            head: match parameters.head {
                privet_spec::HeadRule::Worth => HeadRule::Worth,
                privet_spec::HeadRule::PerCell => HeadRule::PerCell,
            },
            most_cells: u64::from(parameters.max_cells),
            assumed_rows: parameters.assumed_rows.map(u64::from),
        };
        Ok(Self {
            budget,
            settings,
            parameters: parameters.clone(),
        })
    }
}

impl PrivBayes {
    /// In which order tables become consistent and non-negative.
    pub(super) fn repair(&self) -> Repair {
        match self.parameters.repair {
            privet_spec::Repair::ByTurns => Repair::ByTurns,
            privet_spec::Repair::Once => Repair::Once,
        }
    }

    /// The widest noise of tables and scores, in rows.
    fn widest(&self, domain: &Domain<'_>, neighbours: Neighbours) -> Result<f64, CoreError> {
        let settings = &self.settings;
        let table = settings.most_table_noise(domain, neighbours)?.to_f64();
        // The more pairs are scored, the more noise each score has.
        let Some(pairs) = NonZeroU32::new(scored_pairs(domain, settings.most_cells)) else {
            return Ok(table);
        };
        let sensitivity = SquaredSensitivity::of_each(pairs, neighbours.pair_score()?);
        let score = Sigma::smallest_up(sensitivity, settings.structure)?;
        Ok(table.max(score.to_f64() / to_f64(score::ONE)))
    }
}

impl Planned for PrivBayes {
    fn room_for_rules(&self) -> Option<u64> {
        match self.parameters.estimator {
            Estimator::Pgm { max_cells } => Some(max_cells.into()),
            Estimator::Network => None,
        }
    }

    fn total(&self) -> Total {
        Total::Gaussian(self.budget.calibration.mu_squared)
    }

    fn variables(&self, release: &Release) -> Result<Variables, Error> {
        Variables::with_levels(release)
    }

    fn size_noise(&self, neighbours: Neighbours) -> Result<Option<SizeNoise>, CoreError> {
        let sigma = self.budget.size_sigma(neighbours)?;
        Ok(sigma.map(SizeNoise::of_sigma))
    }

    fn widest_noise(&self, plan: &Plan) -> Option<f64> {
        let noise = plan.with_domain(|domain| Ok(self.widest(domain, plan.neighbours).ok()));
        noise.ok().flatten()
    }

    fn largest(&self, plan: &Plan, rows: u64) -> Largest {
        let rows = self.settings.assumed_rows.unwrap_or(rows);
        let tables = plan.with_domain(|domain| {
            let noise = self.settings.most_table_noise(domain, plan.neighbours);
            let cells = noise.map_or(u64::MAX, |noise| self.settings.most_cells(rows, noise));
            Ok((cells, u64::from(self.settings.most_tables(domain))))
        });
        let (cells, tables) = tables.unwrap_or((u64::MAX, u64::MAX));
        let values = plan.variables.largest_size();
        let most = MostTables {
            tables,
            cells,
            values,
        };
        Largest {
            cells: most.cells_with(self.parameters.estimator),
            scratch: ScoreMemory::bytes(values, cells)
                .saturating_add(MostTables::drawing_with(self.parameters.estimator)),
        }
    }
}
