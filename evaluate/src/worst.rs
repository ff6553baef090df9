//! What is most off: columns by their worst fault, pairs by what neither column shows by itself.
//!
//! ```text
//! fault of a pair = max(0, distance − the larger distance of its columns)
//! ```
//! beside the allowance of its distance: what a sample of the real table stays below.
//!
//! Tested: a pair whose columns are right and which is wrong comes first.

use crate::cells::visit_cells;
use crate::dependence::Pairs;
use crate::findings::{Column, Fault, FaultKind, PairTable, Thing, Worst};
use crate::groups::Groups;
use crate::input::Comparison;
use crate::words::distance_in_words;

/// A pair with its fault.
pub(crate) type PairFault = ([usize; 2], Fault);

/// All pairs that were measured, worst first.
pub(crate) fn pair_faults(columns: &[Column], pairs: &Pairs) -> Vec<PairFault> {
    let alone = |place: usize| columns.get(place).map_or(0.0, |column| column.distance);
    let measured = pairs.marginals.iter().zip(&pairs.allowances);
    let fault = measured.filter_map(|(marginal, allowance)| {
        let [one, other] = *marginal.columns.as_slice() else {
            return None;
        };
        let by_itself = alone(one).max(alone(other));
        let words = format!(
            "the two together are off by {}, by themselves by {} at most",
            distance_in_words(marginal.distance),
            distance_in_words(by_itself)
        );
        let fault = Fault {
            kind: FaultKind::Together,
            size: (marginal.distance - by_itself).max(0.0),
            allowance: *allowance,
            words,
        };
        Some(([one, other], fault))
    });
    let mut faults: Vec<PairFault> = fault.collect();
    faults.sort_by(|(_, left), (_, right)| left.worse_first(right));
    faults
}

/// The worst of all columns and pairs.
pub(crate) fn worst(columns: &[Column], pairs: &[PairFault]) -> Vec<Worst> {
    let columns = columns.iter().enumerate().filter_map(|(place, column)| {
        Some(Worst {
            thing: Thing::Column(place),
            fault: column.worst()?.clone(),
        })
    });
    let pairs = pairs.iter().take(MOST).map(|(pair, fault)| Worst {
        thing: Thing::Pair(*pair),
        fault: fault.clone(),
    });
    let mut all: Vec<Worst> = columns.chain(pairs).collect();
    all.sort_by(|left, right| left.fault.worse_first(&right.fault));
    all.truncate(MOST);
    all
}

/// Both tables of the worst pairs.
pub(crate) fn pair_tables(comparison: &Comparison<'_>, pairs: &[PairFault]) -> Vec<PairTable> {
    let shown = pairs.iter().take(MOST_PAIRS);
    let table = |(pair, fault): &PairFault| pair_table(comparison, *pair, fault);
    shown.filter_map(table).collect()
}

fn pair_table(comparison: &Comparison<'_>, pair: [usize; 2], fault: &Fault) -> Option<PairTable> {
    let attribute = |place: usize| comparison.attributes().get(place);
    let groups = |place: usize| {
        let column = comparison.real().columns.get(place)?;
        Some(Groups::at_most(MOST_GROUPS, attribute(place)?, *column))
    };
    let [first, second] = pair;
    let (down, across) = (groups(first)?, groups(second)?);
    let size = u128::try_from(attribute(second)?.size().max(1)).ok()?;
    let empty = vec![vec![0_u64; across.count()]; down.count()];
    let (mut real, mut synthetic) = (empty.clone(), empty);
    visit_cells(comparison, &pair, |cell, in_real, in_synthetic| {
        let code = |number: u128| usize::try_from(number).unwrap_or(usize::MAX);
        let (row, column) = (
            down.group(code(cell / size)),
            across.group(code(cell % size)),
        );
        for (table, rows) in [(&mut real, in_real), (&mut synthetic, in_synthetic)] {
            if let Some(count) = table.get_mut(row).and_then(|row| row.get_mut(column)) {
                *count += rows;
            }
        }
    });
    Some(PairTable {
        columns: pair,
        fault: fault.clone(),
        labels: [
            down.labels(attribute(first)?),
            across.labels(attribute(second)?),
        ],
        real,
        synthetic,
    })
}

/// Things that are most off.
const MOST: usize = 5;
/// Pairs whose tables are kept.
const MOST_PAIRS: usize = 12;
/// Groups of a wide column in them, that of missing values not counted.
const MOST_GROUPS: usize = 10;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::columns::columns;
    use crate::dependence::pairs;
    use crate::testing::{Owned, attributes, comparison};

    /// Three binary columns, each right by itself. In the real table the first two are equal; in the synthetic one they
    /// are independent.
    #[test]
    fn what_columns_do_not_show() {
        let attributes = attributes(&[2, 2, 2]);
        let bits = |of: fn(u16) -> u16| (0..4000).map(of).collect::<Vec<u16>>();
        let (first, third) = (bits(|row| row & 1), bits(|row| (row >> 2) & 1));
        let real = Owned::new(vec![first.clone(), first.clone(), third.clone()]);
        let synthetic = Owned::new(vec![first, bits(|row| (row >> 1) & 1), third]);
        let comparison = comparison(&attributes, &real, &synthetic);
        let found = columns(&comparison, &|| ());
        let sets = [vec![0, 1], vec![0, 2], vec![1, 2]];
        let faults = pair_faults(&found, &pairs(&comparison, &sets, &|| ()));
        let worst = worst(&found, &faults);
        assert_eq!(worst[0].thing, Thing::Pair([0, 1]));
        assert!((worst[0].fault.size - 0.5).abs() < 1e-12);
        assert_eq!(worst.len(), MOST);
        let tables = pair_tables(&comparison, &faults);
        assert_eq!(tables.len(), 3);
        assert_eq!(tables[0].real, [[2000, 0], [0, 2000]]);
        assert_eq!(tables[0].synthetic, [[1000, 1000], [1000, 1000]]);
        assert_eq!(tables[0].labels[0], ["0", "1"]);
    }
}
