//! Several releases of one table: later ones name the earlier, and together they stay within the
//! lifetime budget.

use super::checked::Checked;
use super::findings::Findings;
use crate::chain::{Link, misfits, missing};
use crate::error::Error;
use crate::plan::Sum;

/// Checks that the records name each other, and their sum.
pub(super) fn check_chain(chain: &[Checked], findings: &mut Findings) -> Result<(), Error> {
    let links: Vec<Link> = chain.iter().map(Checked::link).collect();
    let Some(last) = links.iter().max_by_key(|link| link.previous.len()) else {
        return Ok(());
    };
    let (misfits, missing) = (misfits(&links), missing(&links));
    let is_whole = misfits.is_empty() && missing.is_empty();
    for misfit in misfits {
        findings.misfit(misfit);
    }
    for missing in missing {
        findings.lacks(missing);
    }
    let given = match links.len() {
        1 => "of the one record given".to_owned(),
        several => format!("of the {several} records given"),
    };
    let sum = Sum::of(links.iter().map(|link| link.total));
    match last.lifetime {
        Some(lifetime) => {
            let (fits, told) = sum.compare(lifetime)?;
            if !fits {
                findings.fault_with(
                    format!("{given}: their totals pass the lifetime's: {told}"),
                    "the promise of a lifetime was broken: tell the publisher",
                );
            } else if is_whole {
                findings.pass(format!("{given}: {told}, {lifetime}-DP together"));
            } else {
                findings.note(format!("{given}, which is not all of them: {told}"));
            }
        }
        None if links.len() > 1 => findings.note(format!(
            "{given}: together {}; this holds only if their budgets were fixed beforehand (no `lifetime` in the first \
             spec)",
            sum.in_words()
        )),
        None => {}
    }
    if is_whole && links.len() > 1 {
        findings.pass(format!("{given}: each names all earlier ones"));
    }
    // Nobody goes on from what does not hold.
    if is_whole && findings.holds() {
        let digests = last.previous.iter().map(String::as_str);
        let digests = digests.chain(last.digest()).map(str::to_owned);
        findings.previous = digests.collect();
    }
    if sum.is_mixed() {
        findings.note(
            "some releases are epsilon-DP and some (epsilon, delta)-DP: an epsilon-DP one counts as \
             mu^2 = (pi/2) epsilon^2",
        );
    }
    Ok(())
}

/// What a replay of one release leaves out.
pub(super) fn note_the_chain(checked: &Checked, findings: &mut Findings) -> Result<(), Error> {
    if checked.record.previous.is_empty() {
        return check_chain(core::slice::from_ref(checked), findings);
    }
    findings.note(format!(
        "{}: `previous` names earlier records; a replay says nothing of them, `privet verify` with all of them does",
        checked.path.display()
    ));
    Ok(())
}
