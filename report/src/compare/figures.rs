//! The figures that releases are compared by.

use std::collections::BTreeSet;

use privet_evaluate::Evaluation;
use privet_release::Facts;

use super::accuracy::{accuracy_lost, mean};
use super::basis::Basis;

/// One release, with its evaluation where there is one.
#[derive(Clone, Debug)]
pub struct Compared {
    pub release: Facts,
    pub evaluation: Option<Evaluation>,
}

/// One figure of every release.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// For machines, as `mean_distance_3`.
    pub key: String,
    /// For people.
    pub title: String,
    /// What it is exactly.
    pub explanation: String,
    pub better: Better,
    /// Why releases cannot be told apart by it, where they cannot.
    pub unranked: Option<&'static str>,
    /// In the order of the releases; nothing where a release has no such figure.
    pub values: Vec<Option<f64>>,
}

/// Which way a figure is good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Better {
    Lower,
    Higher,
}

impl Figure {
    /// A figure of evaluations. It is ranked if those that have it were measured on the same.
    fn new(
        releases: &[Compared],
        basis: Basis,
        [key, title, explanation]: [&str; 3],
        better: Better,
        of: impl Fn(&Evaluation) -> Option<f64>,
    ) -> Self {
        let evaluation = |one: &Compared| one.evaluation.as_ref().and_then(&of);
        let having: Vec<&Evaluation> = evaluations(releases)
            .filter(|evaluation| of(evaluation).is_some())
            .collect();
        Self {
            key: key.to_owned(),
            title: title.to_owned(),
            explanation: explanation.to_owned(),
            better,
            unranked: basis.differs(&having),
            values: releases.iter().map(evaluation).collect(),
        }
    }

    /// The best value that there is, where several releases have one and it can be told.
    pub fn best(&self) -> Option<f64> {
        let values = self.values.iter().flatten().copied();
        if self.unranked.is_some() || values.clone().count() < 2 {
            return None;
        }
        match self.better {
            Better::Lower => values.min_by(f64::total_cmp),
            Better::Higher => values.max_by(f64::total_cmp),
        }
    }
}

/// Every figure that at least one release has.
pub fn figures(releases: &[Compared]) -> Vec<Figure> {
    let mut all = vec![Figure {
        key: "expected_error".to_owned(),
        title: "noise a table".to_owned(),
        explanation: "mean expected error of the measured tables by noise alone, from the record and the model; it \
                      knows nothing of what a model leaves out, so compare it within one mechanism"
            .to_owned(),
        better: Better::Lower,
        unranked: Some(NOISE_ALONE),
        values: releases
            .iter()
            .map(|one| one.release.mean_expected_error())
            .collect(),
    }];
    let ways: BTreeSet<usize> = evaluations(releases)
        .flat_map(|evaluation| &evaluation.marginals)
        .map(|ways| ways.ways)
        .collect();
    for ways in ways {
        let text = [
            &format!("mean_distance_{ways}"),
            &format!("{ways}-way distance"),
            &format!("mean total variation distance of {ways}-way tables from the real ones"),
        ];
        let mean = |evaluation: &Evaluation| {
            let found = evaluation.marginals.iter().find(|one| one.ways == ways);
            found.map(|one| one.mean)
        };
        let text = text.map(String::as_str);
        all.push(Figure::new(
            releases,
            Basis::Marginals(ways),
            text,
            Better::Lower,
            mean,
        ));
    }
    all.extend(of_columns(releases));
    all.extend(of_models(releases));
    all.extend(of_nist(releases));
    all.retain(|figure| figure.values.iter().any(Option::is_some));
    all
}

fn of_columns(releases: &[Compared]) -> [Figure; 2] {
    [
        Figure::new(
            releases,
            Basis::Columns,
            [
                "worst_fault",
                "worst fault",
                "size of the worst fault of a column: its codes, distribution, mean, common values or digits",
            ],
            Better::Lower,
            |evaluation| {
                let place = *evaluation.verdict.weakest_columns.first()?;
                Some(evaluation.columns.get(place)?.worst()?.size)
            },
        ),
        Figure::new(
            releases,
            Basis::Numbers,
            [
                "mean_kolmogorov_smirnov",
                "Kolmogorov–Smirnov",
                "mean over numbers and dates of the largest difference of their distribution functions",
            ],
            Better::Lower,
            kolmogorov_smirnov,
        ),
    ]
}

fn of_models(releases: &[Compared]) -> [Figure; 2] {
    [
        Figure::new(
            releases,
            Basis::Pairs,
            [
                "dependence_difference",
                "dependence",
                "mean difference of the dependence of pairs between real and synthetic",
            ],
            Better::Lower,
            |evaluation| Some(evaluation.dependence.mean_difference),
        ),
        Figure::new(
            releases,
            Basis::Targets,
            [
                "accuracy_lost",
                "accuracy lost",
                "mean accuracy on real rows that models lose when they are trained on synthetic ones",
            ],
            Better::Lower,
            accuracy_lost,
        ),
    ]
}

fn of_nist(releases: &[Compared]) -> [Figure; 3] {
    let figure = |basis, [key, title]: [&str; 2], of: fn(&Evaluation) -> Option<f64>| {
        let explanation = format!("{title} score of 2018, from 0 to 1,000,000");
        let text = [key, title, &explanation];
        Figure::new(releases, basis, text, Better::Higher, of)
    };
    [
        figure(
            Basis::Clustering,
            ["nist_clustering", "NIST clustering"],
            |evaluation| Some(evaluation.nist.clustering.as_ref()?.score),
        ),
        figure(
            Basis::Classification,
            ["nist_classification", "NIST classification"],
            |evaluation| Some(evaluation.nist.classification.score),
        ),
        figure(
            Basis::Regression,
            ["nist_regression", "NIST regression"],
            |evaluation| Some(evaluation.nist.regression.as_ref()?.score),
        ),
    ]
}

/// What cannot be told from the figures, in words.
pub fn notes(releases: &[Compared], figures: &[Figure]) -> Vec<String> {
    let mut notes = Vec::new();
    let reasons = figures.iter().filter_map(|figure| figure.unranked);
    let reasons: BTreeSet<&str> = reasons.filter(|reason| *reason != NOISE_ALONE).collect();
    for reason in reasons {
        let figures = figures
            .iter()
            .filter(|figure| figure.unranked == Some(reason));
        let titles: Vec<&str> = figures.map(|figure| figure.title.as_str()).collect();
        notes.push(format!("Not ranked: {}; {reason}.", titles.join(", ")));
    }
    let evaluated = evaluations(releases).count();
    if evaluated > 0 && evaluated < releases.len() {
        let missing = releases.len() - evaluated;
        notes.push(format!(
            "{missing} of {} releases were not evaluated.",
            releases.len()
        ));
    }
    let units: BTreeSet<_> = releases
        .iter()
        .map(|one| (&one.release.claim.unit, &one.release.claim.adjacency))
        .collect();
    if units.len() > 1 {
        notes.push(
            "The releases protect different units or against different neighbours: the same ε does not mean the same."
                .to_owned(),
        );
    }
    notes
}

fn kolmogorov_smirnov(evaluation: &Evaluation) -> Option<f64> {
    let numbers = evaluation.columns.iter();
    let numbers = numbers.filter_map(|column| column.numbers.as_ref());
    mean(numbers.map(|numbers| numbers.kolmogorov_smirnov))
}

fn evaluations(releases: &[Compared]) -> impl Iterator<Item = &Evaluation> {
    releases.iter().filter_map(|one| one.evaluation.as_ref())
}

/// Why the noise of tables says nothing of which release is closer.
const NOISE_ALONE: &str = "it is of noise alone";
