//! Row groups of files, each of which can be read by itself.
//!
//! Tested: `parquet_is_streamed_by_row_groups` (90 rows in 3 cuts, 3 mechanisms), `every_part_is_dealt_to_one`.

use std::io;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::files::Files;
use crate::memory::MemoryLimit;
use crate::table::error::TableError;
use crate::table::listing::Listing;
use crate::table::observer::Observer;
use crate::table::wanted::Wanted;

/// Row groups of a table: all of them, or some.
#[derive(Clone, Serialize, Deserialize)]
pub(in crate::table) struct ParquetParts {
    files: Arc<Files>,
    groups: Vec<Group>,
}

/// One row group.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(super) struct Group {
    /// Of which file.
    pub(super) file: usize,
    /// Its place in the file.
    pub(super) place: usize,
    pub(super) rows: u64,
    /// Rows of the table before it.
    pub(super) before: u64,
}

/// One row group, to be read.
pub(in crate::table) struct ParquetPart {
    pub(super) files: Arc<Files>,
    pub(super) group: Option<Group>,
}

impl ParquetParts {
    /// Looks at every file's columns and row groups.
    pub(in crate::table) fn new(
        listing: Listing,
        wanted: &Wanted,
        memory: MemoryLimit,
    ) -> Result<Self, TableError> {
        Ok(Self::of(Files::new(listing, wanted, memory)?))
    }

    /// How many cores may read parts at the same time, of so many.
    pub(in crate::table) fn readers(&self, cores: usize) -> usize {
        self.files.fitting().readers(cores)
    }

    /// All row groups of these files.
    fn of(files: Files) -> Self {
        let mut groups = Vec::new();
        let mut before = 0_u64;
        for (file, of_file) in files.groups().enumerate() {
            for (place, &rows) in of_file.iter().enumerate() {
                groups.push(Group {
                    file,
                    place,
                    rows,
                    before,
                });
                before = before.saturating_add(rows);
            }
        }
        Self {
            files: Arc::new(files),
            groups,
        }
    }

    /// The same for whoever works in another folder.
    pub(in crate::table) fn absolute(&self) -> io::Result<Self> {
        Ok(Self {
            files: Arc::new(self.files.absolute()?),
            groups: self.groups.clone(),
        })
    }

    /// Some of the row groups, with no more files than they need.
    pub(in crate::table) fn some(&self, parts: &[usize]) -> Self {
        let wanted: Vec<Group> = parts
            .iter()
            .filter_map(|part| self.groups.get(*part).copied())
            .collect();
        let mut places: Vec<usize> = wanted.iter().map(|group| group.file).collect();
        places.sort_unstable();
        places.dedup();
        // Rows are numbered by the files that are left, as errors count them.
        let all = Self::of(self.files.some(&places));
        let groups = wanted.iter().filter_map(|group| {
            let file = places.binary_search(&group.file).ok()?;
            let key = |one: &Group| (one.file, one.place);
            let place = all
                .groups
                .binary_search_by_key(&(file, group.place), key)
                .ok()?;
            all.groups.get(place)
        });
        Self {
            groups: groups.copied().collect(),
            files: Arc::clone(&all.files),
        }
    }

    pub(in crate::table) fn count(&self) -> usize {
        self.groups.len()
    }

    /// The names of all columns.
    pub(in crate::table) fn names(&self) -> &[String] {
        self.files.names()
    }

    /// How many rows a part has, as its file says.
    pub(in crate::table) fn rows(&self, part: usize) -> Option<u64> {
        self.groups.get(part).map(|group| group.rows)
    }

    /// A part, to be read.
    pub(in crate::table) fn part(&self, part: usize) -> ParquetPart {
        ParquetPart {
            files: Arc::clone(&self.files),
            group: self.groups.get(part).copied(),
        }
    }

    /// Shows the bytes of all files, as they are shown where the table is read once.
    pub(in crate::table) fn observe(&self, observer: Observer<'_>) -> Result<(), TableError> {
        self.files.observe(observer)
    }
}
