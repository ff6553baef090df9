//! A release that somebody else goes on from: read once, checked as [`verify`](super::verify) does it, and handed over only
//! if that holds. Whoever reads a record, and is not `verify` itself, reads it here.

use std::path::Path;

use super::checked::Checked;
use super::findings::Findings;
use crate::chain::Link;
use crate::error::Error;
use crate::public_model::Model;
use crate::record::Record;
use crate::spec::Spec;
use crate::watch::Watch;

/// A release of which every byte is what its spec and its answers give.
pub(crate) struct Rebuilt {
    pub(crate) record: Record,
    pub(crate) model: Model,
    pub(crate) spec: Spec,
}

/// For whoever speaks about a release, given by its folder or its record. Refused: what `verify` finds a fault in, and what
/// it cannot tell. Earlier releases of its table are not asked for.
pub(crate) fn rebuilt(given: &Path, watch: &dyn Watch) -> Result<Rebuilt, Error> {
    let (checked, findings) = without_faults(given, watch)?;
    if let Some(untold) = findings.untold.first() {
        let what = format!("nothing is said of it but by `privet verify`: {untold}");
        let help = findings.help.first().map_or("", |help| help.as_str());
        return Err(Error::refused(shown(&checked.path), what, help));
    }
    let Checked {
        path,
        record,
        spec,
        model,
        ..
    } = checked;
    let model = model.ok_or_else(|| Error::flaw(&shown(&path), "a release without a model"))?;
    Ok(Rebuilt {
        record,
        model,
        spec,
    })
}

/// For whoever counts its budget, which is that of its spec. Refused: what `verify` finds a fault in. What it cannot tell
/// counts all the same: an honest earlier release must not fall out of a sum.
pub(crate) fn earlier_release(given: &Path, watch: &dyn Watch) -> Result<Link, Error> {
    let (checked, findings) = without_faults(given, watch)?;
    for untold in &findings.untold {
        watch.warn(&format!(
            "warning: {untold}; it counts with the whole budget of its spec"
        ));
    }
    Ok(checked.link())
}

fn without_faults(given: &Path, watch: &dyn Watch) -> Result<(Checked, Findings), Error> {
    let mut findings = Findings::default();
    let checked = Checked::new(given, watch, &mut findings)?;
    let Some(fault) = findings.faults.first() else {
        return Ok((checked, findings));
    };
    let given = given.display().to_string();
    let help = format!("`privet verify {given}` names everything that is wrong with it");
    Err(Error::refused(given, fault.as_str(), help))
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}
