//! From a CSV file, Parquet files or a data frame to codes and back.
//!
//! ```text
//! Source ──► Opened ──► Records ──► Batch ──► EncodedTable            (load)
//!            bytes      fields      rows      one or two bytes a cell
//!
//! Parquet files ──► Records ──► Batch of columns                      ([`parquet`], [`arrow`])
//! data frame    ──► Records ──► Batch of columns                      ([`arrow`])
//!
//! columns of codes + picks ──► CSV or Parquet                         (write_table)
//! ```
//!
//! [`load`] is where private text enters. A row lives in a reused buffer until its fields are codes;
//! nothing of its text is kept, and no error quotes it. What the table may contain comes from the
//! spec alone: the header only says which column is which.
//!
//! Reading is strict where a guess would lose rows: every row has as many fields as the header, a
//! quote that opens a field closes it, names in the header are distinct, used columns are in
//! the encoding that the spec states.
//! Line ends are LF, CRLF or CR, also mixed; a byte order mark is skipped. A blank line is a row of a table with
//! one column, whose field is empty, and no row of any other table.
//!
//! Tested: named cases for each refusal and its line; agreement with the crate csv on random text
//! however it is cut into reads; random tables through odd spellings of CSV and back; what is written
//! is read back as the same codes.

mod again;
#[cfg(feature = "parquet")]
mod arrow;
mod batch;
mod beginning;
mod block;
mod bounding;
mod codes;
mod coding;
mod column;
mod decoding;
mod delimiter;
mod encoder;
mod endings;
mod error;
mod exact;
mod failure;
mod field;
mod fingerprint;
mod foreign;
mod header;
mod id;
mod input;
mod layout;
mod listing;
mod load;
mod memo;
mod observer;
mod options;
mod packed;
#[cfg(feature = "parquet")]
mod parquet;
mod problem;
mod records;
mod row_group;
mod rows;
mod ruled;
mod source;
mod stop;
mod stored_rows;
mod streamed;
mod tag;
mod text;
mod text_rows;
#[cfg(feature = "parquet")]
mod texts;
mod ties;
#[cfg(feature = "parquet")]
mod typed;
#[cfg(feature = "parquet")]
mod typed_column;
#[cfg(feature = "parquet")]
mod typed_rows;
mod unprotected;
mod wanted;
mod write;
mod write_error;

#[cfg(test)]
mod tests;

pub(crate) use codes::RawCounts;
pub use codes::{Codes, EncodedTable};
pub use delimiter::{BadDelimiter, Delimiter};
pub use error::{Cause, IdProblem, Near, TableError};
pub use failure::Error;
pub use foreign::Foreign;
pub use input::Input;
pub use load::{Loaded, load, load_with_numbers};
pub use observer::{Observer, Progress};
pub use options::Options;
pub use problem::ParquetProblem;
pub use source::{Opened, Source};
pub use stop::Reason;
#[cfg(feature = "parquet")]
pub use streamed::engine;
pub use tag::BoundingKey;
#[cfg(feature = "parquet")]
pub use typed_rows::TypedRows;
pub use unprotected::Unprotected;
pub use write::write_table;
pub use write_error::WriteError;

pub(crate) use again::Again;
pub(crate) use batch::Batch;
pub(crate) use bounding::{Bounding, Verdict};
pub(crate) use codes::bytes_a_row;
pub(crate) use decoding::{Decoding, GivenFields, Laws};
pub(crate) use endings::{has_ending, is_named_as_no_table, is_named_as_table};
pub(crate) use fingerprint::{Fingerprint, FingerprintKey};
pub(crate) use load::load_within;
pub(crate) use records::{Records, Shape};
pub(crate) use row_group::ROWS_A_GROUP;
#[cfg(feature = "parquet")]
pub(crate) use streamed::CountedBy;
pub(crate) use streamed::{Derived, Parts, Question, Stream, Streaming};
pub(crate) use unprotected::unprotected;
pub(crate) use wanted::Wanted;
pub(crate) use write::{least_bytes, write_decoded};
