//! The audit of a smoothed histogram, whose answer is the rows themselves.
//!
//! n equal rows, against the same with one of them changed to a cell that was empty. With K cells and
//! weight λ, a drawn row falls into that cell with probability λ/K, or (1−λ)/n more. The ratio of the
//! two is the loss of a draw, ln(1 + (1−λ)K/(nλ)): no pair of tables has a larger one (Sørensen Eq. 3.2).
//! The attacker knows λ and has the exact log-likelihood ratio of the k draws. The claim and the bound are ε
//! at δ = 0.

use privet_core::counts::{Column, Columns, MostRows};
use privet_core::curator::Curator;
use privet_core::domain::{Domain, Level};
use privet_core::ledger::{Ledger, Pure, Purpose};
use privet_core::neighbours::Neighbours;
use privet_core::noise::SmoothedRows;
use privet_core::privacy::{Draws, PureEpsilon, SmoothingWeight};
use privet_core::variables::{Variable, VariableSet};

use super::Outcome;
use super::bounds::{Runs, epsilon_of};
use super::case::Table;
use super::pure::PURE_CLAIM;
use super::release::{Seed, Side};
use super::study::{Effort, Verdict, on_both_sides};

/// Two neighbouring tables of binary columns: rows of zeros, and the same with one row of ones instead.
#[derive(Clone, Copy, Debug)]
pub struct SmoothedCase {
    /// Number of columns; K is 2 to its power.
    pub columns: u8,
    /// n.
    pub rows: u32,
    /// k.
    pub draws: u32,
    /// By which way the rows are asked for.
    pub door: Door,
    /// What is wrong with the mechanism.
    pub bug: Option<SmoothedBug>,
}

/// The way to the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Door {
    /// All of it, as a release has it. Each asks for the smallest λ, which takes a millisecond.
    Curator,
    /// From the charge on, at a λ that core chose once: for the many releases that a rare event needs.
    Ledger,
}

/// A way to break the guarantee, emulated by a ledger that holds what the wrong law costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SmoothedBug {
    /// λ/2 where λ was charged.
    WeightHalved,
    /// A row more than was charged, at the same λ.
    DrawUncharged,
}

/// The attacker's findings.
#[derive(Clone, Copy, Debug)]
pub struct SmoothedFindings {
    /// ε that the two laws imply: the largest log-likelihood ratio of any rows.
    pub implied: f64,
    /// Lower bound on ε from the rows.
    pub epsilon: f64,
}

/// The honest cases with their names, then the planted bugs; all from the ledger's charge on.
pub fn smoothed_cases() -> Vec<(&'static str, SmoothedCase)> {
    let case = |columns, rows, draws, bug| SmoothedCase {
        columns,
        rows,
        draws,
        door: Door::Ledger,
        bug,
    };
    vec![
        ("SmoothedHistogram, n 1, K 2, k 1", case(1, 1, 1, None)),
        ("SmoothedHistogram, n 4, K 4, k 1", case(2, 4, 1, None)),
        ("SmoothedHistogram, n 2, K 4, k 3", case(2, 2, 3, None)),
        (
            "planted: weight halved",
            case(1, 1, 1, Some(SmoothedBug::WeightHalved)),
        ),
        (
            "planted: draw uncharged",
            case(2, 4, 1, Some(SmoothedBug::DrawUncharged)),
        ),
    ]
}

/// Releases both tables, each on a thread of its own, and bounds the loss.
pub fn investigate_smoothed(
    case: &SmoothedCase,
    place: u64,
    effort: &Effort,
) -> Outcome<SmoothedFindings> {
    let law = case.law()?;
    let attack = Attack::on(case, law)?;
    let (left, right) = on_both_sides(place, effort, |side, seed| {
        let drawn = case.release(law, side, seed)?;
        Ok(attack.ratio(&drawn))
    })?;
    let runs = Runs { left, right };
    Ok(SmoothedFindings {
        implied: attack.largest(law.draws.draws),
        epsilon: runs.lower_bound(effort.error, |alpha, beta| epsilon_of(alpha, beta, 0.0)),
    })
}

/// The verdict on these findings.
pub fn smoothed_verdict(case: &SmoothedCase, findings: &SmoothedFindings) -> Verdict {
    Verdict::of_refutation(case.bug, findings.epsilon > PURE_CLAIM)
}

impl SmoothedCase {
    /// The law of the claim, or the wrong one that a planted bug has instead.
    fn law(&self) -> Outcome<SmoothedRows> {
        let cells = 1_u32 << self.columns;
        let draws = Draws {
            rows: self.rows,
            cells: cells.try_into()?,
            draws: self.draws,
        };
        let claim = PureEpsilon::from_f64_down(PURE_CLAIM)?;
        let weight = SmoothingWeight::smallest_up(draws, claim)?;
        Ok(match self.bug {
            None => SmoothedRows { draws, weight },
            Some(SmoothedBug::WeightHalved) => SmoothedRows {
                draws,
                weight: SmoothingWeight::new(weight.units() / 2)?,
            },
            Some(SmoothedBug::DrawUncharged) => SmoothedRows {
                draws: Draws {
                    draws: self.draws + 1,
                    ..draws
                },
                weight,
            },
        })
    }

    fn release(&self, law: SmoothedRows, side: Side, seed: Seed) -> Outcome<Vec<u32>> {
        let budget = law.weight.loss_up(law.draws)?;
        let mut noise = seed.noise(side, 0);
        let mut scratch = vec![0; usize::try_from(law.draws.cells.get())?];
        let mut drawn = vec![0; usize::try_from(law.draws.draws)?];
        if self.door == Door::Ledger {
            let variables: Vec<Variable> = (0..self.columns.into()).map(Variable).collect();
            let purpose = Purpose::Rows(VariableSet::new(&variables)?);
            let paid = AuditLedger::new(budget).charge(purpose, law)?;
            self.count(side, &mut scratch)?;
            paid.draw(&mut scratch, &mut drawn, &mut noise)?;
            return Ok(drawn);
        }
        let table = self.table(side)?;
        let levels: Vec<Level<'_>> = (0..self.columns)
            .map(|column| Level::leaf(column, 2))
            .collect();
        let domain = Domain::new(&levels)?;
        let columns = table.columns.iter().map(|codes| Column::Narrow(codes));
        let borrowed: Vec<Column<'_>> = columns.collect();
        let counts = Columns::new(&domain, &borrowed)?;
        let ledger = AuditLedger::new(budget);
        let mut curator = Curator::new(
            counts,
            MostRows::LARGEST,
            Neighbours::Replace,
            ledger,
            noise,
        )?;
        curator.smoothed_rows(&domain, budget, &mut scratch, &mut drawn)?;
        Ok(drawn)
    }

    /// The histogram: zeros in the first cell, ones in the last.
    fn count(&self, side: Side, cells: &mut [u64]) -> Outcome<()> {
        let changed = u64::from(side == Side::Right);
        let zeros = u64::from(self.rows).checked_sub(changed);
        *cells.first_mut().ok_or("a histogram has cells")? = zeros.ok_or("a table has a row")?;
        *cells.last_mut().ok_or("a histogram has cells")? = changed;
        Ok(())
    }

    fn table(&self, side: Side) -> Outcome<Table> {
        let width = usize::from(self.columns);
        let mut rows = vec![vec![0; width]; usize::try_from(self.rows)?];
        if side == Side::Right {
            let changed = rows.first_mut().ok_or("a table has a row")?;
            changed.fill(1);
        }
        Ok(Table::of_rows(&rows))
    }
}

type AuditLedger = Ledger<Pure, 4>;

/// What a drawn row says: ln of its probability from the right table over that from the left. Nothing
/// for cells that are empty in both.
struct Attack {
    /// Of a row of zeros, the first cell.
    zeros: f64,
    /// Of a row of ones.
    ones: f64,
    /// The cell of ones, the last.
    ones_cell: u32,
}

impl Attack {
    fn on(case: &SmoothedCase, law: SmoothedRows) -> Outcome<Self> {
        let (weight, cells) = (law.weight.to_f64(), law.draws.cells.get());
        // p_j = (1−λ)·C_j/n + λ/K
        let probability = |count: u32| {
            (1.0 - weight) * f64::from(count) / f64::from(case.rows) + weight / f64::from(cells)
        };
        let others = case.rows.checked_sub(1).ok_or("a table has a row")?;
        Ok(Self {
            zeros: libm::log(probability(others) / probability(case.rows)),
            ones: libm::log(probability(1) / probability(0)),
            ones_cell: cells - 1,
        })
    }

    fn ratio(&self, drawn: &[u32]) -> f64 {
        let (mut zeros, mut ones) = (0_u32, 0_u32);
        for &cell in drawn {
            zeros += u32::from(cell == 0);
            ones += u32::from(cell == self.ones_cell);
        }
        // From the numbers and not row by row, so that equal numbers give equal floats.
        f64::from(zeros) * self.zeros + f64::from(ones) * self.ones
    }

    fn largest(&self, draws: u32) -> f64 {
        f64::from(draws) * self.ones.max(-self.zeros)
    }
}
