//! What is wrong with one column, on one scale.

use core::cmp::Ordering;

use serde::{Deserialize, Serialize};

use super::grade::{Grade, Limits};

/// One way in which a column is off. All ways have one scale, from 0 to 1, on which they can be compared:
/// a difference of shares, or what comes near one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fault {
    pub kind: FaultKind,
    /// From 0, nothing, to 1.
    pub size: f64,
    /// What rows drawn from the real table itself would stay below, but for one time in ten million.
    pub allowance: f64,
    /// What is off, for people, as in `82 % of real values end in 0 or 5, 19 % of synthetic ones`.
    pub words: String,
}

/// What is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FaultKind {
    /// Labels, or bins of numbers: total variation distance over the codes, the column's `distance`.
    Codes,
    /// Kolmogorov–Smirnov.
    Distribution,
    /// The mean: |difference| / 2s, where s is the standard deviation of both tables together, each with
    /// half of the weight. This is the correlation of the value with the table that it comes from.
    Mean,
    /// The same of values cut at the real 99 % quantile, which few large values do not move.
    CutMean,
    /// The share of a value that is common in either table: the difference that is largest.
    Spike,
    /// Last digits of numbers, weekdays of dates: total variation distance.
    Endings,
    /// A pair of columns: its distance beyond that of the column that is farther off by itself.
    Together,
}

impl Fault {
    /// Within its allowance it is no fault. Beyond it, a single figure may be twice what the mean of
    /// many marginals may be: it is the worst of all, not their mean.
    pub fn limits(&self) -> Limits {
        Limits {
            like_a_sample: self.allowance,
            close: CLOSE,
            fair: FAIR,
        }
    }

    pub fn grade(&self) -> Grade {
        self.limits().grade(self.size)
    }

    /// The worse first: by grade, then by how far it is beyond its allowance, or how near to it.
    pub fn worse_first(&self, other: &Self) -> Ordering {
        let by_grade = other.grade().cmp(&self.grade());
        by_grade.then_with(|| other.beyond().total_cmp(&self.beyond()))
    }

    /// Above 0 what is beyond the allowance; from −1 to 0 which part of the allowance is left.
    fn beyond(&self) -> f64 {
        if self.size > self.allowance {
            self.size - self.allowance
        } else if self.allowance > 0.0 {
            self.size / self.allowance - 1.0
        } else {
            -1.0
        }
    }
}

/// The most of a single figure for the grade.
const CLOSE: f64 = 0.1;
const FAIR: f64 = 0.3;

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(size: f64, allowance: f64) -> Fault {
        Fault {
            kind: FaultKind::Codes,
            size,
            allowance,
            words: String::new(),
        }
    }

    #[test]
    fn grades() {
        for (size, allowance, expected) in [
            (0.0, 0.0, Grade::LikeASample),
            (0.5, 0.5, Grade::LikeASample),
            (0.1, 0.01, Grade::Close),
            (0.3, 0.01, Grade::Fair),
            (0.81, 0.8, Grade::Far),
        ] {
            assert_eq!(
                fault(size, allowance).grade(),
                expected,
                "{size} {allowance}"
            );
        }
    }

    /// Much that a sample would have as well is less than little that it would not.
    #[test]
    fn order() {
        let mut faults = [
            (0.0001, 0.01),
            (0.0, 0.0),
            (0.5, 0.6),
            (0.02, 0.01),
            (0.31, 0.3),
            (0.2, 0.01),
            (0.001, 0.0),
        ]
        .map(|(size, allowance)| fault(size, allowance));
        faults.sort_by(Fault::worse_first);
        let sizes = faults.map(|fault| fault.size.to_string());
        assert_eq!(
            sizes,
            ["0.31", "0.2", "0.02", "0.001", "0.5", "0.0001", "0"]
        );
    }
}
