//! Ways in which a field does not fit its attribute.

use core::fmt;

use privet_spec::{Attribute, Fit, Outside};

/// How a field does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Misfit {
    /// Below the domain.
    Below,
    /// Above the domain.
    Above,
    /// Empty, or a usual spelling of a missing value, but none that the attribute declares.
    Missing,
    /// An undeclared label, or text where a number or date should be.
    Foreign,
    /// With a byte that has no meaning in the table's encoding.
    Undecodable,
}

/// The misfits of one kind in one column.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Misfits {
    /// Name of the attribute.
    pub column: String,
    pub misfit: Misfit,
    /// What `release` does with such a field.
    pub consequence: Consequence,
    pub count: u64,
    /// The first of them: line and value. Private.
    pub first: Vec<(u64, String)>,
}

/// What a release does with a field that does not fit, in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Consequence {
    /// It goes on with a value of the domain instead.
    Becomes(&'static str),
    /// It stops.
    Stops(&'static str),
}

impl fmt::Display for Consequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Becomes(what) => write!(f, "becomes {what}"),
            Self::Stops(why) => write!(f, "stops the release{why}"),
        }
    }
}

impl Misfit {
    /// How a field fits its attribute; `None` if it does. A field that is no text at all has none.
    pub(super) fn of(attribute: &Attribute, field: Option<&str>) -> Option<Self> {
        let Some(field) = field else {
            return Some(Self::Undecodable);
        };
        match attribute.classify(field) {
            Fit::Inside(_) | Fit::Missing(_) => None,
            Fit::Below => Some(Self::Below),
            Fit::Above => Some(Self::Above),
            Fit::Foreign if looks_missing(field) => Some(Self::Missing),
            Fit::Foreign => Some(Self::Foreign),
        }
    }

    /// What a release does with such a field.
    pub(super) fn consequence(self, attribute: &Attribute) -> Consequence {
        match (self, attribute.outside()) {
            (Self::Undecodable, _) => Consequence::Stops(", whatever the policy"),
            (_, Outside::Fail) => Consequence::Stops(" (`Fail`)"),
            (_, Outside::Null) => Consequence::Becomes("a missing value (`Null`)"),
            (_, Outside::Other(_)) => Consequence::Becomes("the catch-all label (`Other`)"),
            (Self::Below, Outside::Clamp) => Consequence::Becomes("the first bin (`Clamp`)"),
            (Self::Above, Outside::Clamp) => Consequence::Becomes("the last bin (`Clamp`)"),
            (_, Outside::Clamp) if attribute.is_nullable() => {
                Consequence::Becomes("a missing value (`Clamp` of a nullable attribute)")
            }
            (_, Outside::Clamp) => Consequence::Stops(" (`Clamp` without `missing`)"),
        }
    }

    /// The kind in words.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Below => "below the domain",
            Self::Above => "above the domain",
            Self::Missing => "missing, but not as the spec declares it",
            Self::Foreign => "not of the attribute's kind",
            Self::Undecodable => "not in the table's encoding (`input`; UTF-8 unless stated)",
        }
    }

    /// In the order of the report.
    pub(super) const ALL: [Self; 5] = [
        Self::Below,
        Self::Above,
        Self::Missing,
        Self::Foreign,
        Self::Undecodable,
    ];
}

/// Whether people write this for "no value".
pub(crate) fn looks_missing(field: &str) -> bool {
    let field = field.trim();
    field.is_empty()
        || MISSING_TEXTS
            .iter()
            .any(|text| text.eq_ignore_ascii_case(field))
}

const MISSING_TEXTS: &[&str] = &[
    "NA", "N/A", "#N/A", "n.a.", "NaN", "NaT", "<NA>", "null", "(null)", "\\N", "none", "?", "-",
    "--", ".", "..",
];
