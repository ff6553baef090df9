//! Grades.

use serde::{Deserialize, Serialize};

/// How good the synthetic table is: the worse of two grades, one by the mean distance of its marginals
/// ([`super::Verdict::limits`]), and one by the worst fault of a column ([`super::Fault::limits`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Grade {
    /// What a sample of the real table could have.
    LikeASample,
    /// Little more.
    Close,
    /// Good for broad questions, not for fine ones.
    Fair,
    /// More.
    Far,
}

impl Grade {
    /// From the best to the worst.
    pub const ALL: [Self; 4] = [Self::LikeASample, Self::Close, Self::Fair, Self::Far];
}

/// The most that a figure may be for each grade but the last. It is from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    pub like_a_sample: f64,
    pub close: f64,
    pub fair: f64,
}

impl Limits {
    pub fn grade(self, figure: f64) -> Grade {
        if figure <= self.like_a_sample {
            Grade::LikeASample
        } else if figure <= self.close {
            Grade::Close
        } else if figure <= self.fair {
            Grade::Fair
        } else {
            Grade::Far
        }
    }

    /// Where a figure stands on a scale of four equal parts, one a grade: from 0 to 4, a whole number at each limit.
    pub fn place(self, figure: f64) -> f64 {
        let ends = [0.0, self.like_a_sample, self.close, self.fair, 1.0];
        let (part, from) = match self.grade(figure) {
            Grade::LikeASample => (0_u8, 0),
            Grade::Close => (1, 1),
            Grade::Fair => (2, 2),
            Grade::Far => (3, 3),
        };
        // A limit may lie above the next one, which then bounds nothing.
        let low = ends.iter().take(from + 1).fold(0.0, |a: f64, b| a.max(*b));
        let high = ends.get(from + 1).copied().unwrap_or(1.0);
        let share = if high > low {
            (figure - low) / (high - low)
        } else {
            1.0
        };
        f64::from(part) + share.clamp(0.0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_stands_in_the_part_of_its_grade() {
        let usual = Limits {
            like_a_sample: 0.02,
            close: 0.1,
            fair: 0.3,
        };
        let wide = Limits {
            like_a_sample: 0.5,
            close: 0.1,
            fair: 0.3,
        };
        for (limits, figure, expected) in [
            (usual, 0.0, 0.0),
            (usual, 0.01, 0.5),
            (usual, 0.02, 1.0),
            (usual, 0.06, 1.5),
            (usual, 0.3, 3.0),
            (usual, 0.65, 3.5),
            (usual, 1.0, 4.0),
            (wide, 0.25, 0.5),
            (wide, 0.5, 1.0),
            (wide, 0.75, 3.5),
        ] {
            let place = limits.place(figure);
            assert!(
                (place - expected).abs() < 1e-12,
                "{limits:?} {figure}: {place}"
            );
        }
    }
}
