//! From bytes to rows of fields.
//!
//! The parser is `csv-core`, the inside of the crate `csv`, driven here by hand for what `csv` keeps
//! to itself: the line on which a row begins (it miscounts after CRLF and blank lines), and whether
//! the file ends inside quotes (it takes such a file for whole, and a row that has swallowed the rest
//! of the table for a row).
//!
//! Tested: `rows_agree`, `lines_are_as_in_an_editor`: the rows of a text are those of a second reader, however its
//! bytes arrive (4,000 random texts of up to 60 bytes, reads of 1 to 19). `blank_lines_are_rows_where_they_count`,
//! `a_blank_line_is_a_row_of_a_table_with_one_column`: there a row that changes to an empty field stays a row.

use core::ops::Range;

use csv_core::{ReadRecordResult, Reader, ReaderBuilder};

use privet_spec::Charset;

use super::packed::BUFFER;
use super::text::Text;
use super::{Cause, Delimiter};

/// The rows of a text, one at a time, of whatever number of fields.
pub(super) struct Rows<'r> {
    text: Text<'r>,
    parser: Reader,
    buffer: Vec<u8>,
    /// The part of `buffer` that is read and not yet parsed.
    pending: Range<usize>,
    /// Line of the next byte.
    line: u64,
    /// The last end of line was CR; an LF right after it belongs to it.
    after_return: bool,
    /// Whether a blank line is a row with one empty field.
    blank_lines_count: bool,
    row: Row,
}

/// The current row.
#[derive(Default)]
struct Row {
    line: u64,
    bytes: Vec<u8>,
    /// How much of `bytes` is used.
    written: usize,
    ends: Vec<usize>,
    /// How much of `ends` is used.
    fields: usize,
}

impl<'r> Rows<'r> {
    /// Begins behind a byte order mark, if there is one.
    pub(super) fn new(
        text: Text<'r>,
        delimiter: Delimiter,
        encoding: Charset,
    ) -> Result<Self, Cause> {
        let mut rows = Self {
            text,
            parser: ReaderBuilder::new().delimiter(delimiter.byte()).build(),
            buffer: vec![0; BUFFER],
            pending: 0..0,
            line: 1,
            after_return: false,
            blank_lines_count: false,
            row: Row {
                line: 1,
                bytes: vec![0; FIRST_ROW],
                ends: vec![0; FIRST_ROW],
                ..Row::default()
            },
        };
        rows.skip_byte_order_mark(encoding)?;
        Ok(rows)
    }

    /// From here on every line end closes a row, as it must in a table of one column: there a blank line is how
    /// an empty field looks, and a row that is changed to it has to remain a row.
    pub(super) fn count_blank_lines(&mut self) {
        self.blank_lines_count = true;
    }

    /// Moves to the next row; `false` if there is none.
    pub(super) fn advance(&mut self) -> Result<bool, Cause> {
        self.row.written = 0;
        self.row.fields = 0;
        match self.start_of_row()? {
            Start::Row => self.row.line = self.line,
            Start::BlankLine => return Ok(true),
            Start::End => {
                self.row.line = self.line;
                return Ok(false);
            }
        }
        loop {
            if self.pending.is_empty() && !self.fill()? {
                return self.finish_at_end();
            }
            let input = self.buffer.get(self.pending.clone()).unwrap_or_default();
            let (result, read) = self.row.parse(&mut self.parser, input);
            let parsed = input.get(..read).unwrap_or_default();
            let done = matches!(result, ReadRecordResult::Record);
            self.line = self.line.saturating_add(newlines(parsed));
            if done && parsed.last() == Some(&b'\r') {
                self.after_return = true;
                self.line = self.line.saturating_add(1);
            }
            self.pending.start = self.pending.start.saturating_add(read);
            if done {
                return Ok(true);
            }
            self.row.make_room()?;
        }
    }

    /// The line on which the current row begins.
    pub(super) fn line(&self) -> u64 {
        self.row.line
    }

    /// The current row: the bytes of its fields without quotes, and where each ends.
    pub(super) fn row(&self) -> (&[u8], &[usize]) {
        let Row {
            bytes,
            written,
            ends,
            fields,
            ..
        } = &self.row;
        (
            bytes.get(..*written).unwrap_or_default(),
            ends.get(..*fields).unwrap_or_default(),
        )
    }

    /// The text is over inside of a row. One more line end closes the row, unless quotes are open:
    /// then it becomes part of the field.
    fn finish_at_end(&mut self) -> Result<bool, Cause> {
        loop {
            let before = self.row.written;
            let (result, _) = self.row.parse(&mut self.parser, b"\n");
            match result {
                ReadRecordResult::Record => return Ok(true),
                ReadRecordResult::OutputFull | ReadRecordResult::OutputEndsFull => {
                    self.row.make_room()?;
                }
                ReadRecordResult::InputEmpty if self.row.written > before => {
                    return Err(Cause::OpenQuote);
                }
                ReadRecordResult::InputEmpty | ReadRecordResult::End => return Ok(false),
            }
        }
    }

    /// Goes on to where a row starts. Blank lines before it are skipped, unless they count.
    fn start_of_row(&mut self) -> Result<Start, Cause> {
        loop {
            if self.pending.is_empty() && !self.fill()? {
                return Ok(Start::End);
            }
            let Some(&byte) = self.buffer.get(self.pending.start) else {
                return Ok(Start::End);
            };
            if byte != b'\n' && byte != b'\r' {
                self.after_return = false;
                return Ok(Start::Row);
            }
            self.pending.start = self.pending.start.saturating_add(1);
            if core::mem::replace(&mut self.after_return, byte == b'\r') && byte == b'\n' {
                // The second half of a CRLF.
                continue;
            }
            self.row.line = self.line;
            self.line = self.line.saturating_add(1);
            if self.blank_lines_count {
                self.row.put_empty_field();
                return Ok(Start::BlankLine);
            }
        }
    }

    /// The mark is that of UTF-8, and says that the file is nothing else.
    fn skip_byte_order_mark(&mut self, encoding: Charset) -> Result<(), Cause> {
        while self.pending.len() < BYTE_ORDER_MARK.len() {
            let free = self.buffer.get_mut(self.pending.end..).unwrap_or_default();
            let read = self.text.read(free)?;
            if read == 0 {
                break;
            }
            self.pending.end = self.pending.end.saturating_add(read);
        }
        let start = self.buffer.get(self.pending.clone()).unwrap_or_default();
        if start.starts_with(BYTE_ORDER_MARK) {
            if encoding != Charset::UTF_8 {
                return Err(Cause::MarkedUtf8 { encoding });
            }
            self.pending.start = BYTE_ORDER_MARK.len();
        }
        Ok(())
    }

    /// Reads on into an empty buffer; `false` at the end of the text.
    fn fill(&mut self) -> Result<bool, Cause> {
        let read = self.text.read(&mut self.buffer)?;
        self.pending = 0..read;
        Ok(read > 0)
    }
}

/// What stands where a row could start.
enum Start {
    Row,
    /// A line without a character, which is a row.
    BlankLine,
    End,
}

impl Row {
    /// An empty field, in an empty row.
    fn put_empty_field(&mut self) {
        if let Some(end) = self.ends.first_mut() {
            *end = 0;
            self.fields = 1;
        }
    }

    /// Parses on; the number of input bytes that were used.
    fn parse(&mut self, parser: &mut Reader, input: &[u8]) -> (ReadRecordResult, usize) {
        let output = self.bytes.get_mut(self.written..).unwrap_or_default();
        let ends = self.ends.get_mut(self.fields..).unwrap_or_default();
        let (result, read, written, fields) = parser.read_record(input, output, ends);
        self.written = self.written.saturating_add(written);
        self.fields = self.fields.saturating_add(fields);
        (result, read)
    }

    /// Doubles what is full.
    fn make_room(&mut self) -> Result<(), Cause> {
        if self.written >= self.bytes.len() {
            if self.written >= LONGEST_ROW {
                return Err(Cause::TooLong);
            }
            self.bytes.resize(self.bytes.len().saturating_mul(2), 0);
        }
        if self.fields >= self.ends.len() {
            if self.fields >= LONGEST_ROW {
                return Err(Cause::TooLong);
            }
            self.ends.resize(self.ends.len().saturating_mul(2), 0);
        }
        Ok(())
    }
}

fn newlines(bytes: &[u8]) -> u64 {
    // Summing bytes in short pieces lets the compiler use wide registers.
    bytes
        .chunks(255)
        .map(|piece| {
            let count: u8 = piece.iter().map(|byte| u8::from(*byte == b'\n')).sum();
            u64::from(count)
        })
        .sum()
}

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
/// Bytes and fields for which there is room at first; it grows as needed.
const FIRST_ROW: usize = 1 << 10;
/// Longer rows are quotes left open.
pub(super) const LONGEST_ROW: usize = 1 << 24;
