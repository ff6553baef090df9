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
//! Tested: `parts_move_by_at_most_their_sensitivity` (every set of parts of small tables, under both adjacencies, and that
//! no more is declared than is needed); parts together are the table; what is left out tells nothing. A refused charge reads
//! and spends nothing: `parts_are_paid_before_they_are_read`.

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
                let others = 0..self.last();
                let apart = others.map(|agreeing| all.abs_diff(self.together(parts, agreeing)));
                u128::from(apart.max().unwrap_or(0)).saturating_mul(2)
            }
        };
        SquaredSensitivity::new(moved.saturating_mul(self.cells().into()))
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
