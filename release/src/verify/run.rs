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
    // What another algorithm made, this one cannot make again.
    if findings.untold.is_empty() {
        check_replay(&checked, table, seed, watch, &mut findings)?;
    }
    Ok(findings)
}

const ONLY_BY_REPLAY: &str = "only a replay, with table and seed, can tell: that the noisy answers are those of the table \
    with noise of the sizes named; that choices were made by their law; that the row seed is the derived one; and that \
    nothing was tried and thrown away";
