//! An account that nothing is wrong with: the only one that is charged.
//!
//! Here stands everything that an account can tell by itself. `account verify` lists it, `account show` names it and
//! then has nothing left, and a release is charged to [`Whole`] lines alone.
//!
//! Tested: every fault in an account that is otherwise in order, by each of the three.

use super::lines::{Charge, Lines};
use crate::complaint::Complaint;
use crate::error::Error;
use crate::plan::Total;

/// The lines of an account without a fault.
#[derive(Debug)]
pub(super) struct Whole(Lines);

impl Whole {
    /// Refuses lines with a fault.
    pub(super) fn of(name: &str, lines: Lines) -> Result<Self, Error> {
        match faults(name, &lines)?.into_iter().next() {
            Some(fault) => Err(Error::Refused(fault)),
            None => Ok(Self(lines)),
        }
    }

    pub(super) fn get(&self) -> &Lines {
        &self.0
    }

    /// For the lines of the release that is under way.
    pub(super) fn get_mut(&mut self) -> &mut Lines {
        &mut self.0
    }
}

/// Everything that is wrong with an account, as far as it can tell by itself, in order.
pub(super) fn faults(name: &str, lines: &Lines) -> Result<Vec<Complaint>, Error> {
    let mut faults: Vec<Complaint> = lines.broken.iter().cloned().collect();
    for (place, charge) in lines.charges.iter().enumerate() {
        let earlier = lines.charges.get(..place).unwrap_or_default();
        let found = faults_of(charge, earlier).into_iter();
        let place = format!("{name}: charge {}", place + 1);
        faults.extend(found.map(|(what, help)| Complaint::new(place.as_str(), what, help)));
    }
    let (fits, told) = lines.sum().compare(lines.lifetime)?;
    if !fits {
        let what = format!("its charges pass the lifetime: {told}");
        let help = "make no further release of this table";
        faults.push(Complaint::new(name, what, help));
    }
    Ok(faults)
}

/// What is wrong with a charge, and what to do about it.
fn faults_of(charge: &Charge, earlier: &[Charge]) -> Vec<(&'static str, &'static str)> {
    let is_allowed = Total::of(charge.guarantee).is_ok_and(|total| total == charge.total);
    let digests = [&charge.spec_sha256, &charge.seed_commitment];
    let mut digests = digests.into_iter().chain(&charge.record);
    let same_seed = |before: &Charge| before.seed_commitment == charge.seed_commitment;
    let same_record = |before: &Charge| charge.record.is_some() && before.record == charge.record;
    let checks = [
        (
            is_allowed,
            "its total is not what its guarantee allows",
            COPY,
        ),
        (
            digests.all(|digest| privet_spec::is_digest(digest)),
            "a digest of it is not 64 lower-case hexadecimal digits",
            COPY,
        ),
        (
            !earlier.iter().any(same_seed),
            "its seed is that of an earlier charge",
            "their noise is not independent: find out why entropy came twice",
        ),
        (
            !earlier.iter().any(same_record),
            "its record is that of an earlier charge",
            COPY,
        ),
    ];
    let failed = checks.into_iter().filter(|(holds, ..)| !holds);
    failed.map(|(_, what, help)| (what, help)).collect()
}

const COPY: &str = "get the file from a good copy";
