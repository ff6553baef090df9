//! A table without what some of its margins tell.
//!
//! A table T over k variables of a_1, …, a_k values falls into one part for each set S of them: what the variables of S do
//! together, beyond all smaller sets. The part of no variable is the total, those of one are what margins of one variable tell
//! beyond it, and so on. With I the identity and J all ones, the part of S is
//! ```text
//! P_S·T,   P_S = ⊗_(i ∈ S) (I − J/a_i) ⊗_(i ∉ S) J/a_i.
//! ```
//! Where other tables have told some parts well enough, only the others are asked for, and a row moves these by less than it moves
//! the table: one interaction of two variables of two values costs a quarter of what their table costs. (After Xiao, He, Zhang
//! and Kifer 2023, who measure every part by itself.)
//!
//! With m = a_1·…·a_k cells, m·P_S is a matrix of whole numbers, so that the answer is one: the sum W of m·P_S·T over the parts
//! that are asked for, in units of 1/m of a row, with noise on each of its m cells. Written by margins it is
//! ```text
//! W = Σ_E c_E · (margin of E, repeated),   c_E = Π_(i ∈ E) a_i · Σ_(S ⊇ E asked) (−1)^|S∖E|.
//! ```
//! One row in a cell x has W_x = m·Σ_S P_S·e_x. For two rows whose cells agree in the variables E and in no other,
//! ```text
//! ⟨W_x, W_y⟩ = m · g(E),   g(E) = Σ_(S asked) Π_(i ∈ S) ((a_i if i ∈ E else 0) − 1),
//! ```
//! since the P_S are projections onto orthogonal spaces. So a row has the squared length m·g(all), r rows of a person at most
//! r² times that (Minkowski), and a row that becomes another moves by at most 2m·(g(all) − min g).
//!
//! Tested: `parts_move_by_at_most_their_sensitivity` (every set of parts of two variables of up to three values, under
//! both adjacencies, and that no more is declared than is needed), `parts_of_many_variables_are_their_definition`
//! (every set of parts of four variables of two values; of five, the most there may be, sets of one, two, all but one
//! and all but two), `all_parts_are_the_table`, `what_is_no_part_of_a_small_table_is_refused` (refusals of a few
//! tables), `parts_that_no_row_moves_buy_no_noise` (`Axes::alike` declares less where there is less),
//! `a_record_tells_how_far_a_row_moves_its_parts`, `parts_are_paid_before_they_are_read` (`AskedParts::units`, for a
//! table of two by two).
//! Assumed: nothing; what `AskedParts::sizes` and `AskedParts::parts` hand out is compared with what verify rebuilds.

use crate::Error;
use crate::domain::Domain;
use crate::neighbours::Neighbours;
use crate::privacy::SquaredSensitivity;
use crate::variables::VariableSet;

/// Most variables of a table that is asked for by parts.
pub const MOST_AXES: usize = 5;
/// Most cells of one: 2^12 cells of at most 2^40 rows, times what inclusion and exclusion sums up, keep within 2^62.
pub const MOST_PART_CELLS: u64 = 1 << 12;

/// Which parts of a table are asked for. A part has a number: bit i is set where the i-th variable of the table is in its set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts(u32);

impl Parts {
    /// The parts of these numbers. Refused: a number beyond those of [`MOST_AXES`] variables.
    pub fn new(numbers: impl IntoIterator<Item = usize>) -> Result<Self, Error> {
        let mut parts = 0_u32;
        for number in numbers {
            let bit = u32::try_from(number).ok();
            let bit = bit.and_then(|number| 1_u32.checked_shl(number));
            parts |= bit.ok_or(Error::BadVariableSet)?;
        }
        Ok(Self(parts))
    }

    /// Whether the part of this number is asked for.
    pub const fn has(self, number: usize) -> bool {
        number < 32 && self.0 >> number & 1 == 1
    }
}

/// A table that is asked for by parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AskedParts {
    variables: VariableSet,
    axes: Axes,
    parts: Parts,
}

impl AskedParts {
    /// These parts of the table over these variables. Refused: a table of too many variables or cells, and parts that it does
    /// not have.
    pub fn new(domain: &Domain<'_>, variables: &VariableSet, parts: Parts) -> Result<Self, Error> {
        let sizes = variables.as_slice().iter();
        let axes = Axes::new(sizes.map(|&variable| domain.size(variable)))?;
        if parts.0 & !axes.all().0 != 0 {
            return Err(Error::BadVariableSet);
        }
        Ok(Self {
            variables: variables.clone(),
            axes,
            parts,
        })
    }

    /// What is counted.
    pub const fn variables(&self) -> &VariableSet {
        &self.variables
    }

    /// The numbers of values of the variables.
    pub fn sizes(&self) -> &[u32] {
        &self.axes.sizes
    }

    /// Which of its parts are answered.
    pub const fn parts(&self) -> Parts {
        self.parts
    }

    /// Units of a row: as many as the table has cells.
    pub fn units(&self) -> u32 {
        self.axes.cells()
    }

    /// Δ² of the whole answer, in these units squared. Refused: parts that no row moves.
    pub fn sensitivity(&self, neighbours: Neighbours) -> Result<SquaredSensitivity, Error> {
        self.axes.sensitivity(self.parts, neighbours)
    }

    /// The answer without noise, from the counts of the whole table, which is over the same variables in this domain. `margin` has
    /// as many places as the table has cells.
    pub fn take(
        &self,
        domain: &Domain<'_>,
        counts: &[u64],
        margin: &mut [i64],
        answer: &mut [i64],
    ) -> Result<(), Error> {
        answer.fill(0);
        for kept in 0..=self.axes.last() {
            let factor = self.axes.factor(self.parts, kept);
            if factor == 0 {
                continue;
            }
            let onto = self.subset(kept)?;
            margin.fill(0);
            domain.project(&self.variables, &onto, |cell, place| {
                if let (Some(&count), Some(sum)) = (counts.get(cell), margin.get_mut(place)) {
                    *sum = sum.saturating_add_unsigned(count);
                }
            });
            domain.project(&self.variables, &onto, |cell, place| {
                if let (Some(answer), Some(&sum)) = (answer.get_mut(cell), margin.get(place)) {
                    *answer = answer.saturating_add(sum.saturating_mul(factor));
                }
            });
        }
        Ok(())
    }

    /// The variables whose bits are set.
    fn subset(&self, bits: usize) -> Result<VariableSet, Error> {
        let mut subset = VariableSet::EMPTY;
        for (axis, &variable) in self.variables.as_slice().iter().enumerate() {
            if is_in(bits, axis) {
                subset.insert(variable)?;
            }
        }
        Ok(subset)
    }
}

/// Δ² of some parts of a table whose variables have these numbers of values, as [`AskedParts::sensitivity`] has it: for who
/// reads a record, and has no table.
pub fn sensitivity(
    sizes: &[u32],
    parts: Parts,
    neighbours: Neighbours,
) -> Result<SquaredSensitivity, Error> {
    Axes::new(sizes.iter().copied())?.sensitivity(parts, neighbours)
}

/// The numbers of values of a table's variables. Invariant: at most [`MOST_AXES`] of them, and [`MOST_PART_CELLS`] together.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Axes {
    sizes: heapless::Vec<u32, MOST_AXES>,
}

impl Axes {
    fn new(values: impl Iterator<Item = u32>) -> Result<Self, Error> {
        let mut sizes = heapless::Vec::new();
        let mut cells = 1_u64;
        for size in values {
            sizes.push(size).map_err(|_| Error::BadVariableSet)?;
            cells = cells.saturating_mul(size.into());
        }
        if (1..=MOST_PART_CELLS).contains(&cells) {
            Ok(Self { sizes })
        } else {
            Err(Error::BadVariableSet)
        }
    }

    fn cells(&self) -> u32 {
        self.sizes
            .iter()
            .fold(1, |cells, &size| cells.saturating_mul(size))
    }

    /// The number of the part of all variables: the largest.
    fn last(&self) -> usize {
        (1_usize << self.sizes.len().min(MOST_AXES)).saturating_sub(1)
    }

    /// All parts there are.
    fn all(&self) -> Parts {
        Parts(u32::MAX >> 31_usize.saturating_sub(self.last()))
    }

    fn sensitivity(
        &self,
        parts: Parts,
        neighbours: Neighbours,
    ) -> Result<SquaredSensitivity, Error> {
        let all = self.together(parts, self.last());
        let moved = match neighbours {
            Neighbours::AddRemove { rows } => {
                let rows = u128::from(rows.get());
                let row = u128::from(all.unsigned_abs());
                rows.saturating_mul(rows).saturating_mul(row)
            }
            Neighbours::Replace => {
                // Two cells always agree in a variable of one value.
                let alike = self.alike();
                let others = (0..self.last()).filter(|agreeing| agreeing & alike == alike);
                let apart = others.map(|agreeing| all.abs_diff(self.together(parts, agreeing)));
                u128::from(apart.max().unwrap_or(0)).saturating_mul(2)
            }
        };
        SquaredSensitivity::new(moved.saturating_mul(self.cells().into()))
    }

    /// The variables of one value.
    fn alike(&self) -> usize {
        let axes = self.sizes.iter().enumerate();
        let alike = axes.filter(|(_, size)| **size == 1);
        alike.map(|(axis, _)| 1_usize << axis).sum()
    }

    /// c_E: below 2^5 · cells.
    fn factor(&self, parts: Parts, kept: usize) -> i64 {
        let within = (0..=self.last()).filter(|number| number & kept == kept);
        let asked = within.filter(|&number| parts.has(number));
        let signs = asked.map(|number| match (number ^ kept).count_ones() % 2 {
            0 => 1_i64,
            _ => -1,
        });
        let axes = self.sizes.iter().enumerate();
        let sizes = axes.filter(|(axis, _)| is_in(kept, *axis));
        let sizes = sizes.fold(1_i64, |cells, (_, &size)| cells.saturating_mul(size.into()));
        signs.sum::<i64>().saturating_mul(sizes)
    }

    /// g(E): between −2^5 · cells and cells.
    fn together(&self, parts: Parts, agreeing: usize) -> i64 {
        let asked = (0..=self.last()).filter(|&number| parts.has(number));
        let products = asked.map(|number| {
            let axes = self.sizes.iter().enumerate();
            let within = axes.filter(|(axis, _)| is_in(number, *axis));
            within.fold(1_i64, |product, (axis, &size)| {
                let size = if is_in(agreeing, axis) { size } else { 0 };
                product.saturating_mul(i64::from(size).saturating_sub(1))
            })
        });
        products.sum()
    }
}

const fn is_in(bits: usize, axis: usize) -> bool {
    bits >> axis & 1 == 1
}

#[cfg(test)]
mod tests {
    use core::num::NonZeroU32;

    use super::*;
    use crate::domain::Level;
    use crate::variables::Variable;

    const TWO_ROWS: Neighbours = Neighbours::AddRemove {
        rows: NonZeroU32::MIN.saturating_add(1),
    };

    fn asked(domain: &Domain<'_>, numbers: &[usize]) -> Result<AskedParts, Error> {
        let pair = VariableSet::new(&[Variable(0), Variable(1)])?;
        AskedParts::new(domain, &pair, Parts::new(numbers.iter().copied())?)
    }

    #[test]
    fn an_interaction_of_two_by_two() {
        let levels = [Level::leaf(0, 2), Level::leaf(1, 2)];
        let domain = Domain::new(&levels).unwrap();
        let asked = asked(&domain, &[3]).unwrap();
        let (mut margin, mut answer) = ([7; 4], [7; 4]);
        asked
            .take(&domain, &[10, 4, 1, 3], &mut margin, &mut answer)
            .unwrap();
        // 10 − 4 − 1 + 3 = 8 in every cell, with the cell's sign: 2 rows, in quarters.
        assert_eq!(answer, [8, -8, -8, 8]);
        // Each of two rows moves four cells by one quarter; a row changed moves them by two.
        assert_eq!(asked.sensitivity(TWO_ROWS).unwrap().units(), 4 * 4);
        assert_eq!(
            asked.sensitivity(Neighbours::Replace).unwrap().units(),
            4 * 4
        );
    }

    #[test]
    fn all_parts_are_the_table() {
        let levels = [Level::leaf(0, 2), Level::leaf(1, 3)];
        let domain = Domain::new(&levels).unwrap();
        let all = asked(&domain, &[0, 1, 2, 3]).unwrap();
        let counts = [5, 0, 2, 1, 7, 3];
        let (mut margin, mut answer) = ([0; 6], [0; 6]);
        all.take(&domain, &counts, &mut margin, &mut answer)
            .unwrap();
        assert_eq!(answer, [30, 0, 12, 6, 42, 18]);
        assert_eq!(all.sensitivity(TWO_ROWS).unwrap().units(), 4 * 36);
        assert_eq!(
            all.sensitivity(Neighbours::Replace).unwrap().units(),
            2 * 36
        );
        // The parts by themselves add up to it.
        let mut sums = [0; 6];
        for number in 0..4 {
            let one = asked(&domain, &[number]).unwrap();
            one.take(&domain, &counts, &mut margin, &mut answer)
                .unwrap();
            sums.iter_mut()
                .zip(answer)
                .for_each(|(sum, cell)| *sum += cell);
        }
        assert_eq!(sums, [30, 0, 12, 6, 42, 18]);
    }

    #[test]
    #[allow(clippy::large_stack_arrays)] // there may be no heap, and these are as large as tables get
    fn what_is_no_part_of_a_small_table_is_refused() {
        let levels = [Level::leaf(0, 65), Level::leaf(1, 64)];
        let domain = Domain::new(&levels).unwrap();
        assert_eq!(asked(&domain, &[3]).err(), Some(Error::BadVariableSet));
        let levels = [Level::leaf(0, 64), Level::leaf(1, 64)];
        let domain = Domain::new(&levels).unwrap();
        assert_eq!(asked(&domain, &[4]).err(), Some(Error::BadVariableSet));
        assert_eq!(asked(&domain, &[32]).err(), Some(Error::BadVariableSet));
        let all = Parts::new(0..32).unwrap();
        assert!(all.has(31) && !all.has(32));
        // The largest table, of as many rows as there may be: nothing saturates.
        let asked = asked(&domain, &[1, 2, 3]).unwrap();
        let mut counts = [0; 4096];
        counts[0] = crate::counts::MOST_ROWS;
        let (mut margin, mut answer) = ([0; 4096], [0; 4096]);
        asked
            .take(&domain, &counts, &mut margin, &mut answer)
            .unwrap();
        let rows = i64::try_from(crate::counts::MOST_ROWS).unwrap();
        assert_eq!((answer[0], answer[4095]), (4095 * rows, -rows));
        assert_eq!(
            asked.sensitivity(TWO_ROWS).unwrap().units(),
            4 * 4096 * 4095
        );
    }

    /// Columns of one value have nothing to tell.
    #[test]
    fn parts_that_no_row_moves_buy_no_noise() {
        for (sizes, own) in [([1, 3], 1), ([3, 1], 2)] {
            let levels = [Level::leaf(0, sizes[0]), Level::leaf(1, sizes[1])];
            let domain = Domain::new(&levels).unwrap();
            for neighbours in [TWO_ROWS, Neighbours::Replace] {
                for numbers in [&[][..], &[own], &[3]] {
                    let none = asked(&domain, numbers).unwrap().sensitivity(neighbours);
                    assert_eq!(none, Err(Error::SensitivityOutOfRange));
                }
            }
        }
        let levels = [Level::leaf(0, 1), Level::leaf(1, 3)];
        let domain = Domain::new(&levels).unwrap();
        // Nor does a total that is public.
        let total = asked(&domain, &[0]).unwrap();
        assert!(total.sensitivity(TWO_ROWS).is_ok());
        assert!(total.sensitivity(Neighbours::Replace).is_err());
    }
}
