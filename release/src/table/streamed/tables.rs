//! Many tables in one pass.
//!
//! Tested: `a_stream_counts_the_rows_of_memory_however_it_is_cut`; `a_new_code_counts_the_rows_of_its_old_ones`,
//! streamed, too.

use core::borrow::Borrow;

use privet_core::Error as CoreError;
use privet_core::counts::{Column, Columns};
use privet_core::domain::Domain;
use privet_core::variables::VariableSet;
use serde::{Deserialize, Serialize};

use super::super::block::Block;
use super::super::codes::{Codes, RawCounts};
use super::super::failure::Error;
use super::census::of_rows;
use super::persons::Keeping;
use super::tally::Tally;
use super::walk::{Look, changed};

/// A column as a mechanism sees it: one that is read, with other codes.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Derived {
    /// Place among the learned attributes.
    pub(crate) of: usize,
    /// For each code that is read, what it is here.
    pub(crate) codes: Vec<u16>,
    /// The number of codes.
    pub(crate) size: u32,
}

/// Which tables are counted.
pub(crate) struct Question<'q> {
    pub(crate) domain: &'q Domain<'q>,
    /// One for each attribute of the domain.
    pub(crate) columns: &'q [Derived],
    pub(crate) sets: &'q [VariableSet],
    /// The number of cells of each table.
    pub(crate) cells: &'q [usize],
}

/// What a pass has counted, of all rows.
pub(super) struct Answer {
    /// What was found in each part.
    pub(super) tallies: Vec<Tally>,
    /// Rows that are kept.
    pub(super) rows: u64,
    pub(super) tables: Vec<RawCounts>,
}

/// Counts them.
pub(super) struct Tallying<'a> {
    pub(super) keeping: Keeping<'a>,
    pub(super) question: &'a Question<'a>,
}

/// What one core has counted.
pub(super) struct Counted {
    pub(super) rows: u64,
    pub(super) tables: Vec<RawCounts>,
    columns: Vec<Codes>,
    kept: Vec<usize>,
}

impl Look for Tallying<'_> {
    type Seen = Counted;

    fn begin(&self) -> Counted {
        Counted::new(self.question)
    }

    fn look(&self, seen: &mut Counted, block: &Block<'_>) -> Result<(), Error> {
        let mut kept = core::mem::take(&mut seen.kept);
        self.keeping.kept(block, &mut kept);
        let counted = seen.count(self.question, &block.columns, &kept);
        seen.kept = kept;
        counted.map_err(|_| changed())
    }
}

impl Counted {
    pub(super) fn new(question: &Question<'_>) -> Self {
        let columns = question.columns.iter();
        Self {
            rows: 0,
            tables: (question.cells.iter())
                .map(|cells| RawCounts::new(vec![0; *cells]))
                .collect(),
            columns: columns.map(|column| Codes::of_width(column.size)).collect(),
            kept: Vec::new(),
        }
    }

    /// Some rows of the columns that are read more.
    pub(super) fn count(
        &mut self,
        question: &Question<'_>,
        read: &[impl Borrow<Codes>],
        kept: &[usize],
    ) -> Result<(), CoreError> {
        let Question {
            domain,
            columns: derived,
            sets,
            ..
        } = *question;
        self.rows = self.rows.saturating_add(kept.len() as u64);
        for (codes, derived) in self.columns.iter_mut().zip(derived) {
            codes.clear();
            if let Some(read) = read.get(derived.of) {
                derived.derive(read.borrow(), kept, codes);
            }
        }
        let borrowed: Vec<Column<'_>> = self.columns.iter().map(Codes::as_column).collect();
        let columns = Columns::new(domain, &borrowed)?;
        for (set, cells) in sets.iter().zip(&mut self.tables) {
            columns.add_rows(domain, set, 0..kept.len(), cells)?;
        }
        Ok(())
    }

    /// As numbers that add up: rows, and all tables.
    #[cfg(feature = "parquet")]
    pub(super) fn to_words(&self) -> Vec<u64> {
        let tables = self.tables.iter().flat_map(|table| table.iter().copied());
        [self.rows].into_iter().chain(tables).collect()
    }
}

impl Derived {
    /// A column as it is read.
    pub(crate) fn as_read(of: usize, size: u32) -> Self {
        Self {
            of,
            codes: (0..=u16::MAX).take(size as usize).collect(),
            size,
        }
    }

    /// Puts in each code's place what stands at its place in `new`.
    pub(crate) fn recode(&mut self, new: &[u16], size: u32) {
        for code in &mut self.codes {
            *code = new.get(usize::from(*code)).copied().unwrap_or(0);
        }
        self.size = size;
    }

    fn derive(&self, read: &Codes, rows: &[usize], codes: &mut Codes) {
        let coded = |code: usize| self.codes.get(code).copied().unwrap_or(0);
        match read {
            Codes::Narrow(read) => codes.extend(of_rows(read, rows).map(|code| coded(code.into()))),
            Codes::Wide(read) => codes.extend(of_rows(read, rows).map(|code| coded(code.into()))),
        }
    }
}
