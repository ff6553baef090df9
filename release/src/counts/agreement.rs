//! Whether what one pass has counted agrees with itself.
//!
//! Tested: `a_pair_has_one_table`, `a_file_that_changes_between_passes_is_never_answered_from`.

use std::collections::HashMap;

use privet_core::domain::Domain;
use privet_core::variables::{Variable, VariableSet};
use sha2::{Digest as _, Sha256};

/// The pairs of variables that tables of one pass have in common: each must have one table, whichever it is taken from.
#[derive(Default)]
pub(super) struct Agreement {
    /// Digests of the pairs' tables.
    pairs: HashMap<[Variable; 2], [u8; 32]>,
}

impl Agreement {
    /// Whether a table has the pairs that tables before it had.
    pub(super) fn holds(&mut self, domain: &Domain<'_>, set: &VariableSet, table: &[u64]) -> bool {
        let variables = set.as_slice();
        variables.iter().enumerate().all(|(place, first)| {
            let behind = variables.iter().skip(place.saturating_add(1));
            let mut pairs = behind.map(|second| [*first, *second]);
            pairs.all(|pair| {
                let digest = digest(&marginal(domain, set, table, &pair));
                *self.pairs.entry(pair).or_insert(digest) == digest
            })
        })
    }
}

/// The table of some variables of a set.
pub(super) fn marginal(
    domain: &Domain<'_>,
    set: &VariableSet,
    table: &[u64],
    onto: &[Variable],
) -> Vec<u64> {
    let cells = onto.iter().map(|one| domain.size(*one) as usize);
    let mut sums = vec![0_u64; cells.fold(1, usize::saturating_mul)];
    let Ok(onto) = VariableSet::new(onto) else {
        return sums;
    };
    domain.project(set, &onto, |cell, sum| {
        if let (Some(count), Some(sum)) = (table.get(cell), sums.get_mut(sum)) {
            *sum = sum.saturating_add(*count);
        }
    });
    sums
}

fn digest(table: &[u64]) -> [u8; 32] {
    let mut hash = Sha256::new();
    for count in table {
        hash.update(count.to_le_bytes());
    }
    hash.finalize().into()
}

#[cfg(test)]
mod tests {
    use privet_core::domain::Level;

    use super::*;

    /// Two tables of three columns with two in common; one count moves inside of the second, so that its columns stay.
    #[test]
    fn a_pair_has_one_table() {
        let level = |attribute| Level::leaf(attribute, 2);
        let levels = [level(0), level(1), level(2), level(3)];
        let domain = Domain::new(&levels).unwrap();
        let set = |numbers: [u16; 3]| VariableSet::new(&numbers.map(Variable)).unwrap();
        let (first, second) = (set([0, 1, 2]), set([0, 1, 3]));
        let mut agreement = Agreement::default();
        assert!(agreement.holds(&domain, &first, &[3, 1, 0, 2, 1, 1, 4, 0]));
        assert!(agreement.holds(&domain, &second, &[2, 2, 1, 1, 0, 2, 0, 4]));
        // Of the first two columns: 4, 2, 2, 4 became 3, 3, 3, 3.
        assert!(!agreement.holds(&domain, &second, &[1, 2, 2, 1, 1, 2, 0, 3]));
        let pair = marginal(
            &domain,
            &second,
            &[2, 2, 1, 1, 0, 2, 0, 4],
            &[Variable(0), Variable(1)],
        );
        assert_eq!(pair, [4, 2, 2, 4]);
    }
}
