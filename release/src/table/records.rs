//! A table's rows under its header.

use privet_spec::{Charset, InputForm};

use super::delimiter::Delimiter;
use super::error::{Cause, TableError};
use super::field::field;
use super::header::{Header, HeaderProblem};
use super::options::Options;
use super::rows::Rows;
use super::source::{Opened, Text};

/// The rows of a table, one at a time, below the header.
pub(crate) struct Records<'r> {
    file: String,
    header: Header,
    header_line: u64,
    encoding: Charset,
    rows: Rows<'r>,
}

/// What the next row is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// A row with as many fields as the header.
    Whole,
    /// A row with another number of fields.
    Ragged { found: usize },
    /// No row.
    End,
}

impl<'r> Records<'r> {
    /// Opens a table and reads its header.
    pub(crate) fn new(
        opened: Opened<'r>,
        options: Options<'r>,
        form: InputForm,
    ) -> Result<Self, TableError> {
        let Opened { name: file, bytes } = opened;
        let error = |line, column, cause| TableError {
            file: file.clone(),
            line,
            column,
            cause,
            is_synthetic: false,
        };
        let Options {
            delimiter,
            observer,
            progress,
            bounding: _,
        } = options;
        let delimiter = delimiter.unwrap_or_else(|| Delimiter::of(form));
        let mut rows = Text::new(bytes, progress, observer)
            .map_err(Cause::Unreadable)
            .and_then(|text| Rows::new(text, delimiter, form.encoding))
            .map_err(|cause| error(None, None, cause))?;
        match rows.advance() {
            Ok(true) => {}
            Ok(false) => return Err(error(None, None, Cause::Empty)),
            Err(cause) => return Err(error(line_of(&cause, &rows), None, cause)),
        }
        let header_line = rows.line();
        let (bytes, ends) = rows.row();
        let header = Header::new(bytes, ends, delimiter, form.encoding)
            .map_err(|(column, cause)| error(Some(header_line), column, cause))?;
        if header.names().len() == 1 {
            rows.count_blank_lines();
        }
        Ok(Self {
            file,
            header,
            header_line,
            encoding: form.encoding,
            rows,
        })
    }

    pub(crate) fn header(&self) -> &Header {
        &self.header
    }

    /// How the characters of a field are stored.
    pub(crate) fn encoding(&self) -> Charset {
        self.encoding
    }

    /// Moves to the next row.
    pub(crate) fn advance(&mut self) -> Result<Shape, TableError> {
        match self.rows.advance() {
            Err(cause) => {
                let line = line_of(&cause, &self.rows);
                Err(self.error(line, None, cause))
            }
            Ok(false) => Ok(Shape::End),
            Ok(true) => {
                let found = self.rows.row().1.len();
                Ok(if found == self.header.names().len() {
                    Shape::Whole
                } else {
                    Shape::Ragged { found }
                })
            }
        }
    }

    /// The line on which the current row begins.
    pub(crate) fn line(&self) -> u64 {
        self.rows.line()
    }

    /// The current row: the bytes of its fields without quotes, and where each ends.
    pub(crate) fn row(&self) -> (&[u8], &[usize]) {
        self.rows.row()
    }

    /// One field of the current row; empty if there is none.
    pub(crate) fn field(&self, index: usize) -> &[u8] {
        let (bytes, ends) = self.rows.row();
        field(bytes, ends, index)
    }

    pub(crate) fn error(
        &self,
        line: Option<u64>,
        column: Option<String>,
        cause: Cause,
    ) -> TableError {
        TableError {
            file: self.file.clone(),
            line,
            column,
            cause,
            is_synthetic: false,
        }
    }

    /// Where a column stands.
    pub(crate) fn find(&self, name: &str) -> Result<usize, TableError> {
        self.header.find(name).map_err(|problem: HeaderProblem| {
            let (column, cause) = problem;
            self.error(Some(self.header_line), column, cause)
        })
    }
}

/// A device that fails does so at no line.
fn line_of(cause: &Cause, rows: &Rows<'_>) -> Option<u64> {
    match cause {
        Cause::Unreadable(_) | Cause::Damaged => None,
        _ => Some(rows.line()),
    }
}
