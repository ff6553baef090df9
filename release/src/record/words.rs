//! The record's sentences: those that all releases share, and what a mechanism adds.

use privet_spec::{Release, Unit};

/// A mechanism's sentences.
pub(crate) struct Words {
    /// What the algorithm is called.
    pub(crate) algorithm: &'static str,
    /// Where it is from.
    pub(crate) paper: &'static str,
    /// In which points it is not the paper's.
    pub(crate) deviations: Vec<&'static str>,
    /// By which theorem the charges add up to the claim.
    pub(crate) composition: String,
    /// How noise is drawn, and what becomes of a draw that does not end.
    pub(crate) noise: &'static str,
    /// How a charge follows from its query.
    pub(crate) charge: ChargeRule,
}

/// The points in which a release is not the paper's, of those that some parameter may take back.
pub(crate) fn deviations(points: &[(bool, &'static str)]) -> Vec<&'static str> {
    let in_force = points.iter().filter(|(is_in_force, _)| *is_in_force);
    in_force.map(|(_, point)| *point).collect()
}

/// How a charge follows from its query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ChargeRule {
    /// Every answer has Gaussian noise.
    SensitivityOverSigma,
    /// By the law that each query names.
    ByLaw,
}

impl ChargeRule {
    /// As in "its charge is not … rounded up".
    pub(crate) fn in_words(self) -> &'static str {
        match self {
            Self::SensitivityOverSigma => "sensitivity^2/sigma^2",
            Self::ByLaw => "what its law costs,",
        }
    }
}

/// What nobody can check who has nothing but the published files, as clauses. It does not depend on the program that goes
/// through the rows, this one or an engine.
pub(crate) fn believed(release: &Release) -> Vec<String> {
    let mut list = vec![
        "that the rows were read as the spec says and the noise was drawn as this record says, which a replay with the table \
         and the kept seed tells"
            .to_owned(),
    ];
    if matches!(release.unit, Unit::Person { .. }) {
        list.push(
            "that all rows of a person were brought together before they were bounded, whichever program went through them"
                .to_owned(),
        );
    }
    list
}

/// Whom to tell.
pub(crate) fn report_a_flaw(release: &Release) -> String {
    release.contact.as_ref().map_or_else(
        || "report flaws to whoever published this release".to_owned(),
        |contact| format!("report flaws to {contact}"),
    )
}

pub(crate) const GAUSSIAN_COMPOSITION: &str = "Gaussian differential privacy: mu^2 adds up over queries (Bao et al. 2021, \
Lemma 2.1); later queries may depend on earlier answers (fully adaptive composition with a total \
fixed in advance: Smith and Thakurta 2022; Koskela, Tobaben and Honkela 2022). The claim is the \
total, converted to (epsilon, delta) by the analytic Gaussian mechanism (Balle and Wang 2018).";
pub(crate) const PURE_COMPOSITION: &str = "pure differential privacy: epsilon adds up over queries (Dwork, McSherry, \
Nissim and Smith 2006); later queries may depend on earlier answers, with a total fixed in advance \
(Rogers, Roth, Ullman and Vadhan 2016). The claim is the total, with delta = 0.";
pub(crate) const GAUSSIAN_NOISE: &str = "exact integer sampling (Karney 2016) from ChaCha20, seeded by HKDF-SHA-256 from \
256 bits of the operating system, the digest of the spec and a keyed fingerprint of the rows; a draw fails with probability below 2^-4096, which delta reserves";
pub(crate) const PURE_NOISE: &str = "exact integer sampling (Canonne, Kamath and Steinke 2020) from ChaCha20, seeded by \
HKDF-SHA-256 from 256 bits of the operating system, the digest of the spec and a keyed fingerprint of the rows; a draw fails with probability below 2^-4096, \
and then nothing is released: no delta stands for that, so strictly the claim holds up to a chance of \
e^epsilon * 2^-4096 a draw";
