//! From a code back to a field's text.

use core::fmt;
use core::ops::RangeInclusive;

use super::level::NULL_LABEL;
use super::{Attribute, Kind};

/// A code that the attribute does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoSuchCode {
    pub code: u16,
}

impl Attribute {
    /// A field with this code. In a bin, `pick` chooses the value: uniform in `0..2^64`, it gives
    /// each of the bin's integers, decimals or dates the same chance.
    pub fn decode(&self, code: u16, pick: u64) -> Result<String, NoSuchCode> {
        let mut field = String::new();
        self.decode_into(code, pick, &mut field)?;
        Ok(field)
    }

    /// As [`Attribute::decode`], appended to `out`; after an error `out` is as before.
    pub fn decode_into(&self, code: u16, pick: u64, out: &mut String) -> Result<(), NoSuchCode> {
        if self.null_code() == Some(code) {
            out.push_str(&self.null_spelling);
            return Ok(());
        }
        let before = out.len();
        self.write_value(code, pick, out).ok_or_else(|| {
            out.truncate(before);
            NoSuchCode { code }
        })
    }

    /// A name for the code in reports: its label, `17`, `[20, 25)`, or [`Attribute::NULL_LABEL`].
    pub fn code_label(&self, code: u16) -> Result<String, NoSuchCode> {
        if self.null_code() == Some(code) {
            return Ok(Self::NULL_LABEL.to_owned());
        }
        self.kind.label(code, code).ok_or(NoSuchCode { code })
    }

    /// A name for neighbouring codes in reports: `[20, 30)`, or the first and the last label. Nothing where a missing
    /// value is among them.
    pub fn range_label(&self, codes: RangeInclusive<u16>) -> Option<String> {
        self.kind.label(*codes.start(), *codes.end())
    }

    /// The field of an identifier in the output's row `row`, counted from 1; `None` for any other
    /// kind.
    pub fn identifier(&self, row: u64) -> Option<String> {
        match &self.kind {
            Kind::Identifier { prefix } => Some(format!("{prefix}{row}")),
            _ => None,
        }
    }

    /// What reports call a missing value.
    pub const NULL_LABEL: &'static str = NULL_LABEL;

    fn write_value(&self, code: u16, pick: u64, out: &mut String) -> Option<()> {
        match &self.kind {
            Kind::Categorical(_) | Kind::Boolean { .. } => out.push_str(self.kind.listed(code)?),
            Kind::Integer(_) | Kind::Real { .. } | Kind::Date { .. } | Kind::DateTime { .. } => {
                self.write_number(self.pick_number(code, pick)?, out)?;
            }
            Kind::Identifier { .. } => return None,
        }
        Some(())
    }
}

impl fmt::Display for NoSuchCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the attribute has no code {}", self.code)
    }
}

impl core::error::Error for NoSuchCode {}
