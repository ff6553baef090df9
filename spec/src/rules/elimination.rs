//! Tables of what is possible, and the elimination of variables from them.

use std::collections::{BTreeMap, BTreeSet};

/// What is possible of some variables; the last one's value is the fastest.
#[derive(Clone)]
pub(super) struct Table {
    pub(super) scope: Vec<usize>,
    pub(super) possible: Vec<bool>,
}

/// All combinations of values of some variables, one after the other.
pub(super) struct Odometer {
    pub(super) values: Vec<usize>,
    sizes: Vec<usize>,
}

impl Odometer {
    /// `None` where there are too many combinations.
    pub(super) fn new(scope: &[usize], sizes: &[usize]) -> Option<Self> {
        let sizes = scope.iter().map(|variable| sizes.get(*variable).copied());
        let sizes = sizes.collect::<Option<Vec<usize>>>()?;
        cells(sizes.iter().copied())?;
        Some(Self {
            values: vec![0; sizes.len()],
            sizes,
        })
    }

    /// How many combinations there are.
    pub(super) fn combinations(&self) -> usize {
        self.sizes.iter().product()
    }

    /// Goes to the next combination; `false` after the last.
    pub(super) fn advance(&mut self) -> bool {
        for (value, size) in self.values.iter_mut().zip(&self.sizes).rev() {
            *value += 1;
            if *value < *size {
                return true;
            }
            *value = 0;
        }
        false
    }
}

/// How many combinations there are, if they are few enough for a table.
pub(super) fn cells(sizes: impl Iterator<Item = usize>) -> Option<usize> {
    let product = sizes.into_iter().try_fold(1_usize, usize::checked_mul)?;
    (product <= MOST_CELLS).then_some(product)
}

/// In which order variables are best eliminated: next always the one whose table is the smallest.
pub(super) fn elimination_order(tables: &[Table], sizes: &[usize]) -> Vec<usize> {
    let mut scopes: Vec<BTreeSet<usize>> = Vec::new();
    scopes.extend(
        tables
            .iter()
            .map(|table| table.scope.iter().copied().collect()),
    );
    let cost = |variable: usize, scopes: &[BTreeSet<usize>]| {
        let together = joined(scopes, variable);
        let sizes = together.iter().filter_map(|one| sizes.get(*one).copied());
        sizes.fold(1_usize, usize::saturating_mul)
    };
    let variables = 0..sizes.len();
    let mut left: BTreeMap<usize, usize> = variables.map(|one| (one, cost(one, &scopes))).collect();
    let mut order = Vec::new();
    while let Some(next) = left
        .iter()
        .min_by_key(|(_, cost)| **cost)
        .map(|(one, _)| *one)
    {
        left.remove(&next);
        order.push(next);
        let mut together = joined(&scopes, next);
        together.remove(&next);
        scopes.retain(|scope| !scope.contains(&next));
        scopes.push(together.clone());
        for variable in together {
            left.insert(variable, cost(variable, &scopes));
        }
    }
    order
}

/// Which values of a variable are part of a combination that all tables allow; `None` if that needs too large a table, or
/// too much of the effort that is left.
pub(super) fn projected(
    tables: &[Table],
    variable: usize,
    order: &[usize],
    sizes: &[usize],
    effort: &mut usize,
) -> Option<Vec<bool>> {
    let mut tables = tables.to_vec();
    for next in order.iter().filter(|other| **other != variable) {
        tables = eliminated(tables, *next, sizes, effort)?;
    }
    let values = 0..*sizes.get(variable)?;
    let possible = |value: usize| {
        let row = [(variable, value)];
        tables.iter().all(|table| table.allows(&row, sizes))
    };
    Some(values.map(possible).collect())
}

/// The tables without a variable: those that had it become one of the others, in which what some value allowed is possible.
fn eliminated(
    tables: Vec<Table>,
    variable: usize,
    sizes: &[usize],
    effort: &mut usize,
) -> Option<Vec<Table>> {
    let (with, mut rest): (Vec<_>, Vec<_>) = tables
        .into_iter()
        .partition(|table| table.scope.contains(&variable));
    let all = with.iter().flat_map(|table| table.scope.iter().copied());
    let scope: BTreeSet<usize> = all.filter(|other| *other != variable).collect();
    let scope: Vec<usize> = scope.into_iter().collect();
    let values = *sizes.get(variable)?;
    let mut odometer = Odometer::new(&scope, sizes)?;
    *effort = effort.checked_sub(odometer.combinations().saturating_mul(values))?;
    let mut possible = Vec::new();
    loop {
        let mut row: Vec<(usize, usize)> = scope
            .iter()
            .copied()
            .zip(odometer.values.iter().copied())
            .collect();
        row.push((variable, 0));
        let some = (0..values).any(|value| {
            if let Some(last) = row.last_mut() {
                last.1 = value;
            }
            with.iter().all(|table| table.allows(&row, sizes))
        });
        possible.push(some);
        if !odometer.advance() {
            break;
        }
    }
    rest.push(Table { scope, possible });
    Some(rest)
}

/// The variables that stand in a scope with this one, itself included.
fn joined(scopes: &[BTreeSet<usize>], variable: usize) -> BTreeSet<usize> {
    let with = scopes.iter().filter(|scope| scope.contains(&variable));
    with.flatten().copied().collect()
}

impl Table {
    /// Whether these values of variables, all of the table's among them, are possible.
    fn allows(&self, row: &[(usize, usize)], sizes: &[usize]) -> bool {
        let mut cell = 0;
        for variable in &self.scope {
            let value = row.iter().find(|(known, _)| known == variable);
            let size = sizes.get(*variable).copied().unwrap_or(0);
            cell = cell * size + value.map_or(0, |(_, value)| *value);
        }
        self.possible.get(cell).copied().unwrap_or(false)
    }
}

/// Combinations that are looked at for one spec: less than a second.
pub(super) const MOST_EFFORT: usize = 1 << 25;
/// Of one table: what a mechanism could still model.
const MOST_CELLS: usize = 1 << 20;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// By trying every combination of four variables under tables of two and three of them.
        #[test]
        fn what_is_left_is_what_some_combination_has(
            bits in proptest::collection::vec(any::<bool>(), 6 + 12 + 16 + 24),
        ) {
            let sizes = [2, 3, 4, 2];
            let mut bits = bits.into_iter();
            let tables: Vec<Table> = [vec![0, 1], vec![1, 2], vec![0, 2, 3], vec![0, 1, 2]]
                .into_iter()
                .map(|scope| {
                    let cells = scope.iter().map(|one: &usize| sizes[*one]).product();
                    Table { possible: bits.by_ref().take(cells).collect(), scope }
                })
                .collect();
            let mut expected = sizes.map(|size| vec![false; size]);
            let mut odometer = Odometer::new(&[0, 1, 2, 3], &sizes).unwrap();
            loop {
                let row: Vec<(usize, usize)> = odometer.values.iter().copied().enumerate().collect();
                if tables.iter().all(|table| table.allows(&row, &sizes)) {
                    for (variable, value) in row {
                        expected[variable][value] = true;
                    }
                }
                if !odometer.advance() {
                    break;
                }
            }
            let order = elimination_order(&tables, &sizes);
            prop_assert_eq!(order.len(), 4);
            for (variable, expected) in expected.into_iter().enumerate() {
                let mut effort = MOST_EFFORT;
                let left = projected(&tables, variable, &order, &sizes, &mut effort);
                prop_assert_eq!(left, Some(expected));
            }
        }
    }
}
