//! The sets on which tables should agree, and the tables that contain each.

use crate::Error;
use crate::bayes::tables::{MOST_TABLES, Table, Tables};
use crate::domain::Domain;
use crate::variables::VariableSet;

/// The sets on which tables should agree: all meets of tables, closed under meet, coarsest first.
/// Returns how many of `scratch` were used; refused where it is too small.
pub fn common_sets(
    domain: &Domain<'_>,
    tables: &Tables,
    scratch: &mut [VariableSet],
) -> Result<usize, Error> {
    let mut used = 0;
    add_set(scratch, &mut used, VariableSet::EMPTY)?;
    for (place, table) in tables.as_slice().iter().enumerate() {
        for other in tables.as_slice().iter().skip(place.saturating_add(1)) {
            add_set(
                scratch,
                &mut used,
                domain.meet(&table.variables, &other.variables),
            )?;
        }
    }
    // Every meet of tables is a meet of one of these with one more table.
    let mut done = 0;
    while done < used {
        for table in tables.as_slice() {
            let set = scratch.get(done).ok_or(Error::BufferTooSmall)?;
            let meet = domain.meet(set, &table.variables);
            add_set(scratch, &mut used, meet)?;
        }
        done = done.saturating_add(1);
    }
    let sets = scratch.get_mut(..used).ok_or(Error::BufferTooSmall)?;
    sets.sort_unstable_by(|one, other| {
        fineness(domain, one)
            .cmp(&fineness(domain, other))
            .then_with(|| one.as_slice().cmp(other.as_slice()))
    });
    Ok(used)
}

/// Places of tables.
pub(super) type Members = heapless::Vec<usize, MOST_TABLES>;

/// The tables that contain the set.
pub(super) fn members(domain: &Domain<'_>, tables: &Tables, set: &VariableSet) -> Members {
    let mut members = Members::new();
    for (place, table) in tables.as_slice().iter().enumerate() {
        if domain.is_within(set, &table.variables) {
            // There are at most MOST_TABLES tables.
            let _ = members.push(place);
        }
    }
    members
}

pub(super) fn table_at(tables: &Tables, place: usize) -> Result<&Table, Error> {
    tables.as_slice().get(place).ok_or(Error::BufferTooSmall)
}

fn add_set(scratch: &mut [VariableSet], used: &mut usize, set: VariableSet) -> Result<(), Error> {
    let known = scratch.get(..*used).ok_or(Error::BufferTooSmall)?;
    if !known.contains(&set) {
        *scratch.get_mut(*used).ok_or(Error::BufferTooSmall)? = set;
        *used = used.saturating_add(1);
    }
    Ok(())
}

/// Grows with every variable and with every finer level: a linear extension of "is within".
fn fineness(domain: &Domain<'_>, set: &VariableSet) -> usize {
    set.as_slice()
        .iter()
        .map(|&variable| {
            let coarser = domain.variables().filter(|&other| {
                other >= variable && domain.attribute(other) == domain.attribute(variable)
            });
            coarser.count()
        })
        .sum()
}
