//! A person's id.
//!
//! Tested: `fields_name_one_person_exactly_if_they_are_one_id`: they are the same bytes, or the same whole number with
//! zeros behind its point (all 37,449 fields of up to 5 bytes of 8 characters, both decimal signs);
//! `an_id_has_one_text`, `an_id_has_one_text_in_every_type`, `ids_are_read_in_the_form_of_the_table`.

use privet_spec::{Adjacency, DecimalSign, Release, Unit};

use super::error::{IdProblem, TableError};
use super::records::Records;

/// The column by which rows name their persons.
pub(crate) struct IdColumn {
    /// Column of the file.
    column: usize,
    /// Fields that name nobody, as bytes of the table.
    missing: Vec<Vec<u8>>,
    /// What stands before a fraction.
    decimal: DecimalSign,
    /// Whether each row must be another person: under `Replace`, where a neighbour is one row changed.
    /// Keeping one of several rows of a person would let one changed row, its id among it, move two
    /// kept ones: `P,1 / P,2 / Q,3` against `Q,0 / P,2 / Q,3` keeps {P1, Q3} and {Q0, P2}.
    each_once: bool,
}

impl IdColumn {
    /// Nothing where rows are not persons.
    pub(super) fn new(
        release: &Release,
        records: &Records<'_>,
    ) -> Result<Option<Self>, TableError> {
        let Unit::Person { id, missing, .. } = &release.unit else {
            return Ok(None);
        };
        Ok(Some(Self {
            column: records.find(id)?,
            // What the encoding cannot write stands in no field.
            missing: missing
                .iter()
                .filter_map(|token| records.encoding().encode(token))
                .collect(),
            decimal: release.input.decimal,
            each_once: release.adjacency == Adjacency::Replace,
        }))
    }

    pub(super) fn column(&self) -> usize {
        self.column
    }

    /// Whether each row must be another person.
    pub(super) fn each_once(&self) -> bool {
        self.each_once
    }

    /// The text of the current row's id; nothing where it names nobody, which is refused where each row must be a
    /// person. Refused as well: an id that does not name one person for sure.
    pub(super) fn id<'f>(&self, records: &'f Records<'_>) -> Result<Option<&'f [u8]>, IdProblem> {
        let (field, exactness) = (records.field(self.column), records.exactness(self.column));
        match self.of(field) {
            None if self.each_once => Err(IdProblem::Missing),
            Some(id) if !exactness.is_sure(field, id) => Err(IdProblem::Unsure),
            id => Ok(id),
        }
    }

    /// The text of the id in this field; nothing where it names nobody.
    pub(super) fn of<'f>(&self, field: &'f [u8]) -> Option<&'f [u8]> {
        id_text(field, &self.missing, self.decimal)
    }
}

/// The text of an id; nothing where the field names no person.
///
/// An id has one text, whatever type its column has in a file; what its type or its writing cannot tell from other ids
/// is refused ([`super::exact`]). A single missing id turns whole numbers into fractions in many programs, so `12.0` is
/// the id `12` (`12,0`, where fractions are written so). Two persons who share a text by this are protected as one person
/// is, both together. Otherwise ids are compared as bytes.
///
/// No person is named by the empty field, by NaN as programs write it, and by a text that the spec declares.
pub(crate) fn id_text<'f>(
    field: &'f [u8],
    missing: &[Vec<u8>],
    decimal: DecimalSign,
) -> Option<&'f [u8]> {
    let id = whole_number(field, decimal);
    let nobody = NOBODY.contains(&id)
        || missing
            .iter()
            .any(|token| token == field || whole_number(token, decimal) == id);
    (!nobody).then_some(id)
}

/// Without a fraction of zeros: `12` for `12.0`, and anything else as it is.
fn whole_number(text: &[u8], decimal: DecimalSign) -> &[u8] {
    let Some(point) = text.iter().position(|byte| *byte == decimal.byte()) else {
        return text;
    };
    let (whole, fraction) = text.split_at(point);
    let digits = whole.strip_prefix(b"-").unwrap_or(whole);
    let zeros = fraction.get(1..).unwrap_or_default();
    let is_whole = !digits.is_empty()
        && digits.iter().all(u8::is_ascii_digit)
        && !zeros.is_empty()
        && zeros.iter().all(|byte| *byte == b'0');
    if is_whole { whole } else { text }
}

/// What means "nobody" without being declared.
const NOBODY: [&[u8]; 3] = [b"", b"NaN", b"nan"];

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn an_id_has_one_text() {
        let missing = ["NA", "-1", "0.00"].map(|token| token.as_bytes().to_vec());
        for (field, expected) in [
            ("12", Some("12")),
            ("12.0", Some("12")),
            ("12.000", Some("12")),
            ("-12.0", Some("-12")),
            ("12.", Some("12.")),
            ("12.5", Some("12.5")),
            ("1.0.0", Some("1.0.0")),
            ("v1.0", Some("v1.0")),
            (".0", Some(".0")),
            ("-.0", Some("-.0")),
            ("012", Some("012")),
            (" 12", Some(" 12")),
            ("", None),
            ("NaN", None),
            ("nan", None),
            // A first name.
            ("Nan", Some("Nan")),
            ("NA", None),
            ("na", Some("na")),
            ("-1", None),
            ("-1.0", None),
            ("0", None),
            ("0.00", None),
        ] {
            let text = id_text(field.as_bytes(), &missing, DecimalSign::Point);
            assert_eq!(text, expected.map(str::as_bytes), "{field}");
            let swapped = |text: &str| text.replace('.', ",").into_bytes();
            let missing = ["NA", "-1", "0,00"].map(|token| token.as_bytes().to_vec());
            let field = swapped(field);
            let text = id_text(&field, &missing, DecimalSign::Comma);
            assert_eq!(text, expected.map(swapped).as_deref(), "{field:?}");
        }
    }

    /// Fields name one person exactly if they are the same bytes, or the same whole number with zeros behind its point: all
    /// fields of up to five bytes that can tell the rule's corners apart.
    #[test]
    fn fields_name_one_person_exactly_if_they_are_one_id() {
        let alphabet = *b"017.-, x";
        let mut fields: Vec<Vec<u8>> = vec![vec![]];
        for length in 0..5 {
            let longer: Vec<_> = (fields.iter())
                .filter(|field| field.len() == length)
                .flat_map(|field| alphabet.map(|byte| [field.as_slice(), &[byte]].concat()))
                .collect();
            fields.extend(longer);
        }
        assert_eq!(fields.len(), 37_449, "sums of powers of eight");
        for (sign, point) in [(DecimalSign::Point, "."), (DecimalSign::Comma, ",")] {
            let mut same: HashMap<&[u8], Vec<&[u8]>> = HashMap::new();
            for field in &fields {
                match id_text(field, &[], sign) {
                    Some(id) => same.entry(id).or_default().push(field),
                    None => assert!(field.is_empty()),
                }
            }
            for (id, mut fields) in same {
                let is_whole = core::str::from_utf8(id).is_ok_and(|id| {
                    let digits = id.strip_prefix('-').unwrap_or(id);
                    !digits.is_empty() && digits.chars().all(|digit| digit.is_ascii_digit())
                });
                let mut expected = vec![id.to_vec()];
                if is_whole {
                    let zeros = (1..).map(|zeros| format!("{point}{}", "0".repeat(zeros)));
                    let longer = zeros.map(|zeros| [id, zeros.as_bytes()].concat());
                    expected.extend(longer.take_while(|field| field.len() <= 5));
                }
                fields.sort_unstable_by_key(|field| field.len());
                assert_eq!(fields, expected, "{sign:?}");
            }
        }
    }
}
