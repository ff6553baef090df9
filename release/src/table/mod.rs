//! From a CSV file to codes and back.
//!
//! ```text
//! Source ──► Opened ──► Records ──► Batch ──► EncodedTable            (load)
//!            bytes      fields      rows      one or two bytes a cell
//!
//! columns of codes + picks ──► CSV                                    (write_table)
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
//! Tested: named cases for each refusal and its line; agreement with the crate `csv` on random text
//! however it is cut into reads; random tables through odd spellings of CSV and back; what is written
//! is read back as the same codes.

mod batch;
mod beginning;
mod bounding;
mod codes;
mod delimiter;
mod error;
mod field;
mod fingerprint;
mod header;
mod id;
mod input;
mod load;
mod memo;
mod options;
mod records;
mod rows;
mod source;
mod stop;
mod tag;
mod write;

#[cfg(test)]
mod tests;

pub use codes::{Codes, EncodedTable};
pub use delimiter::{BadDelimiter, Delimiter};
pub use error::{Cause, IdProblem, TableError};
pub use input::Input;
pub use load::{Loaded, load, load_with_numbers};
pub use options::Options;
pub use source::{Observer, Opened, Progress, Source};
pub use tag::BoundingKey;
pub use write::{WriteError, write_table};

pub(crate) use batch::{Batch, Cell};
pub(crate) use bounding::{Bounding, Verdict};
pub(crate) use fingerprint::{Fingerprint, FingerprintKey};
pub(crate) use records::{Records, Shape};
pub(crate) use stop::Stop;
