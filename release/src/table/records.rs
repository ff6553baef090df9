//! A table's rows under its header.

use privet_spec::{Charset, InputForm};

use super::arrow::FrameRows;
use super::batch::{Batch, Columns, Lines};
use super::delimiter::Delimiter;
use super::error::{Cause, TableError};
use super::exact::Exactness;
use super::field::field;
use super::header::{Header, HeaderProblem};
use super::options::Options;
use super::parquet::ParquetRows;
use super::rows::Rows;
use super::source::{Content, Opened};
use super::text::Text;
use super::wanted::Wanted;

/// The rows of a table, one at a time, below the header.
pub(crate) struct Records<'r> {
    file: String,
    header: Header,
    /// Columns have none.
    header_line: Option<u64>,
    encoding: Charset,
    rows: Stored<'r>,
}

enum Stored<'r> {
    Text(Box<Rows<'r>>),
    Parquet(Box<ParquetRows<'r>>),
    Frame(Box<FrameRows<'r>>),
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
            Content::Files(files) => {
                let rows = ParquetRows::new(files, options, wanted)?;
                Ok(Self::of_parquet(name, rows))
            }
            Content::Part(part) => {
                let rows = ParquetRows::of_part(part, options, wanted)?;
                Ok(Self::of_parquet(name, rows))
            }
            Content::Frame(frame) => {
                let rows = FrameRows::new(&name, frame, options, wanted)?;
                let header = Header::of_names(rows.names());
                Ok(Self::of_columns(
                    name,
                    header,
                    Stored::Frame(Box::new(rows)),
                ))
            }
        }
    }

    fn of_parquet(file: String, rows: ParquetRows<'r>) -> Self {
        let header = Header::of_names(rows.names());
        Self::of_columns(file, header, Stored::Parquet(Box::new(rows)))
    }

    fn of_columns(file: String, header: Header, rows: Stored<'r>) -> Self {
        Self {
            file,
            header,
            header_line: None,
            encoding: Charset::UTF_8,
            rows,
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
        Ok(Self {
            file,
            header,
            header_line: Some(header_line),
            encoding: form.encoding,
            rows: Stored::Text(Box::new(rows)),
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
        match &self.rows {
            Stored::Text(_) => Vec::new(),
            Stored::Parquet(rows) => rows.parts(),
            // How many rows it has is known at its end.
            Stored::Frame(_) => vec![(self.file.clone(), u64::MAX)],
        }
    }

    /// Moves to the next row.
    pub(crate) fn advance(&mut self) -> Result<Shape, TableError> {
        let advanced = match &mut self.rows {
            Stored::Parquet(rows) => rows.advance()?,
            Stored::Frame(rows) => rows.advance()?,
            Stored::Text(rows) => match rows.advance() {
                Ok(advanced) => advanced,
                Err(cause) => {
                    let line = line_of(&cause, rows);
                    return Err(self.error(line, None, cause));
                }
            },
        };
        if !advanced {
            return Ok(Shape::End);
        }
        let expected = self.header.names().len();
        let found = match &self.rows {
            Stored::Text(rows) => rows.row().1.len(),
            Stored::Parquet(_) | Stored::Frame(_) => expected,
        };
        Ok(if found == expected {
            Shape::Whole
        } else {
            Shape::Ragged { found }
        })
    }

    /// The line on which the current row begins; or its number through all files, where there are no lines.
    pub(crate) fn line(&self) -> u64 {
        match &self.rows {
            Stored::Text(rows) => rows.line(),
            Stored::Parquet(rows) => rows.batch().number(),
            Stored::Frame(rows) => rows.batch().number(),
        }
    }

    /// One field of the current row without quotes; empty if there is none.
    pub(crate) fn field(&self, index: usize) -> &[u8] {
        match &self.rows {
            Stored::Text(rows) => {
                let (bytes, ends) = rows.row();
                field(bytes, ends, index)
            }
            Stored::Parquet(rows) => rows.batch().field(index),
            Stored::Frame(rows) => rows.batch().field(index),
        }
    }

    /// How sure the ids are that stand in a column of the current row.
    pub(super) fn exactness(&self, index: usize) -> Exactness {
        match &self.rows {
            Stored::Text(_) => Exactness::Text,
            Stored::Parquet(rows) => rows.batch().exactness(index),
            Stored::Frame(rows) => rows.batch().exactness(index),
        }
    }

    /// A batch for rows of this table.
    pub(super) fn batch(&self) -> Batch {
        let fields = self.header.names().len();
        match &self.rows {
            Stored::Text(_) => Batch::Lines(Lines::new(fields)),
            Stored::Parquet(_) | Stored::Frame(_) => Batch::Columns(Columns::new(fields)),
        }
    }

    /// Adds the current row to a batch of this table.
    pub(super) fn put(&self, batch: &mut Batch) {
        match (&self.rows, batch) {
            (Stored::Text(rows), Batch::Lines(lines)) => {
                let (bytes, ends) = rows.row();
                lines.push(rows.line(), bytes, ends);
            }
            (Stored::Parquet(rows), Batch::Columns(columns)) => rows.batch().put(columns),
            (Stored::Frame(rows), Batch::Columns(columns)) => rows.batch().put(columns),
            _ => debug_assert!(false, "a batch is its table's"),
        }
    }

    /// Whether a batch has to be closed before the next row is read.
    pub(super) fn fills(&self, batch: &Batch) -> bool {
        match (&self.rows, batch) {
            (Stored::Parquet(rows), batch) => batch.rows() > 0 && rows.batch().is_spent(),
            (Stored::Frame(rows), batch) => batch.rows() > 0 && rows.batch().is_spent(),
            (Stored::Text(_), Batch::Lines(lines)) => lines.is_full(),
            (Stored::Text(_), Batch::Columns(_)) => true,
        }
    }

    /// Hands over what the rows of a batch consist of.
    pub(super) fn close(&mut self, batch: &mut Batch) {
        match (&mut self.rows, batch) {
            (Stored::Parquet(rows), Batch::Columns(columns)) => rows.batch_mut().hand_over(columns),
            (Stored::Frame(rows), Batch::Columns(columns)) => rows.batch_mut().hand_over(columns),
            _ => {}
        }
    }

    pub(crate) fn error(
        &self,
        line: Option<u64>,
        column: Option<String>,
        cause: Cause,
    ) -> TableError {
        match (&self.rows, line) {
            (Stored::Parquet(rows), Some(number)) => rows.error(number, column, cause),
            (Stored::Frame(rows), Some(number)) => rows.error(number, column, cause),
            _ => TableError {
                line,
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

/// A device that fails does so at no line.
fn line_of(cause: &Cause, rows: &Rows<'_>) -> Option<u64> {
    match cause {
        Cause::Unreadable(_) | Cause::Damaged => None,
        _ => Some(rows.line()),
    }
}
