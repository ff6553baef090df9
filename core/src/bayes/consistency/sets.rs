//! The sets on which tables should agree, and the tables that contain each.

use crate::Error;
use crate::bayes::tables::{MOST_TABLES, Table, Tables};
use crate::domain::Domain;
use crate::variables::VariableSet;

/// How many places hold common sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommonSets {
    /// All of them.
    All(usize),
    /// As many as there was memory for: the empty set, then meets of two tables, then of more.
    Some(usize),
}

impl CommonSets {
    /// How many places hold one.
    pub const fn used(self) -> usize {
        let (Self::All(used) | Self::Some(used)) = self;
        used
    }
}

/// The sets on which tables should agree: all meets of tables, closed under meet, coarsest first.
///
/// Their number is not known before the tables are, and grows fast in the worst case. Where `scratch` is too small
/// for all, tables agree on those that it holds, and elsewhere less well; nothing is refused, since what is fitted
/// has been paid for.
pub fn common_sets(
    domain: &Domain<'_>,
    tables: &Tables,
    scratch: &mut [VariableSet],
) -> CommonSets {
    let mut sets = Sets {
        scratch,
        used: 0,
        are_all: true,
    };
    sets.add(VariableSet::EMPTY);
    for (place, table) in tables.as_slice().iter().enumerate() {
        for other in tables.as_slice().iter().skip(place.saturating_add(1)) {
            sets.add(domain.meet(&table.variables, &other.variables));
        }
    }
    // Every meet of tables is a meet of one of these with one more table.
    let mut done = 0;
    while done < sets.used && sets.are_all {
        for table in tables.as_slice() {
            if let Some(set) = sets.scratch.get(done) {
                let meet = domain.meet(set, &table.variables);
                sets.add(meet);
            }
        }
        done = done.saturating_add(1);
    }
    let used = sets.used;
    let found = sets.scratch.get_mut(..used).unwrap_or_default();
    found.sort_unstable_by(|one, other| {
        fineness(domain, one)
            .cmp(&fineness(domain, other))
            .then_with(|| one.as_slice().cmp(other.as_slice()))
    });
    if sets.are_all {
        CommonSets::All(used)
    } else {
        CommonSets::Some(used)
    }
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

/// Sets without repetition, in the caller's memory.
struct Sets<'a> {
    scratch: &'a mut [VariableSet],
    used: usize,
    /// Whether every set that was added found a place.
    are_all: bool,
}

impl Sets<'_> {
    fn add(&mut self, set: VariableSet) {
        let known = self.scratch.get(..self.used).unwrap_or_default();
        if known.contains(&set) {
            return;
        }
        match self.scratch.get_mut(self.used) {
            Some(place) => {
                *place = set;
                self.used = self.used.saturating_add(1);
            }
            None => self.are_all = false,
        }
    }
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
