//! From a field's text to a code.
//!
//! These functions see private text. What they return is a code or a class, never the text.
//! Numbers are read exactly, by integer arithmetic; no field passes through a float.
//!
//! Tested: `any_field_is_encoded` (256 random fields over 26 attributes), `every_code_comes_back` (every code of these,
//! 5 picks), `fields_are_classified`: every field has one code of the attribute or is refused, and what
//! `Attribute::encode` says follows from spec and field alone, as it keeps nothing.
//! `the_number_of_any_field_lies_in_the_bin_of_its_code` (256 random fields, 6 kinds, 3 policies),
//! `numbers_lie_in_their_bins` (every code of 26 attributes, 3 picks).

use super::fit::Fit;
use super::{Attribute, Outside};

/// A field after the attribute's policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoded {
    /// A code below the attribute's size.
    Code(u16),
    /// The policy refuses the table.
    Refused,
}

/// Which fields stop a release; the record must list them as unprotected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Any value outside of the domain (`Fail`).
    Outside,
    /// Only text that is no number or date at all (`Clamp` without missing tokens).
    Foreign,
}

impl Attribute {
    /// Where a field stands. Surrounding spaces count in a label and not in a number or date.
    pub fn classify(&self, field: &str) -> Fit {
        let field = self.spelling.declared(field);
        if let Some(fit) = self.find_listed(field) {
            return fit;
        }
        let trimmed = if self.kind.is_ordered() {
            field.trim()
        } else {
            field
        };
        if trimmed.len() < field.len()
            && let Some(fit) = self.find_listed(trimmed)
        {
            return fit;
        }
        match self.null_code() {
            Some(null) if self.is_missing_number(trimmed) => Fit::Missing(null),
            _ => self.kind.locate(trimmed, self.decimal),
        }
    }

    /// The code of a field under the attribute's policy.
    pub fn encode(&self, field: &str) -> Encoded {
        let code = match (self.classify(field), self.outside) {
            (Fit::Inside(code) | Fit::Missing(code), _) | (_, Outside::Other(code)) => Some(code),
            (_, Outside::Fail) => None,
            (_, Outside::Null) | (Fit::Foreign, Outside::Clamp) => self.null_code(),
            (Fit::Below, Outside::Clamp) => Some(0),
            (Fit::Above, Outside::Clamp) => self
                .values
                .checked_sub(1)
                .and_then(|last| u16::try_from(last).ok()),
        };
        code.map_or(Encoded::Refused, Encoded::Code)
    }

    /// The number in a field of an ordered attribute, in units of the last decimal or in days, and inside
    /// of the domain: a number beyond it is taken for the bound. `None` for a missing or foreign field.
    ///
    /// A code says in which bin a field lies; this says where in it, for those who may look.
    pub fn number(&self, field: &str) -> Option<i64> {
        let field = self.spelling.declared(field);
        let trimmed = field.trim();
        if self
            .find_listed(field)
            .or_else(|| self.find_listed(trimmed))
            .is_some()
            || self.is_missing_number(trimmed)
        {
            return None;
        }
        let bins = self.kind.bins()?;
        let number = self.kind.number(trimmed, self.decimal)?.0;
        Some(number.clamp(*bins.starts().first()?, bins.last()))
    }

    /// Which fields [`Attribute::encode`] refuses, if any.
    pub fn refusal(&self) -> Option<Refusal> {
        match self.outside {
            _ if !self.is_learned() => None,
            Outside::Fail => Some(Refusal::Outside),
            Outside::Clamp if !self.is_nullable() => Some(Refusal::Foreign),
            Outside::Clamp | Outside::Null | Outside::Other(_) => None,
        }
    }

    /// Whether a text is a value of the domain and not a missing token.
    pub(crate) fn has_value(&self, text: &str) -> bool {
        matches!(self.classify(text), Fit::Inside(_))
    }

    /// Whether a field is a missing token in another notation of the same number, as `-1.0` is for `-1`.
    fn is_missing_number(&self, field: &str) -> bool {
        // Most attributes have no such token, and need not read the number twice.
        !self.missing_numerals.is_empty()
            && self
                .kind
                .numeral(field, self.decimal)
                .is_some_and(|numeral| self.missing_numerals.contains(&numeral))
    }

    /// A label or missing token, exactly as it is listed.
    fn find_listed(&self, field: &str) -> Option<Fit> {
        let code = self.lookup.find(field)?;
        let null = self.null_code() == Some(code);
        Some(if null {
            Fit::Missing(code)
        } else {
            Fit::Inside(code)
        })
    }
}
