//! Which columns of timestamps have times of day.
//!
//! Whoever drafts a spec does not know yet. Many programs have dates as timestamps of midnight, which are dates then; where
//! one value has a time, midnight is a time as well.
//!
//! Tested: `a_column_with_one_time_has_times`, for drafts only.

use std::collections::HashSet;

use parquet::errors::ParquetError;

use super::files::{Files, read};
use crate::table::arrow::{has_time_of_day, rows_at_once};
use crate::table::error::TableError;

impl Files {
    /// The names of columns with a time that is not midnight.
    pub(super) fn with_times(&self) -> Result<HashSet<String>, TableError> {
        let mut left = self.timed().clone();
        let mut found = HashSet::new();
        for place in 0.. {
            let Some((listed, _)) = self.part(place) else {
                break;
            };
            if left.is_empty() {
                break;
            }
            let at_once = rows_at_once(left.len());
            let mut batches = Self::batches(listed, None, (&left, at_once), None)?;
            let failed = |cause| TableError::new(listed.name(), cause);
            let mut next = || read(|| batches.next().transpose().map_err(ParquetError::from));
            while let Some(batch) = next().map_err(failed)? {
                for name in &left {
                    let Some(array) = batch.column_by_name(name) else {
                        continue;
                    };
                    if has_time_of_day(array.as_ref()) {
                        found.insert(name.clone());
                    }
                }
            }
            left = &left - &found;
        }
        Ok(found)
    }
}
