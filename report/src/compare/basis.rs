//! What figures were measured on. Those that were measured on different things are not ranked.

use privet_evaluate::Evaluation;
use privet_evaluate::findings::{HeldOut, Marginal};

use super::accuracy::counted_targets;

/// What must be the same, beside the real table and the cuts of its columns, for two figures to be ranked.
#[derive(Clone, Copy)]
pub(super) enum Basis {
    /// Nothing else.
    Columns,
    /// Which columns have numbers at all in both tables.
    Numbers,
    /// The sets of so many columns.
    Marginals(usize),
    /// The pairs, and the groups of wide columns.
    Pairs,
    /// What models were to tell, and the rows that they were trained and tested on.
    Targets,
    /// The random sets, conditions and cities of the NIST scores.
    Clustering,
    Classification,
    Regression,
}

impl Basis {
    /// Why figures of these evaluations are not ranked, if they are not.
    pub(super) fn differs(self, evaluations: &[&Evaluation]) -> Option<&'static str> {
        let (first, others) = evaluations.split_first()?;
        if others.iter().any(|other| !same_table(first, other)) {
            return Some("the evaluations are not of one real table with columns cut alike");
        }
        let same = |other: &&Evaluation| self.is_same(first, other);
        (!others.iter().all(same)).then(|| self.reason())
    }

    fn is_same(self, left: &Evaluation, right: &Evaluation) -> bool {
        match self {
            Self::Columns => true,
            Self::Numbers => {
                let has = |one: &Evaluation| -> Vec<bool> {
                    let columns = one.columns.iter();
                    columns.map(|column| column.numbers.is_some()).collect()
                };
                has(left) == has(right)
            }
            Self::Marginals(ways) => sets_of(left, ways).eq(sets_of(right, ways)),
            Self::Pairs => {
                left.dependence.groups == right.dependence.groups
                    && sets_of(left, 2).eq(sets_of(right, 2))
            }
            Self::Targets => asked(left) == asked(right),
            Self::Clustering => {
                let of = |one: &Evaluation| one.nist.clustering.clone().map(|of| of.marginals);
                let (left, right) = (of(left).unwrap_or_default(), of(right).unwrap_or_default());
                sets(&left).eq(sets(&right))
            }
            Self::Classification => {
                let conditions = |one| conjunctions(one).map(|of| &of.conditions);
                conditions(left).eq(conditions(right))
            }
            Self::Regression => cities(left) == cities(right),
        }
    }

    fn reason(self) -> &'static str {
        match self {
            Self::Columns | Self::Numbers => "all values of a column are missing in some tables",
            Self::Marginals(_) | Self::Pairs | Self::Clustering => {
                "the evaluations measured different sets of columns (by other seeds or numbers)"
            }
            Self::Targets => {
                "the models have different targets, or were trained and tested on rows of another choice"
            }
            Self::Classification => "the evaluations drew different conditions (by other seeds)",
            Self::Regression => "the incomes are not those of the same cities",
        }
    }
}

/// Whether both are of one real table, as far as they tell, read with the same cuts.
fn same_table(left: &Evaluation, right: &Evaluation) -> bool {
    let columns = |one: &Evaluation| {
        let columns = one.columns.iter().map(|column| {
            let bars = column.bars.iter().map(|bar| (bar.label.clone(), bar.real));
            let bars: Vec<(String, u64)> = bars.collect();
            (column.name.clone(), column.kind, column.size, bars)
        });
        columns.collect::<Vec<_>>()
    };
    left.run.real.rows == right.run.real.rows && columns(left) == columns(right)
}

fn sets_of(evaluation: &Evaluation, ways: usize) -> impl Iterator<Item = &Vec<usize>> {
    let measured = evaluation
        .marginals
        .iter()
        .filter(move |one| one.ways == ways);
    measured.flat_map(|one| sets(&one.marginals))
}

fn sets(marginals: &[Marginal]) -> impl Iterator<Item = &Vec<usize>> {
    marginals.iter().map(|marginal| &marginal.columns)
}

fn conjunctions(
    evaluation: &Evaluation,
) -> impl Iterator<Item = &privet_evaluate::findings::Conjunction> {
    evaluation.nist.classification.conjunctions.iter()
}

/// The questions whose answers count, and which rows are looked at.
fn asked(evaluation: &Evaluation) -> (Vec<(usize, &str)>, &HeldOut, u64, &str) {
    let targets = counted_targets(evaluation);
    let targets = targets.map(|(target, _)| (target.column, target.question.as_str()));
    let held_out = &evaluation.neighbours.held_out;
    let model = evaluation.learning.model.as_str();
    (targets.collect(), held_out, evaluation.run.seed, model)
}

/// The cities with their real Gini coefficients, as far as a file keeps them.
fn cities(evaluation: &Evaluation) -> Vec<(String, String)> {
    let cities = evaluation.nist.regression.iter().flat_map(|of| &of.cities);
    cities
        .map(|city| (city.label.clone(), format!("{:.9}", city.real_gini)))
        .collect()
}
