//! What `verify` holds the bins of a model to.

use super::file::{BinsFile, NoiseOfLevel};
use super::levels::levels_of;
use crate::plan::VariableName;
use crate::record::{Asked, QueryFile};
use crate::spec::Spec;

/// The queries of a record: those that count grids, which come first, and the mechanism's.
pub(crate) fn divided(queries: &[QueryFile]) -> (&[QueryFile], &[QueryFile]) {
    let of_grid = |query: &&QueryFile| query.asked() == Some(Asked::Grid);
    queries.split_at(queries.iter().take_while(of_grid).count())
}

/// Whether the queries are those by which the spec's bins are found: every level of every grid once, in order, with the
/// noise that its part of the budget buys; and the model's counts have that noise.
pub(crate) fn are_paid_for(spec: &Spec, files: &[BinsFile], queries: &[QueryFile]) -> bool {
    let Some(budget) = spec.bins() else {
        return files.is_empty() && queries.is_empty();
    };
    let Ok(noise) = budget.noise(spec.plan().neighbours) else {
        return false;
    };
    let noise = NoiseOfLevel::from(noise);
    let names = spec.release().found().flat_map(|attribute| {
        let levels = (0..=u8::MAX).take(levels_of(attribute).count());
        levels.map(|level| VariableName(attribute.name().to_owned(), level))
    });
    let asked = queries.iter().all(|query| match noise {
        NoiseOfLevel::Gaussian(sigma) => query.sigma() == Some(sigma),
        NoiseOfLevel::Laplace(scale) => query.scale() == Some(scale),
    });
    let mut levels = files.iter().flat_map(|file| &file.levels);
    asked
        && levels.all(|level| level.noise == noise)
        && names
            .map(|name| vec![name])
            .eq(queries.iter().map(|query| query.columns.clone()))
}
