//! Releases with their evaluations: made now, found in their folders, or none.

use std::path::{Path, PathBuf};

use privet_evaluate::Evaluation;
use privet_evaluate::findings::FORMAT;
use privet_release::reading::{TextFile, read_text};
use privet_release::{Error, Input, Published, Spec, Watch};
use serde::Deserialize;

use super::figures::Compared;
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
            let real = RealTable::read(spec, table, None, Wanted::default(), watch)?;
            measured(folders, &releases, &real)?
        }
        None => folders
            .iter()
            .map(|folder| found(folder))
            .collect::<Result<_, _>>()?,
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
            Ok(Some(real.compare(synthetic)?))
        })
        .collect()
}

/// The evaluation that lies in a folder, if one does.
fn found(folder: &Path) -> Result<Option<Evaluation>, Error> {
    let path = folder.join(EVALUATION);
    if !path.exists() {
        return Ok(None);
    }
    let place = path.display().to_string();
    let text = read_text(&path, TextFile::Evaluation)?;
    let refused = |error: serde_json::Error| {
        let place = format!("{place}:{}:{}", error.line(), error.column());
        let help = "give a file that `privet evaluate --json` wrote, or move it away";
        Error::refused(place, error.to_string(), help)
    };
    // The version first: a file of another one lacks fields.
    let version: Version = serde_json::from_str(&text).map_err(refused)?;
    if version.privet_evaluation != FORMAT {
        let found = version.privet_evaluation;
        let what =
            format!("it is of version {found}; this program reads evaluations of version {FORMAT}");
        let help = "make it again with `privet evaluate --json`, or move it away";
        return Err(Error::refused(place, what, help));
    }
    serde_json::from_str(&text).map(Some).map_err(refused)
}

/// What every version of an evaluation begins with.
#[derive(Deserialize)]
struct Version {
    privet_evaluation: u32,
}

/// Where an evaluation is looked for.
const EVALUATION: &str = "evaluation.json";
