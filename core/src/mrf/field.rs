//! The noisy tables of a Bayesian network as measurements of a Markov random field (PB-PGM).
//!
//! A network uses each table as the distribution of one attribute given others, and what the other
//! tables say of the same attributes only through their agreement. A field takes all of them at
//! once: among the models of which every table is a marginal, the one that fits them best
//! ([`super::estimate`]; McKenna, Sheldon and Miklau 2019), and rows are drawn from its junction tree.
//! It is post-processing of the same noisy answers: nothing more is asked of the data.
//!
//! A field has one variable for each attribute: the finest level at which a table of several attributes
//! has it, so that its cliques are no larger than they must be. A table at a coarser level measures
//! sums over groups of values. An attribute's own table at a finer level measures the level of the
//! field by its sums, and decides how values are drawn inside of a group. Variables of one value
//! say nothing and tie nothing.
//!
//! Deviations: Laplace noise is weighed by its variance, as if it were Gaussian. The noise of a group's
//! sum grows with its number of values; the mean stands for all of them.
//!
//! The cliques of a network's tables may be far larger than the tables. Whoever calls looks at
//! [`Field::cells`] before estimating. Rules, though, hold in a field and nowhere else: where there are any, a table that the
//! field has no room for tells of its attributes one by one, and nothing more.
//!
//! Tested: consistent tables with next to no noise give the network's own distribution, with and without
//! levels; the measured tables as fitted agree with the tables that rows are drawn from.

use alloc::vec;
use alloc::vec::Vec;

use super::cliques::Cliques;
use super::estimate::{Estimate, Estimator, Fit, Shape, Stopping};
use super::graph::{Bounds, Graph};
use super::measurement::{Measurement, mean_precision};
use super::network::{Fitted, network_of};
use super::projection::Projection;
use super::reconcile::{known_size, reconcile};
use super::tree::JunctionTree;
use crate::Error;
use crate::bayes::consistency::FRACTION_BITS;
use crate::bayes::network::Network;
use crate::bayes::simplex::Post;
use crate::bayes::tables::{Table, Tables};
use crate::curator::Size;
use crate::domain::Domain;
use crate::privacy::NoiseScale;
use crate::rules::Rules;
use crate::variables::{Variable, VariableSet};

/// The field of a network's tables, before anything is estimated.
#[derive(Clone, Debug)]
pub struct Field<'a> {
    domain: Domain<'a>,
    rules: &'a Rules,
    /// For each attribute the level at which the field has it.
    levels: Vec<Variable>,
    cliques: Cliques,
    /// For each table whether the field has room for it.
    held: Vec<bool>,
}

/// The noisy tables of a network.
#[derive(Clone, Copy, Debug)]
pub struct Noisy<'a> {
    /// The tables, with their noise.
    pub tables: &'a Tables,
    /// Their noisy counts.
    pub cells: &'a [i64],
    /// The number of rows, as far as it is known.
    pub size: Size,
}

/// An estimated field. All cells are in units of 2^−20 rows.
#[derive(Clone, Debug)]
pub struct Estimated {
    /// The network that rows are drawn from, which has the field's distribution.
    pub network: Network,
    /// Its tables.
    pub tables: Tables,
    /// Their cells.
    pub cells: Vec<i64>,
    /// The cells of the tables that were measured, as the field has them.
    pub fitted: Vec<i64>,
    /// How well the field fits the tables.
    pub fit: Fit,
}

impl<'a> Field<'a> {
    /// The field of tables over these sets. Where there are rules, it has no more than `most_cells` cells if the rules
    /// themselves have not.
    pub fn new<'s>(
        domain: &Domain<'a>,
        rules: &'a Rules,
        sets: impl Iterator<Item = &'s VariableSet> + Clone,
        most_cells: u64,
    ) -> Result<Self, Error> {
        let levels = levels(domain, rules, sets.clone());
        let level = |variable| level_of(domain, &levels, variable);
        let mut graph = Graph::new(domain, levels.iter().copied());
        for set in rules.sets(|attribute| level(leaf_of(domain, attribute)))? {
            graph.join(&telling(domain, &set, level)?);
        }
        let mut held = Vec::new();
        for set in sets {
            let mut with_it = graph.clone();
            with_it.join(&telling(domain, set, level)?);
            let is_held = rules.is_empty() || with_it.keeps_within(Bounds::together(most_cells));
            if is_held {
                graph = with_it;
            }
            held.push(is_held);
        }
        Ok(Self {
            domain: *domain,
            rules,
            cliques: graph.cliques(),
            levels,
            held,
        })
    }

    /// Tables that the field has no room for.
    pub fn left_out(&self) -> usize {
        self.held.iter().filter(|held| !**held).count()
    }

    /// Cells of all cliques together, which is what estimating costs; `u64::MAX` where that overflows.
    pub const fn cells(&self) -> u64 {
        self.cliques.cells()
    }

    /// Estimates the field. `post` decides how the values inside of a group become non-negative.
    pub fn estimate(&self, noisy: Noisy<'_>, post: Post) -> Result<Estimated, Error> {
        let domain = &self.domain;
        let mut measurements = Vec::new();
        for (table, held) in noisy.tables.as_slice().iter().zip(&self.held) {
            if *held {
                measurements.push(self.measurement(table, &table.variables, noisy.cells)?);
                continue;
            }
            for &variable in table.variables.as_slice() {
                let alone = VariableSet::new(&[variable])?;
                measurements.push(self.measurement(table, &alone, noisy.cells)?);
            }
        }
        let smoothing = SMOOTHING * mean_precision(&measurements);
        let total = reconcile(domain, &mut measurements, Some(known_size(noisy.size)))?;
        let tree = JunctionTree::new(domain, &self.cliques)?;
        let shape = Shape {
            domain,
            tree: &tree,
            rules: self.rules,
        };
        let estimator = Estimator::new(shape, &measurements, total, smoothing)?;
        let Estimate { beliefs, fit, .. } = estimator.solve(&[], Stopping::AT_THE_END)?;

        let coarse = Fitted {
            shape,
            beliefs: &beliefs,
            rows: noisy.size.rows(),
            leaves: &[],
        };
        let leaves = self.leaves(coarse, noisy, post)?;
        let with_leaves = Fitted {
            leaves: &leaves,
            ..coarse
        };
        let network = network_of(&tree)?;
        let (tables, cells) = with_leaves.tables(&network)?;
        let mut fitted = vec![0; noisy.cells.len()];
        for (table, held) in noisy.tables.as_slice().iter().zip(&self.held) {
            let set = telling(domain, &table.variables, |variable| variable)?;
            let cells = table.cells_mut(&mut fitted)?;
            if *held {
                with_leaves.fill(&set, cells)?;
            } else {
                as_if_independent(with_leaves, &set, cells)?;
            }
        }
        Ok(Estimated {
            network,
            tables,
            cells,
            fitted,
            fit,
        })
    }

    /// What a table says of the field's variables, as far as they are levels of these.
    #[allow(clippy::cast_precision_loss)]
    fn measurement(
        &self,
        table: &Table,
        of: &VariableSet,
        cells: &[i64],
    ) -> Result<Measurement, Error> {
        let domain = &self.domain;
        let counts: Vec<f64> = table.cells(cells)?.iter().map(|&c| c as f64).collect();
        let set = telling(domain, &table.variables, |variable| variable)?;
        // Finer levels stand before coarser ones, so the later variable is the coarser.
        let measured = telling(domain, of, |variable| {
            variable.max(level_of(domain, &self.levels, variable))
        })?;
        let projection = Projection::new(domain, &set, &measured)?;
        let mut sums = vec![0.0; projection.onto_cells()];
        projection.sum(&counts, &mut sums);
        let cells_a_group = counts.len() as f64 / sums.len().max(1) as f64;
        Ok(Measurement {
            variables: measured,
            cells: sums,
            variance: table.noise.map_or(1.0, NoiseScale::variance) * cells_a_group,
            parts: None,
        })
    }

    /// For each attribute that the field has at a coarser level the counts of its values: its own table,
    /// with the field's totals of its groups. Empty for all others.
    #[allow(clippy::cast_precision_loss)]
    fn leaves(
        &self,
        fitted: Fitted<'_>,
        noisy: Noisy<'_>,
        post: Post,
    ) -> Result<Vec<Vec<f64>>, Error> {
        let domain = &self.domain;
        let mut leaves = vec![Vec::new(); self.levels.len()];
        for (&level, counts) in self.levels.iter().zip(&mut leaves) {
            let leaf = domain.leaf(level);
            let mut tables = noisy.tables.as_slice().iter();
            let Some(own) = tables.rfind(|table| table.variables.as_slice() == [leaf]) else {
                continue;
            };
            if leaf == level {
                continue;
            }
            let mut totals = vec![0; domain.size(level) as usize];
            let set = VariableSet::new(&[level])?;
            fitted.fill(&set, &mut totals)?;
            let cells = own.cells(noisy.cells)?;
            let fitted = within_groups(domain, level, cells, &totals, post);
            let one = f64::from(1_u32 << FRACTION_BITS);
            *counts = fitted.iter().map(|&cell| cell as f64 / one).collect();
        }
        Ok(leaves)
    }
}

/// The attribute's noisy counts in units of 2^−20 rows, non-negative and with these totals of its groups.
fn within_groups(
    domain: &Domain<'_>,
    level: Variable,
    cells: &[i64],
    totals: &[i64],
    post: Post,
) -> Vec<i64> {
    let mut members = vec![Vec::new(); totals.len()];
    for (value, place) in (0..=u16::MAX).zip(0..cells.len()) {
        let group = usize::from(domain.coarse(level, value));
        if let Some(members) = members.get_mut(group) {
            members.push(place);
        }
    }
    let mut fitted = vec![0; cells.len()];
    for (members, total) in members.iter().zip(totals) {
        let noisy = members.iter().filter_map(|&place| cells.get(place));
        let mut group: Vec<i64> = noisy
            .map(|count| count.saturating_mul(1 << FRACTION_BITS))
            .collect();
        post.apply(&mut group, total.unsigned_abs());
        for (&place, value) in members.iter().zip(group) {
            if let Some(cell) = fitted.get_mut(place) {
                *cell = value;
            }
        }
    }
    fitted
}

/// A table that no clique holds: its attributes' own tables, multiplied.
#[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)]
fn as_if_independent(
    fitted: Fitted<'_>,
    set: &VariableSet,
    cells: &mut [i64],
) -> Result<(), Error> {
    let domain = fitted.shape.domain;
    let rows = fitted.rows.max(1) as f64 * f64::from(1_u32 << FRACTION_BITS);
    let mut shares = vec![1.0; cells.len()];
    for &variable in set.as_slice() {
        let alone = VariableSet::new(&[variable])?;
        let mut own = vec![0; domain.size(variable) as usize];
        fitted.fill(&alone, &mut own)?;
        domain.project(set, &alone, |cell, value| {
            if let (Some(share), Some(own)) = (shares.get_mut(cell), own.get(value)) {
                *share *= *own as f64 / rows;
            }
        });
    }
    for (cell, share) in cells.iter_mut().zip(shares) {
        // A saturating cast of a number of rows.
        *cell = libm::round(share * rows) as i64;
    }
    Ok(())
}

/// For each attribute the finest level at which a set of several variables has it, and its leaf where none does or a rule names it.
fn levels<'s>(
    domain: &Domain<'_>,
    rules: &Rules,
    sets: impl Iterator<Item = &'s VariableSet> + Clone,
) -> Vec<Variable> {
    let joint = sets.filter(|set| set.as_slice().len() > 1);
    let leaves = domain
        .variables()
        .filter(|&variable| domain.is_leaf(variable));
    let finest = |leaf: Variable| {
        let same = |variable: &Variable| domain.leaf(*variable) == leaf;
        let mut relations = rules.relations().iter();
        let attribute = domain.attribute(leaf);
        if relations.any(|one| attribute.is_some_and(|own| one.attributes().contains(&own))) {
            return leaf;
        }
        let occurring = joint.clone().flat_map(|set| set.as_slice().iter().copied());
        occurring.filter(same).min().unwrap_or(leaf)
    };
    leaves.map(finest).collect()
}

/// The leaf of an attribute.
fn leaf_of(domain: &Domain<'_>, attribute: u8) -> Variable {
    let mut variables = domain.variables();
    let leaf = variables.find(|&variable| domain.attribute(variable) == Some(attribute));
    leaf.unwrap_or(Variable(0))
}

fn level_of(domain: &Domain<'_>, levels: &[Variable], variable: Variable) -> Variable {
    let attribute = domain.attribute(variable).map(usize::from);
    let level = attribute.and_then(|attribute| levels.get(attribute));
    level.copied().unwrap_or(variable)
}

/// The variables of a set that have more than one value, each at another level.
fn telling(
    domain: &Domain<'_>,
    set: &VariableSet,
    at: impl Fn(Variable) -> Variable,
) -> Result<VariableSet, Error> {
    let mut telling = VariableSet::EMPTY;
    for &variable in set.as_slice() {
        if domain.size(at(variable)) > 1 {
            telling.insert(at(variable))?;
        }
    }
    Ok(telling)
}

/// λ·σ of the estimation for tables of noise σ. Half of what PrivMRF takes: a network measures few tables, each
/// chosen for what it tells, and smoothing costs more than it saves (tests/studies, "PB-PGM").
const SMOOTHING: f64 = 0.1;
