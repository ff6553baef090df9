//! A part of a spec as it is written.

use core::fmt::Display;

use crate::decimal::Decimal;
use crate::text::literal;

/// A value of the language with all that is in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Written {
    /// A word, a number or a string, as it stands in a spec.
    Plain(String),
    /// `[value, …]`
    List(Vec<Written>),
    /// `{"key": value, …}`; the keys are strings as they stand in a spec.
    Map(Vec<(String, Written)>),
    /// `Name(value)`
    Around(&'static str, Box<Written>),
    /// `Name(value, …)`
    Items(&'static str, Vec<Written>),
    /// `Name(field: value, …)`, or without a name where it is empty.
    Group(&'static str, Vec<(&'static str, Written)>),
}

impl Written {
    /// What the language reads as left out.
    pub(crate) fn none() -> Self {
        Self::bare("None")
    }

    /// A word, a number or a boolean.
    pub(crate) fn bare(value: impl Display) -> Self {
        Self::Plain(value.to_string())
    }

    /// A string in quotes.
    pub(crate) fn text(text: &str) -> Self {
        Self::Plain(literal(text))
    }

    /// Decimals stand in quotes, so that nobody takes them for doubles.
    pub(crate) fn decimal(value: Decimal) -> Self {
        Self::text(&value.to_string())
    }

    /// `None`, or the value.
    pub(crate) fn optional<T>(value: Option<T>, written: impl FnOnce(T) -> Self) -> Self {
        value.map_or_else(Self::none, written)
    }

    /// `["a", "b"]`
    pub(crate) fn texts(texts: impl IntoIterator<Item = impl AsRef<str>>) -> Self {
        let texts = texts.into_iter();
        Self::List(texts.map(|text| Self::text(text.as_ref())).collect())
    }

    /// `["", "NA"]`, or `None` where no text means "missing": an empty list is refused.
    pub(crate) fn missing(tokens: &[String]) -> Self {
        if tokens.is_empty() {
            Self::none()
        } else {
            Self::texts(tokens)
        }
    }
}
