//! Which columns of timestamps have times of day.
//!
//! Whoever drafts a spec does not know yet. Many programs have dates as timestamps of midnight, which are dates then; where
//! one value has a time, midnight is a time as well.

use std::collections::HashSet;

use parquet::errors::ParquetError;

use super::cells::Meaning;
use super::files::{Files, read};
use super::guarded::guarded;
use crate::table::error::TableError;
use crate::table::texts::Texts;

impl Files {
    /// The names of columns with a time that is not midnight.
    pub(super) fn with_times(&self) -> Result<HashSet<String>, TableError> {
        let mut left = self.timed().clone();
        let mut found = HashSet::new();
        let mut texts = Texts::new();
        for place in 0.. {
            let Some((listed, _)) = self.part(place) else {
                break;
            };
            if left.is_empty() {
                break;
            }
            let mut batches = Self::batches(listed, None, &left, None)?;
            let failed = |cause| TableError::new(listed.name(), cause);
            let mut next = || read(|| batches.next().transpose().map_err(ParquetError::from));
            while let Some(batch) = next().map_err(failed)? {
                for name in &left {
                    let Some(array) = batch.column_by_name(name) else {
                        continue;
                    };
                    // What cannot be written is told of when it is read.
                    let filled = guarded(|| texts.fill(array.as_ref(), &Meaning::default()));
                    let filled = matches!(filled, Some(Ok(())));
                    let has_time = |row| texts.text(row).contains(&b'T');
                    if filled && (0..batch.num_rows()).any(has_time) {
                        found.insert(name.clone());
                    }
                }
            }
            left = &left - &found;
        }
        Ok(found)
    }
}
