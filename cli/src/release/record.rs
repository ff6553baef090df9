//! `record.json`: the audit record. Everything that is needed to re-check the claim, and nothing that
//! depends on the data except through noise.

use privet_core::ledger::{Balance, Entry, LawRecord, Purpose};
use privet_core::privacy::{MuSquared, Sigma, SquaredSensitivity};
use privet_spec::{Adjacency, Release};
use serde::{Deserialize, Serialize};

use super::engine::ReleaseLedger;
use super::model::SigmaFile;
use crate::error::CliError;
use crate::keys::MasterSeed;
use crate::plan::{Plan, VariableName, unit_in_words};

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
    pub unprotected: Vec<String>,
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

/// μ² in units of 2^−112 (exact, as text: it has up to 39 digits) and as a number for people.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LossFile {
    pub mu_squared_units: String,
    pub mu_squared: f64,
}

/// The spec and its digest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpecFile {
    pub sha256: String,
    pub text: String,
}

/// One query, in order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QueryFile {
    pub purpose: String,
    pub columns: Vec<VariableName>,
    pub law: String,
    /// Δ² of the whole answer, in squared units of the answer.
    pub sensitivity_squared: String,
    pub sigma: SigmaFile,
    /// What σ is in the answer's units, for people.
    pub sigma_value: f64,
    pub unit_of_answer: String,
    pub charge: LossFile,
}

/// What was run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AlgorithmFile {
    pub name: String,
    pub paper: String,
    pub deviations: Vec<String>,
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

/// What made it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SoftwareFile {
    pub name: String,
    pub version: String,
    pub commit: String,
    pub target: String,
    pub features: Vec<String>,
}

impl Record {
    /// Puts the record together.
    pub fn new(
        spec_text: &str,
        release: &Release,
        plan: &Plan,
        ledger: &ReleaseLedger,
        seed: &MasterSeed,
        data_commitment: String,
        artefacts: Vec<ArtefactFile>,
    ) -> Self {
        let guarantee = &release.budget.guarantee;
        Self {
            privet_record: VERSION,
            title: release.title.clone(),
            contact: release.contact.clone(),
            guarantee: GuaranteeFile {
                unit: unit_in_words(&release.unit),
                adjacency: adjacency_in_words(release.adjacency).to_owned(),
                epsilon: guarantee.epsilon.to_string(),
                delta: guarantee.delta.to_string(),
                total: LossFile::from(ledger.balance().total()),
                composition: COMPOSITION.to_owned(),
            },
            unprotected: unprotected(release),
            spec: SpecFile {
                sha256: privet_spec::digest(spec_text.as_bytes()),
                text: spec_text.to_owned(),
            },
            queries: ledger
                .entries()
                .iter()
                .map(|entry| query(plan, entry))
                .collect(),
            spent: LossFile::from(ledger.balance().spent()),
            algorithm: AlgorithmFile {
                name: "PrivBayes on Gaussian noise".to_owned(),
                paper: PAPER.to_owned(),
                deviations: DEVIATIONS.iter().map(|&text| text.to_owned()).collect(),
            },
            randomness: RandomnessFile {
                noise: NOISE.to_owned(),
                seed_commitment: seed.commitment(),
                data_commitment,
                caveat: CAVEAT.to_owned(),
            },
            previous: release.budget.previous.clone(),
            artefacts,
            software: SoftwareFile::this(),
            report_a_flaw: report_a_flaw(release),
            self_sha256: String::new(),
        }
    }

    /// The file's text, with its own digest.
    pub fn to_text(&self) -> Result<String, CliError> {
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

    fn serialised(&self) -> Result<String, CliError> {
        let mut text = serde_json::to_string_pretty(self).map_err(|error| {
            CliError::refused("record.json", error.to_string(), "please report this flaw")
        })?;
        text.push('\n');
        Ok(text)
    }

    /// Reads a record. Errors name the place in the file.
    pub fn parse(name: &str, text: &str) -> Result<Self, CliError> {
        let record: Self = serde_json::from_str(text).map_err(|error| {
            let place = format!("{name}:{}:{}", error.line(), error.column());
            let help = "give a record.json that `privet release` has written, unchanged";
            CliError::refused(place, error.to_string(), help)
        })?;
        if record.privet_record != VERSION {
            let what = format!("this program reads records of version {VERSION}");
            return Err(CliError::refused(
                name,
                what,
                "use the program that wrote the record",
            ));
        }
        Ok(record)
    }
}

impl From<MuSquared> for LossFile {
    fn from(loss: MuSquared) -> Self {
        Self {
            mu_squared_units: loss.units().to_string(),
            mu_squared: loss.to_f64(),
        }
    }
}

impl QueryFile {
    /// What this query costs, recomputed from its sensitivity and σ.
    pub fn recomputed(&self) -> Option<MuSquared> {
        let sensitivity = SquaredSensitivity::new(self.sensitivity_squared.parse().ok()?).ok()?;
        let sigma = Sigma::new(self.sigma.mantissa, self.sigma.exponent).ok()?;
        sigma.loss_up(sensitivity).ok()
    }

    /// Whether what stands here for people is what the exact fields say.
    pub fn words_agree(&self) -> bool {
        let unit = match self.purpose.as_str() {
            "dependence scores of pairs" => "2^-16 rows",
            _ => "1 row",
        };
        let sigma = Sigma::new(self.sigma.mantissa, self.sigma.exponent);
        let has_columns = self.purpose == "table of counts";
        self.law == GAUSSIAN
            && self.columns.is_empty() != has_columns
            && self.unit_of_answer == unit
            && sigma.is_ok_and(|sigma| sigma.to_f64().to_bits() == self.sigma_value.to_bits())
    }
}

impl SoftwareFile {
    /// This program.
    pub fn this() -> Self {
        Self {
            name: env!("CARGO_PKG_NAME").to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            commit: env!("PRIVET_COMMIT").to_owned(),
            target: env!("PRIVET_TARGET").to_owned(),
            features: Vec::new(),
        }
    }
}

/// Recomputes the sum of the charges; nothing where it does not fit the total.
pub fn recomputed_sum(total: MuSquared, charges: &[MuSquared]) -> Option<MuSquared> {
    let balance = charges
        .iter()
        .try_fold(Balance::new(total), |balance, &charge| {
            balance.after(charge).ok()
        })?;
    Some(balance.spent())
}

/// What the guarantee does not cover.
pub fn unprotected(release: &Release) -> Vec<String> {
    let mut list: Vec<String> = [
        "the names of the columns in the input's header",
        "that every row has as many fields as the header, in UTF-8, and that there are fewer than 2^32",
    ]
    .map(str::to_owned)
    .to_vec();
    if release.adjacency == Adjacency::Replace {
        list.push("the number of rows, which is public".to_owned());
    }
    for attribute in release.learned() {
        if attribute.refusal().is_some() {
            list.push(format!(
                "that no value of `{}` was refused by its domain (its policy can stop a release)",
                attribute.name()
            ));
        }
    }
    list
}

/// Whom to tell.
pub fn report_a_flaw(release: &Release) -> String {
    release.contact.as_ref().map_or_else(
        || "report flaws to whoever published this release".to_owned(),
        |contact| format!("report flaws to {contact}"),
    )
}

/// What neighbouring means, in a few words.
pub fn adjacency_in_words(adjacency: Adjacency) -> &'static str {
    match adjacency {
        Adjacency::AddRemove => "AddRemove: one unit more or less",
        Adjacency::Replace => "Replace: one row changed, the number of rows fixed and public",
    }
}

fn query(plan: &Plan, entry: &Entry<MuSquared>) -> QueryFile {
    let (purpose, set, unit_of_answer) = match &entry.purpose {
        Purpose::Size => ("number of rows", None, "1 row"),
        Purpose::PairScores => ("dependence scores of pairs", None, "2^-16 rows"),
        Purpose::Table(set) => ("table of counts", Some(set), "1 row"),
        Purpose::Distance(set) => ("distance of a table to the model", Some(set), "1 row"),
        Purpose::Selection => ("selection", None, "score"),
    };
    let columns = set.map_or_else(Vec::new, |set| {
        set.as_slice()
            .iter()
            .map(|&variable| plan.name(variable))
            .collect()
    });
    let (law, sensitivity, sigma) = match entry.law {
        LawRecord::Gaussian { sensitivity, sigma } => (GAUSSIAN, sensitivity.units(), Some(sigma)),
        // PrivBayes on Gaussian noise asks for nothing else.
        LawRecord::Laplace { sensitivity, .. } => {
            ("discrete Laplace", sensitivity.units().into(), None)
        }
        LawRecord::ExponentialMechanism { sensitivity, .. } => {
            ("exponential mechanism", sensitivity.units().into(), None)
        }
        LawRecord::PermuteAndFlip { sensitivity, .. } => {
            ("permute-and-flip", sensitivity.units().into(), None)
        }
    };
    let none = SigmaFile {
        mantissa: 0,
        exponent: 0,
    };
    QueryFile {
        purpose: purpose.to_owned(),
        columns,
        law: law.to_owned(),
        sensitivity_squared: sensitivity.to_string(),
        sigma: sigma.map_or(none, SigmaFile::from),
        sigma_value: sigma.map_or(0.0, Sigma::to_f64),
        unit_of_answer: unit_of_answer.to_owned(),
        charge: LossFile::from(entry.loss),
    }
}

const GAUSSIAN: &str = "round(x + N(0, sigma^2))";
const COMPOSITION: &str = "Gaussian differential privacy: mu^2 adds up over queries (Bao et al. 2021, \
Lemma 2.1); later queries may depend on earlier answers (fully adaptive composition with a total \
fixed in advance: Smith and Thakurta 2022; Koskela, Tobaben and Honkela 2022). The claim is the \
total, converted to (epsilon, delta) by the analytic Gaussian mechanism (Balle and Wang 2018).";
const PAPER: &str = "Bao, Xiao, Zhao, Zhang, Ding 2021, Synthetic data generation with differential \
privacy via Bayesian networks, Journal of Privacy and Confidentiality";
const DEVIATIONS: [&str; 7] = [
    "the size is asked for first, and only pairs whose table can be used are scored",
    "tau = max(n*, 1) / (theta * sigma), sigma at the largest possible number of tables",
    "the head grows by what adds most to its scores, not by the largest score a cell",
    "a parent is added only where its score exceeds `caution` times the noise that it brings",
    "consistency is enforced on intersections closed under intersection, in integers, with the size as \
     the common total",
    "the variance update of Eq. 3.3 is corrected",
    "without replacement, rows with equal parents draw down one histogram, column by column",
];
const NOISE: &str = "exact integer sampling (Karney 2016) from ChaCha20, seeded by HKDF-SHA-256 from \
256 bits of the operating system; a draw fails with probability below 2^-4096, which delta reserves";
const CAVEAT: &str = "the guarantee is computational (ChaCha20, HKDF-SHA-256), and void for whoever \
holds the master seed";
