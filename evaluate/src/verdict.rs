//! The short answer.
//!
//! The grade is by the mean distance of the marginals of the most columns that were measured. It is
//! also compared with what a sample of the real table of the same size would have: no synthetic table
//! can be expected to do better than that.

use crate::findings::{Column, Grade, Verdict, Ways};

pub(crate) fn verdict(columns: &[Column], marginals: &[Ways]) -> Verdict {
    let measured = marginals
        .iter()
        .rev()
        .find(|ways| !ways.marginals.is_empty());
    let (ways, distance, sampling) =
        measured.map_or((0, 0.0, 0.0), |ways| (ways.ways, ways.mean, ways.sampling));
    let grade = grade(distance, sampling);
    let mut weakest: Vec<usize> = (0..columns.len()).collect();
    let by = |place: &usize| columns.get(*place).map_or(0.0, |column| column.distance);
    weakest.sort_by(|left, right| by(right).total_cmp(&by(left)));
    weakest.truncate(WEAKEST);
    Verdict {
        grade,
        words: words(grade, ways, distance, sampling),
        ways,
        distance,
        sampling,
        weakest_columns: weakest,
        weakest_pairs: weakest_pairs(marginals),
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

fn grade(distance: f64, sampling: f64) -> Grade {
    if distance <= LIKE_A_SAMPLE * sampling {
        Grade::LikeASample
    } else if distance <= CLOSE {
        Grade::Close
    } else if distance <= FAIR {
        Grade::Fair
    } else {
        Grade::Far
    }
}

fn words(grade: Grade, ways: usize, distance: f64, sampling: f64) -> String {
    let start = match grade {
        Grade::LikeASample => "Nearly as good as a sample of the real table",
        Grade::Close => "Close",
        Grade::Fair => "Fair: good for broad questions, not for fine ones",
        Grade::Far => "Far from the real table",
    };
    format!(
        "{start}. Shares of {ways}-way tables are off by {:.2} % in total on average, where a sample \
         of the real table of this size is off by {:.2} %.",
        100.0 * distance,
        100.0 * sampling
    )
}

const WEAKEST: usize = 5;
const LIKE_A_SAMPLE: f64 = 1.5;
const CLOSE: f64 = 0.05;
const FAIR: f64 = 0.15;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grades() {
        for (distance, sampling, expected) in [
            (0.0, 0.0, Grade::LikeASample),
            (0.3, 0.2, Grade::LikeASample),
            (0.05, 0.01, Grade::Close),
            (0.051, 0.01, Grade::Fair),
            (0.151, 0.1, Grade::Far),
        ] {
            assert_eq!(grade(distance, sampling), expected, "{distance} {sampling}");
        }
    }
}
