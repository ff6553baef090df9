//! Evaluations that lie in the folders of releases: text that anybody can have put there.
//!
//! One is believed as far as it can be told: it is of this release, by the digests of its record and its synthetic rows;
//! every figure is in the range of its formula; and those that name the real table under a custodian's key name one.
//! Nobody can tell whether its figures are those of the real table: whoever has the table makes them again with `--real`.
//!
//! Tested: a folder with each way in which a file can be another's, out of range, or not whole.

use std::path::{Path, PathBuf};

use privet_evaluate::findings::{FORMAT, Run};
use privet_evaluate::{Evaluation, impossible};
use privet_release::memory::is_memory_for;
use privet_release::reading::{TextFile, read_text};
use privet_release::{Error, Published};
use serde::Deserialize;

use crate::measure::release_digests;

/// The evaluation that lies in each folder, where one does. Refused: one that is not of its release, or says what no
/// evaluation can say, and evaluations of several real tables.
pub(super) fn found(
    folders: &[PathBuf],
    releases: &[Published],
) -> Result<Vec<Option<Evaluation>>, Error> {
    let mut found = Vec::new();
    let mut named: Option<(String, String)> = None;
    for (folder, release) in folders.iter().zip(releases) {
        let path = folder.join(EVALUATION);
        if !path.exists() {
            found.push(None);
            continue;
        }
        let place = path.display().to_string();
        let evaluation = read(&path, &place)?;
        expect_of(&evaluation.run, release, &place)?;
        if let Some(fingerprint) = &evaluation.run.real_fingerprint {
            match &named {
                Some((other, first)) if first != fingerprint => {
                    return Err(of_another_table(&place, other));
                }
                _ => named = Some((place, fingerprint.clone())),
            }
        }
        found.push(Some(evaluation));
    }
    Ok(found)
}

/// Reads one that says what an evaluation can say.
fn read(path: &Path, place: &str) -> Result<Evaluation, Error> {
    let text = read_text(path, TextFile::Evaluation)?;
    let not_understood = |error: serde_json::Error| {
        let place = format!("{place}:{}:{}", error.line(), error.column());
        Error::refused(place, error.to_string(), AGAIN)
    };
    expect_memory(&text, place)?;
    // The version first: a file of another one lacks fields.
    let version: Version = serde_json::from_str(&text).map_err(not_understood)?;
    if version.privet_evaluation != FORMAT {
        let found = version.privet_evaluation;
        let what =
            format!("it is of version {found}; this program reads evaluations of version {FORMAT}");
        return Err(Error::refused(place, what, AGAIN));
    }
    let evaluation: Evaluation = serde_json::from_str(&text).map_err(not_understood)?;
    match impossible(&evaluation) {
        Some(what) => Err(Error::refused(place, what, AGAIN)),
        None => Ok(evaluation),
    }
}

/// Refuses one that would take more memory than there is: lists of lists take many times what they are in a file.
fn expect_memory(text: &str, place: &str) -> Result<(), Error> {
    let bytes = u64::try_from(text.len()).map_or(u64::MAX, |length| length.saturating_mul(A_BYTE));
    if is_memory_for(bytes) {
        return Ok(());
    }
    let what = format!(
        "to read it may take {} MB of memory, which is not to be had",
        bytes.div_ceil(1_000_000)
    );
    Err(Error::refused(place, what, AGAIN))
}

/// Refuses one that is not of the release beside it.
fn expect_of(run: &Run, release: &Published, place: &str) -> Result<(), Error> {
    let what = match &run.release {
        None => "it names no release: the rows that it is about lay beside no record",
        Some(named) if *named != release_digests(release)? => {
            "it is not of this release: it names another record or other rows"
        }
        Some(_) => return Ok(()),
    };
    Err(Error::refused(place, what, AGAIN))
}

fn of_another_table(place: &str, other: &str) -> Error {
    let what = format!(
        "by its fingerprint the real table is not that of {other}, or another key was used"
    );
    let help = "evaluate all releases with one file and one `--fingerprint-key`, or move one of the two away";
    Error::refused(place, what, help)
}

/// What every version of an evaluation begins with.
#[derive(Deserialize)]
struct Version {
    privet_evaluation: u32,
}

/// Bytes of memory for one of a file: an empty list in a list that grows has three in the file and up to 48 in memory.
const A_BYTE: u64 = 16;

/// Where an evaluation is looked for.
const EVALUATION: &str = "evaluation.json";

const AGAIN: &str =
    "make it again with `privet evaluate --json` from the release's folder, or move it away";
