//! The file as a whole.

use core::num::NonZeroU32;

use serde::{Deserialize, Serialize};

use super::loss::LossFile;
use super::query::QueryFile;
use super::software::SoftwareFile;
use super::words::{Words, believed, report_a_flaw};
use crate::beside::BesideFile;
use crate::error::Error;
use crate::plan::{Plan, Total};
use crate::promise::{
    InWords, Promise, RulesFile, adjacency_in_words, delta_in_words, unit_in_words,
};

/// The version of the format.
pub const VERSION: u32 = 1;

/// What the file says. Field order is the order in the file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    pub privet_record: u32,
    pub title: Option<String>,
    pub contact: Option<String>,
    pub guarantee: GuaranteeFile,
    /// The promise in plain sentences.
    pub in_words: InWords,
    /// What the guarantee does not cover, a sentence a reason.
    pub unprotected: Vec<String>,
    /// What whoever made the release is believed in; everything else can be checked.
    pub believed: Vec<String>,
    /// What no synthetic row breaks, where the spec has rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<RulesFile>,
    pub spec: SpecFile,
    pub queries: Vec<QueryFile>,
    pub spent: LossFile,
    pub algorithm: AlgorithmFile,
    pub randomness: RandomnessFile,
    pub previous: Vec<String>,
    pub artefacts: Vec<ArtefactFile>,
    pub software: SoftwareFile,
    pub report_a_flaw: String,
    /// SHA-256 of this file with this field's digits all 0: it catches damage, not forgery.
    pub self_sha256: String,
}

/// What is claimed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GuaranteeFile {
    pub unit: String,
    pub adjacency: String,
    pub epsilon: String,
    pub delta: String,
    /// The total that was fixed in advance, which is what is claimed.
    pub total: LossFile,
    pub composition: String,
}

/// The spec and its digest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpecFile {
    pub sha256: String,
    pub text: String,
    /// The same with every default written out, so that what was released does not depend on what a later version
    /// takes for a default.
    pub in_full: String,
    /// The files that it names, each once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<BesideFile>,
}

/// What was run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AlgorithmFile {
    pub name: String,
    /// Whatever changes a byte of a release has another number.
    pub number: NonZeroU32,
    pub paper: String,
    pub deviations: Vec<String>,
    /// How the tables became a model, where the spec asks for a Markov random field of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub estimator: Option<String>,
}

/// How randomness was made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RandomnessFile {
    pub noise: String,
    pub seed_commitment: String,
    pub data_commitment: String,
    pub caveat: String,
}

/// One file of the release.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArtefactFile {
    pub file: String,
    pub sha256: String,
}

/// What a record of any version begins with.
#[derive(Deserialize)]
struct Version {
    privet_record: u32,
}

/// What a run of the mechanism and the writing of files tell.
pub(crate) struct Facts {
    /// The total that was fixed in advance.
    pub(crate) total: Total,
    /// What was asked, in order.
    pub(crate) queries: Vec<QueryFile>,
    pub(crate) spent: LossFile,
    /// The number of the algorithm.
    pub(crate) algorithm: NonZeroU32,
    /// The record's words on how tables became a model, where one was estimated.
    pub(crate) estimator: Option<String>,
    pub(crate) seed_commitment: String,
    pub(crate) data_commitment: String,
    pub(crate) artefacts: Vec<ArtefactFile>,
    pub(crate) software: SoftwareFile,
}

impl Record {
    /// Puts the record together.
    pub(crate) fn new(plan: &Plan, words: Words, made: Facts) -> Self {
        let Plan { text, release, .. } = plan;
        let guarantee = release.budget.guarantee;
        let deviations = words.deviations.into_iter();
        let promise = Promise::of(release, made.total);
        Self {
            privet_record: VERSION,
            title: release.title.clone(),
            contact: release.contact.clone(),
            guarantee: GuaranteeFile {
                unit: unit_in_words(&release.unit),
                adjacency: adjacency_in_words(release.adjacency).to_owned(),
                epsilon: guarantee.epsilon().to_string(),
                delta: delta_in_words(guarantee),
                total: made.total.into(),
                composition: words.composition,
            },
            unprotected: promise.not_protected_in_words(),
            in_words: promise.in_words,
            believed: believed(release),
            rules: promise.rules,
            spec: SpecFile {
                sha256: privet_spec::digest(text.as_bytes()),
                text: text.clone(),
                in_full: release.in_full(),
                files: plan.files(),
            },
            queries: made.queries,
            spent: made.spent,
            algorithm: AlgorithmFile {
                name: words.algorithm.to_owned(),
                number: made.algorithm,
                paper: words.paper.to_owned(),
                deviations: deviations.map(str::to_owned).collect(),
                estimator: made.estimator,
            },
            randomness: RandomnessFile {
                noise: words.noise.to_owned(),
                seed_commitment: made.seed_commitment,
                data_commitment: made.data_commitment,
                caveat: CAVEAT.to_owned(),
            },
            previous: release.budget.previous.clone(),
            artefacts: made.artefacts,
            software: made.software,
            report_a_flaw: report_a_flaw(release),
            self_sha256: String::new(),
        }
    }

    /// The file's text, with its own digest.
    pub fn to_text(&self) -> Result<String, Error> {
        let blank = Self {
            self_sha256: "0".repeat(64),
            ..self.clone()
        };
        let digest = privet_spec::digest(blank.serialised()?.as_bytes());
        Self {
            self_sha256: digest,
            ..blank
        }
        .serialised()
    }

    fn serialised(&self) -> Result<String, Error> {
        let mut text = serde_json::to_string_pretty(self)
            .map_err(|error| Error::flaw("record.json", error))?;
        text.push('\n');
        Ok(text)
    }

    /// Reads a record. Errors name the place in the file.
    pub fn parse(name: &str, text: &str) -> Result<Self, Error> {
        let refused = |error: serde_json::Error| {
            let place = format!("{name}:{}:{}", error.line(), error.column());
            let help = "give a record.json that `privet release` has written, unchanged";
            Error::refused(place, error.to_string(), help)
        };
        // The version first: a record of another one may have other fields.
        let Version { privet_record } = serde_json::from_str(text).map_err(refused)?;
        if privet_record != VERSION {
            let what = format!(
                "it is of version {privet_record}; this program reads records of version {VERSION}"
            );
            let help = "use a version of Privet that reads it";
            return Err(Error::refused(name, what, help));
        }
        serde_json::from_str(text).map_err(refused)
    }
}

const CAVEAT: &str = "the guarantee is computational (ChaCha20, HKDF-SHA-256), and void for whoever \
holds the master seed";
