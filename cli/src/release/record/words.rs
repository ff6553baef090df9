//! The record's sentences, by mechanism and accounting.

use privet_spec::{Accounting, Adjacency, Guarantee, MechanismName, Release};

use super::file::AlgorithmFile;
use crate::release::model::EstimatedFile;

/// What was run.
pub fn algorithm(mechanism: MechanismName) -> AlgorithmFile {
    let (paper, deviations): (&str, &[&str]) = match mechanism {
        MechanismName::PrivBayes => (BAO, &BAO_DEVIATIONS),
        MechanismName::PrivBayesPure => (ZHANG, &ZHANG_DEVIATIONS),
        MechanismName::PrivMrf => (CAI, &CAI_DEVIATIONS),
        MechanismName::SmoothedHistogram => (SORENSEN, &SORENSEN_DEVIATIONS),
    };
    AlgorithmFile {
        name: algorithm_name(mechanism).to_owned(),
        paper: paper.to_owned(),
        deviations: deviations.iter().map(|&text| text.to_owned()).collect(),
        estimator: None,
    }
}

/// What the algorithm is called.
pub fn algorithm_name(mechanism: MechanismName) -> &'static str {
    match mechanism {
        MechanismName::PrivBayes => "PrivBayes on Gaussian noise",
        MechanismName::PrivBayesPure => "PrivBayes by private selection and Laplace noise",
        MechanismName::PrivMrf => "PrivMRF: a Markov random field on Gaussian noise",
        MechanismName::SmoothedHistogram => "rows drawn from a smoothed histogram",
    }
}

/// How a network's tables became a model, where the spec asks for a Markov random field of them.
pub fn estimator(estimated: Option<&EstimatedFile>) -> Option<String> {
    let words = match estimated? {
        EstimatedFile::Field(_) => PGM,
        EstimatedFile::TooLarge { .. } => PGM_TOO_LARGE,
    };
    Some(words.to_owned())
}

/// By which theorem the charges add up to the claim.
pub fn composition(mechanism: MechanismName) -> String {
    match (mechanism, mechanism.accounting()) {
        (MechanismName::PrivMrf, _) => format!("{GAUSSIAN_COMPOSITION} {GAUSSIAN_CHOICES}"),
        (_, Accounting::Gaussian) => GAUSSIAN_COMPOSITION.to_owned(),
        (_, Accounting::Pure) => PURE_COMPOSITION.to_owned(),
    }
}

/// How noise is drawn, and what becomes of a draw that does not end.
pub fn noise(mechanism: MechanismName) -> &'static str {
    match (mechanism, mechanism.accounting()) {
        (MechanismName::PrivMrf, _) => GAUSSIAN_NOISE_AND_CHOICES,
        (_, Accounting::Gaussian) => GAUSSIAN_NOISE,
        (_, Accounting::Pure) => PURE_NOISE,
    }
}

/// δ, which is 0 in a pure release.
pub fn delta_in_words(guarantee: Guarantee) -> String {
    guarantee
        .delta()
        .map_or_else(|| "0".to_owned(), |delta| delta.to_string())
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

const GAUSSIAN_COMPOSITION: &str = "Gaussian differential privacy: mu^2 adds up over queries (Bao et al. 2021, \
Lemma 2.1); later queries may depend on earlier answers (fully adaptive composition with a total \
fixed in advance: Smith and Thakurta 2022; Koskela, Tobaben and Honkela 2022). The claim is the \
total, converted to (epsilon, delta) by the analytic Gaussian mechanism (Balle and Wang 2018).";
const GAUSSIAN_CHOICES: &str = "A choice by the exponential mechanism at epsilon has a loss of range epsilon \
and counts as mu^2 = (pi/8) * epsilon^2.";
const PURE_COMPOSITION: &str = "pure differential privacy: epsilon adds up over queries (Dwork, McSherry, \
Nissim and Smith 2006); later queries may depend on earlier answers, with a total fixed in advance \
(Rogers, Roth, Ullman and Vadhan 2016). The claim is the total, with delta = 0.";
const BAO: &str = "Bao, Xiao, Zhao, Zhang, Ding 2021, Synthetic data generation with differential \
privacy via Bayesian networks, Journal of Privacy and Confidentiality";
const BAO_DEVIATIONS: [&str; 7] = [
    "the size is asked for first, and only pairs whose table can be used are scored",
    "tau = max(n*, 1) / (theta * sigma), sigma at the largest possible number of tables",
    "the head grows by what adds most to its scores, not by the largest score a cell",
    "a parent is added only where its score exceeds `caution` times the noise that it brings",
    "consistency is enforced on intersections closed under intersection, in integers, with the size as \
     the common total",
    "the variance update of Eq. 3.3 is corrected",
    "without replacement, rows with equal parents draw down one histogram, column by column",
];
const ZHANG: &str = "Zhang, Cormode, Procopiuc, Srivastava, Xiao 2014, PrivBayes: private data release via \
Bayesian networks, SIGMOD";
const ZHANG_DEVIATIONS: [&str; 7] = [
    "scores and noise are in counts, not frequencies, since the number of rows may be private; the size \
     is asked for first, and usefulness is that of the noisy or assumed size",
    "with wider attributes parents are taken while a table of as many cells is useful, instead of a fixed \
     number",
    "a step without a choice pays for no selection, and what selections leave goes to the tables",
    "permute-and-flip may take the place of the exponential mechanism",
    "at most 4096 candidates a selection, or 2^17 cells of their tables together, but 256 candidates in any \
     case; an attribute with more sets of parents gets random ones",
    "tables are made consistent in integers, with the size as the common total",
    "binary digits that write no value take the value of a random other row",
];
const CAI: &str = "Cai, Lei, Wei, Xiao 2021, Data synthesis via differentially private Markov random fields, \
Proceedings of the VLDB Endowment 14(11)";
const CAI_DEVIATIONS: [&str; 6] = [
    "every attribute's own table is measured first, with what its noise needs of the budget, and values too \
     rare to stand out of that noise are joined with others",
    "unless the spec says `search: Graph`, no pair scores and no fixed graph: any table may be chosen that keeps the model within its memory (as \
     in AIM, McKenna, Mullins, Sheldon and Miklau 2022)",
    "a table is chosen by its distance from the model less the noise that measuring it would bring, with \
     the exponential mechanism instead of noise on every distance",
    "the rest of the budget is divided over rounds, and where the spec lets it (`anneal`), a round that \
     found nothing but noise halves the number of the rounds that are left",
    "tables are made to agree before the model is estimated, which is the most likely one under an entropy \
     prior, by a quasi-Newton method instead of mirror descent",
    "rows are drawn from the model's junction tree, column by column; without replacement, rows with equal \
     parents draw down one histogram",
];
const SORENSEN: &str = "S\u{f8}rensen 2024, Differential privacy and synthetic data generation using \
PrivBayes, Aalborg University, section 3.1; after Wasserman and Zhou, A statistical framework for \
differential privacy";
const SORENSEN_DEVIATIONS: [&str; 2] = [
    "the sample space is the cells of the schema, so that m is their number",
    "the smoothing weight is the smallest multiple of 2^-63 whose loss, rounded up, fits epsilon",
];
const PGM: &str = "Pgm: all tables are measurements of one Markov random field (McKenna, Sheldon and Miklau \
2019) in the place of consistency, and rows are drawn from its junction tree";
const PGM_TOO_LARGE: &str = "Network, though the spec asks for Pgm: a Markov random field of these tables would \
have more cells than the spec allows";
const GAUSSIAN_NOISE: &str = "exact integer sampling (Karney 2016) from ChaCha20, seeded by HKDF-SHA-256 from \
256 bits of the operating system; a draw fails with probability below 2^-4096, which delta reserves";
const GAUSSIAN_NOISE_AND_CHOICES: &str = "exact integer sampling (noise: Karney 2016; choices: Canonne, Kamath \
and Steinke 2020) from ChaCha20, seeded by HKDF-SHA-256 from 256 bits of the operating system; a draw \
fails with probability below 2^-4096, which delta reserves";
const PURE_NOISE: &str = "exact integer sampling (Canonne, Kamath and Steinke 2020) from ChaCha20, seeded by \
HKDF-SHA-256 from 256 bits of the operating system; a draw fails with probability below 2^-4096, \
and then nothing is released: no delta stands for that, so strictly the claim holds up to a chance of \
e^epsilon * 2^-4096 a draw";
