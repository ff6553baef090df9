//! The first row: which column is which.

use std::borrow::Cow;
use std::collections::HashSet;

use privet_spec::Charset;

use super::delimiter::Delimiter;
use super::error::Cause;
use super::field::field;

/// The names of a file's columns. Invariant: they are distinct.
#[derive(Clone, Debug)]
pub(crate) struct Header {
    names: Vec<String>,
    delimiter: Delimiter,
}

/// A problem of the header, with the name it concerns.
pub(crate) type HeaderProblem = (Option<String>, Cause);

impl Header {
    /// From the fields of the first row.
    pub(crate) fn new(
        bytes: &[u8],
        ends: &[usize],
        delimiter: Delimiter,
        encoding: Charset,
    ) -> Result<Self, HeaderProblem> {
        let mut names: Vec<String> = Vec::new();
        let mut seen: HashSet<Cow<'_, str>> = HashSet::new();
        for index in 0..ends.len() {
            let Some(name) = encoding.decode(field(bytes, ends, index)) else {
                let number = index + 1;
                return Err((None, Cause::UndecodableName { number, encoding }));
            };
            if !seen.insert(name.clone()) {
                return Err((Some(name.into_owned()), Cause::DuplicateColumn));
            }
            names.push(name.into_owned());
        }
        Ok(Self { names, delimiter })
    }

    pub(crate) fn names(&self) -> &[String] {
        &self.names
    }

    /// Where a column stands, or what the user may have meant.
    pub(crate) fn find(&self, name: &str) -> Result<usize, HeaderProblem> {
        let index = self.names.iter().position(|known| known == name);
        index.ok_or_else(|| {
            let cause = Cause::MissingColumn {
                nearest: self.nearest(name),
                delimiter: self.other_delimiter(),
            };
            (Some(name.to_owned()), cause)
        })
    }

    /// The name most like another, if any is like it at all.
    fn nearest(&self, name: &str) -> Option<String> {
        let plain = |name: &str| name.trim().to_lowercase();
        let wanted = plain(name);
        let likeness = |known: &String| {
            let known = plain(known);
            let likeness = strsim::jaro_winkler(&known, &wanted);
            // Jaro and Winkler see nothing in names as short as `sx` and `sex`. The lengths first: a
            // file without line ends is one name, and the distance takes memory for both lengths.
            let lengths = known.chars().count().abs_diff(wanted.chars().count());
            let slip = wanted.len() > 1
                && lengths <= 1
                && strsim::damerau_levenshtein(&known, &wanted) == 1;
            if slip {
                likeness.max(LEAST_LIKENESS)
            } else {
                likeness
            }
        };
        self.names
            .iter()
            .map(|known| (likeness(known), known))
            .filter(|(likeness, _)| *likeness >= LEAST_LIKENESS)
            .max_by(|(left, _), (right, _)| left.total_cmp(right))
            .map(|(_, known)| known.clone())
    }

    /// Another usual delimiter, if the header is a single name that contains it.
    pub(crate) fn other_delimiter(&self) -> Option<Delimiter> {
        let [name] = self.names.as_slice() else {
            return None;
        };
        [b',', b';', b'\t', b'|']
            .into_iter()
            .filter(|byte| *byte != self.delimiter.byte())
            .find(|byte| name.as_bytes().contains(byte))
            .and_then(|byte| Delimiter::new(byte).ok())
    }
}

const LEAST_LIKENESS: f64 = 0.75;
