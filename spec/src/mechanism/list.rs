//! The list of mechanisms.

use core::fmt;

use super::around::Around;
use super::estimator::Estimator;
use super::independent::Independent;
use super::parameters::{Accounting, Parameters};
use super::priv_bayes::PrivBayes;
use super::priv_bayes_pure::PrivBayesPure;
use super::priv_mrf::PrivMrf;
use super::smoothed_histogram::SmoothedHistogram;
use crate::expect::{Variant, variant};
use crate::findings::{Findings, Reason};
use crate::in_full::Written;
use crate::reader::Node;
use crate::sampling::Sampling;
use crate::shares::Division;
use crate::unit::Adjacency;

/// Makes the two enums, and hands each question to the mechanism's own file.
macro_rules! mechanisms {
    ($($mechanism:ident),+ $(,)?) => {
        /// The mechanism of a release, with its parameters.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum Mechanism {
            $($mechanism($mechanism)),+
        }

        /// A mechanism's name: what the budget and the output need to know of it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum MechanismName {
            $($mechanism),+
        }

        impl Mechanism {
            pub fn name(&self) -> MechanismName {
                match self {
                    $(Self::$mechanism(_) => MechanismName::$mechanism),+
                }
            }

            /// How its tables become a model, where the spec has a say in it.
            pub fn estimator(&self) -> Option<Estimator> {
                match self {
                    $(Self::$mechanism(parameters) => parameters.estimator()),+
                }
            }

            /// The most columns of a table that a `workload` may name, or why it may name none.
            pub(crate) fn weighs(&self) -> Result<u8, Reason> {
                match self {
                    $(Self::$mechanism(parameters) => parameters.weighs()),+
                }
            }

            /// The most rows of a table that it takes, where that is fewer than there may be.
            pub fn most_rows(&self) -> Option<u32> {
                match self {
                    $(Self::$mechanism(parameters) => parameters.most_rows()),+
                }
            }

            /// Why its rows could break rules between columns; `None` if they keep them.
            fn breaks_rules(&self) -> Option<Reason> {
                match self {
                    $(Self::$mechanism(parameters) => parameters.breaks_rules()),+
                }
            }

            pub(crate) fn written(&self) -> Written {
                match self {
                    $(Self::$mechanism(parameters) => {
                        Written::Group($mechanism::NAME, parameters.written())
                    })+
                }
            }

            /// Reads the parameters of a mechanism that is already known by its name.
            fn read_named(
                name: MechanismName,
                variant: &Variant<'_>,
                around: Around<'_>,
                findings: &mut Findings,
            ) -> Option<Self> {
                match name {
                    $(MechanismName::$mechanism => {
                        $mechanism::read(variant, around, findings).map(Self::$mechanism)
                    })+
                }
            }
        }

        impl MechanismName {
            /// Every mechanism, in the order in which messages name them.
            pub const ALL: &'static [Self] = &[$(Self::$mechanism),+];

            /// As the spec writes it.
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$mechanism => $mechanism::NAME),+
                }
            }

            pub fn accounting(self) -> Accounting {
                match self {
                    $(Self::$mechanism => $mechanism::ACCOUNTING),+
                }
            }

            /// How the budget is divided if the spec does not say it, and what it may say.
            pub(crate) fn division(self, adjacency: Adjacency) -> Division {
                match self {
                    $(Self::$mechanism => $mechanism::division(adjacency)),+
                }
            }

            /// Why rows cannot be drawn in this way, whatever the parameters; `None` if they can.
            pub(crate) fn refuses(self, sampling: Sampling) -> Option<Reason> {
                match self {
                    $(Self::$mechanism => $mechanism::refuses(sampling)),+
                }
            }
        }
    };
}

mechanisms![
    PrivBayes,
    PrivBayesPure,
    PrivMrf,
    SmoothedHistogram,
    Independent,
];

impl Mechanism {
    pub(crate) fn read(
        chosen: &Chosen<'_>,
        around: Around<'_>,
        findings: &mut Findings,
    ) -> Option<Self> {
        match &chosen.variant {
            Some(variant) => {
                let mechanism = Self::read_named(chosen.name, variant, around, findings)?;
                if around.rules
                    && let Some(reason) = mechanism.breaks_rules()
                {
                    findings.refuse(variant.place, reason);
                    return None;
                }
                Some(mechanism)
            }
            None => Some(Self::unnamed(around)),
        }
    }
}

impl MechanismName {
    /// The mechanism that a spec writes as `word`.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|name| name.as_str() == word)
    }
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
    /// Where the spec names none.
    pub(crate) fn unnamed(around: Around<'_>) -> Self {
        Self {
            name: Mechanism::unnamed(around).name(),
            variant: None,
        }
    }

    pub(crate) fn is_named(&self) -> bool {
        self.variant.is_some()
    }

    pub(crate) fn read(node: &'n Node, findings: &mut Findings) -> Option<Self> {
        let known: Vec<&str> = MechanismName::ALL
            .iter()
            .map(|name| name.as_str())
            .collect();
        let variant = variant(node, "mechanism", &known, findings)?;
        Some(Self {
            name: MechanismName::from_word(variant.name)?,
            variant: Some(variant),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_words_of_the_language() {
        for &name in MechanismName::ALL {
            // The enum's own words, which other crates match on, are those of the spec.
            assert_eq!(format!("{name:?}"), name.as_str());
            assert_eq!(MechanismName::from_word(name.as_str()), Some(name));
        }
        assert_eq!(MechanismName::from_word("privbayes"), None);
    }
}
