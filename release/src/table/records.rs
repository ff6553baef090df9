//! A table's rows under its header.
//!
//! Tested: `rows_agree`, `lines_are_as_in_an_editor`.

use privet_spec::{Charset, InputForm};

#[cfg(feature = "parquet")]
use super::arrow::{ColumnRows, FrameRows};
use super::batch::Batch;
use super::delimiter::Delimiter;
use super::error::{Cause, TableError};
use super::exact::Exactness;
use super::header::{Header, HeaderProblem};
use super::options::Options;
#[cfg(feature = "parquet")]
use super::parquet::ParquetRows;
use super::rows::Rows;
use super::source::{Content, Opened};
use super::stored_rows::StoredRows;
use super::text::Text;
use super::text_rows::{TextRows, line_of};
use super::wanted::Wanted;

/// The rows of a table, one at a time, below the header.
pub(crate) struct Records<'r> {
    file: String,
    header: Header,
    /// Columns have none.
    header_line: Option<u64>,
    encoding: Charset,
    rows: Box<dyn StoredRows + 'r>,
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
    /// Opens a table and reads its header. Of Parquet, columns that are not wanted are empty.
    pub(crate) fn new(
        opened: Opened<'r>,
        options: Options<'r>,
        wanted: &Wanted,
    ) -> Result<Self, TableError> {
        let Opened { name, content } = opened;
        match content {
            Content::Bytes(bytes) => {
                let text = Text::new(bytes, options.progress, options.observer);
                Self::of_text(name, text, options.delimiter, wanted.form())
            }
            #[cfg(feature = "parquet")]
            Content::Files(files) => {
                let rows = ParquetRows::new(files, options, wanted)?;
                Ok(Self::of_columns(name, rows))
            }
            #[cfg(feature = "parquet")]
            Content::Part(part) => {
                let rows = ParquetRows::of_part(part, options, wanted)?;
                Ok(Self::of_columns(name, rows))
            }
            #[cfg(feature = "parquet")]
            Content::Frame(frame) => {
                let rows = FrameRows::new(&name, frame, options, wanted)?;
                Ok(Self::of_columns(name, rows))
            }
        }
    }

    #[cfg(feature = "parquet")]
    fn of_columns(file: String, rows: impl ColumnRows + 'r) -> Self {
        Self {
            file,
            header: Header::of_names(rows.names()),
            header_line: None,
            encoding: Charset::UTF_8,
            rows: Box::new(rows),
        }
    }

    fn of_text(
        file: String,
        text: Result<Text<'r>, Cause>,
        delimiter: Option<Delimiter>,
        form: InputForm,
    ) -> Result<Self, TableError> {
        let error = |line, column, cause| TableError {
            line,
            column,
            ..TableError::new(&file, cause)
        };
        let delimiter = delimiter.unwrap_or_else(|| Delimiter::of(form));
        let mut rows = text
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
        let rows = TextRows {
            file: file.clone(),
            fields: header.names().len(),
            rows,
        };
        Ok(Self {
            file,
            header,
            header_line: Some(header_line),
            encoding: form.encoding,
            rows: Box::new(rows),
        })
    }

    pub(crate) fn header(&self) -> &Header {
        &self.header
    }

    /// How the characters of a field are stored.
    pub(crate) fn encoding(&self) -> Charset {
        self.encoding
    }

    /// The Parquet files or the data frame, and how many rows each has at most; nothing for a text, which has lines.
    pub(crate) fn parts(&self) -> Vec<(String, u64)> {
        self.rows.parts()
    }

    /// Moves to the next row.
    pub(crate) fn advance(&mut self) -> Result<Shape, TableError> {
        if !self.rows.advance()? {
            return Ok(Shape::End);
        }
        let found = self.rows.width();
        Ok(if found == self.header.names().len() {
            Shape::Whole
        } else {
            Shape::Ragged { found }
        })
    }

    /// The line on which the current row begins; or its number through all files, where there are no lines.
    pub(crate) fn line(&self) -> u64 {
        self.rows.line()
    }

    /// One field of the current row without quotes; empty if there is none.
    pub(crate) fn field(&self, index: usize) -> &[u8] {
        self.rows.field(index)
    }

    /// How sure the ids are that stand in a column of the current row.
    pub(super) fn exactness(&self, index: usize) -> Exactness {
        self.rows.exactness(index)
    }

    /// A batch for rows of this table.
    pub(super) fn batch(&self) -> Batch {
        self.rows.batch()
    }

    /// Adds the current row to a batch of this table.
    pub(super) fn put(&self, batch: &mut Batch) {
        self.rows.put(batch);
    }

    /// Whether a batch has to be closed before the next row is read.
    pub(super) fn fills(&self, batch: &Batch) -> bool {
        self.rows.fills(batch)
    }

    /// Hands over what the rows of a batch consist of.
    pub(super) fn close(&mut self, batch: &mut Batch) {
        self.rows.close(batch);
    }

    pub(crate) fn error(
        &self,
        line: Option<u64>,
        column: Option<String>,
        cause: Cause,
    ) -> TableError {
        match line {
            Some(line) => self.rows.error(line, column, cause),
            None => TableError {
                column,
                ..TableError::new(&self.file, cause)
            },
        }
    }

    /// Where a column stands.
    pub(crate) fn find(&self, name: &str) -> Result<usize, TableError> {
        self.header.find(name).map_err(|problem: HeaderProblem| {
            let (column, cause) = problem;
            self.error(self.header_line, column, cause)
        })
    }
}
