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
//! Tested: `every_type_has_its_text`, `every_cell_has_the_code_of_its_text`, `a_code_does_not_depend_on_the_type`; each
//! refusal; `files_that_change_while_they_are_read`; `every_byte_may_be_damaged`.
//! Assumed: the decoders of gzip, Zstandard and Parquet's pages, which are other people's: tested by named files
//! (`compressed`, `codecs`, `damaged_and_encrypted`).

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
