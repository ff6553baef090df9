//! Releases with their evaluations: made now, found in their folders, or none.

use std::path::PathBuf;

use privet_evaluate::Evaluation;
use privet_release::{Error, Input, Published, Spec, Watch};

use super::figures::Compared;
use super::found::found;
use crate::measure::{RealTable, Wanted};

/// Every release with its evaluation: made now against the real table, read by this spec, if one is given; or found as
/// `evaluation.json` in its folder; or none.
pub fn gather(
    folders: &[PathBuf],
    real: Option<(&Spec, Input<'_>)>,
    watch: &dyn Watch,
) -> Result<Vec<Compared>, Error> {
    // What is public is read first: a folder that is none is refused before hours of work.
    let releases = folders
        .iter()
        .map(|folder| Published::read(folder, watch))
        .collect::<Result<Vec<_>, _>>()?;
    let evaluations = match real {
        Some((spec, table)) => {
            let real = RealTable::read(spec, table, None, Wanted::default(), None, watch)?;
            measured(folders, &releases, &real)?
        }
        None => found(folders, &releases)?,
    };
    let both = releases.into_iter().zip(evaluations);
    Ok(both
        .map(|(release, evaluation)| Compared {
            release: release.facts(),
            evaluation,
        })
        .collect())
}

/// Compares every synthetic table with the real one, which is read once.
fn measured(
    folders: &[PathBuf],
    releases: &[Published],
    real: &RealTable<'_>,
) -> Result<Vec<Option<Evaluation>>, Error> {
    let folders = folders.iter().zip(releases);
    folders
        .map(|(folder, release)| {
            let synthetic = Input::at(folder.join(release.synthetic()));
            Ok(Some(real.compare(synthetic, Some(release))?))
        })
        .collect()
}
