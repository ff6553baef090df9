//! Tables read in a second, simpler way: the crate `csv`, one field at a time, no threads.

use std::collections::{HashMap, HashSet};
use std::io::{self, Read};

use privet_release::table::Codes;
use privet_spec::{Adjacency, Encoded, Release, Unit};

/// What a table should be read as.
#[derive(Debug, PartialEq, Eq)]
pub struct Expected {
    pub columns: Vec<Vec<u16>>,
    pub beyond_bound: u64,
    pub without_id: u64,
}

/// Reads a text; nothing where it must be refused.
pub fn expected(release: &Release, text: &[u8], delimiter: u8) -> Option<Expected> {
    let rows = records(text, delimiter);
    // In open quotes, a line end more is text; anywhere else, it is not.
    if rows != records(&[text, b"\n"].concat(), delimiter) {
        return None;
    }
    let (header, rows) = rows.split_first()?;
    let header: Option<Vec<&str>> = header.iter().map(|name| utf8(name)).collect();
    let header = header?;
    let distinct: HashSet<&&str> = header.iter().collect();
    if distinct.len() != header.len() || rows.iter().any(|row| row.len() != header.len()) {
        return None;
    }
    let find = |name: &str| header.iter().position(|known| *known == name);
    let person = match &release.unit {
        Unit::Row => None,
        Unit::Person { id, rows } => Some((find(id)?, *rows)),
    };
    let places: Option<Vec<usize>> = release
        .learned()
        .map(|attribute| find(attribute.name()))
        .collect();
    let places = places?;
    let mut expected = Expected {
        columns: vec![Vec::new(); places.len()],
        beyond_bound: 0,
        without_id: 0,
    };
    let mut kept: HashMap<&[u8], u32> = HashMap::new();
    for row in rows {
        if let Some((place, most)) = person {
            let id = row[place].as_slice();
            let rows = kept.entry(id).or_default();
            // One row changed: each row is another person, or the table is none of this spec.
            if release.adjacency == Adjacency::Replace && (id.is_empty() || *rows > 0) {
                return None;
            }
            if id.is_empty() {
                expected.without_id += 1;
                continue;
            }
            if *rows == most {
                expected.beyond_bound += 1;
                continue;
            }
            *rows += 1;
        }
        for ((attribute, place), codes) in release.learned().zip(&places).zip(&mut expected.columns)
        {
            match attribute.encode(utf8(&row[*place])?) {
                Encoded::Code(code) => codes.push(code),
                Encoded::Refused => return None,
            }
        }
    }
    Some(expected)
}

/// The first row, if there is one.
pub fn header(text: &[u8], delimiter: u8) -> Option<Vec<Vec<u8>>> {
    records(text, delimiter).into_iter().next()
}

/// The codes in one width.
pub fn wide(columns: &[Codes]) -> Vec<Vec<u16>> {
    columns.iter().map(|codes| codes.iter().collect()).collect()
}

/// Gives at most `size` bytes at a time, like a pipe.
pub struct Trickle<'t> {
    pub text: &'t [u8],
    pub size: usize,
}

impl Read for Trickle<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let size = self.size.max(1).min(buffer.len()).min(self.text.len());
        let (now, later) = self.text.split_at(size);
        buffer[..size].copy_from_slice(now);
        self.text = later;
        Ok(size)
    }
}

fn records(text: &[u8], delimiter: u8) -> Vec<Vec<Vec<u8>>> {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter)
        .from_reader(text);
    let rows = reader.byte_records().map(|row| row.expect("memory"));
    rows.map(|row| row.iter().map(<[u8]>::to_vec).collect())
        .collect()
}

fn utf8(field: &[u8]) -> Option<&str> {
    core::str::from_utf8(field).ok()
}
