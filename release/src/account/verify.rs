//! An account against itself, against records, and against a head that was noted.

use std::path::Path;

use privet_spec::counted;

use super::lines::{Charge, Lines};
use super::locked::{OLDER, expect_alike};
use super::standing::Account;
use crate::chain::Link;
use crate::error::Error;
use crate::verify::{Findings, earlier_release};
use crate::watch::Watch;

/// Checks the lines of an account, that it knows each of these records and charged what their specs say, and that it
/// holds the line whose digest was noted as its head. The records are checked first, as [`crate::verify`] does it.
pub fn verify_account(
    path: impl AsRef<Path>,
    records: &[impl AsRef<Path>],
    head: Option<&str>,
    watch: &dyn Watch,
) -> Result<Findings, Error> {
    let account = Account::read(path)?;
    let (name, lines) = (account.name(), account.lines());
    let mut findings = Findings::default();
    check_lines(&account, &mut findings)?;
    if let Some(head) = head {
        if lines.digests.iter().any(|digest| digest == head) {
            findings.pass(format!("{name}: holds the line that was noted as its head"));
        } else {
            let fault = format!("{name}: no line has the digest that was noted as its head");
            findings.fault_with(
                fault,
                "this is an older copy or another account: get the newest one",
            );
        }
    }
    let links = records
        .iter()
        .map(|record| earlier_release(record.as_ref(), watch));
    let links: Vec<Link> = links.collect::<Result<_, Error>>()?;
    for link in &links {
        check_record(name, lines, link, &mut findings);
    }
    note_the_rest(name, lines, &links, &mut findings);
    Ok(findings)
}

fn check_lines(account: &Account, findings: &mut Findings) -> Result<(), Error> {
    let (name, lines) = (account.name(), account.lines());
    if lines.broken.is_none() {
        findings.pass(format!(
            "{name}: {}, each with the digest of the one before",
            counted(lines.digests.len(), "line", "lines")
        ));
    }
    for fault in account.faults() {
        findings.misfit(fault.clone());
    }
    if account.faults().is_empty() {
        let (_, told) = lines.sum().compare(lines.lifetime)?;
        findings.pass(format!("{name}: {told}"));
    }
    for number in lines.went_back() {
        findings.note(format!(
            "{name}:{number}: its time is before that of the line above: the clock went back"
        ));
    }
    Ok(())
}

/// A record must be known, and its charge be what its spec says.
fn check_record(name: &str, lines: &Lines, link: &Link, findings: &mut Findings) {
    let Some(made) = &link.made else {
        return;
    };
    let record = &link.name;
    if let Err(error) = expect_alike(name, lines, link) {
        for complaint in error.complaints() {
            findings.misfit(complaint);
        }
    }
    let Some(charge) = lines.charge_for(&made.digest, &made.seed_commitment) else {
        findings.fault_with(
            format!("{record}: the account {name} does not know it"),
            OLDER,
        );
        return;
    };
    let charged = charge.total == link.total
        && charge.guarantee == link.guarantee
        && charge.spec_sha256 == link.spec_digest
        && charge.seed_commitment == made.seed_commitment;
    if charged {
        findings.pass(format!(
            "{record}: was charged to {name} with its {}-DP",
            link.guarantee
        ));
    } else {
        let fault = format!("{record}: its charge in {name} is not that of its spec and seed");
        findings.fault_with(fault, "get both files from a good copy");
    }
    if charge.record.is_none() {
        findings.note(format!(
            "{record}: the account was not told that this release was published (it is known by its seed)"
        ));
    }
}

/// What could not be looked at, and what became no release.
fn note_the_rest(name: &str, lines: &Lines, links: &[Link], findings: &mut Findings) {
    let is_given = |charge: &Charge| {
        links.iter().any(|link| {
            charge.record.as_deref() == link.digest()
                || Some(charge.seed_commitment.as_str()) == link.seed_commitment()
        })
    };
    let unseen = lines.charges.iter().filter(|charge| !is_given(charge));
    let (published, open): (Vec<_>, Vec<_>) = unseen.partition(|charge| charge.record.is_some());
    for (count, what) in [
        (published.len(), "whose record was not given"),
        (
            open.len(),
            "without a record: stopped or failed, and standing all the same",
        ),
    ] {
        if count > 0 {
            let charges = counted(count, "charge", "charges");
            findings.note(format!("{name}: {charges} {what}"));
        }
    }
}
