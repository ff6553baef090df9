//! What a release owes to earlier ones: it fits their chain, and its account is charged before the table is opened.

use std::path::{Path, PathBuf};

use privet_spec::shown;

use crate::account::Locked;
use crate::artefacts::Released;
use crate::chain::{Link, misfits, missing};
use crate::error::Error;
use crate::keys::MasterSeed;
use crate::plan::Sum;
use crate::spec::Spec;
use crate::verify::earlier_release;
use crate::watch::Watch;

/// The charge of a release, before and after it is written.
pub(super) struct Charging {
    planned: Link,
    /// Locked until the release is there or has failed.
    account: Option<(String, Locked)>,
}

impl Charging {
    /// Refuses a release that does not fit the earlier ones, or that its account does not cover.
    pub(super) fn expect_cover(
        spec: &Spec,
        previous: &[PathBuf],
        account: Option<&Path>,
        watch: &dyn Watch,
    ) -> Result<Self, Error> {
        let planned = Link::planned(spec);
        let earlier = previous.iter().map(|path| earlier_release(path, watch));
        let earlier: Vec<Link> = earlier.collect::<Result<_, Error>>()?;
        let Some(path) = account else {
            expect_chain(&earlier, &planned)?;
            return Ok(Self {
                planned,
                account: None,
            });
        };
        let name = path.display().to_string();
        let account = Locked::open(path)?;
        account.expect_cover(&planned, &earlier)?;
        if earlier.is_empty() {
            expect_known(&planned, &name, &account)?;
        } else {
            expect_chain(&earlier, &planned)?;
        }
        note_unnamed(&planned, &name, &account, watch);
        Ok(Self {
            planned,
            account: Some((name, account)),
        })
    }

    /// Charges the account; from here on the charge stands.
    pub(super) fn pay(&mut self, seed: &MasterSeed) -> Result<(), Error> {
        match &mut self.account {
            Some((_, account)) => account.charge(&self.planned, &seed.commitment()),
            None => Ok(()),
        }
    }

    /// Tells the account of the release, or the operator that there is none. The release is there whatever becomes of
    /// this.
    pub(super) fn end(
        self,
        released: Result<Released, Error>,
        watch: &dyn Watch,
    ) -> Result<Released, Error> {
        let Some((name, account)) = self.account else {
            return released;
        };
        let name = shown(&name);
        match &released {
            Ok(released) => {
                if let Err(error) = account.complete(&released.digest) {
                    watch.warn(&format!(
                        "warning: the release is there, but the account cannot be told ({error}). Its charge stands, \
                         and knows the release by its seed."
                    ));
                }
            }
            Err(_) => watch.warn(&format!(
                "warning: nothing was released, but the charge in the account `{name}` stands: it was written before \
                 the table was opened. `privet check SPEC --data TABLE` finds what does not fit, and charges nothing."
            )),
        }
        released
    }
}

/// The records are all that the spec names, and leave it enough of the lifetime.
fn expect_chain(earlier: &[Link], planned: &Link) -> Result<(), Error> {
    let links = || earlier.iter().chain([planned]);
    if let Some(misfit) = missing(links()).into_iter().chain(misfits(links())).next() {
        return Err(Error::Refused(misfit));
    }
    let Some(lifetime) = planned.lifetime else {
        return Ok(());
    };
    let sum = Sum::of(links().map(|link| link.total));
    let (fits, told) = sum.compare(lifetime)?;
    if fits {
        return Ok(());
    }
    Err(Error::refused(
        &planned.name,
        format!("with this release all releases together pass their lifetime: {told}"),
        "lower the budget of this release; a larger lifetime would be another promise",
    ))
}

/// Without records, the account has to know what the spec names.
fn expect_known(planned: &Link, name: &str, account: &Locked) -> Result<(), Error> {
    let known = |digest: &String| account.records().any(|record| record == digest);
    let Some(unknown) = planned.previous.iter().find(|digest| !known(digest)) else {
        return Ok(());
    };
    let short = unknown.get(..12).unwrap_or(unknown);
    Err(Error::refused(
        &planned.name,
        format!("`previous` names {short}…, which the account {name} does not name"),
        "give the records of all earlier releases: --previous RECORD, once for each",
    ))
}

/// Whoever has the records alone cannot add up releases that do not name each other.
fn note_unnamed(planned: &Link, name: &str, account: &Locked, watch: &dyn Watch) {
    let named = |record: &&str| planned.previous.iter().any(|digest| digest == record);
    let unnamed = account.records().filter(|record| !named(record)).count();
    if unnamed > 0 {
        watch.note(&format!(
            "note: the account `{}` knows {unnamed} earlier releases that `previous` does not name; `privet verify` \
             will not take their records and this one for a chain",
            shown(name)
        ));
    }
}
