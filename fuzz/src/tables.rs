//! Tables read in a second, simpler way: the crate `csv`, one field at a time, no threads.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::io::{self, Read};

use hmac::{Hmac, KeyInit as _, Mac as _};
use privet_release::table::Codes;
use privet_spec::{Adjacency, Encoded, Release, Unit};
use sha2::Sha256;

/// What a table should be read as.
#[derive(Debug, PartialEq, Eq)]
pub struct Expected {
    pub columns: Vec<Vec<u16>>,
    pub beyond_bound: u64,
    pub without_id: u64,
}

/// Reads a text; nothing where it must be refused.
pub fn expected(release: &Release, text: &[u8], delimiter: u8) -> Option<Expected> {
    let (rows, blank) = records(text, delimiter);
    // In open quotes, a line end more is text; anywhere else, it is not.
    if rows != records(&[text, b"\n"].concat(), delimiter).0 {
        return None;
    }
    let (header, rows) = rows.split_first()?;
    let rows = if header.len() == 1 {
        &with_blank_lines(rows, &blank)
    } else {
        rows
    };
    let header: Option<Vec<&str>> = header.iter().map(|name| utf8(name)).collect();
    let header = header?;
    let distinct: HashSet<&&str> = header.iter().collect();
    if distinct.len() != header.len() || rows.iter().any(|row| row.len() != header.len()) {
        return None;
    }
    let find = |name: &str| header.iter().position(|known| *known == name);
    let person = match &release.unit {
        Unit::Row => None,
        Unit::Person { id, .. } => Some(find(id)?),
    };
    let places: Option<Vec<usize>> = release
        .learned()
        .map(|attribute| find(attribute.name()))
        .collect();
    let places = places?;
    let mut without_id = 0;
    let mut read: Vec<(Vec<u8>, Vec<u16>)> = Vec::new();
    for row in rows {
        let mut id = Vec::new();
        if let Some(place) = person {
            match whom(&release.unit, &row[place]) {
                Some(whom) => id = whom,
                // One row changed: each row is another person, or the table is none of this spec.
                None if release.adjacency == Adjacency::Replace => return None,
                None => {
                    without_id += 1;
                    continue;
                }
            }
        }
        let mut codes = Vec::new();
        for (attribute, place) in release.learned().zip(&places) {
            match attribute.encode(utf8(&row[*place])?) {
                Encoded::Code(code) => codes.push(code),
                Encoded::Refused => return None,
            }
        }
        read.push((id, codes));
    }
    if let Unit::Person { .. } = release.unit {
        let persons: HashSet<&Vec<u8>> = read.iter().map(|(id, _)| id).collect();
        if release.adjacency == Adjacency::Replace && persons.len() < read.len() {
            return None;
        }
    }
    let kept = kept(release, &read);
    let columns = (0..places.len()).map(|place| kept.iter().map(|codes| codes[place]).collect());
    Some(Expected {
        columns: columns.collect(),
        beyond_bound: (read.len() - kept.len()) as u64,
        without_id,
    })
}

/// The person that a field names, by the words of the documentation.
fn whom(unit: &Unit, field: &[u8]) -> Option<Vec<u8>> {
    let Unit::Person { missing, .. } = unit else {
        return None;
    };
    let plain = |field: &[u8]| {
        let text = core::str::from_utf8(field).unwrap_or_default();
        let (whole, zeros) = text.split_once('.').unwrap_or_default();
        let digits = whole.strip_prefix('-').unwrap_or(whole);
        let is_number = !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit());
        let is_whole = is_number && !zeros.is_empty() && zeros.trim_matches('0').is_empty();
        if is_whole {
            whole.as_bytes().to_vec()
        } else {
            field.to_vec()
        }
    };
    let id = plain(field);
    let declared = missing.iter().any(|token| plain(token.as_bytes()) == id);
    let nobody = declared || [&b""[..], b"NaN", b"nan"].contains(&&*id);
    (!nobody).then_some(id)
}

/// Of each person the rows whose tags come first, in the order of the file.
fn kept<'r>(release: &Release, read: &'r [(Vec<u8>, Vec<u16>)]) -> Vec<&'r Vec<u16>> {
    let Unit::Person { rows: most, .. } = release.unit else {
        return read.iter().map(|(_, codes)| codes).collect();
    };
    let mut occurrences: HashMap<&(Vec<u8>, Vec<u16>), u64> = HashMap::new();
    let mut persons: BTreeMap<&Vec<u8>, Vec<([u8; 32], usize)>> = BTreeMap::new();
    for (place, row) in read.iter().enumerate() {
        let (id, codes) = row;
        let occurrence = occurrences.entry(row).or_default();
        let mut mac = Hmac::<Sha256>::new_from_slice(&[0; 32]).expect("any length");
        mac.update(&(id.len() as u64).to_le_bytes());
        mac.update(id);
        for (attribute, code) in release.learned().zip(codes) {
            let wide = if attribute.size() <= 256 { 1 } else { 2 };
            mac.update(&code.to_le_bytes()[..wide]);
        }
        mac.update(&occurrence.to_le_bytes());
        *occurrence += 1;
        let tag = mac.finalize().into_bytes().into();
        persons.entry(id).or_default().push((tag, place));
    }
    let mut places = Vec::new();
    for mut rows in persons.into_values() {
        rows.sort_unstable();
        places.extend(rows.into_iter().take(most as usize).map(|(_, place)| place));
    }
    // Which of a person's equal rows comes first is nobody's business: the codes are the same.
    places.sort_unstable();
    places.into_iter().map(|place| &read[place].1).collect()
}

/// The first row, if there is one.
pub fn header(text: &[u8], delimiter: u8) -> Option<Vec<Vec<u8>>> {
    records(text, delimiter).0.into_iter().next()
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

/// The rows, and for each the number of blank lines behind it.
fn records(text: &[u8], delimiter: u8) -> (Vec<Vec<Vec<u8>>>, Vec<usize>) {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter)
        .from_reader(text);
    let (mut rows, mut blank) = (Vec::new(), Vec::new());
    let mut row = csv::ByteRecord::new();
    while reader.read_byte_record(&mut row).expect("memory") {
        rows.push(row.iter().map(<[u8]>::to_vec).collect());
        let end = usize::try_from(reader.position().byte()).expect("a place in the text");
        blank.push(line_ends(&text[..end], &text[end..]));
    }
    (rows, blank)
}

/// How many line ends follow directly, CRLF being one also where its CR closed the row before.
fn line_ends(before: &[u8], text: &[u8]) -> usize {
    let run = text.iter().take_while(|byte| matches!(byte, b'\n' | b'\r'));
    let mut last = before.last();
    let mut ends = 0;
    for byte in run {
        ends += usize::from(!(last == Some(&b'\r') && *byte == b'\n'));
        last = Some(byte);
    }
    ends
}

/// A blank line is a row of a table with one column.
fn with_blank_lines(rows: &[Vec<Vec<u8>>], blank: &[usize]) -> Vec<Vec<Vec<u8>>> {
    let empty = |lines: &usize| vec![vec![Vec::new()]; *lines];
    let (behind_header, behind) = blank.split_first().expect("a header");
    let mut all = empty(behind_header);
    for (row, lines) in rows.iter().zip(behind) {
        all.push(row.clone());
        all.extend(empty(lines));
    }
    all
}

fn utf8(field: &[u8]) -> Option<&str> {
    core::str::from_utf8(field).ok()
}
