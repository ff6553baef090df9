//! What was measured and estimated.

use alloc::vec;
use alloc::vec::Vec;

use crate::Error;
use crate::curator::Size;
use crate::domain::Domain;
use crate::mrf::estimate::Estimate;
use crate::mrf::levels::{self, Levels};
use crate::mrf::measurement::Measurement;
use crate::mrf::reconcile::known_size;
use crate::mrf::tree::JunctionTree;
use crate::parts::Parts;
use crate::privacy::Sigma;
use crate::variables::VariableSet;

/// A table as it was measured.
#[derive(Clone, Debug)]
pub struct Measured {
    /// Its variables.
    pub variables: VariableSet,
    /// Which of its parts were asked for, where not all.
    pub parts: Option<Parts>,
    /// σ of each cell.
    pub sigma: Sigma,
    /// The noisy counts, or the parts that were asked for, in units of 1/cells of a row.
    pub cells: Vec<i64>,
}

impl Measured {
    /// In rows, as an estimation takes it.
    #[allow(clippy::cast_precision_loss)] // at most 2^52
    pub fn in_rows(&self) -> Measurement {
        let units = match self.parts {
            Some(_) => self.cells.len() as f64,
            None => 1.0,
        };
        let sigma = self.sigma.to_f64() / units;
        Measurement {
            variables: self.variables.clone(),
            cells: self.cells.iter().map(|&cell| cell as f64 / units).collect(),
            variance: sigma * sigma,
            parts: self.parts,
        }
    }
}

/// An attribute's own table in whole rows, where there are so many, and its σ.
#[allow(clippy::cast_possible_truncation)] // noisy numbers of rows
pub(super) fn whole_rows(leaf: &Measured, rows: f64) -> (Vec<i64>, f64) {
    let leaf = leaf.in_rows().of_rows(rows);
    let counts = leaf.cells.iter().map(|&cell| libm::round(cell) as i64);
    (counts.collect(), libm::sqrt(leaf.variance))
}

/// An attribute's own table over its joined values. A group's noise grows with its number of values; the mean of
/// their precisions stands for all of them, since most groups are single values beside one large rest.
#[allow(clippy::cast_precision_loss)]
pub(super) fn joined_leaf(
    domain: &Domain<'_>,
    attribute: u8,
    measured: &Measurement,
) -> Result<Measurement, Error> {
    let (leaf, level) = (levels::leaf(attribute), levels::joined(attribute));
    let (fine, coarse) = (VariableSet::new(&[leaf])?, VariableSet::new(&[level])?);
    let mut cells = vec![0.0; domain.size(level) as usize];
    let mut values = cells.clone();
    domain.project(&fine, &coarse, |value, group| {
        let places = (cells.get_mut(group), values.get_mut(group));
        if let (Some(&count), (Some(sum), Some(values))) = (measured.cells.get(value), places) {
            *sum += count;
            *values += 1.0;
        }
    });
    let precision = values.iter().map(|values| 1.0 / values).sum::<f64>() / values.len() as f64;
    Ok(Measurement {
        variables: coarse,
        cells,
        variance: measured.variance / precision,
        parts: measured.parts,
    })
}

/// Noisy dependence scores of pairs of attributes.
#[derive(Clone, Debug)]
pub struct Scores {
    /// In lexicographic order of the pairs, in units of 2^−16 rows; [`crate::curator::UNSCORED`] where the
    /// pair's table is too large.
    pub pairs: Vec<i64>,
    /// σ of each in these units; none where no pair was scored.
    pub sigma: Option<Sigma>,
}

/// Everything that was measured and estimated.
pub struct Learned {
    /// The number of rows as far as known.
    pub size: Size,
    /// How each attribute's values were joined.
    pub levels: Vec<Levels>,
    /// The attributes' own tables, at their leaves.
    pub leaves: Vec<Measured>,
    /// The noisy pair scores that a graph was made from, if one was.
    pub scores: Option<Scores>,
    /// The tables of several attributes, in order: first tables of a graph, then those of the rounds.
    pub tables: Vec<Measured>,
    /// The tables that were chosen as farthest from the model, in order. The last choice of a batch may be one that the
    /// model had no room for: it was not measured.
    pub choices: Vec<VariableSet>,
    /// The number of rows that all tables together tell of.
    pub rows: f64,
    /// The cliques of the model.
    pub tree: JunctionTree,
    /// Its marginals.
    pub estimate: Estimate,
}

impl Learned {
    /// The counts of every attribute's values, as they are drawn inside their groups.
    pub fn shrunk_leaves(&self) -> Vec<Vec<f64>> {
        let (rows, _) = known_size(self.size);
        let leaves = self.levels.iter().zip(&self.leaves);
        let shrunk = leaves.map(|(of, leaf)| {
            let (counts, sigma) = whole_rows(leaf, rows);
            of.joined.shrunk(&counts, sigma)
        });
        shrunk.collect()
    }

    /// The number of rows as a whole number: the public one, or what all tables together tell of.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    pub fn row_count(&self) -> u64 {
        match self.size {
            Size::Public(_) => self.size.rows(),
            // A saturating cast of a noisy number of at least one.
            Size::Noisy { .. } => libm::round(self.rows) as u64,
        }
    }
}
