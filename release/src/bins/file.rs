//! What a model says of the bins that its release has found: the noisy counts that they follow from.

use privet_core::privacy::{LaplaceScale, NoiseScale, Sigma};
use privet_spec::{Bins, Found, Release};
use serde::{Deserialize, Serialize};

use super::choose::bins;
use super::estimate::Estimate;
use super::heaps::heaps;
use super::levels::levels_of;
use crate::noise::{Noise, ScaleFile, SigmaFile};
use crate::plan::VariableName;

/// What a model says of values inside of bins.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct InsideFile {
    /// Columns whose values lie evenly inside of their bins, since nothing finer was measured.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) evenly: Vec<String>,
    /// The noisy counts that bins were found from, where the spec declares none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) found: Vec<BinsFile>,
}

/// The noisy counts of one attribute's cells.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BinsFile {
    /// The attribute.
    pub(crate) column: String,
    /// Finest first; the last number of each is that of missing values, where the attribute has them.
    pub(crate) levels: Vec<LevelFile>,
}

/// The noisy counts of one level.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LevelFile {
    pub(crate) noise: NoiseOfLevel,
    /// As measured, in rows.
    pub(crate) measured: Vec<i64>,
}

/// The noise of each count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum NoiseOfLevel {
    /// σ.
    Gaussian(SigmaFile),
    /// b.
    Laplace(ScaleFile),
}

impl InsideFile {
    pub(crate) fn new(release: &Release, found: Vec<BinsFile>) -> Self {
        let evenly = release.learned().filter(|attribute| {
            let bins = attribute.kind().bins();
            bins.is_some_and(|bins| bins.hold_several() && !bins.is_grid())
        });
        Self {
            evenly: evenly.map(|one| one.name().to_owned()).collect(),
            found,
        }
    }

    /// Nothing is to be said: every value is a bin.
    pub(crate) fn is_empty(&self) -> bool {
        self.evenly.is_empty() && self.found.is_empty()
    }

    /// Every level of a grid that was counted, with its noise.
    pub(crate) fn levels(&self) -> Vec<(VariableName, Noise)> {
        let grids = self.found.iter().flat_map(|grid| {
            let levels = (0..).zip(&grid.levels);
            levels.map(|(depth, level)| {
                let name = VariableName(grid.column.clone(), depth);
                (name, level.noise.noise())
            })
        });
        grids.collect()
    }
}

impl LevelFile {
    pub(super) fn new(noise: NoiseScale, measured: Vec<i64>) -> Self {
        let noise = NoiseOfLevel::from(noise);
        Self { noise, measured }
    }
}

impl From<NoiseScale> for NoiseOfLevel {
    fn from(noise: NoiseScale) -> Self {
        match noise {
            NoiseScale::Gaussian(sigma) => Self::Gaussian(sigma.into()),
            NoiseScale::Laplace(scale) => Self::Laplace(scale.into()),
        }
    }
}

impl NoiseOfLevel {
    /// For reading.
    pub(crate) fn noise(self) -> Noise {
        match self {
            Self::Gaussian(sigma) => sigma.noise(),
            Self::Laplace(scale) => scale.noise(),
        }
    }

    /// As core has it. What a release wrote is in range.
    pub(crate) fn scale(self) -> Option<NoiseScale> {
        match self {
            Self::Gaussian(sigma) => Sigma::new(sigma.mantissa, sigma.exponent)
                .map(NoiseScale::Gaussian)
                .ok(),
            Self::Laplace(scale) => LaplaceScale::new(scale.numerator, scale.denominator)
                .map(NoiseScale::Laplace)
                .ok(),
        }
    }
}

/// The bins that follow from noisy counts, for each attribute that needs them. `None` where the counts are not those
/// of the spec's grids.
pub(crate) fn found(release: &Release, files: &[BinsFile]) -> Option<Vec<Found>> {
    if release.found().count() != files.len() {
        return None;
    }
    let attributes = release.found().zip(files);
    let found = attributes.map(|(attribute, file)| {
        let levels = levels_of(attribute);
        if attribute.name() != file.column || levels.count() != file.levels.len() {
            return None;
        }
        let mut estimate = Estimate::new(levels.cells());
        for ((shift, values), level) in levels.groups().zip(&file.levels) {
            let size = values + usize::from(attribute.is_nullable());
            let measured = level.measured.get(..values)?;
            if level.measured.len() != size {
                return None;
            }
            estimate.measure(shift, measured, level.noise.scale()?);
        }
        let (pieces, noise) = (estimate.pieces(), estimate.noise());
        let fixed = attribute.kind().bins().map_or(&[][..], Bins::fixed);
        let finest = file.levels.first()?.measured.get(..levels.cells())?;
        Some(Found {
            bins: bins(&pieces, noise, levels.cells(), fixed),
            heaps: heaps(attribute, finest, &pieces, noise),
        })
    });
    found.collect()
}
