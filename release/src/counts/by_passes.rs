//! Counts of a table that is not held in memory: one pass for each batch of questions.
//!
//! A column by itself is known from the census. Other tables are counted when the first of those that were announced is asked
//! for: it, and as many of the next ones as there is memory for, in one pass. What was counted stays in here, where nobody
//! but the curator asks, until the next pass.
//!
//! Nothing is answered that could be checked and is not: every column of a table must add up to what the census says of it,
//! and pairs of columns that several tables have must be the same in all of them.
//!
//! Tested: `a_count_is_of_one_meaning`: a count is answered for the variables as they mean now, and is that of the
//! rows.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use privet_core::Error;
use privet_core::curator::{Counts, TableList, Token};
use privet_core::domain::Domain;
use privet_core::variables::{Variable, VariableSet};

use super::agreement::{Agreement, marginal};
use super::meaning::Meaning;
use crate::table::{Derived, Error as Failure, Question, RawCounts, Stream};

/// The columns of a stream as a mechanism sees them.
pub(crate) struct StreamColumns<'a> {
    pub(super) stream: &'a Stream<'a>,
    pub(super) columns: &'a [Derived],
    /// Cells that may be counted in one pass.
    pub(super) most_cells: usize,
    /// Why a pass failed: the curator knows only that it did.
    pub(super) failure: &'a RefCell<Option<Failure>>,
}

/// A source that counts by passes.
pub(crate) struct ByPasses<'a> {
    of: StreamColumns<'a>,
    memory: RefCell<Memory>,
}

#[derive(Default)]
struct Memory {
    /// What will be asked for next, in this order.
    announced: Vec<VariableSet>,
    /// What each variable meant when the last pass began.
    meanings: HashMap<Variable, Meaning>,
    counted: HashMap<Vec<Variable>, RawCounts>,
}

impl<'a> ByPasses<'a> {
    pub(crate) fn new(of: StreamColumns<'a>) -> Self {
        Self {
            of,
            memory: RefCell::default(),
        }
    }

    /// A column by itself, from the census.
    fn column(&self, domain: &Domain<'_>, variable: Variable, cells: &mut [u64]) -> Option<()> {
        let attribute = domain.attribute(variable)?;
        let derived = self.of.columns.get(usize::from(attribute))?;
        cells.fill(0);
        let counts = self.of.stream.column(derived.of);
        for (code, count) in derived.codes.iter().zip(counts) {
            let cell = usize::from(domain.coarse(variable, *code));
            let cell = cells.get_mut(cell)?;
            *cell = cell.saturating_add(*count);
        }
        Some(())
    }

    /// Counts a table, and what was announced behind it as far as there is room.
    fn pass(&self, domain: &Domain<'_>, asked: &VariableSet) -> Result<(), Failure> {
        let mut memory = self.memory.borrow_mut();
        memory.forget();
        let sets = self.batch(domain, asked, &memory.announced);
        let cells: Vec<usize> = sets.iter().map(|set| cells_of(domain, set)).collect();
        let counted = self.of.stream.count(&Question {
            domain,
            columns: self.of.columns,
            sets: &sets,
            cells: &cells,
        })?;
        let mut agreement = Agreement::default();
        for (set, table) in sets.iter().zip(counted) {
            self.expect_columns(domain, set, &table)?;
            if !agreement.holds(domain, set, &table) {
                return Err(self.of.stream.disagrees());
            }
            for variable in set.as_slice() {
                let meaning = Meaning::of(domain, *variable);
                memory.meanings.insert(*variable, meaning);
            }
            memory.counted.insert(set.as_slice().to_vec(), table);
        }
        Ok(())
    }

    /// The table that is asked for, and those behind it in the list.
    fn batch(
        &self,
        domain: &Domain<'_>,
        asked: &VariableSet,
        announced: &[VariableSet],
    ) -> Vec<VariableSet> {
        let is_asked = |set: &&VariableSet| set.as_slice() == asked.as_slice();
        let behind = announced.iter().skip_while(|set| !is_asked(set)).skip(1);
        let mut sets = vec![asked.clone()];
        let mut known: HashSet<&[Variable]> = HashSet::from([asked.as_slice()]);
        let mut left = self.of.most_cells.saturating_sub(cells_of(domain, asked));
        for set in behind {
            let cells = cells_of(domain, set);
            if set.as_slice().len() < 2 || !known.insert(set.as_slice()) {
                continue;
            }
            let Some(rest) = left.checked_sub(cells) else {
                break;
            };
            left = rest;
            sets.push(set.clone());
        }
        sets
    }

    /// Refuses a table whose columns are not those of the census.
    fn expect_columns(
        &self,
        domain: &Domain<'_>,
        set: &VariableSet,
        table: &[u64],
    ) -> Result<(), Failure> {
        for variable in set.as_slice() {
            let mut expected = vec![0; domain.size(*variable) as usize];
            let known = self.column(domain, *variable, &mut expected);
            if known.is_none() || marginal(domain, set, table, &[*variable]) != expected {
                return Err(self.of.stream.disagrees());
            }
        }
        Ok(())
    }
}

impl Counts for ByPasses<'_> {
    fn rows(&self, _: &Token) -> u64 {
        self.of.stream.census().rows
    }

    fn announce(&self, _domain: &Domain<'_>, tables: &TableList<'_>) {
        let announced = &mut self.memory.borrow_mut().announced;
        announced.clear();
        tables(&mut |set| announced.push(set.clone()));
    }

    fn count(
        &self,
        _: &Token,
        domain: &Domain<'_>,
        variables: &VariableSet,
        cells: &mut [u64],
    ) -> Result<(), Error> {
        if domain.cells(variables, u64::from(u32::MAX)) != Some(cells.len()) {
            return Err(Error::BufferTooSmall);
        }
        if let &[variable] = variables.as_slice() {
            return self
                .column(domain, variable, cells)
                .ok_or(Error::BadColumns);
        }
        if !self.memory.borrow().answers(domain, variables, cells) {
            if let Err(failure) = self.pass(domain, variables) {
                *self.of.failure.borrow_mut() = Some(failure);
                return Err(Error::CountsDisagree);
            }
            if !self.memory.borrow().answers(domain, variables, cells) {
                return Err(Error::CountsDisagree);
            }
        }
        Ok(())
    }
}

impl Memory {
    /// Whether the table was counted, with the same meaning; then it is in `cells`.
    fn answers(&self, domain: &Domain<'_>, variables: &VariableSet, cells: &mut [u64]) -> bool {
        let means = |variable: &Variable| {
            let known = self.meanings.get(variable);
            known.is_some_and(|known| known.is_of(domain, *variable))
        };
        match self.counted.get(variables.as_slice()) {
            Some(table) if table.len() == cells.len() && variables.as_slice().iter().all(means) => {
                cells.copy_from_slice(table);
                true
            }
            _ => false,
        }
    }

    /// Drops what was counted, which wipes it.
    fn forget(&mut self) {
        self.counted.clear();
        self.meanings.clear();
    }
}

fn cells_of(domain: &Domain<'_>, set: &VariableSet) -> usize {
    domain.cells(set, u64::from(u32::MAX)).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use privet_core::domain::Level;
    use privet_spec::parse;
    use tempfile::TempDir;
    use zeroize::Zeroizing;

    use super::*;
    use crate::table::{BoundingKey, FingerprintKey, Input, Parts, Streaming};
    use crate::watch::Silent;

    /// When values are joined in another way, what was counted before is no answer.
    #[test]
    fn a_count_is_of_one_meaning() {
        let release = parse(
            "Release(privet: 1, unit: Row, adjacency: AddRemove, budget: (epsilon: \"1\", delta: \"1e-9\"), \
             schema: [(name: \"x\", kind: Integer(min: 0, max: 2)), (name: \"y\", kind: Boolean)])",
        )
        .unwrap_or_else(|problems| panic!("{problems}"));
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("t.csv");
        fs::write(&path, "x,y\n0,true\n1,false\n2,false\n1,true\n1,true\n").unwrap();
        let parts = Parts::of(&Input::at(&path), &release).unwrap().unwrap();
        let streaming = Streaming {
            release: &release,
            bounding: &BoundingKey::default(),
            fingerprint: &FingerprintKey::new(Zeroizing::new([7; 32])),
            bytes: 1 << 20,
            watch: &Silent,
            counted_by: None,
        };
        let stream = streaming.open(parts, &mut |_| {}).unwrap().stream;
        let columns = [Derived::as_read(0, 3), Derived::as_read(1, 2)];
        let failure = RefCell::new(None);
        let source = ByPasses::new(StreamColumns {
            stream: &stream,
            columns: &columns,
            most_cells: 1000,
            failure: &failure,
        });
        let level = |attribute, size, groups, of| Level {
            attribute,
            size,
            groups,
            representatives: of,
        };
        let set = VariableSet::new(&[Variable(1), Variable(2)]).unwrap();
        let ways: [(&[u16], &[u16], [u64; 4]); 3] = [
            (&[0, 0, 1], &[0, 2], [1, 3, 1, 0]),
            (&[0, 1, 1], &[0, 1], [0, 1, 2, 2]),
            (&[0, 0, 1], &[0, 2], [1, 3, 1, 0]),
        ];
        for (groups, of, expected) in ways {
            let levels = [
                level(0, 3, &[], &[]),
                level(0, 2, groups, of),
                level(1, 2, &[], &[]),
            ];
            let domain = Domain::new(&levels).unwrap();
            let mut cells = [9; 4];
            let token = Token::for_tests();
            source.count(&token, &domain, &set, &mut cells).unwrap();
            assert_eq!(cells, expected, "{groups:?}");
        }
    }
}
