//! The table of a release, held in memory or read again for each batch of questions.
//!
//! Tested: `a_new_code_counts_the_rows_of_its_old_ones`: bins, digits and rare values that are joined count each row
//! once, held or streamed (100 random tables of up to 39 rows, maps of 5 and of 300 codes).

use std::cell::RefCell;

use chacha20::ChaCha20Rng;
use privet_core::Error;
use privet_core::counts::{Column, Columns, MostRows};
use privet_core::curator::{Counts, Curator, TableList, Token};
use privet_core::domain::Domain;
use privet_core::ledger::{Accounting, Ledger};
use privet_core::neighbours::Neighbours;
use privet_core::variables::VariableSet;

use super::by_passes::{ByPasses, StreamColumns};
use super::parallel::ParallelColumns;
use super::remembered::Remembered;
use crate::table::{
    Codes, Derived, EncodedTable, Error as Failure, Fingerprint, FingerprintKey, Stream,
};

/// A private table. Only a curator counts it.
pub(crate) struct PrivateTable<'a>(Held<'a>);

enum Held<'a> {
    InMemory(EncodedTable),
    Streamed(Box<StreamedTable<'a>>),
}

/// How many rows of a table are used, for what is looked at before anything is paid: the record lists that as unprotected.
/// It goes to whoever reads the table, and a mechanism is handed the table without it.
pub(crate) struct RowsRead(u64);

/// Which columns a curator is asked about.
#[derive(Clone, Copy)]
pub(crate) enum AskedColumns<'c> {
    All,
    /// The one at this place.
    One(usize),
    /// Columns that follow from the table's.
    Derived(&'c DerivedColumns),
}

/// What a curator of a table goes by.
pub(crate) struct Terms<A: Accounting, const ENTRIES: usize> {
    pub(crate) most_rows: MostRows,
    pub(crate) neighbours: Neighbours,
    pub(crate) ledger: Ledger<A, ENTRIES>,
    pub(crate) noise: ChaCha20Rng,
    /// Whether it will be asked for the same tables again.
    pub(crate) asked_again: bool,
}

/// A curator of a private table.
pub(crate) type TableCurator<'a, A, const ENTRIES: usize> =
    Curator<Remembered<TableCounts<'a>>, ChaCha20Rng, A, ENTRIES>;

/// A table that is not held in memory.
struct StreamedTable<'a> {
    stream: Stream<'a>,
    columns: Vec<Derived>,
    most_cells: usize,
    failure: RefCell<Option<Failure>>,
}

/// Columns that follow from those of a table, such as the digits of their codes.
pub(crate) struct DerivedColumns(HeldColumns);

enum HeldColumns {
    InMemory(Vec<Codes>),
    Streamed(Vec<Derived>),
}

/// Where a curator's counts come from.
pub(crate) struct TableCounts<'a>(Source<'a>);

enum Source<'a> {
    InMemory(ParallelColumns<'a>),
    Streamed(Box<ByPasses<'a>>),
}

impl RowsRead {
    pub(crate) fn are_at_most(&self, most: MostRows) -> bool {
        self.0 <= most.get()
    }

    /// What so many rows need.
    pub(crate) fn need<T>(&self, needs: impl FnOnce(u64) -> T) -> T {
        needs(self.0)
    }
}

impl<A: Accounting, const ENTRIES: usize> Terms<A, ENTRIES> {
    /// What a curator of these counts answers, with its ledger when it is closed.
    fn ask<T>(
        self,
        counts: TableCounts<'_>,
        ask: impl FnOnce(&mut TableCurator<'_, A, ENTRIES>) -> Result<T, Error>,
    ) -> Result<(T, Ledger<A, ENTRIES>), Error> {
        let counts = Remembered::new(counts, self.asked_again);
        let mut curator = Curator::new(
            counts,
            self.most_rows,
            self.neighbours,
            self.ledger,
            self.noise,
        )?;
        let answer = ask(&mut curator)?;
        Ok((answer, curator.close()))
    }
}

impl<'a> StreamedTable<'a> {
    /// The columns as they are read. `bytes` is for what is counted in one pass, on all cores together.
    fn new(stream: Stream<'a>, sizes: impl Iterator<Item = u32>, bytes: u64) -> Self {
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
        TableCounts(Source::Streamed(Box::new(ByPasses::new(StreamColumns {
            stream: &self.stream,
            columns,
            most_cells: self.most_cells,
            failure: &self.failure,
        }))))
    }
}

impl<'a> PrivateTable<'a> {
    pub(crate) fn in_memory(table: EncodedTable) -> (Self, RowsRead) {
        let rows = RowsRead(table.rows as u64);
        (Self(Held::InMemory(table)), rows)
    }

    /// Read again for each batch of questions; `sizes` are those of its columns, and `bytes` is for what is counted in one
    /// pass.
    pub(crate) fn streamed(
        stream: Stream<'a>,
        sizes: impl Iterator<Item = u32>,
        bytes: u64,
    ) -> (Self, RowsRead) {
        let rows = RowsRead(stream.census().rows);
        let table = StreamedTable::new(stream, sizes, bytes);
        (Self(Held::Streamed(Box::new(table))), rows)
    }

    /// For tests: the codes, where they are held.
    #[cfg(test)]
    pub(crate) fn into_codes(self) -> Option<EncodedTable> {
        match self.0 {
            Held::InMemory(table) => Some(table),
            Held::Streamed(_) => None,
        }
    }

    /// Of the columns as they are read.
    pub(crate) fn fingerprint(&self, key: &FingerprintKey) -> Fingerprint {
        match &self.0 {
            Held::InMemory(table) => table.fingerprint(key),
            Held::Streamed(table) => table.stream.fingerprint(),
        }
    }

    /// Puts in each code's place of a column what stands at its place in `new`; `size` different codes are left.
    pub(crate) fn recode(&mut self, column: usize, new: &[u16], size: u32) {
        match &mut self.0 {
            Held::InMemory(table) => {
                if let Some(codes) = table.columns.get_mut(column) {
                    codes.recode(new);
                }
            }
            Held::Streamed(table) => {
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
        DerivedColumns(match &self.0 {
            Held::InMemory(table) => HeldColumns::InMemory(
                columns
                    .filter_map(|(of, codes, size)| {
                        Some(table.columns.get(of)?.derived(&codes, size))
                    })
                    .collect(),
            ),
            Held::Streamed(table) => HeldColumns::Streamed(
                columns
                    .filter_map(|(of, codes, size)| {
                        let mut derived = table.columns.get(of)?.clone();
                        derived.recode(&codes, size);
                        Some(derived)
                    })
                    .collect(),
            ),
        })
    }

    /// Asks a curator of some columns; with its ledger when it is closed.
    pub(crate) fn asked<A: Accounting, T, const ENTRIES: usize>(
        &self,
        domain: &Domain<'_>,
        columns: AskedColumns<'_>,
        terms: Terms<A, ENTRIES>,
        ask: impl FnOnce(&mut TableCurator<'_, A, ENTRIES>) -> Result<T, Error>,
    ) -> Result<(T, Ledger<A, ENTRIES>), Error> {
        self.counted(domain, columns, |counts| terms.ask(counts, ask))
    }

    fn counted<T>(
        &self,
        domain: &Domain<'_>,
        columns: AskedColumns<'_>,
        ask: impl FnOnce(TableCounts<'_>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        match (&self.0, columns) {
            (Held::InMemory(table), AskedColumns::All) => in_memory(domain, &table.columns, ask),
            (Held::InMemory(table), AskedColumns::One(place)) => {
                in_memory(domain, one(&table.columns, place), ask)
            }
            (_, AskedColumns::Derived(DerivedColumns(HeldColumns::InMemory(columns)))) => {
                in_memory(domain, columns, ask)
            }
            (Held::Streamed(table), AskedColumns::All) => ask(table.counts(&table.columns)),
            (Held::Streamed(table), AskedColumns::One(place)) => {
                ask(table.counts(one(&table.columns, place)))
            }
            (
                Held::Streamed(table),
                AskedColumns::Derived(DerivedColumns(HeldColumns::Streamed(columns))),
            ) => ask(table.counts(columns)),
            (Held::InMemory(_), AskedColumns::Derived(_)) => Err(Error::BadColumns),
        }
    }

    /// Why a pass over the table failed, if one has.
    pub(crate) fn failure(&self) -> Option<Failure> {
        match &self.0 {
            Held::InMemory(_) => None,
            Held::Streamed(table) => table.failure.take(),
        }
    }
}

fn in_memory<T>(
    domain: &Domain<'_>,
    codes: &[Codes],
    ask: impl FnOnce(TableCounts<'_>) -> Result<T, Error>,
) -> Result<T, Error> {
    let columns: Vec<Column<'_>> = codes.iter().map(Codes::as_column).collect();
    let columns = Columns::new(domain, &columns)?;
    ask(TableCounts(Source::InMemory(ParallelColumns(columns))))
}

/// The column at this place alone, if there is one.
fn one<T>(columns: &[T], place: usize) -> &[T] {
    let rest = columns.get(place..).unwrap_or_default();
    rest.get(..1).unwrap_or_default()
}

impl Counts for TableCounts<'_> {
    fn rows(&self, token: &Token) -> u64 {
        match &self.0 {
            Source::InMemory(columns) => columns.rows(token),
            Source::Streamed(passes) => passes.rows(token),
        }
    }

    fn announce(&self, domain: &Domain<'_>, tables: &TableList<'_>) {
        match &self.0 {
            Source::InMemory(columns) => columns.announce(domain, tables),
            Source::Streamed(passes) => passes.announce(domain, tables),
        }
    }

    fn count(
        &self,
        token: &Token,
        domain: &Domain<'_>,
        variables: &VariableSet,
        cells: &mut [u64],
    ) -> Result<(), Error> {
        match &self.0 {
            Source::InMemory(columns) => columns.count(token, domain, variables, cells),
            Source::Streamed(passes) => passes.count(token, domain, variables, cells),
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
    fn in_both_ways(rows: &[(u16, u16)], mut look: impl FnMut((PrivateTable<'_>, RowsRead))) {
        let release = release();
        let lines = rows.iter().map(|(x, y)| format!("{x},{y}\n"));
        let text = format!("x,y\n{}", lines.collect::<String>());
        let loaded = load(
            &release,
            Opened::new("t.csv", text.as_bytes()),
            Options::default(),
        );
        look(PrivateTable::in_memory(loaded.unwrap().table));
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
        look(PrivateTable::streamed(stream, SIZES.into_iter(), 1 << 20));
    }

    /// How many rows have each pair of codes.
    fn pairs(table: &PrivateTable<'_>, columns: AskedColumns<'_>, sizes: [u32; 2]) -> Vec<u64> {
        let levels = [Level::leaf(0, sizes[0]), Level::leaf(1, sizes[1])];
        let domain = Domain::new(&levels).unwrap();
        let set = VariableSet::new(&[Variable(0), Variable(1)]).unwrap();
        let mut cells = vec![0; sizes.iter().product::<u32>() as usize];
        let counted = table.counted(&domain, columns, |counts| {
            counts.count(&Token::for_tests(), &domain, &set, &mut cells)
        });
        counted.unwrap();
        cells
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(privet_tests::cases(30)))]

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
            in_both_ways(&rows, |(mut table, read)| {
                let derived = table.derive([(0, x_codes.clone(), 4), (1, y_codes.clone(), 7)].into_iter());
                let counts = pairs(&table, AskedColumns::Derived(&derived), [4, 7]);
                assert_eq!(counts, expected);
                table.recode(0, &x_codes, 4);
                table.recode(1, &y_codes, 7);
                let counts = pairs(&table, AskedColumns::All, [4, 7]);
                assert_eq!(counts, expected);
                // What was coded anew can be again.
                let same = (0..4).collect();
                let derived = table.derive([(0, same, 4), (1, z_codes.clone(), 2)].into_iter());
                let counts = pairs(&table, AskedColumns::Derived(&derived), [4, 2]);
                assert_eq!(counts, twice);
                assert_eq!(read.need(|read| read), rows.len() as u64);
            });
        }
    }
}
