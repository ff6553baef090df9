//! Which files are Parquet.
//!
//! Tested: `other_kinds_of_files`.

use std::fs::File;
use std::io::{self, Read as _, Seek as _};

use crate::table::endings::is_named_otherwise_than_parquet;
use crate::table::error::{Cause, TableError};
use crate::table::foreign::{Foreign, START};
use crate::table::listing::Listing;
use crate::table::problem::ParquetProblem;

/// Whether a file begins as Parquet does. A pipe can be read only once, and is left alone.
pub(in crate::table) fn is_parquet(mut file: &File) -> io::Result<bool> {
    if !file.metadata()?.is_file() {
        return Ok(false);
    }
    let mut start = Vec::new();
    file.take(START as u64).read_to_end(&mut start)?;
    file.rewind()?;
    Ok(Foreign::of(&start) == Some(Foreign::Parquet))
}

/// Refuses files one of which has a name that says that it is not Parquet.
pub(in crate::table) fn expect_named_parquet(files: &Listing) -> Result<(), TableError> {
    let mut files = files.files().iter();
    match files.find(|listed| is_named_otherwise_than_parquet(&listed.path)) {
        Some(listed) => Err(TableError::new(
            listed.name(),
            Cause::Parquet(ParquetProblem::OtherFormat),
        )),
        None => Ok(()),
    }
}
