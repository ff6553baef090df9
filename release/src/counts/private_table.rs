//! The table of a release, held in memory or read again for each batch of questions.

use std::cell::RefCell;

use privet_core::Error;
use privet_core::counts::{Column, Columns};
use privet_core::curator::{Counts, TableList, Token};
use privet_core::domain::Domain;
use privet_core::variables::VariableSet;

use super::by_passes::{ByPasses, StreamColumns};
use super::parallel::ParallelColumns;
use crate::error::Error as Failure;
use crate::table::{Codes, Derived, EncodedTable, Fingerprint, FingerprintKey, Stream};

/// A private table, of which a curator counts.
pub(crate) enum PrivateTable<'a> {
    InMemory(EncodedTable),
    Streamed(Box<StreamedTable<'a>>),
}

/// A table that is not held in memory.
pub(crate) struct StreamedTable<'a> {
    stream: Stream<'a>,
    columns: Vec<Derived>,
    most_cells: usize,
    failure: RefCell<Option<Failure>>,
}

/// Columns that follow from those of a table, such as the digits of their codes.
pub(crate) enum DerivedColumns {
    InMemory(Vec<Codes>),
    Streamed(Vec<Derived>),
}

/// Where a curator's counts come from.
pub(crate) enum TableCounts<'a> {
    InMemory(ParallelColumns<'a>),
    Streamed(Box<ByPasses<'a>>),
}

impl<'a> StreamedTable<'a> {
    /// The columns as they are read. `bytes` is for what is counted in one pass, on all cores together.
    pub(crate) fn new(stream: Stream<'a>, sizes: impl Iterator<Item = u32>, bytes: u64) -> Self {
        // Each core counts by itself, and the sum is kept until it is asked for.
        let copies = rayon::current_num_threads() as u64 + 1;
        let cells = bytes / 8 / copies;
        Self {
            stream,
            columns: (0..)
                .zip(sizes)
                .map(|(of, size)| Derived::as_read(of, size))
                .collect(),
            most_cells: usize::try_from(cells).unwrap_or(usize::MAX),
            failure: RefCell::new(None),
        }
    }

    fn counts<'t>(&'t self, columns: &'t [Derived]) -> TableCounts<'t> {
        TableCounts::Streamed(Box::new(ByPasses::new(StreamColumns {
            stream: &self.stream,
            columns,
            most_cells: self.most_cells,
            failure: &self.failure,
        })))
    }
}

impl PrivateTable<'_> {
    pub(crate) fn rows(&self) -> u64 {
        match self {
            Self::InMemory(table) => table.rows as u64,
            Self::Streamed(table) => table.stream.census().rows,
        }
    }

    /// Of the columns as they are read.
    pub(crate) fn fingerprint(&self, key: &FingerprintKey) -> Fingerprint {
        match self {
            Self::InMemory(table) => table.fingerprint(key),
            Self::Streamed(table) => table.stream.fingerprint(),
        }
    }

    /// Puts in each code's place of a column what stands at its place in `new`; `size` different codes are left.
    pub(crate) fn recode(&mut self, column: usize, new: &[u16], size: u32) {
        match self {
            Self::InMemory(table) => {
                if let Some(codes) = table.columns.get_mut(column) {
                    codes.recode(new);
                }
            }
            Self::Streamed(table) => {
                if let Some(derived) = table.columns.get_mut(column) {
                    derived.recode(new, size);
                }
            }
        }
    }

    /// Columns each of which follows from one of the table's: its place, what its codes become, and how many they are.
    pub(crate) fn derive(
        &self,
        columns: impl Iterator<Item = (usize, Vec<u16>, u32)>,
    ) -> DerivedColumns {
        match self {
            Self::InMemory(table) => DerivedColumns::InMemory(
                columns
                    .filter_map(|(of, codes, size)| {
                        Some(table.columns.get(of)?.derived(&codes, size))
                    })
                    .collect(),
            ),
            Self::Streamed(table) => DerivedColumns::Streamed(
                columns
                    .filter_map(|(of, codes, size)| {
                        let mut derived = table.columns.get(of)?.clone();
                        derived.recode(&codes, size);
                        Some(derived)
                    })
                    .collect(),
            ),
        }
    }

    /// Asks the table.
    pub(crate) fn asked<T>(
        &self,
        domain: &Domain<'_>,
        ask: impl FnOnce(TableCounts<'_>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        match self {
            Self::InMemory(table) => {
                let columns: Vec<Column<'_>> = table.columns.iter().map(Codes::as_column).collect();
                asked_in_memory(domain, &columns, ask)
            }
            Self::Streamed(table) => ask(table.counts(&table.columns)),
        }
    }

    /// Asks one column of the table.
    pub(crate) fn asked_column<T>(
        &self,
        domain: &Domain<'_>,
        column: usize,
        ask: impl FnOnce(TableCounts<'_>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        match self {
            Self::InMemory(table) => {
                let columns = table.columns.get(column).map(Codes::as_column);
                asked_in_memory(domain, columns.as_slice(), ask)
            }
            Self::Streamed(table) => {
                let columns = table.columns.get(column..).and_then(|rest| rest.get(..1));
                ask(table.counts(columns.unwrap_or(&[])))
            }
        }
    }

    /// Asks columns that follow from the table's.
    pub(crate) fn asked_derived<T>(
        &self,
        domain: &Domain<'_>,
        columns: &DerivedColumns,
        ask: impl FnOnce(TableCounts<'_>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        match (self, columns) {
            (_, DerivedColumns::InMemory(columns)) => {
                let columns: Vec<Column<'_>> = columns.iter().map(Codes::as_column).collect();
                asked_in_memory(domain, &columns, ask)
            }
            (Self::Streamed(table), DerivedColumns::Streamed(columns)) => {
                ask(table.counts(columns))
            }
            (Self::InMemory(_), DerivedColumns::Streamed(_)) => Err(Error::BadColumns),
        }
    }

    /// Why a pass over the table failed, if one has.
    pub(crate) fn failure(&self) -> Option<Failure> {
        match self {
            Self::InMemory(_) => None,
            Self::Streamed(table) => table.failure.take(),
        }
    }
}

fn asked_in_memory<T>(
    domain: &Domain<'_>,
    columns: &[Column<'_>],
    ask: impl FnOnce(TableCounts<'_>) -> Result<T, Error>,
) -> Result<T, Error> {
    let columns = Columns::new(domain, columns)?;
    ask(TableCounts::InMemory(ParallelColumns(columns)))
}

impl Counts for TableCounts<'_> {
    fn rows(&self, token: &Token) -> u64 {
        match self {
            Self::InMemory(columns) => columns.rows(token),
            Self::Streamed(passes) => passes.rows(token),
        }
    }

    fn announce(&self, domain: &Domain<'_>, tables: &TableList<'_>) {
        match self {
            Self::InMemory(columns) => columns.announce(domain, tables),
            Self::Streamed(passes) => passes.announce(domain, tables),
        }
    }

    fn count(
        &self,
        token: &Token,
        domain: &Domain<'_>,
        variables: &VariableSet,
        cells: &mut [u64],
    ) -> Result<(), Error> {
        match self {
            Self::InMemory(columns) => columns.count(token, domain, variables, cells),
            Self::Streamed(passes) => passes.count(token, domain, variables, cells),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use privet_core::domain::Level;
    use privet_core::variables::Variable;
    use privet_spec::{Release, parse};
    use proptest::prelude::*;
    use tempfile::TempDir;
    use zeroize::Zeroizing;

    use super::*;
    use crate::table::{BoundingKey, Input, Opened, Options, Parts, Streaming, load};
    use crate::watch::Silent;

    /// Of a narrow column and a wide one; the wide one has few of its codes, so that they meet.
    const SIZES: [u32; 2] = [5, 300];

    fn release() -> Release {
        let spec = "Release(privet: 1, unit: Row, adjacency: AddRemove, budget: (epsilon: \"1\", delta: \"1e-9\"), \
                    schema: [(name: \"x\", kind: Integer(min: 0, max: 4, bin: 1)), \
                    (name: \"y\", kind: Integer(min: 0, max: 299, bin: 1))])";
        parse(spec).unwrap_or_else(|problems| panic!("{problems}"))
    }

    /// Calls `look` with the table in memory and as a stream.
    fn in_both_ways(rows: &[(u16, u16)], mut look: impl FnMut(PrivateTable<'_>)) {
        let release = release();
        let lines = rows.iter().map(|(x, y)| format!("{x},{y}\n"));
        let text = format!("x,y\n{}", lines.collect::<String>());
        let loaded = load(
            &release,
            Opened::new("t.csv", text.as_bytes()),
            Options::default(),
        );
        look(PrivateTable::InMemory(loaded.unwrap().table));
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("t.csv");
        fs::write(&path, text).unwrap();
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
        let table = StreamedTable::new(stream, SIZES.into_iter(), 1 << 20);
        look(PrivateTable::Streamed(Box::new(table)));
    }

    /// How many rows have each pair of codes.
    fn pairs(
        sizes: [u32; 2],
        ask: impl FnOnce(&Domain<'_>, &mut dyn FnMut(TableCounts<'_>) -> Result<(), Error>),
    ) -> Vec<u64> {
        let levels = [Level::leaf(0, sizes[0]), Level::leaf(1, sizes[1])];
        let domain = Domain::new(&levels).unwrap();
        let set = VariableSet::new(&[Variable(0), Variable(1)]).unwrap();
        let mut cells = vec![0; sizes.iter().product::<u32>() as usize];
        ask(&domain, &mut |counts| {
            counts.count(&Token::for_tests(), &domain, &set, &mut cells)
        });
        cells
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100))]

        /// Bins that were found, digits of codes, values that are joined: a new code counts the rows that have one of its old
        /// codes, each row once, whether the table is held or read again.
        #[test]
        fn a_new_code_counts_the_rows_of_its_old_ones(
            rows in proptest::collection::vec((0_u16..5, (0_u16..12).prop_map(|y| y * 27)), 0..40),
            x_codes in proptest::collection::vec(0_u16..4, 5),
            y_codes in proptest::collection::vec(0_u16..7, 300),
            z_codes in proptest::collection::vec(0_u16..2, 7),
        ) {
            let mut expected = vec![0; 4 * 7];
            for (x, y) in &rows {
                let (x, y) = (x_codes[usize::from(*x)], y_codes[usize::from(*y)]);
                expected[usize::from(7 * x + y)] += 1;
            }
            let mut twice = vec![0; 4 * 2];
            for (cell, count) in expected.iter().enumerate() {
                twice[2 * (cell / 7) + usize::from(z_codes[cell % 7])] += count;
            }
            in_both_ways(&rows, |mut table| {
                let derived = table.derive([(0, x_codes.clone(), 4), (1, y_codes.clone(), 7)].into_iter());
                let counts = pairs([4, 7], |domain, count| table.asked_derived(domain, &derived, count).unwrap());
                assert_eq!(counts, expected);
                table.recode(0, &x_codes, 4);
                table.recode(1, &y_codes, 7);
                let counts = pairs([4, 7], |domain, count| table.asked(domain, count).unwrap());
                assert_eq!(counts, expected);
                // What was coded anew can be again.
                let same = (0..4).collect();
                let derived = table.derive([(0, same, 4), (1, z_codes.clone(), 2)].into_iter());
                let counts = pairs([4, 2], |domain, count| table.asked_derived(domain, &derived, count).unwrap());
                assert_eq!(counts, twice);
                assert_eq!(table.rows(), rows.len() as u64);
            });
        }
    }
}
