//! Why a table cannot be read: what is wrong, where, and what to do.
//!
//! Nothing here holds a field of a row. Names are those of the header, which a release does not
//! protect, or of the spec.

use core::fmt::{self, Write as _};
use std::io;

use privet_spec::{Charset, Line, Refusal, shown};

use super::delimiter::Delimiter;
use super::foreign::Foreign;
use super::problem::ParquetProblem;
use crate::opening::remedy;

/// A table that cannot be read. Cause and place are separate fields.
#[derive(Debug)]
#[non_exhaustive]
pub struct TableError {
    /// The file as the user named it.
    pub file: String,
    /// Line of the file, counted from 1, on which the row begins; or the row, also counted from 1.
    pub line: Option<u64>,
    /// Whether `line` is the number of a row: a Parquet file and a data frame have no lines.
    pub counts_rows: bool,
    /// Name of the column.
    pub column: Option<String>,
    pub cause: Cause,
    /// Whether it is a synthetic table, read back: what a spec says of its input does not tell of it.
    pub is_synthetic: bool,
}

/// What is wrong with a table.
#[derive(Debug)]
#[non_exhaustive]
pub enum Cause {
    /// The operating system refuses.
    Unreadable(io::Error),
    /// Standard input is a terminal: nobody has piped a table into it.
    Terminal,
    /// There is no memory for further rows.
    NoMemory,
    /// What a draft keeps of its columns takes more bytes than it may.
    LargeDraft { columns: usize, most: u64 },
    /// The file begins like a compressed file, but cannot be unpacked to its end.
    Damaged,
    /// The file is of another kind.
    Foreign(Foreign),
    /// Parquet files, or several files, cannot be read.
    Parquet(ParquetProblem),
    /// This program was built without what reads the file.
    #[cfg(not(feature = "parquet"))]
    NotBuilt(crate::not_built::NotBuilt),
    /// A column of Parquet files or of a data frame has a type without a text, in words.
    Type(&'static str),
    /// Bytes of such a column are no text.
    NotText,
    /// Whoever hands over a data frame has failed, or has handed over something else than it said.
    Stream,
    /// There is not even a header.
    Empty,
    /// A name in the header has a byte without meaning. Columns are counted from 1.
    UndecodableName { number: usize, encoding: Charset },
    /// The file says itself that it is UTF-8, and the spec that it is not.
    MarkedUtf8 { encoding: Charset },
    /// A name stands twice in a file that has types, or in a data frame.
    DuplicateColumn,
    /// Two fields of a text's header are the same, by their places, counted from 1. They are not shown, see [`Near`].
    DuplicateField { first: usize, second: usize },
    /// A column that the spec needs is not in the header.
    MissingColumn {
        near: Near,
        /// A delimiter that would divide the header further.
        delimiter: Option<Delimiter>,
    },
    /// A field of a synthetic table is none that its spec can write.
    NotSynthetic,
    /// The header is a single name that holds another usual delimiter.
    OtherDelimiter { delimiter: Delimiter },
    /// A row has more or fewer fields than the header.
    Ragged { expected: usize, found: usize },
    /// A quote opens a field on the named line and nothing closes it.
    OpenQuote,
    /// A row is longer than any real one.
    TooLong,
    /// A field of a used column has a byte without meaning.
    Undecodable { encoding: Charset },
    /// The attribute's policy stops the release at this field.
    Refused(Refusal),
    /// The row's id is none that a release can go by.
    Id(IdProblem),
    /// 2^40 rows or more.
    TooManyRows,
    /// More rows are used than the mechanism takes.
    MoreRows { most: u64 },
}

/// What a name that is not in a header may have been meant for.
///
/// The first line of a text is shown to nobody: where the table has no header, it is a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Near {
    /// The name of a column in a file that has types, or in a data frame; nothing if none is alike.
    Name(Option<String>),
    /// The place of a field in the first line, counted from 1; nothing if none is alike.
    Field(Option<usize>),
}

/// What is wrong with an id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IdProblem {
    /// It is empty, and under `Replace` each row is a person.
    Missing,
    /// An earlier row has it, and under `Replace` each row is another person.
    Repeated,
    /// It is a number that may be another person's too, or has another text elsewhere.
    Unsure,
}

impl TableError {
    /// At no line and in no column.
    pub(crate) fn new(file: impl Into<String>, cause: Cause) -> Self {
        Self {
            file: file.into(),
            line: None,
            counts_rows: false,
            column: None,
            cause,
            is_synthetic: false,
        }
    }

    /// Where it is wrong: `table.csv:17: column `age``, or `table.parquet: row 17: column `age``.
    pub fn place(&self) -> Line {
        // Writing to a `String` cannot fail.
        let mut place = self.file.clone();
        if let Some(line) = self.line {
            let mark = if self.counts_rows { ": row " } else { ":" };
            let _ = write!(place, "{mark}{line}");
        }
        if let Some(column) = &self.column {
            let _ = write!(place, ": column `{}`", shown(column));
        }
        place.into()
    }

    /// What to do about it.
    pub fn remedy(&self) -> String {
        match &self.cause {
            Cause::MissingColumn {
                delimiter: Some(delimiter),
                ..
            } if self.is_synthetic => format!(
                "are the fields divided by `{delimiter}`? If so, say `--synthetic-delimiter {}` to `privet evaluate`, or \
                 write `output: (delimiter: {})` in the spec",
                shell(*delimiter),
                literal(*delimiter)
            ),
            Cause::TooLong if self.counts_rows => {
                "shorten the long values of this row, or take their columns out of the spec"
                    .to_owned()
            }
            Cause::UndecodableName { .. } | Cause::Undecodable { .. } if self.is_synthetic => {
                "save the file as UTF-8, as a release writes it".to_owned()
            }
            cause => cause.remedy(),
        }
    }
}

impl Cause {
    /// What is wrong, as a clause without a full stop.
    pub fn what(&self) -> String {
        match self {
            Self::Unreadable(error) => format!("cannot be read ({error})"),
            Self::Terminal => "it is a terminal, and no table comes from there".to_owned(),
            Self::NoMemory => "the table does not fit into memory".to_owned(),
            Self::LargeDraft { columns, most } => format!(
                "what a draft keeps of the {columns} columns takes more than {} MB",
                most / 1_000_000
            ),
            Self::Damaged => "the compressed data is damaged or cut off".to_owned(),
            Self::Foreign(foreign) => foreign.what().to_owned(),
            Self::Parquet(problem) => problem.what(),
            #[cfg(not(feature = "parquet"))]
            Self::NotBuilt(format) => format.what().to_owned(),
            Self::Type(name) => format!("a column of {name} has no meaning as a field"),
            Self::NotText => "the field is binary and not UTF-8".to_owned(),
            Self::Stream => {
                "whoever hands over its rows has failed (why is not shown, since it may quote a value)"
                    .to_owned()
            }
            Self::Empty => "the file is empty: it has no header".to_owned(),
            Self::UndecodableName { number, encoding } => {
                let encoding = encoding.name();
                format!("the name of column {number} in the header is not {encoding}")
            }
            Self::MarkedUtf8 { encoding } => {
                let encoding = encoding.name();
                format!("it begins as UTF-8 does (a byte order mark), and the spec says {encoding}")
            }
            Self::DuplicateColumn => "this name stands twice in the header".to_owned(),
            Self::DuplicateField { first, second } => {
                format!("columns {first} and {second} have the same name in the header")
            }
            Self::MissingColumn { .. } => "the table has no such column".to_owned(),
            Self::NotSynthetic => "a field is none that a release by this spec can write".to_owned(),
            Self::OtherDelimiter { delimiter } => {
                format!("the header is one name, with `{delimiter}` in it")
            }
            Self::Ragged { expected, found } => {
                format!("the row has {found} fields and the header has {expected}")
            }
            Self::OpenQuote => "a quoted field of this row is never closed".to_owned(),
            Self::TooLong => format!("the row is longer than {LONGEST_ROW_NAME}"),
            Self::Undecodable { encoding } => format!("the field is not {}", encoding.name()),
            Self::Refused(Refusal::Outside) => {
                "a value outside of the domain, and the policy is `Fail`".to_owned()
            }
            Self::Refused(Refusal::Foreign) => {
                "a field that is no number or date, which `Clamp` cannot place".to_owned()
            }
            Self::Id(IdProblem::Missing) => {
                "the row names no person, and under `Replace` each row is one".to_owned()
            }
            Self::Id(IdProblem::Repeated) => {
                "a person has a second row, and under `Replace` each has exactly one".to_owned()
            }
            Self::Id(IdProblem::Unsure) => {
                "the id names nobody for sure: it is a number with an exponent, or one of floating point or of decimals that \
                 has a fraction or is too large for its type (2^53 in double precision, 2^24 in single, 2^11 in half)"
                    .to_owned()
            }
            Self::TooManyRows => "the table has 2^40 rows or more".to_owned(),
            Self::MoreRows { most } => {
                format!("more rows would be used than the {most} that the mechanism of this spec takes")
            }
        }
    }

    /// What to do about it, in a table that is read as the spec's input.
    fn remedy(&self) -> String {
        match self {
            Self::Unreadable(error) => {
                remedy(error, "give the path of a file, or `-` for standard input").to_owned()
            }
            Self::Terminal => {
                "pipe a table into it, as in `zcat table.csv.gz | privet …`, or give the path of a file"
                    .to_owned()
            }
            Self::NoMemory => "use a machine with more memory, or a table with fewer rows".to_owned(),
            Self::LargeDraft { .. } => {
                "give a table of fewer columns, or more memory (`--memory`): half of it is for this".to_owned()
            }
            Self::Damaged => "fetch the file again, and try `gzip -t` or `zstd -t` on it".to_owned(),
            Self::Foreign(foreign) => foreign.remedy().to_owned(),
            Self::Parquet(problem) => problem.remedy(),
            #[cfg(not(feature = "parquet"))]
            Self::NotBuilt(_) => crate::not_built::REMEDY.to_owned(),
            Self::Type(_) => {
                "turn it into a string, a number or a timestamp without a zone, or take it out of the spec"
                    .to_owned()
            }
            Self::NotText => "write the column as strings".to_owned(),
            Self::Stream => {
                "look that all of it can be read, as by writing it to a Parquet file, and give that file".to_owned()
            }
            Self::Empty => "the first line must hold the names of the columns".to_owned(),
            Self::UndecodableName { encoding, .. } | Self::Undecodable { encoding } => {
                other_encoding(*encoding)
            }
            Self::MarkedUtf8 { .. } => {
                "write `input: (encoding: \"utf-8\")` in the spec, or leave `encoding` out".to_owned()
            }
            Self::DuplicateColumn => "rename or remove one of the two columns".to_owned(),
            Self::DuplicateField { .. } => {
                format!("rename or remove one of the two columns; {NO_HEADER}")
            }
            Self::MissingColumn {
                delimiter: Some(delimiter),
                ..
            } => format!(
                "are the fields divided by `{delimiter}`? If so, write `input: (delimiter: {})` in the spec, or, if \
                 it states none, say `--delimiter {}`",
                literal(*delimiter),
                shell(*delimiter)
            ),
            Self::MissingColumn { near, .. } => near.remedy(),
            Self::NotSynthetic => {
                "give the synthetic table of a release, unchanged, and the spec that it was made by".to_owned()
            }
            Self::OtherDelimiter { delimiter } => format!(
                "if the fields are divided by `{delimiter}`, say `--delimiter {}`; if not, rename the column",
                shell(*delimiter)
            ),
            Self::Ragged { .. } => {
                "mend the row; a field that holds the delimiter must stand in quotes".to_owned()
            }
            Self::OpenQuote => {
                "close the field with `\"`; inside of it, a quote is written twice".to_owned()
            }
            Self::TooLong => "look for a quote that is never closed".to_owned(),
            Self::Refused(Refusal::Outside) => {
                "mend the data or widen the domain, declare what is missing (`missing: [\"\"]` for an empty field), or give \
                 the attribute another `outside`; `privet check` with `--data` lists all such fields"
                    .to_owned()
            }
            Self::Refused(Refusal::Foreign) => {
                "mend the data, or declare the `missing` texts of the attribute; `privet check` \
                 with `--data` lists all such fields"
                    .to_owned()
            }
            Self::Id(IdProblem::Unsure) => {
                "make the table anew from its source, with the ids as text or as integers: digits may be lost already, and \
                 converting this table does not bring them back"
                    .to_owned()
            }
            Self::Id(IdProblem::Missing | IdProblem::Repeated) => {
                "prepare a table with one row a person, each with an id, or write `adjacency: AddRemove`"
                    .to_owned()
            }
            Self::TooManyRows => "release parts of it".to_owned(),
            Self::MoreRows { most } if *most < u32::MAX.into() => {
                "write `most_rows` among its parameters, with a public number that is surely large enough (16 bytes of memory a \
                 row), or `score: R`, which needs none; nothing was spent"
                    .to_owned()
            }
            Self::MoreRows { .. } => {
                "write another mechanism, or release parts of the table; nothing was spent".to_owned()
            }
        }
    }
}

impl Near {
    fn remedy(&self) -> String {
        match self {
            Self::Name(Some(name)) => format!(
                "the nearest name is \"{}\"; rename the column in the table or in the spec",
                shown(name)
            ),
            Self::Name(None) => {
                "add the column to the table, or remove it from the spec".to_owned()
            }
            Self::Field(Some(number)) => format!(
                "the name of column {number} is nearly the same: rename it in the table or in the spec; {NO_HEADER}"
            ),
            Self::Field(None) => {
                format!("add the column to the table, or remove it from the spec; {NO_HEADER}")
            }
        }
    }
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (what, remedy) = (self.cause.what(), self.remedy());
        write!(f, "{}: {what} — {remedy}", self.place())
    }
}

impl core::error::Error for TableError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.cause {
            Cause::Unreadable(error) => Some(error),
            _ => None,
        }
    }
}

/// What to do about a table that is not in the encoding that the spec states, or leaves to be UTF-8.
fn other_encoding(encoding: Charset) -> String {
    if encoding == Charset::UTF_8 {
        "save the file as UTF-8, or state its encoding in the spec, as in `input: (encoding: \"windows-1252\")`"
            .to_owned()
    } else {
        "mend the data, or state its true encoding in the spec (`input`)".to_owned()
    }
}

/// A delimiter as one writes it in a spec.
fn literal(delimiter: Delimiter) -> String {
    match delimiter.byte() {
        b'\t' => "\"tab\"".to_owned(),
        byte => format!("\"{}\"", char::from(byte)),
    }
}

/// A delimiter as one types it in a shell.
fn shell(delimiter: Delimiter) -> String {
    match delimiter.byte() {
        b'\t' => "tab".to_owned(),
        byte => format!("'{}'", char::from(byte)),
    }
}

const LONGEST_ROW_NAME: &str = "16 MiB";
/// What else may be wrong with a header.
const NO_HEADER: &str =
    "if the first line holds values, put a line with the names of the columns above it";
