//! The first row: which column is which.
//!
//! Tested: `odd_spellings_are_read`: no row's codes depend on the order of columns, quotes, line ends, packing, or
//! columns that nothing reads (1,500 random tables of up to 6 columns and 40 rows).

use std::borrow::Cow;
use std::collections::HashMap;

use privet_spec::Charset;

use super::delimiter::Delimiter;
use super::error::{Cause, Near};
use super::field::field;
use crate::nearest::nearest;

/// The names of a file's columns. Invariant: they are distinct.
#[derive(Clone, Debug)]
pub(crate) struct Header {
    names: Vec<String>,
    /// Nothing where names are not divided by one.
    delimiter: Option<Delimiter>,
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
        let mut seen: HashMap<Cow<'_, str>, usize> = HashMap::new();
        for index in 0..ends.len() {
            let number = index + 1;
            let Some(name) = encoding.decode(field(bytes, ends, index)) else {
                return Err((None, Cause::UndecodableName { number, encoding }));
            };
            if let Some(first) = seen.insert(name.clone(), number) {
                let second = number;
                return Err((None, Cause::DuplicateField { first, second }));
            }
            names.push(name.into_owned());
        }
        Ok(Self {
            names,
            delimiter: Some(delimiter),
        })
    }

    /// Of names that are known to be distinct.
    #[cfg(feature = "parquet")]
    pub(super) fn of_names(names: &[String]) -> Self {
        Self {
            names: names.to_vec(),
            delimiter: None,
        }
    }

    pub(crate) fn names(&self) -> &[String] {
        &self.names
    }

    /// Where a column stands, or what the user may have meant.
    pub(crate) fn find(&self, name: &str) -> Result<usize, HeaderProblem> {
        let index = self.names.iter().position(|known| known == name);
        index.ok_or_else(|| {
            let cause = Cause::MissingColumn {
                near: self.near(name),
                delimiter: self.other_delimiter(),
            };
            (Some(name.to_owned()), cause)
        })
    }

    fn near(&self, name: &str) -> Near {
        let near = nearest(name, self.names.iter().map(String::as_str));
        if self.delimiter.is_none() {
            return Near::Name(near.map(str::to_owned));
        }
        let place = near.and_then(|near| self.names.iter().position(|known| known == near));
        Near::Field(place.map(|place| place + 1))
    }

    /// Another usual delimiter, if the header is a single name that contains it.
    pub(crate) fn other_delimiter(&self) -> Option<Delimiter> {
        let delimiter = self.delimiter?;
        let [name] = self.names.as_slice() else {
            return None;
        };
        [b',', b';', b'\t', b'|']
            .into_iter()
            .filter(|byte| *byte != delimiter.byte())
            .find(|byte| name.as_bytes().contains(byte))
            .and_then(|byte| Delimiter::new(byte).ok())
    }
}
