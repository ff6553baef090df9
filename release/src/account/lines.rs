//! What the lines of an account say together.

use std::io::Read;

use jiff::Timestamp;
use privet_spec::{Adjacency, Guarantee, Unit};

use super::file::{
    ChargeFile, EntryFile, HeaderFile, LineFile, PublishedFile, VERSION, VersionFile,
};
use crate::complaint::Complaint;
use crate::error::Error;
use crate::plan::{Sum, Total};

/// An account as far as its lines are whole and follow each other.
#[derive(Debug)]
pub(super) struct Lines {
    pub(super) unit: Unit,
    pub(super) adjacency: Adjacency,
    pub(super) lifetime: Guarantee,
    pub(super) charges: Vec<Charge>,
    /// SHA-256 of every line, in order.
    pub(super) digests: Vec<String>,
    /// The time of every line.
    times: Vec<String>,
    /// Why no more lines are read, where there are more: the last one has no end, or one is not what was written.
    pub(super) broken: Option<Complaint>,
}

/// One charge.
#[derive(Debug)]
pub(super) struct Charge {
    pub(super) guarantee: Guarantee,
    pub(super) total: Total,
    pub(super) spec_sha256: String,
    pub(super) seed_commitment: String,
    pub(super) time: String,
    /// The digest of its record, where it became a release.
    pub(super) record: Option<String>,
}

impl Lines {
    /// Reads a file to its end.
    pub(super) fn read(name: &str, file: impl Read) -> Result<Self, Error> {
        let mut bytes = Vec::new();
        // A byte more than is allowed tells that there are more.
        let read = file.take(MOST_BYTES + 1).read_to_end(&mut bytes);
        let refused = |what: String| Error::refused(name, what, "check the path");
        match read {
            Err(error) => Err(refused(format!("it cannot be read ({error})"))),
            Ok(length) if length as u64 > MOST_BYTES => Err(refused(
                "it is longer than 64 MiB, the limit for an account".to_owned(),
            )),
            Ok(_) => Self::parse(name, &bytes),
        }
    }

    /// Reads all lines. Refused: what is no account, and what only another version understands.
    pub(super) fn parse(name: &str, bytes: &[u8]) -> Result<Self, Error> {
        let mut lines = bytes.split_inclusive(|byte| *byte == b'\n').zip(1..);
        let (first, _) = lines.next().unwrap_or_default();
        let mut account = Self::of_header(name, first)?;
        for (line, number) in lines {
            let place = format!("{name}:{number}");
            if !line.ends_with(b"\n") {
                account.broken = Some(torn(place));
                break;
            }
            let read: LineFile = serde_json::from_slice(line).map_err(|error| {
                let help = "use the program that wrote it, or get the file from a good copy";
                Error::refused(
                    &place,
                    format!("this line is not understood ({error})"),
                    help,
                )
            })?;
            if let Err(what) = account.take(read, line) {
                account.broken = Some(changed(place, what));
                break;
            }
        }
        Ok(account)
    }

    fn of_header(name: &str, line: &[u8]) -> Result<Self, Error> {
        let refused = |what: String, help: &str| Error::refused(format!("{name}:1"), what, help);
        let make = "give a file that `privet account create` made";
        let version: VersionFile = serde_json::from_slice(line)
            .map_err(|error| refused(format!("this is no account ({error})"), make))?;
        if version.privet_account != VERSION {
            let what = format!("this program reads accounts of version {VERSION}");
            return Err(refused(what, "use the program that wrote the account"));
        }
        let header: HeaderFile = serde_json::from_slice(line)
            .map_err(|error| refused(format!("this line is not understood ({error})"), make))?;
        let lifetime = header.lifetime.guarantee();
        let lifetime =
            lifetime.ok_or_else(|| refused("its lifetime is no guarantee".to_owned(), make))?;
        if !line.ends_with(b"\n") {
            return Err(refused("the line has no end".to_owned(), make));
        }
        Ok(Self {
            unit: header.unit.into(),
            adjacency: header.adjacency.into(),
            lifetime,
            charges: Vec::new(),
            digests: vec![privet_spec::digest(line)],
            times: vec![header.time],
            broken: None,
        })
    }

    /// Takes one line more, of this text, or says what is wrong with it.
    pub(super) fn take(&mut self, line: LineFile, text: &[u8]) -> Result<(), &'static str> {
        if line.before != self.head() {
            return Err("it does not hold the digest of the line before");
        }
        match line.entry {
            EntryFile::Charge(charge) => {
                let charge = self.charge_of(charge, &line.time)?;
                self.charges.push(charge);
            }
            EntryFile::Published(PublishedFile {
                charge,
                record_sha256,
            }) => {
                let place = charge.checked_sub(1);
                let charge = place.and_then(|place| self.charges.get_mut(place));
                let charge = charge.filter(|charge| charge.record.is_none());
                let charge = charge.ok_or("it names no charge that waits for a release")?;
                charge.record = Some(record_sha256);
            }
        }
        self.times.push(line.time);
        self.digests.push(privet_spec::digest(text));
        Ok(())
    }

    fn charge_of(&self, file: ChargeFile, time: &str) -> Result<Charge, &'static str> {
        if file.number != self.charges.len() + 1 {
            return Err("its charge does not have the next number");
        }
        let guarantee = file.guarantee.guarantee();
        Ok(Charge {
            guarantee: guarantee.ok_or("its charge is no guarantee")?,
            total: file.total.total().ok_or("its charge has no exact total")?,
            spec_sha256: file.spec_sha256,
            seed_commitment: file.seed_commitment,
            time: time.to_owned(),
            record: None,
        })
    }

    /// The digest of the last line.
    pub(super) fn head(&self) -> &str {
        self.digests.last().map_or("", String::as_str)
    }

    /// What was charged, all together.
    pub(super) fn sum(&self) -> Sum {
        Sum::of(self.charges.iter().map(|charge| charge.total))
    }

    /// The charge that became this record: its digest is named, or the charge waits for a release from the same seed.
    pub(super) fn charge_for(&self, digest: &str, seed_commitment: &str) -> Option<&Charge> {
        let named = |charge: &&Charge| charge.record.as_deref() == Some(digest);
        let waits =
            |charge: &&Charge| charge.record.is_none() && charge.seed_commitment == seed_commitment;
        let charges = self.charges.iter();
        charges.clone().find(named).or(charges.clone().find(waits))
    }

    /// Numbers of the lines that have an earlier time than the line before.
    pub(super) fn went_back(&self) -> Vec<usize> {
        let times = self.times.iter().map(|time| time.parse::<Timestamp>().ok());
        let times: Vec<Option<Timestamp>> = times.collect();
        let pairs = times.windows(2).zip(2..);
        let back = pairs.filter(|(pair, _)| matches!(pair, [Some(one), Some(next)] if next < one));
        back.map(|(_, number)| number).collect()
    }
}

fn torn(place: String) -> Complaint {
    Complaint::new(
        place,
        "the last line is not whole: its charge is not known, and counts as all that was left",
        "get the file from a whole copy; only if you know that no release ran since the line before, remove the piece",
    )
}

fn changed(place: String, what: &str) -> Complaint {
    let what = format!("the account was changed: {what}");
    Complaint::new(place, what, "get the file from a good copy")
}

/// More than 100,000 charges.
const MOST_BYTES: u64 = 64 << 20;
