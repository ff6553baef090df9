//! A new account.

use std::path::Path;

use privet_spec::Guarantee;

use super::file::{
    ChargeFile, EntryFile, GuaranteeFile, HeaderFile, LineFile, PublishedFile, VERSION, now,
    text_of,
};
use super::lines::Lines;
use super::locked::expect_alike;
use super::standing::Account;
use super::whole::Whole;
use crate::chain::{Link, misfits, missing};
use crate::error::Error;
use crate::pending::{NewFile, Readers};
use crate::spec::Spec;
use crate::verify::earlier_release;
use crate::watch::Watch;

impl Account {
    /// A lifetime from decimals, for a spec that names none.
    pub fn lifetime_of(epsilon: &str, delta: Option<&str>) -> Result<Guarantee, Error> {
        let file = GuaranteeFile {
            epsilon: epsilon.to_owned(),
            delta: delta.map(str::to_owned),
        };
        file.guarantee().ok_or_else(|| {
            Error::refused(
                "--epsilon, --delta",
                "this is no lifetime",
                "write epsilon from 1e-6 to 700, and delta from 1e-300 to below 0.5 or not at all",
            )
        })
    }

    /// Makes an account for the table of this spec: its unit, its adjacency, and its `lifetime`, or the one that is
    /// given where it has none. Releases that were made before are charged at once, after each was checked as
    /// [`crate::verify`] does it: all records, or none. Never replaces a file.
    pub fn create(
        path: impl AsRef<Path>,
        spec: &Spec,
        lifetime: Option<Guarantee>,
        earlier: &[impl AsRef<Path>],
        watch: &dyn Watch,
    ) -> Result<Self, Error> {
        let path = path.as_ref();
        let name = path.display().to_string();
        let links = earlier
            .iter()
            .map(|path| earlier_release(path.as_ref(), watch));
        let mut links: Vec<Link> = links.collect::<Result<_, Error>>()?;
        if let Some(misfit) = missing(&links).into_iter().chain(misfits(&links)).next() {
            return Err(Error::Refused(misfit));
        }
        links.sort_by_key(|link| link.previous.len());

        let text = text_of(&HeaderFile {
            privet_account: VERSION,
            unit: (&spec.release().unit).into(),
            adjacency: spec.release().adjacency.into(),
            lifetime: lifetime_for(spec, lifetime)?.into(),
            time: now(),
        })?;
        let mut lines = Lines::parse(&name, text.as_bytes())?;
        let mut all = text;
        for (link, number) in links.iter().zip(1..) {
            expect_alike(&name, &lines, link)?;
            for entry in entries_of(link, number) {
                let line = LineFile {
                    before: lines.head().to_owned(),
                    time: now(),
                    entry,
                };
                let text = text_of(&line)?;
                let taken = lines.take(line, text.as_bytes());
                taken.map_err(|what| Error::flaw(&name, what))?;
                all.push_str(&text);
            }
        }
        let (fits, told) = lines.sum().compare(lines.lifetime)?;
        if !fits {
            let what = format!("the earlier releases have passed this lifetime: {told}");
            let help =
                "no account can keep what is spent already: a larger lifetime is another promise";
            return Err(Error::refused(name, what, help));
        }
        Whole::of(&name, lines)?;
        NewFile::finish([NewFile::with_text(path, &all, Readers::Anyone)?])?;
        Self::read(path)
    }
}

/// The spec's lifetime, or the one that is given, but not both.
fn lifetime_for(spec: &Spec, given: Option<Guarantee>) -> Result<Guarantee, Error> {
    match (spec.release().budget.lifetime, given) {
        (Some(lifetime), None) | (None, Some(lifetime)) => Ok(lifetime),
        (Some(lifetime), Some(given)) if lifetime == given => Ok(lifetime),
        (Some(lifetime), Some(_)) => Err(Error::refused(
            spec.name(),
            format!("it has a `lifetime` already, {lifetime}"),
            "leave --epsilon and --delta out, or change the spec",
        )),
        (None, None) => Err(Error::refused(
            spec.name(),
            "it has no `lifetime`",
            "give one: --epsilon 3 --delta 1e-9, or `lifetime: (epsilon: \"3\", delta: \"1e-9\")` in the spec",
        )),
    }
}

/// An earlier release, charged and published.
fn entries_of(link: &Link, number: usize) -> Vec<EntryFile> {
    let Some(made) = &link.made else {
        return Vec::new();
    };
    vec![
        EntryFile::Charge(ChargeFile {
            number,
            guarantee: link.guarantee.into(),
            total: link.total.into(),
            spec_sha256: link.spec_digest.clone(),
            seed_commitment: made.seed_commitment.clone(),
        }),
        EntryFile::Published(PublishedFile {
            charge: number,
            record_sha256: made.digest.clone(),
        }),
    ]
}
