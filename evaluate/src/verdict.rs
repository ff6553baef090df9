//! The short answer.
//!
//! The grade is the worse of two. One is by the mean distance of the marginals of the most columns that were
//! measured, beside what a sample of the real table of the same size would have: no synthetic table can be
//! expected to do better than that. The other is by the worst fault of any column, since a mean over many
//! marginals, and bins, hide one column that is of no use.
//!
//! Tested: each case by itself; 400 samples of a table are graded as what they are.

use crate::findings::{Column, Fault, Grade, Verdict, Ways, weakest_first};

pub(crate) fn verdict(columns: &[Column], marginals: &[Ways]) -> Verdict {
    let measured = marginals
        .iter()
        .rev()
        .find(|ways| !ways.marginals.is_empty());
    let (ways, distance, sampling) =
        measured.map_or((0, 0.0, 0.0), |ways| (ways.ways, ways.mean, ways.sampling));
    let weakest = weakest_first(columns);
    let by_columns = Weakest::new(columns, &weakest);
    let mut verdict = Verdict {
        grade: by_columns.grade,
        words: String::new(),
        ways,
        distance,
        sampling,
        weakest_columns: weakest.into_iter().take(WEAKEST).collect(),
        weakest_pairs: weakest_pairs(marginals),
    };
    // Marginals of one column are the columns, which are judged already.
    let by_marginals = if ways > 1 {
        verdict.limits().grade(distance)
    } else {
        Grade::LikeASample
    };
    verdict.grade = by_marginals.max(by_columns.grade);
    let of_columns = by_columns.in_words(by_marginals, columns.len());
    verdict.words = format!(
        "{}{of_columns} Shares of {ways}-way tables are off by {:.2} % in total on average, where a sample \
         of the real table of this size is off by {:.2} %.",
        start(verdict.grade),
        100.0 * distance,
        100.0 * sampling
    );
    verdict
}

/// The columns with the worst grade.
struct Weakest<'c> {
    grade: Grade,
    columns: Vec<&'c Column>,
}

impl<'c> Weakest<'c> {
    fn new(columns: &'c [Column], weakest: &[usize]) -> Self {
        let of = |column: &Column| column.worst().map_or(Grade::LikeASample, Fault::grade);
        let mut columns: Vec<&Column> = weakest
            .iter()
            .filter_map(|place| columns.get(*place))
            .collect();
        let grade = columns
            .first()
            .map_or(Grade::LikeASample, |column| of(column));
        columns.retain(|column| of(column) == grade);
        Self { grade, columns }
    }

    /// Which columns, and why, unless there is little to say.
    fn in_words(&self, by_marginals: Grade, all: usize) -> String {
        if self.grade <= Grade::Close {
            return ".".to_owned();
        }
        let scope = if self.grade > by_marginals {
            format!(" in {} of {all} columns", self.columns.len())
        } else {
            String::new()
        };
        let reason = |column: &&Column| {
            let words = &column.worst()?.words;
            Some(format!("`{}`: {words}.", column.name))
        };
        let reasons: Vec<String> = self.columns.iter().filter_map(reason).take(NAMED).collect();
        format!("{scope}. {}", reasons.join(" "))
    }
}

fn weakest_pairs(marginals: &[Ways]) -> Vec<[usize; 2]> {
    let Some(pairs) = marginals.iter().find(|ways| ways.ways == 2) else {
        return Vec::new();
    };
    let worst = pairs.worst.iter().take(WEAKEST);
    let columns = worst.filter_map(|place| {
        let marginal = pairs.marginals.get(*place)?;
        marginal.columns.as_slice().try_into().ok()
    });
    columns.collect()
}

fn start(grade: Grade) -> &'static str {
    match grade {
        Grade::LikeASample => "Nearly as good as a sample of the real table",
        Grade::Close => "Close",
        Grade::Fair => "Fair: good for broad questions, not for fine ones",
        Grade::Far => "Far from the real table",
    }
}

const WEAKEST: usize = 5;
/// Columns that are named with what is wrong.
const NAMED: usize = 3;

#[cfg(test)]
mod tests;
