//! What a machine is told so that it can read and count rows.
//!
//! Tested: `an_engine_changes_no_byte`.

use core::fmt;

use arrow_array::{Array as _, BinaryArray, FixedSizeBinaryArray, UInt64Array};
use privet_spec::{Release, parse_with};
use serde::{Deserialize, Serialize};
use zeroize::Zeroizing;

use super::super::super::codes::{Codes, bytes_a_row};
use super::super::super::fingerprint::FingerprintKey;
use super::super::super::tag::BoundingKey;
use super::super::print::PrintKey;
use super::super::tables::Question;
use super::asked::Asked;
use super::unfit::Unfit;
use crate::beside::BesideFile;

/// The spec, what is asked, and the keys by which rows are chosen and compared. As secret as the table: it goes to machines
/// that read the table, and nowhere else. No noise follows from it.
#[derive(Clone)]
pub struct Job {
    told: Told,
    pub(super) release: Release,
    /// How many codes each learned attribute has.
    pub(super) sizes: Vec<usize>,
    pub(super) fingerprint: FingerprintKey,
    bounding: BoundingKey,
}

/// As it is sent.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct Told {
    /// The spec's text and the files that it names.
    pub(super) spec: String,
    pub(super) files: Vec<BesideFile>,
    pub(super) print: PrintKey,
    pub(super) bounding: [u8; 32],
    pub(super) fingerprint: [u8; 32],
    /// Nothing for the census.
    pub(super) asked: Option<Asked>,
}

impl Job {
    pub(super) fn new(told: Told) -> Result<Self, Unfit> {
        let files = BesideFile::named(&told.files);
        let release = parse_with(&told.spec, &files).map_err(|_| Unfit)?;
        Ok(Self {
            sizes: release.learned().map(|one| one.size() as usize).collect(),
            fingerprint: FingerprintKey::new(Zeroizing::new(told.fingerprint)),
            bounding: BoundingKey::new(Zeroizing::new(told.bounding)),
            release,
            told,
        })
    }

    /// The same with another question.
    pub(super) fn asking(&self, question: &Question<'_>) -> Self {
        let mut job = self.clone();
        job.told.asked = Some(Asked::new(question));
        job
    }

    /// For another machine of the same program.
    pub fn to_bytes(&self) -> Zeroizing<Vec<u8>> {
        // There is nothing in it that JSON cannot write.
        Zeroizing::new(serde_json::to_vec(&self.told).unwrap_or_default())
    }

    /// What [`Job::to_bytes`] gave. Refused: anything else.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Unfit> {
        Self::new(serde_json::from_slice(bytes).map_err(|_| Unfit)?)
    }

    pub(super) fn asked(&self) -> Option<&Asked> {
        self.told.asked.as_ref()
    }

    pub(super) fn print(&self) -> &PrintKey {
        &self.told.print
    }

    /// No codes yet of each learned attribute.
    pub(super) fn no_codes(&self) -> Vec<Codes> {
        self.release.learned().map(Codes::for_attribute).collect()
    }

    /// Bytes that the codes of a row take.
    pub fn width(&self) -> usize {
        usize::try_from(bytes_a_row(&self.release)).unwrap_or(usize::MAX)
    }

    /// The tag of each row: of a person's rows those are kept whose tags come first. `occurrences` numbers the rows of a
    /// person that have equal codes, from 1 on, in any order.
    pub fn tags(
        &self,
        ids: &BinaryArray,
        codes: &FixedSizeBinaryArray,
        occurrences: &UInt64Array,
    ) -> Result<FixedSizeBinaryArray, Unfit> {
        let mut tags = Vec::with_capacity(ids.len().saturating_mul(size_of::<[u8; 32]>()));
        for ((id, codes), occurrence) in ids.iter().zip(codes.iter()).zip(occurrences.iter()) {
            let occurrence = occurrence.unwrap_or_default().saturating_sub(1);
            let tag = self.bounding.tag(
                id.unwrap_or_default(),
                codes.unwrap_or_default(),
                occurrence,
            );
            tags.extend(tag);
        }
        FixedSizeBinaryArray::try_new(TAG, tags.into(), None).map_err(|_| Unfit)
    }
}

/// Nothing of it is shown.
impl fmt::Debug for Job {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Job")
    }
}

/// Bytes of a tag.
const TAG: i32 = 32;
