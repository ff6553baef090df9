//! The figures that releases are compared by.

use std::collections::BTreeSet;

use privet_evaluate::Evaluation;

use crate::page::float;
use privet_release::Facts;

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
    /// Whether releases of different mechanisms can be told apart by it.
    pub across_mechanisms: bool,
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
    /// The best value that there is, where several releases have one and it can be told.
    pub fn best(&self) -> Option<f64> {
        let values = self.values.iter().flatten().copied();
        if !self.across_mechanisms || values.clone().count() < 2 {
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
        across_mechanisms: false,
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
        all.push(Figure {
            key: format!("mean_distance_{ways}"),
            title: format!("{ways}-way distance"),
            explanation: format!(
                "mean total variation distance of {ways}-way tables from the real ones"
            ),
            better: Better::Lower,
            across_mechanisms: true,
            values: each(releases, |evaluation| {
                let found = evaluation.marginals.iter().find(|one| one.ways == ways);
                found.map(|one| one.mean)
            }),
        });
    }
    all.extend(others(releases));
    all.retain(|figure| figure.values.iter().any(Option::is_some));
    all
}

fn others(releases: &[Compared]) -> [Figure; 5] {
    let figure = |key: &str, title: &str, explanation: &str, better, values| Figure {
        key: key.to_owned(),
        title: title.to_owned(),
        explanation: explanation.to_owned(),
        better,
        across_mechanisms: true,
        values,
    };
    [
        figure(
            "dependence_difference",
            "dependence",
            "mean difference of the dependence of pairs between real and synthetic",
            Better::Lower,
            each(releases, |evaluation| {
                Some(evaluation.dependence.mean_difference)
            }),
        ),
        figure(
            "accuracy_lost",
            "accuracy lost",
            "mean accuracy on real rows that models lose when they are trained on synthetic ones",
            Better::Lower,
            each(releases, accuracy_lost),
        ),
        figure(
            "nist_clustering",
            "NIST clustering",
            "NIST 2018 clustering score, from 0 to 1,000,000",
            Better::Higher,
            each(releases, |evaluation| {
                Some(evaluation.nist.clustering.as_ref()?.score)
            }),
        ),
        figure(
            "nist_classification",
            "NIST classification",
            "NIST 2018 classification score, from 0 to 1,000,000",
            Better::Higher,
            each(releases, |evaluation| {
                Some(evaluation.nist.classification.score)
            }),
        ),
        figure(
            "nist_regression",
            "NIST regression",
            "NIST 2018 regression score, from 0 to 1,000,000",
            Better::Higher,
            each(releases, |evaluation| {
                Some(evaluation.nist.regression.as_ref()?.score)
            }),
        ),
    ]
}

/// Why figures may not be comparable, in words.
pub fn notes(releases: &[Compared]) -> Vec<String> {
    let mut notes = Vec::new();
    let differ = |of: &dyn Fn(&Evaluation) -> String| {
        let values: BTreeSet<String> = evaluations(releases).map(of).collect();
        values.len() > 1
    };
    if differ(&|evaluation| evaluation.run.real.rows.to_string())
        || differ(&|evaluation| format!("{:?}", names(evaluation)))
    {
        notes.push(
            "The evaluations are not of one real table: rows or columns differ, so their figures cannot be compared."
                .to_owned(),
        );
    }
    if differ(&|evaluation| evaluation.run.seed.to_string()) {
        notes.push(
            "The evaluations made their random choices by different seeds, so they measured different tables."
                .to_owned(),
        );
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

fn names(evaluation: &Evaluation) -> Vec<&str> {
    let columns = evaluation.columns.iter();
    columns.map(|column| column.name.as_str()).collect()
}

/// Mean over targets of what training on synthetic rows loses.
pub(crate) fn accuracy_lost(evaluation: &Evaluation) -> Option<f64> {
    let lost: Vec<f64> = evaluation
        .learning
        .targets
        .iter()
        .filter_map(|target| Some(target.real?.accuracy - target.synthetic?.accuracy))
        .collect();
    (!lost.is_empty()).then(|| lost.iter().sum::<f64>() / float(lost.len()))
}

fn evaluations(releases: &[Compared]) -> impl Iterator<Item = &Evaluation> {
    releases.iter().filter_map(|one| one.evaluation.as_ref())
}

fn each(releases: &[Compared], of: impl Fn(&Evaluation) -> Option<f64>) -> Vec<Option<f64>> {
    let one = |one: &Compared| one.evaluation.as_ref().and_then(&of);
    releases.iter().map(one).collect()
}
