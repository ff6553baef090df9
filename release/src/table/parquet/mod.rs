//! Parquet in: a file, a folder of files or a glob.
//!
//! ```text
//! Listing ──► Files ──► record batches ──► `arrow`
//! ```
//!
//! The bytes of all files are one commitment, in the order of their paths, each file preceded by its length in eight
//! bytes, the lowest first; names are not part of it. Nothing else of a file is used: neither its statistics nor its own
//! metadata decide anything, and no error of the libraries is shown, since it might quote a value.
//!
//! Tested: every type cell by cell against the same table as CSV; the same numbers as every type that can hold them; each
//! refusal; files that change while they are read; every single damaged byte of a small file ends in codes or in an error.

mod compact;
mod files;
mod pages;
mod parts;
mod rows;
mod times;
mod told;

#[cfg(test)]
mod tests;

pub(super) use parts::{ParquetPart, ParquetParts};
pub(super) use rows::ParquetRows;
pub(super) use told::{expect_named_parquet, is_parquet};
