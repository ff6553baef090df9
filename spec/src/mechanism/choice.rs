//! Which mechanism a spec chooses.

use core::fmt;

use super::{Estimator, PrivBayes, PrivBayesPure, PrivMrf, SmoothedHistogram};
use crate::expect::{Variant, variant};
use crate::findings::Findings;
use crate::reader::Node;
use crate::schema::Attribute;
use crate::unit::Adjacency;

/// The mechanism of a release.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mechanism {
    PrivBayes(PrivBayes),
    PrivBayesPure(PrivBayesPure),
    PrivMrf(PrivMrf),
    SmoothedHistogram(SmoothedHistogram),
}

/// A mechanism's name: what the budget and the output need to know of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MechanismName {
    PrivBayes,
    PrivBayesPure,
    PrivMrf,
    SmoothedHistogram,
}

/// How a mechanism's losses add up, and so what it can promise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accounting {
    /// Gaussian noise: μ² adds up, the promise is (ε, δ).
    Gaussian,
    /// Laplace noise and private selection: ε adds up, and δ = 0.
    Pure,
}

/// What the rest of the spec says that a mechanism's parameters depend on.
#[derive(Clone, Copy)]
pub(crate) struct Around<'a> {
    /// `None` if it was itself refused; nothing is then said about it.
    pub(crate) adjacency: Option<Adjacency>,
    /// `None` if it was itself refused.
    pub(crate) schema: Option<&'a [Attribute]>,
}

impl Around<'_> {
    /// The values of all attributes together; none where the schema was refused.
    pub(super) fn values(&self) -> u64 {
        let schema = self.schema.unwrap_or_default().iter();
        schema.map(|attribute| u64::from(attribute.size())).sum()
    }
}

impl Mechanism {
    pub fn name(&self) -> MechanismName {
        match self {
            Self::PrivBayes(_) => MechanismName::PrivBayes,
            Self::PrivBayesPure(_) => MechanismName::PrivBayesPure,
            Self::PrivMrf(_) => MechanismName::PrivMrf,
            Self::SmoothedHistogram(_) => MechanismName::SmoothedHistogram,
        }
    }

    /// How its tables become a model, where the spec has a say in it.
    pub fn estimator(&self) -> Option<Estimator> {
        match self {
            Self::PrivBayes(bayes) => Some(bayes.estimator),
            Self::PrivBayesPure(pure) => Some(pure.estimator),
            Self::PrivMrf(_) | Self::SmoothedHistogram(_) => None,
        }
    }

    pub(crate) fn read(
        chosen: &Chosen<'_>,
        around: Around<'_>,
        findings: &mut Findings,
    ) -> Option<Self> {
        let Some(variant) = &chosen.variant else {
            return Some(Self::default());
        };
        match chosen.name {
            MechanismName::PrivBayes => {
                PrivBayes::read(variant, around, findings).map(Self::PrivBayes)
            }
            MechanismName::PrivBayesPure => {
                PrivBayesPure::read(variant, around, findings).map(Self::PrivBayesPure)
            }
            MechanismName::PrivMrf => PrivMrf::read(variant, around, findings).map(Self::PrivMrf),
            MechanismName::SmoothedHistogram => {
                SmoothedHistogram::read(variant, around, findings).map(Self::SmoothedHistogram)
            }
        }
    }
}

/// What an absent `mechanism` means.
impl Default for Mechanism {
    fn default() -> Self {
        Self::PrivBayes(PrivBayes::default())
    }
}

impl MechanismName {
    pub fn accounting(self) -> Accounting {
        match self {
            Self::PrivBayes | Self::PrivMrf => Accounting::Gaussian,
            Self::PrivBayesPure | Self::SmoothedHistogram => Accounting::Pure,
        }
    }

    /// As the spec writes it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::PrivBayes => "PrivBayes",
            Self::PrivBayesPure => "PrivBayesPure",
            Self::PrivMrf => "PrivMrf",
            Self::SmoothedHistogram => "SmoothedHistogram",
        }
    }

    /// The mechanism of this name.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|name| name.as_str() == word)
    }

    /// Every mechanism.
    pub const ALL: [Self; 4] = [
        Self::PrivBayes,
        Self::PrivBayesPure,
        Self::PrivMrf,
        Self::SmoothedHistogram,
    ];
}

impl fmt::Display for MechanismName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A mechanism's name with its parameters still unread: other sections need the name even where a
/// parameter is refused.
pub(crate) struct Chosen<'n> {
    pub(crate) name: MechanismName,
    /// `None` where the spec names no mechanism.
    variant: Option<Variant<'n>>,
}

impl<'n> Chosen<'n> {
    /// What an absent `mechanism` chooses.
    pub(crate) const DEFAULT: Self = Self {
        name: MechanismName::PrivBayes,
        variant: None,
    };

    pub(crate) fn read(node: &'n Node, findings: &mut Findings) -> Option<Self> {
        let known = MechanismName::ALL.map(MechanismName::as_str);
        let variant = variant(node, "mechanism", &known, findings)?;
        let name = MechanismName::ALL
            .into_iter()
            .find(|name| name.as_str() == variant.name)?;
        Some(Self {
            name,
            variant: Some(variant),
        })
    }
}
