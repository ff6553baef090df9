//! An account that this process has for itself, to charge it for one release.

use std::fs::File;
use std::io::Write as _;
use std::path::Path;

use super::file::{ChargeFile, EntryFile, LineFile, PublishedFile, now, text_of};
use super::lines::{Charge, Lines};
use super::system::{Opened, open_alone};
use super::whole::Whole;
use crate::chain::Link;
use crate::error::Error;
use crate::opening::remedy;
use crate::pending;

/// An account for the time of one release.
pub(crate) struct Locked {
    name: String,
    file: File,
    lines: Whole,
}

impl Locked {
    /// Locks it, without waiting, and reads it.
    pub(crate) fn open(path: &Path) -> Result<Self, Error> {
        let name = path.display().to_string();
        if path.metadata().is_ok_and(|there| !there.is_file()) {
            let what = "it is a folder or a device and not a file";
            return Err(Error::refused(name, what, CREATE));
        }
        let opened = open_alone(path).map_err(|error| {
            let what = format!("it cannot be opened and locked ({error})");
            Error::refused(&name, what, remedy(&error, CREATE))
        })?;
        let Opened::Ours(file) = opened else {
            let what = "another release holds this account";
            let help = "wait until it has ended: releases of one table are made one by one";
            return Err(Error::refused(name, what, help));
        };
        let lines = Whole::of(&name, Lines::read(&name, &file)?)?;
        Ok(Self { name, file, lines })
    }

    /// Digests of the records that it names.
    pub(crate) fn records(&self) -> impl Iterator<Item = &str> {
        let charges = self.lines.get().charges.iter();
        charges.filter_map(|charge| charge.record.as_deref())
    }

    /// Refuses a release that it does not cover, and earlier ones that it does not know.
    pub(crate) fn expect_cover(&self, planned: &Link, earlier: &[Link]) -> Result<(), Error> {
        let (name, lines) = (&self.name, self.lines.get());
        expect_alike(name, lines, planned)?;
        for link in earlier {
            if let Some(made) = &link.made
                && lines
                    .charge_for(&made.digest, &made.seed_commitment)
                    .is_none()
            {
                let what = format!("{} is not in the account {name}", link.name);
                return Err(Error::refused("--previous", what, OLDER));
            }
        }
        let (fits, _) = lines.sum().and(planned.total).compare(lines.lifetime)?;
        if fits {
            return Ok(());
        }
        let (_, told) = lines.sum().compare(lines.lifetime)?;
        Err(Error::refused(
            name,
            format!(
                "what is left does not cover the {}-DP of {}: {told} was charged",
                planned.guarantee, planned.name
            ),
            "lower the budget of the spec: `privet account show` says what is left",
        ))
    }

    /// Writes the charge of this release and brings it to the disk. A stop waits for it; what is written stands.
    pub(crate) fn charge(&mut self, planned: &Link, seed_commitment: &str) -> Result<(), Error> {
        let known = |charge: &Charge| charge.seed_commitment == seed_commitment;
        let charges = &self.lines.get().charges;
        if charges.iter().any(known) {
            return Err(Error::refused(
                &self.name,
                "a charge from the same seed stands in it (was the machine restored from a snapshot?)",
                "find out why the operating system gives the same entropy twice",
            ));
        }
        let entry = EntryFile::Charge(ChargeFile {
            number: charges.len() + 1,
            guarantee: planned.guarantee.into(),
            total: planned.total.into(),
            spec_sha256: planned.spec_digest.clone(),
            seed_commitment: seed_commitment.to_owned(),
        });
        pending::charging(|| self.append(entry))
    }

    /// The charge became this release.
    pub(crate) fn complete(mut self, record_sha256: &str) -> Result<(), Error> {
        let entry = EntryFile::Published(PublishedFile {
            charge: self.lines.get().charges.len(),
            record_sha256: record_sha256.to_owned(),
        });
        pending::completing(|| self.append(entry))
    }

    /// One line, in one write, synced. Where it cannot be written as a whole, what was written of it is taken back.
    fn append(&mut self, entry: EntryFile) -> Result<(), Error> {
        let line = LineFile {
            before: self.lines.get().head().to_owned(),
            time: now(),
            entry,
        };
        let text = text_of(&line)?;
        let unwritable = |error| Error::unwritable(self.name.as_ref(), &error);
        let length = self.file.metadata().map_err(unwritable)?.len();
        if let Err(error) = self.file.write_all(text.as_bytes()) {
            // Best effort: a piece that stays counts as all that was left.
            let _ = self.file.set_len(length);
            return Err(unwritable(error));
        }
        self.file.sync_all().map_err(unwritable)?;
        let taken = self.lines.get_mut().take(line, text.as_bytes());
        taken.map_err(|what| Error::flaw(&self.name, what))
    }
}

/// Budgets add up for one unit and one notion of neighbours, under one lifetime.
pub(super) fn expect_alike(name: &str, lines: &Lines, link: &Link) -> Result<(), Error> {
    if (&link.unit, link.adjacency) != (&lines.unit, lines.adjacency) {
        let what = format!("its unit or adjacency is not that of the account {name}");
        let help =
            "an account is for one table, one unit and one adjacency: give the one of this table";
        return Err(Error::refused(&link.name, what, help));
    }
    match link.lifetime {
        Some(lifetime) if lifetime != lines.lifetime => {
            let what = format!(
                "its `lifetime` is {lifetime}, and that of the account {name} is {}",
                lines.lifetime
            );
            let help = "write the account's, or leave `lifetime` out of the spec";
            Err(Error::refused(&link.name, what, help))
        }
        _ => Ok(()),
    }
}

/// What to do about a release that an account should know.
pub(super) const OLDER: &str = "the account is an older copy, or the release was made without it: get the newest copy, \
    or make an account that begins with all records (`privet account create --previous`)";

const CREATE: &str = "make one first: `privet account create`";
