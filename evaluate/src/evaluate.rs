//! The whole evaluation.

use crate::dependence::{pairs, told_by_others};
use crate::dice::Dice;
use crate::findings::{Evaluation, FORMAT, NOTICE, Run, Ways};
use crate::held_out::{HeldOutRows, Split};
use crate::input::{Comparison, Error, Side, check};
use crate::learning::{Targets, learning, places};
use crate::marginals::{Chosen, measure, one_way};
use crate::neighbours::neighbours;
use crate::nist::{RegressionColumns, scores};
use crate::number::count;
use crate::question::Question;
use crate::verdict::verdict;
use crate::worst::{pair_faults, pair_tables, worst};
use crate::{columns, neighbours as nearest, nist};

/// What is looked at, and how much of it.
#[derive(Clone)]
pub struct Options<'t> {
    /// Numbers of columns of marginals, 1 to [`MOST_WAYS`]; 1 and 2 are always measured.
    pub ways: Vec<usize>,
    /// The most marginals of each number from 3 on.
    pub count: usize,
    /// Of every random choice.
    pub seed: u64,
    pub targets: Targets,
    pub held_out: HeldOutRows<'t>,
    pub regression: Option<RegressionColumns>,
}

/// Is told how far the work has come.
pub trait Watch: Sync {
    /// A stage of `steps` steps begins; what is returned is called after each, and dropped at the end.
    fn stage<'w>(&'w self, name: &str, steps: u64) -> Box<dyn Fn() + Sync + 'w>;
}

/// Compares two tables in every way there is here.
pub fn evaluate(
    comparison: &Comparison<'_>,
    options: &Options<'_>,
    run: Run,
    watch: &dyn Watch,
) -> Result<Evaluation, Error> {
    if let HeldOutRows::Table { table, .. } = &options.held_out {
        check(comparison.attributes(), table, Side::HeldOut)?;
    }
    let dice = |stream: u32| Dice::new(options.seed, stream);
    let width = comparison.attributes().len();

    let stage = watch.stage("columns", count(width));
    let columns = columns::columns(comparison, &*stage);
    drop(stage);

    let mut marginals = vec![one_way(&columns)];
    let chosen = Chosen::new(2, width, MOST_PAIRS, &mut dice(stream::PAIRS));
    let stage = watch.stage("pairs of columns", count(chosen.sets.len()));
    let measured = pairs(comparison, &chosen.sets, &*stage);
    drop(stage);
    let faults = pair_faults(&columns, &measured);
    let dependence = measured.dependence;
    marginals.push(chosen.summary(measured.marginals));
    let mut subsets = dice(stream::SUBSETS);
    let mut wanted: Vec<usize> = options
        .ways
        .iter()
        .copied()
        .filter(|ways| *ways > 2)
        .collect();
    wanted.sort_unstable();
    wanted.dedup();
    for ways in wanted {
        marginals.push(more_ways(
            comparison,
            ways,
            options.count,
            &mut subsets,
            watch,
        ));
    }

    let stage = watch.stage("NIST scores", nist::STEPS);
    let nist = scores(
        comparison,
        options.regression,
        &mut dice(stream::TRIPLES),
        &mut dice(stream::CONJUNCTIONS),
        &*stage,
    );
    drop(stage);

    let split = Split::new(comparison, &options.held_out, &mut dice(stream::HELD_OUT));
    let targets = places(&options.targets, &told_by_others(&dependence), |place| {
        let column = comparison.real().columns.get(place);
        let both = comparison.attributes().get(place).zip(column);
        both.is_some_and(|(attribute, real)| Question::is_worth_asking(attribute, *real))
    });
    let stage = watch.stage("models", count(targets.len()));
    let learning = learning(
        comparison,
        &split,
        &targets,
        &mut dice(stream::TRAINING),
        &*stage,
    );
    drop(stage);
    let stage = watch.stage("nearest rows", nearest::STEPS);
    let neighbours = neighbours(comparison, &split, &mut dice(stream::NEAREST), &*stage);
    drop(stage);

    Ok(Evaluation {
        privet_evaluation: FORMAT,
        differentially_private: false,
        notice: NOTICE.to_owned(),
        run,
        verdict: verdict(&columns, &marginals),
        worst: worst(&columns, &faults),
        pairs: pair_tables(comparison, &faults),
        columns,
        marginals,
        dependence,
        nist,
        learning,
        neighbours,
    })
}

fn more_ways(
    comparison: &Comparison<'_>,
    ways: usize,
    most: usize,
    dice: &mut Dice,
    watch: &dyn Watch,
) -> Ways {
    let chosen = Chosen::new(ways, comparison.attributes().len(), most, dice);
    let stage = watch.stage(&format!("{ways}-way marginals"), count(chosen.sets.len()));
    let measured = measure(comparison, &chosen.sets, &*stage);
    drop(stage);
    chosen.summary(measured)
}

/// Columns of a marginal: at 2^16 codes each, cells are below 2^128.
pub const MOST_WAYS: usize = 8;

/// Pairs that are measured, all those of 128 columns; of more columns this many at random.
pub const MOST_PAIRS: usize = 8128;

/// What each stream of random choices is for. The numbers are part of the format: a seed means the
/// same choices in every version.
mod stream {
    pub(super) const PAIRS: u32 = 0;
    pub(super) const SUBSETS: u32 = 1;
    pub(super) const TRIPLES: u32 = 2;
    pub(super) const CONJUNCTIONS: u32 = 3;
    pub(super) const HELD_OUT: u32 = 4;
    pub(super) const TRAINING: u32 = 5;
    pub(super) const NEAREST: u32 = 6;
}
