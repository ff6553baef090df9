//! How much memory the pages of a file take, as their headers say.
//!
//! The library reserves what a header asks for before it unpacks a page, and a header of a few bytes can ask for 2 GB. So all
//! headers of the columns that are read are looked at first, by a reader of our own that reserves nothing.
//!
//! ```text
//! unpacked = Σ over columns of (largest dictionary + largest page of rows), each packed and unpacked
//! a_row    = Σ over columns of text of the most that a value of a page takes
//! ```
//! A value of a dictionary is at most as long as the dictionary, one with a prefix of the value before it at most as long as
//! its page; values that are written one by one take their page together.
//!
//! Tested: files that lie about a page, of every codec (`a_page_that_is_longer_than_it_says_is_not_unpacked`,
//! `a_long_page_needs_memory`); `rows_that_share_a_long_value_are_read_in_small_batches`;
//! `usual_files_are_read_as_before`.

use std::fs::File;
use std::io::{self, Read};

use flate2::read::MultiGzDecoder;
use parquet::basic::{Compression, Type};
use parquet::file::metadata::{ColumnChunkMetaData, ParquetMetaData};
use serde::{Deserialize, Serialize};

use super::compact::{Compact, FALSE, I32, STRUCT};
use crate::memory::MemoryLimit;
use crate::table::problem::ParquetProblem;

/// What the pages of a table's files take, beside what they may take.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct Fitting {
    most: u64,
    /// Bytes of the pages that are unpacked at the same time, in any row group.
    unpacked: u64,
    /// Bytes of the texts of a row.
    a_row: u64,
}

impl Fitting {
    pub(super) fn within(memory: MemoryLimit) -> Self {
        Self {
            most: memory.for_a_pass().max(LEAST),
            unpacked: 0,
            a_row: 0,
        }
    }

    /// Takes the pages of a file, of the columns at these places. Refused: headers that cannot be read, or lie, and pages
    /// that take too much.
    pub(super) fn take(
        &mut self,
        file: &File,
        length: u64,
        metadata: &ParquetMetaData,
        is_read: impl Fn(usize) -> bool,
    ) -> Result<(), ParquetProblem> {
        let columns = metadata.file_metadata().schema_descr().num_columns();
        let read: Vec<usize> = (0..columns).filter(|leaf| is_read(*leaf)).collect();
        let most = Most {
            all: self.most,
            unseen: self.most / (read.len().max(1) as u64) / 4,
        };
        for group in metadata.row_groups() {
            let (mut unpacked, mut a_row) = (0_u64, 0_u64);
            for chunk in read.iter().filter_map(|leaf| group.columns().get(*leaf)) {
                let chunk = chunk_of(file, length, chunk, most).ok_or(ParquetProblem::Damaged)?;
                unpacked = unpacked.saturating_add(chunk.0);
                a_row = a_row.saturating_add(chunk.1);
            }
            if unpacked > self.most {
                return Err(ParquetProblem::LargePages {
                    needed: unpacked,
                    most: self.most,
                });
            }
            self.unpacked = self.unpacked.max(unpacked);
            self.a_row = self.a_row.max(a_row);
        }
        Ok(())
    }

    /// How many cores may read row groups at the same time, of so many.
    pub(super) fn readers(self, cores: usize) -> usize {
        let readers = usize::try_from(self.most / self.unpacked.max(1));
        readers.unwrap_or(usize::MAX).clamp(1, cores.max(1))
    }

    /// How many rows are read at once, of so many: fewer, where their texts may be long, or other cores read too.
    pub(super) fn rows_at_once(self, rows: usize, cores: usize) -> usize {
        let bytes = (self.most / 4 / self.readers(cores) as u64).min(MOST_AT_ONCE);
        let fitting = usize::try_from(bytes / self.a_row.max(1));
        fitting.unwrap_or(usize::MAX).clamp(1, rows.max(1))
    }
}

/// Whether no list in what stands at the end of a file is longer than that: the library reserves memory for as many items
/// as a list says it has.
pub(super) fn is_footer_plausible(file: &File, length: u64) -> bool {
    let plausible = || {
        let mut tail = Compact::new(file, length.checked_sub(TAIL)?, TAIL)?;
        let footer = tail.pass_by(TAIL, |bytes| {
            let mut long = [0; 4];
            bytes.read_exact(&mut long).ok()?;
            Some(u64::from(u32::from_le_bytes(long)))
        })?;
        let start = length.checked_sub(TAIL)?.checked_sub(footer)?;
        Compact::new(file, start, footer)?.pass(STRUCT)
    };
    plausible().is_some()
}

/// How many bytes pages may take.
#[derive(Clone, Copy)]
struct Most {
    all: u64,
    /// So few that nobody needs to see whether a header lies.
    unseen: u64,
}

/// What the header of a page says.
#[derive(Clone, Copy, Default)]
struct Header {
    kind: i64,
    unpacked: u64,
    packed: u64,
    values: u64,
    encoding: i64,
    /// Bytes in front of the values that are never packed.
    levels: u64,
    is_plain: bool,
}

/// The bytes of a chunk's largest pages, and the most that one of its values takes.
fn chunk_of(
    file: &File,
    length: u64,
    chunk: &ColumnChunkMetaData,
    most: Most,
) -> Option<(u64, u64)> {
    let (start, bytes) = chunk.byte_range();
    if start.checked_add(bytes)? > length {
        return None;
    }
    let rows = u64::try_from(chunk.num_values()).ok()?;
    let (mut dictionary, mut largest, mut a_value, mut seen) = (0_u64, 0_u64, 0_u64, 0_u64);
    let mut pages = Compact::new(file, start, bytes)?;
    while pages.left() > 0 && seen < rows {
        let header = header_of(&mut pages)?;
        let unpacked = pass_page(&mut pages, header, chunk.compression(), most)?;
        let page = header.packed.saturating_add(unpacked);
        match header.kind {
            DICTIONARY => dictionary = dictionary.max(page),
            ROWS | ROWS_2 => {
                seen = seen.saturating_add(header.values);
                largest = largest.max(page);
                a_value = a_value.max(match header.encoding {
                    BY_DICTIONARY | BY_DICTIONARY_2 => dictionary,
                    PLAIN | BY_LENGTHS => unpacked.div_ceil(header.values.max(1)),
                    _ => unpacked,
                });
            }
            _ => {}
        }
    }
    let has_texts = chunk.column_type() == Type::BYTE_ARRAY;
    Some((
        dictionary.saturating_add(largest),
        if has_texts { a_value } else { 0 },
    ))
}

fn header_of(pages: &mut Compact<&File>) -> Option<Header> {
    let mut header = Header::default();
    pages.fields(|pages, field, of| {
        match (field, of) {
            (1, I32) => header.kind = pages.number()?,
            (2, I32) => header.unpacked = pages.number()?.try_into().ok()?,
            (3, I32) => header.packed = pages.number()?.try_into().ok()?,
            // A page of rows, a dictionary, and a page of rows of the second kind.
            (5 | 7 | 8, STRUCT) => pages.fields(|pages, inner, of| {
                match (field, inner, of) {
                    (_, 1, I32) => header.values = pages.number()?.try_into().ok()?,
                    (5 | 7, 2, I32) | (8, 4, I32) => header.encoding = pages.number()?,
                    (8, 5 | 6, I32) => {
                        let levels: u64 = pages.number()?.try_into().ok()?;
                        header.levels = header.levels.checked_add(levels)?;
                    }
                    (8, 7, FALSE) => header.is_plain = true,
                    _ => pages.pass(of)?,
                }
                Some(())
            })?,
            _ => pages.pass(of)?,
        }
        Some(())
    })?;
    Some(header)
}

/// Passes a page, and says how many bytes it has unpacked. Two codecs unpack as much as there is, whatever the header says.
fn pass_page(
    pages: &mut Compact<&File>,
    header: Header,
    codec: Compression,
    most: Most,
) -> Option<u64> {
    let Header {
        packed, unpacked, ..
    } = header;
    let values = unpacked.checked_sub(header.levels)?;
    match codec {
        Compression::GZIP(_) if !header.is_plain && values > 0 => {
            let longest = packed.saturating_mul(MOST_OF_GZIP);
            if unpacked > most.all || longest <= most.unseen {
                pages.pass_bytes(packed)?;
                return Some(unpacked.max(longest.min(most.unseen)));
            }
            pages.pass_by(packed, |mut bytes| {
                let mut levels = Read::by_ref(&mut bytes).take(header.levels);
                io::copy(&mut levels, &mut io::sink()).ok()?;
                let mut found = MultiGzDecoder::new(bytes).take(values.saturating_add(1));
                let found = io::copy(&mut found, &mut io::sink()).ok()?;
                (found == values).then_some(unpacked)
            })
        }
        Compression::LZ4 if packed >= 4 => pages.pass_by(packed, |bytes| {
            let mut start = [0; 4];
            bytes.read_exact(&mut start).ok()?;
            let is_frame = start == LZ4_FRAME;
            let longest = packed.saturating_mul(MOST_OF_LZ4);
            Some(if is_frame {
                unpacked.max(longest)
            } else {
                unpacked
            })
        }),
        _ => {
            pages.pass_bytes(packed)?;
            Some(unpacked)
        }
    }
}

/// So many bytes pages may take however little memory there is: as long as the longest row.
const LEAST: u64 = 1 << 24;
/// Bytes of the texts that are read at once; a column of text cannot have 2 GiB.
const MOST_AT_ONCE: u64 = 1 << 30;
/// The length of the footer and four letters.
const TAIL: u64 = 8;
const ROWS: i64 = 0;
const DICTIONARY: i64 = 2;
const ROWS_2: i64 = 3;
const PLAIN: i64 = 0;
const BY_DICTIONARY: i64 = 2;
const BY_LENGTHS: i64 = 6;
const BY_DICTIONARY_2: i64 = 8;
/// A byte becomes no more than so many.
const MOST_OF_GZIP: u64 = 1032;
const MOST_OF_LZ4: u64 = 255;
/// How a frame of LZ4 begins, which the library unpacks where a page is none of its blocks.
const LZ4_FRAME: [u8; 4] = [0x04, 0x22, 0x4d, 0x18];
