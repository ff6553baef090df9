//! One record after the other, then all together.

use std::path::Path;

use super::chain::{check_chain, note_the_chain};
use super::checked::Checked;
use super::findings::Findings;
use super::replay::check_replay;
use crate::error::Error;
use crate::keys::KeptSeed;
use crate::table::Input;
use crate::watch::Watch;

/// Checks the records of releases of one table, in any order: every charge, the total, the claims
/// against the spec; that every file is what the spec and the published answers give; and that the releases name each
/// other and stay within their lifetime budget.
pub fn verify(records: &[impl AsRef<Path>], watch: &dyn Watch) -> Result<Findings, Error> {
    let mut findings = Findings::default();
    let mut chain = Vec::new();
    for path in records {
        chain.push(Checked::new(path.as_ref(), watch, &mut findings)?);
    }
    check_chain(&chain, &mut findings)?;
    findings.note(ONLY_BY_REPLAY);
    Ok(findings)
}

/// Refuses a release that [`verify`] would refuse, by the first fault; whatever else is said of it would be said of what
/// nobody has released. Earlier releases of its table are not asked for.
pub(crate) fn expect_sound(folder: &Path, watch: &dyn Watch) -> Result<(), Error> {
    let mut findings = Findings::default();
    Checked::new(folder, watch, &mut findings)?;
    for untold in &findings.untold {
        watch.warn(&format!("warning: {untold}"));
    }
    let Some(fault) = findings.faults.first() else {
        return Ok(());
    };
    let folder = folder.display().to_string();
    let help = format!("`privet verify {folder}` names everything that is wrong with it");
    Err(Error::refused(folder, fault.as_str(), help))
}

/// Checks a record as [`verify`] does, then makes the release again from its seed and data, writing nothing,
/// and compares every byte.
pub fn replay(
    record: impl AsRef<Path>,
    table: Input<'_>,
    seed: &KeptSeed,
    watch: &dyn Watch,
) -> Result<Findings, Error> {
    let mut findings = Findings::default();
    let checked = Checked::new(record.as_ref(), watch, &mut findings)?;
    note_the_chain(&checked, &mut findings)?;
    check_replay(&checked, table, seed, watch, &mut findings)?;
    Ok(findings)
}

const ONLY_BY_REPLAY: &str = "only a replay, with table and seed, can tell: that the noisy answers are those of the table \
    with noise of the sizes named; that choices were made by their law; that the row seed is the derived one; and that \
    nothing was tried and thrown away";
