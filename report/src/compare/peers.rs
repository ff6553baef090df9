//! What other programs reached on tables that are well known, for whoever releases one of these.
//!
//! `assets/peers.csv` has the mean distance of 3-way tables at δ = 1e-9: those figures of the project's study of accuracy
//! that were measured by others. A table is known by its number of rows and the sizes of its columns: where a spec codes
//! them otherwise, distances are not comparable, and nothing is shown.

use super::figures::Compared;
use crate::plot::Series;
use privet_evaluate::Evaluation;

/// A table that others have measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Benchmark {
    pub(super) table: &'static str,
    rows: u64,
    /// Of the columns, increasing.
    sizes: &'static [u32],
}

impl Benchmark {
    /// The figure that others have.
    pub(super) const FIGURE: &'static str = "mean_distance_3";

    fn is_of(&self, evaluation: &Evaluation) -> bool {
        let mut sizes: Vec<u32> = evaluation
            .columns
            .iter()
            .map(|column| column.size)
            .collect();
        sizes.sort_unstable();
        evaluation.run.real.rows == self.rows && sizes == self.sizes
    }

    /// A series for each program.
    pub(super) fn series(&self) -> Vec<Series> {
        let mut series: Vec<Series> = Vec::new();
        for line in PEERS.lines().skip(1) {
            let fields: Vec<&str> = line.split(',').collect();
            let [table, epsilon, program, distance] = *fields.as_slice() else {
                continue;
            };
            let point = epsilon.parse().ok().zip(distance.parse().ok());
            let Some(point) = point.filter(|_| table == self.table) else {
                continue;
            };
            match series.iter_mut().find(|series| series.name == program) {
                Some(found) => found.points.push(point),
                None => series.push(Series {
                    name: program.to_owned(),
                    points: vec![point],
                }),
            }
        }
        series
    }
}

/// The table that all evaluated releases are of, if it is a known one.
pub(super) fn benchmark(releases: &[Compared]) -> Option<Benchmark> {
    let mut evaluations = releases
        .iter()
        .filter_map(|one| one.evaluation.as_ref())
        .peekable();
    evaluations.peek()?;
    let evaluations: Vec<&Evaluation> = evaluations.collect();
    KNOWN
        .into_iter()
        .find(|known| evaluations.iter().all(|one| known.is_of(one)))
}

const PEERS: &str = include_str!("../../assets/peers.csv");

const KNOWN: [Benchmark; 4] = [
    Benchmark {
        table: "nltcs",
        rows: 21_574,
        sizes: &[2; 16],
    },
    Benchmark {
        table: "acs",
        rows: 47_461,
        sizes: &[2; 23],
    },
    Benchmark {
        table: "br2000",
        rows: 38_000,
        sizes: &[2, 2, 2, 2, 2, 2, 2, 4, 7, 10, 16, 16, 16, 22],
    },
    Benchmark {
        table: "adult-pgm",
        rows: 48_842,
        sizes: &[2, 2, 5, 6, 7, 9, 15, 16, 42, 85, 99, 100, 100, 100],
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    /// Every line of the file is read, and every known table has its programs.
    #[test]
    fn every_figure_of_others_is_shown() {
        let read: usize = KNOWN
            .iter()
            .flat_map(Benchmark::series)
            .map(|series| series.points.len())
            .sum();
        assert_eq!(read, PEERS.lines().count() - 1);
        for known in KNOWN {
            let names: Vec<String> = known
                .series()
                .into_iter()
                .map(|series| series.name)
                .collect();
            assert_eq!(
                names,
                ["AIM", "MST", "PrivMRF's own code"],
                "{}",
                known.table
            );
            assert!(known.sizes.is_sorted());
        }
    }
}
