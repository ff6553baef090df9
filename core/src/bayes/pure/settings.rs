//! The public settings, and how large a table may be: θ-usefulness.
//!
//! Zhang Definition 5: a noisy table is θ-useful if the average count of its cells is at least θ times
//! the average magnitude of its noise, which is the Laplace scale b. In counts, with Δ the L1
//! sensitivity of a table (r for a unit of r rows under `AddRemove`, 2 under `Replace`), m tables
//! and ε₂ for all of them, b = Δ·m/ε₂, and a table of c cells is useful if
//! ```text
//! n/c ≥ θ·Δ·m/ε₂
//! ```
//! Where all attributes are binary and each has k parents, c = 2^(k+1) and m = d − k; this is Zhang
//! Lemma 3 for Δ = 2 and ε₂ = ε/2. k is the largest number that keeps it true, 0 if none does. Where
//! attributes have more values the number of tables is not known beforehand: m = d, and parents are
//! taken as long as a table has at most τ = n·ε₂/(θ·Δ·d) cells. That is the same rule in cells instead of
//! parents: for binary attributes τ = 2^(k+1) allows k parents.
//!
//! n is the public or the noisy number of rows, or one that the spec assumes; never the private one.

use super::candidates::most_candidates;
use crate::curator::SelectionLaw;
use crate::domain::Domain;
use crate::neighbours::Neighbours;
use crate::privacy::PureEpsilon;
use crate::score::Score;
use crate::variables::MAX_VARIABLES;

/// The public settings of the mechanism.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// ε for all selections together.
    pub structure: PureEpsilon,
    /// ε for the size; not used where it is public.
    pub size: PureEpsilon,
    /// ε for all tables together; what the selections leave is added to it.
    pub tables: PureEpsilon,
    /// What makes parents good.
    pub score: Score,
    /// How good ones are chosen.
    pub law: SelectionLaw,
    /// θ: a table's average count in noise scales. Zhang: 4.
    pub theta: f64,
    /// The most cells of any table, whatever the size.
    pub most_cells: u64,
    /// The most parents of an attribute, whatever the size.
    pub most_parents: Option<u32>,
    /// The most candidates of a selection, however many cells they have; `None`: [`most_candidates`].
    pub candidates: Option<u32>,
    /// The number of rows by which tables are found useful, instead of the noisy one.
    pub assumed_rows: Option<u64>,
}

impl Settings {
    /// τ: the most cells of a table of two attributes or more.
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss
    )]
    pub fn most_cells(&self, domain: &Domain<'_>, neighbours: Neighbours, rows: u64) -> u64 {
        // Public numbers; each operation is correctly rounded, so the result is the same everywhere.
        let rows = rows.max(1) as f64;
        let one_table = neighbours.table_l1().units() as f64 / self.tables.to_f64();
        let useful_cells = |tables: u16| rows / (self.theta * one_table * f64::from(tables));
        let attributes = domain.attributes();
        let cells = if is_binary(domain) {
            let most_parents = u16::try_from(self.most_parents()).unwrap_or(u16::MAX);
            let most_parents = attributes.saturating_sub(1).min(most_parents);
            (1..=most_parents)
                .rev()
                .map(|parents| (parents, 1_u64 << (parents + 1)))
                .find(|&(parents, cells)| {
                    cells <= self.most_cells
                        && cells as f64 <= useful_cells(attributes.saturating_sub(parents))
                })
                .map_or(1, |(_, cells)| cells)
        } else {
            // A saturating cast, and NaN is 0.
            useful_cells(attributes) as u64
        };
        cells.min(self.most_cells)
    }

    /// The most candidates of a selection among tables of at most so many cells.
    pub fn most_candidates(&self, most_cells: u64) -> usize {
        let declared = self.candidates.and_then(|most| usize::try_from(most).ok());
        declared.unwrap_or_else(|| most_candidates(most_cells))
    }

    /// The most parents of an attribute.
    pub fn most_parents(&self) -> usize {
        let declared = self
            .most_parents
            .and_then(|most| usize::try_from(most).ok());
        declared.unwrap_or(usize::MAX).min(MAX_VARIABLES - 1)
    }
}

/// Whether no attribute has more than two values.
fn is_binary(domain: &Domain<'_>) -> bool {
    domain
        .variables()
        .filter(|&variable| domain.is_leaf(variable))
        .all(|variable| domain.size(variable) <= 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Level;

    fn settings(tables: f64) -> Settings {
        let part = |epsilon| PureEpsilon::from_f64_down(epsilon).unwrap();
        Settings {
            structure: part(0.5),
            size: part(0.01),
            tables: part(tables),
            score: Score::F,
            law: SelectionLaw::Exponential,
            theta: 4.0,
            most_cells: 1 << 22,
            most_parents: None,
            candidates: None,
            assumed_rows: None,
        }
    }

    fn leaves(size: u32) -> [Level<'static>; 16] {
        core::array::from_fn(|attribute| Level::leaf(u8::try_from(attribute).unwrap(), size))
    }

    #[test]
    fn the_degree_is_that_of_lemma_3() {
        // nltcs, 21574 × 16, under Replace with ε₂ = ε/2: the largest k with
        // n·ε/((d − k)·2^(k+3)) ≥ 4, by hand.
        let levels = leaves(2);
        let domain = Domain::new(&levels).unwrap();
        for (epsilon, degree) in [
            (0.01, 0), // 1: 21574·0.01/(15·16) = 0.9
            (0.05, 1), // 1: 4.49, 2: 2.41
            (0.1, 2),  // 2: 4.8, 3: 2.6
            (0.2, 3),  // 3: 5.2, 4: 2.8
            (0.4, 4),  // 4: 5.6, 5: 3.1
            (0.8, 5),  // 5: 6.1, 6: 3.4
            (1.6, 6),  // 6: 6.7, 7: 3.7
        ] {
            let settings = settings(epsilon / 2.0);
            let cells = settings.most_cells(&domain, Neighbours::Replace, 21_574);
            assert_eq!(
                cells,
                1 << if degree == 0 { 0 } else { degree + 1 },
                "{epsilon}"
            );
            // Half the sensitivity is as good as twice the budget.
            let one_row = Neighbours::AddRemove {
                rows: core::num::NonZeroU32::MIN,
            };
            let half = self::settings(epsilon / 4.0).most_cells(&domain, one_row, 21_574);
            assert_eq!(half, cells);
        }
        let mut capped = settings(0.8);
        capped.most_cells = 10;
        assert_eq!(capped.most_cells(&domain, Neighbours::Replace, 21_574), 8);
        for (degree, cells) in [(0, 1), (1, 4), (3, 16)] {
            let mut few = settings(0.8);
            few.most_parents = Some(degree);
            let found = few.most_cells(&domain, Neighbours::Replace, 21_574);
            assert_eq!(found, cells, "at most {degree} parents");
        }
    }

    #[test]
    fn candidates_are_bounded_in_cells_unless_they_are_declared() {
        let mut settings = settings(0.4);
        // 2^17 cells, between 256 and 4096 tables.
        for (cells, most) in [(1, 4096), (32, 4096), (64, 2048), (1 << 22, 256)] {
            assert_eq!(settings.most_candidates(cells), most, "{cells} cells");
        }
        settings.candidates = Some(100_000);
        for cells in [1, 1 << 22] {
            assert_eq!(settings.most_candidates(cells), 100_000, "{cells} cells");
        }
    }

    #[test]
    fn wider_attributes_are_bounded_in_cells() {
        let levels = leaves(3);
        let domain = Domain::new(&levels).unwrap();
        // 21574·0.4/(4·2·16) = 67.4
        let cells = settings(0.4).most_cells(&domain, Neighbours::Replace, 21_574);
        assert_eq!(cells, 67);
        assert_eq!(settings(0.4).most_cells(&domain, Neighbours::Replace, 0), 0);
    }
}
