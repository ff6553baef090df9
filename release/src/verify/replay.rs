//! The release made again from its seed and data, and compared.

use super::checked::Checked;
use super::comparison::{Compared, Comparison};
use super::findings::Findings;
use crate::artefacts::UnderWay;
use crate::error::Error;
use crate::keys::KeptSeed;
use crate::names::RECORD;
use crate::table::Input;
use crate::watch::Watch;

/// Makes the release again, writing nothing, and compares every byte.
pub(super) fn check_replay(
    checked: &Checked,
    table: Input<'_>,
    kept: &KeptSeed,
    watch: &dyn Watch,
    findings: &mut Findings,
) -> Result<(), Error> {
    let KeptSeed { name, seed } = kept;
    let record = &checked.record;
    findings.check(
        seed.commitment() == record.randomness.seed_commitment,
        format!("{name}: is the seed that the record commits to"),
        format!("{name}: is not the seed that the record commits to"),
    );
    let under_way = UnderWay {
        software: record.software.clone(),
        ..UnderWay::new(&checked.spec, seed, watch)
    };
    let data = table.name();
    let mut committed = under_way.read(table)?;
    let is_committed_to = committed.commitment == record.randomness.data_commitment;
    findings.check(
        is_committed_to,
        format!("{data}: is the data that the record commits to"),
        format!("{data}: is not the data that the record commits to"),
    );
    // Other bytes with the same rows, such as the same table as Parquet, are a fault of their own and no other one.
    committed
        .commitment
        .clone_from(&record.randomness.data_commitment);
    let mut comparison = Comparison::with(&checked.path);
    under_way.write(committed, &mut comparison)?;
    for Compared {
        path, differs_at, ..
    } in comparison.files
    {
        let agrees = if is_committed_to || !path.ends_with(RECORD) {
            "every byte agrees"
        } else {
            "every byte but the commitment to the data agrees"
        };
        findings.check(
            differs_at.is_none(),
            format!("{}: replayed, {agrees}", path.display()),
            format!(
                "{}: the replay differs from byte {} on",
                path.display(),
                differs_at.unwrap_or_default()
            ),
        );
    }
    Ok(())
}
