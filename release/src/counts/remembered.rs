//! Tables of several columns, counted once.
//!
//! A mechanism that chooses round by round looks at the same tables in every round. What was counted stays in here, where nobody
//! but the curator asks, and is wiped when it is dropped, by its type. Whatever the curator answers or chooses by it is paid for as if it were
//! counted anew: the curator charges before it asks, and cannot know whether a count was remembered.
//!
//! A variable may come to mean something else, when rare values are joined. So a count is only remembered together with
//! what its variables meant, and forgotten where they mean something else.
//!
//! Tested: `a_table_is_counted_once_for_each_meaning`, `there_is_an_end_to_what_is_remembered`.

use std::cell::RefCell;
use std::collections::HashMap;

use privet_core::Error;
use privet_core::curator::{Counts, TableList, Token};
use privet_core::domain::Domain;
use privet_core::variables::{Variable, VariableSet};

use super::meaning::Meaning;
use crate::table::RawCounts;

/// A source whose tables of several columns are counted once, or as often as they are asked for.
pub(crate) struct Remembered<C> {
    source: C,
    /// Most cells that are remembered.
    most_cells: usize,
    memory: RefCell<Memory>,
}

#[derive(Default)]
struct Memory {
    /// What each variable meant when it was last asked for.
    meanings: HashMap<Variable, Meaning>,
    tables: HashMap<Vec<Variable>, RawCounts>,
    cells: usize,
}

impl<C> Remembered<C> {
    /// Nothing is remembered of a source that is not asked again.
    pub(super) fn new(source: C, asked_again: bool) -> Self {
        Self {
            source,
            most_cells: if asked_again { MOST_CELLS } else { 0 },
            memory: RefCell::default(),
        }
    }
}

impl<C: Counts> Counts for Remembered<C> {
    fn rows(&self, token: &Token) -> u64 {
        self.source.rows(token)
    }

    fn count(
        &self,
        token: &Token,
        domain: &Domain<'_>,
        variables: &VariableSet,
        cells: &mut [u64],
    ) -> Result<(), Error> {
        let set = variables.as_slice();
        if set.len() < 2 || self.most_cells == 0 {
            return self.source.count(token, domain, variables, cells);
        }
        let mut memory = self.memory.borrow_mut();
        for &variable in set {
            memory.mean(domain, variable);
        }
        match memory.tables.get(set) {
            Some(counted) if counted.len() == cells.len() => cells.copy_from_slice(counted),
            _ => {
                self.source.count(token, domain, variables, cells)?;
                memory.keep(set, cells, self.most_cells);
            }
        }
        Ok(())
    }

    /// Passes on what is not remembered.
    fn announce(&self, domain: &Domain<'_>, tables: &TableList<'_>) {
        if self.most_cells == 0 {
            return self.source.announce(domain, tables);
        }
        let mut unknown = false;
        tables(&mut |set| {
            let mut memory = self.memory.borrow_mut();
            for &variable in set.as_slice() {
                memory.mean(domain, variable);
            }
            unknown |= !memory.knows(set);
        });
        if unknown {
            self.source.announce(domain, &|tell| {
                tables(&mut |set| {
                    if !self.memory.borrow().knows(set) {
                        tell(set);
                    }
                });
            });
        }
    }
}

impl Memory {
    /// Whether the table was counted and kept, while its variables meant what they last did.
    fn knows(&self, set: &VariableSet) -> bool {
        self.tables.contains_key(set.as_slice())
    }

    /// Forgets every count of the variable if it means something else now.
    fn mean(&mut self, domain: &Domain<'_>, variable: Variable) {
        let known = self.meanings.get(&variable);
        if known.is_some_and(|known| known.is_of(domain, variable)) {
            return;
        }
        self.tables.retain(|set, counted| {
            let stays = !set.contains(&variable);
            if !stays {
                self.cells -= counted.len();
            }
            stays
        });
        self.meanings
            .insert(variable, Meaning::of(domain, variable));
    }

    fn keep(&mut self, set: &[Variable], counted: &[u64], most_cells: usize) {
        let with_these = self.cells.saturating_add(counted.len());
        if with_these <= most_cells && !self.tables.contains_key(set) {
            self.cells = with_these;
            self.tables
                .insert(set.to_vec(), RawCounts::new(counted.to_vec()));
        }
    }
}

/// Most cells that are remembered, eight bytes each, where all variables together have so many values, and tables of more
/// than two columns so many cells: every pair of values is a cell of one table at most.
pub(crate) fn most_remembered(values: u64, of_larger_tables: u64) -> u64 {
    let of_pairs = values.saturating_mul(values);
    of_pairs
        .saturating_add(of_larger_tables)
        .min(MOST_CELLS as u64)
}

/// Most cells that are remembered of any table: 32 MB.
const MOST_CELLS: usize = 1 << 22;

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use privet_core::counts::{Column, Columns};
    use privet_core::domain::Level;
    use zeroize::ZeroizeOnDrop;

    use super::*;

    /// Columns that know how often they were counted, and how many tables they were last told to expect.
    struct Counted<'a>(Columns<'a>, &'a Cell<u32>, &'a Cell<u32>);

    impl Counts for Counted<'_> {
        fn rows(&self, _: &Token) -> u64 {
            self.0.rows()
        }

        fn count(
            &self,
            _: &Token,
            domain: &Domain<'_>,
            variables: &VariableSet,
            cells: &mut [u64],
        ) -> Result<(), Error> {
            self.1.set(self.1.get() + 1);
            self.0.count(domain, variables, cells)
        }

        fn announce(&self, _: &Domain<'_>, tables: &TableList<'_>) {
            self.2.set(0);
            tables(&mut |_| self.2.set(self.2.get() + 1));
        }
    }

    fn level<'a>(attribute: u8, size: u32, groups: &'a [u16], of: &'a [u16]) -> Level<'a> {
        Level {
            attribute,
            size,
            groups,
            representatives: of,
        }
    }

    #[test]
    fn a_table_is_counted_once_for_each_meaning() {
        let (first, second, third) = ([0, 1, 2, 1, 0], [1, 1, 0, 0, 0], [0, 1, 0, 1, 1]);
        let columns = [&first, &second, &third].map(|column| Column::Narrow(column));
        let ways: [(&[u16], &[u16]); 2] = [(&[0, 0, 1], &[0, 2]), (&[0, 1, 1], &[0, 1])];
        let domains = ways.map(|(groups, of)| {
            [
                level(0, 3, &[], &[]),
                level(0, 2, groups, of),
                level(1, 2, &[], &[]),
                level(2, 2, &[], &[]),
            ]
        });
        let [one, other] = domains
            .each_ref()
            .map(|levels| Domain::new(levels).unwrap());
        let (times, told) = (Cell::new(0), Cell::new(0));
        let plain = Columns::new(&one, &columns).unwrap();
        let source = Remembered::new(Counted(plain, &times, &told), true);
        let set = |ids: &[u16]| {
            let variables: Vec<_> = ids.iter().copied().map(Variable).collect();
            VariableSet::new(&variables).unwrap()
        };
        let mut asked = 0;
        for (label, domain, ids, new) in [
            ("first", &one, &[1, 2][..], 1),
            ("again", &one, &[1, 2], 0),
            ("other groups of the same number", &other, &[1, 2], 1),
            ("these again", &other, &[1, 2], 0),
            ("the first groups", &one, &[1, 2], 1),
            ("leaves", &one, &[0, 2], 1),
            ("leaves of the other", &other, &[0, 2], 0),
            ("three columns", &one, &[1, 2, 3], 1),
            ("these again", &one, &[1, 2, 3], 0),
            ("three with other groups", &other, &[1, 2, 3], 1),
            ("the first groups once more", &one, &[1, 2], 1),
            ("one column", &one, &[1], 1),
            ("one column again", &one, &[1], 1),
        ] {
            let cells = domain.cells(&set(ids), 100).unwrap();
            told.set(0);
            source.announce(domain, &|tell| tell(&set(ids)));
            assert_eq!(told.get(), new, "{label}");
            let (mut found, mut expected) = (vec![9; cells], vec![0; cells]);
            let token = Token::for_tests();
            let counted = source.count(&token, domain, &set(ids), &mut found);
            assert_eq!(counted, Ok(()), "{label}");
            plain.count(domain, &set(ids), &mut expected).unwrap();
            assert_eq!(found, expected, "{label}");
            asked += new;
            assert_eq!(times.get(), asked, "{label}");
        }
        source.announce(&one, &|tell| {
            [set(&[1, 2]), set(&[0, 2]), set(&[0])]
                .iter()
                .for_each(tell);
        });
        assert_eq!(told.get(), 1, "only what is not remembered");
    }

    /// By its type.
    fn is_wiped(_: &impl ZeroizeOnDrop) {}

    #[test]
    fn there_is_an_end_to_what_is_remembered() {
        let mut memory = Memory::default();
        let set = |first| [Variable(first), Variable(8), Variable(9)];
        memory.keep(&set(0), &[1; 6], 10);
        memory.keep(&set(1), &[1; 5], 10);
        memory.keep(&set(2), &[1; 4], 10);
        assert_eq!(memory.cells, 10);
        // What is kept wipes itself.
        memory.tables.values().for_each(is_wiped);
        assert!(!memory.tables.contains_key(&set(1)[..]));
        let levels = [level(0, 2, &[], &[])];
        memory.mean(&Domain::new(&levels).unwrap(), Variable(0));
        assert_eq!((memory.cells, memory.tables.len()), (4, 1));
    }
}
