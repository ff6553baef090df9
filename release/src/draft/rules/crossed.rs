//! How often the labels of two columns stand in one row.

use privet_spec::Attribute;

/// Label columns, counted two by two; null is a value as the labels are.
pub(super) struct Crossed {
    columns: Vec<Column>,
    /// For each pair, the earlier column first, the counts by its codes and then by those of the other.
    tables: Vec<Vec<u64>>,
    /// Rows whose codes are not counted yet.
    waiting: usize,
    pub(super) rows: u64,
}

struct Column {
    /// Its place in the table.
    place: usize,
    counts: Vec<u64>,
    /// Codes of the rows that wait.
    codes: Vec<u8>,
}

/// A value of a column, by its place among those that are counted, and its code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Value {
    pub(super) column: usize,
    pub(super) code: usize,
}

impl Crossed {
    /// Of these columns of a table, each with its place. Each has at most 256 codes.
    pub(super) fn new(columns: &[(usize, &Attribute)]) -> Self {
        let columns = columns.iter().map(|(place, attribute)| Column {
            place: *place,
            counts: vec![0; usize::try_from(attribute.size()).unwrap_or(0)],
            codes: Vec::new(),
        });
        let columns: Vec<Column> = columns.collect();
        let mut tables = Vec::new();
        for (later, column) in columns.iter().enumerate() {
            let earlier = columns.iter().take(later);
            tables.extend(earlier.map(|one| vec![0; one.counts.len() * column.counts.len()]));
        }
        Self {
            columns,
            tables,
            waiting: 0,
            rows: 0,
        }
    }

    /// Takes the codes of a row, one a column.
    pub(super) fn look(&mut self, codes: &[u8]) {
        for (column, code) in self.columns.iter_mut().zip(codes) {
            column.codes.push(*code);
        }
        self.waiting += 1;
        self.rows = self.rows.saturating_add(1);
        if self.waiting >= MOST_WAITING {
            self.count();
        }
    }

    /// Counts the rows that wait: pair by pair, so that one table at a time is at hand.
    pub(super) fn count(&mut self) {
        let mut tables = self.tables.iter_mut();
        for (later, column) in self.columns.iter().enumerate() {
            let size = column.counts.len();
            for (earlier, table) in self.columns.iter().take(later).zip(&mut tables) {
                for (one, other) in earlier.codes.iter().zip(&column.codes) {
                    let cell = usize::from(*one) * size + usize::from(*other);
                    if let Some(count) = table.get_mut(cell) {
                        *count += 1;
                    }
                }
            }
        }
        for column in &mut self.columns {
            for code in column.codes.drain(..) {
                if let Some(count) = column.counts.get_mut(usize::from(code)) {
                    *count += 1;
                }
            }
        }
        self.waiting = 0;
    }

    /// How many columns are counted.
    pub(super) fn columns(&self) -> usize {
        self.columns.len()
    }

    /// The place of a column in the table.
    pub(super) fn place(&self, column: usize) -> usize {
        self.columns.get(column).map_or(0, |column| column.place)
    }

    /// All values of a column that some row has, each with its rows.
    pub(super) fn values(&self, column: usize) -> impl Iterator<Item = (Value, u64)> {
        let counts = self.columns.get(column).into_iter();
        let counts = counts.flat_map(|column| column.counts.iter().enumerate());
        let counts = counts.filter(|(_, rows)| **rows > 0);
        counts.map(move |(code, rows)| (Value { column, code }, *rows))
    }

    /// Whether every code of a column is in some row.
    pub(super) fn has_all_values(&self, column: usize) -> bool {
        let counts = self.columns.get(column).map(|column| &column.counts);
        counts.is_some_and(|counts| counts.iter().all(|rows| *rows > 0))
    }

    /// The rows of a value.
    pub(super) fn rows_of(&self, value: Value) -> u64 {
        let column = self.columns.get(value.column);
        let rows = column.and_then(|column| column.counts.get(value.code));
        rows.copied().unwrap_or(0)
    }

    /// The rows that have both values, of two columns.
    pub(super) fn rows_of_both(&self, one: Value, other: Value) -> u64 {
        let (earlier, later) = if one.column < other.column {
            (one, other)
        } else {
            (other, one)
        };
        // The tables of a column stand behind those of all columns before it.
        let table = later.column * later.column.saturating_sub(1) / 2 + earlier.column;
        let size = self.columns.get(later.column);
        let size = size.map_or(0, |column| column.counts.len());
        let table = self.tables.get(table);
        let rows = table.and_then(|table| table.get(earlier.code * size + later.code));
        rows.copied().unwrap_or(0)
    }

    /// Whether every row with the first value has the second one, too.
    pub(super) fn implies(&self, one: Value, other: Value) -> bool {
        if one.column == other.column {
            return one.code == other.code;
        }
        self.rows_of_both(one, other) == self.rows_of(one)
    }
}

const MOST_WAITING: usize = 4096;
