//! What a spec fixes before any data is read: the variables, the budget, the settings.
//!
//! The public part that every mechanism shares is here; what is a mechanism's own is in
//! [`MechanismPlan`], and what its guarantee allows in [`Total`].

mod mechanism;
mod mrf;
mod pure;
mod total;

use core::num::NonZeroU32;

use privet_core::bayes::pure::digits::digits_of;
use privet_core::domain::{Domain, Level};
use privet_core::neighbours::Neighbours;
use privet_core::variables::Variable;
use privet_spec::{Adjacency, Release, RowCount, Unit};

use self::mechanism::HOPELESS_NOISE;
pub use self::mechanism::{BayesPlan, HistogramPlan, MechanismPlan};
pub use self::mrf::{MrfNoise, MrfPlan};
pub use self::pure::PurePlan;
pub use self::total::{Total, calibration_of};
use crate::error::CliError;

/// The public side of a release, made from the spec alone.
pub struct Plan {
    /// Which tables count as neighbours.
    pub neighbours: Neighbours,
    /// The mechanism's settings, and with them the total.
    pub mechanism: MechanismPlan,
    levels: Vec<OwnedLevel>,
}

/// One variable: a level of an attribute, with its groups.
struct OwnedLevel {
    name: VariableName,
    attribute: u8,
    size: u32,
    groups: Vec<u16>,
    representatives: Vec<u16>,
}

/// How files name a variable: the attribute, and the level counted from the leaf, 0; or where a
/// mechanism takes attributes by their binary digits, the digit counted from the most significant, 0; or where
/// it joins rare values, 1 for the level of joined values.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct VariableName(pub String, pub u8);

impl core::fmt::Display for VariableName {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self(name, 0) => f.write_str(name),
            Self(name, level) => write!(f, "{name} (level {level})"),
        }
    }
}

impl Plan {
    /// Fails where the budget cannot be calibrated or divided; a parsed spec has passed the rest.
    pub fn new(release: &Release) -> Result<Self, CliError> {
        let neighbours = match release.adjacency {
            Adjacency::Replace => Neighbours::Replace,
            Adjacency::AddRemove => Neighbours::AddRemove {
                rows: NonZeroU32::new(release.unit.rows()).unwrap_or(NonZeroU32::MIN),
            },
        };
        Ok(Self {
            neighbours,
            mechanism: MechanismPlan::new(release)?,
            levels: owned_levels(release)?,
        })
    }

    /// Calls `use_it` with the domain, which borrows from the plan.
    pub fn with_domain<T>(
        &self,
        use_it: impl FnOnce(&Domain<'_>) -> Result<T, CliError>,
    ) -> Result<T, CliError> {
        let levels: Vec<Level<'_>> = self
            .levels
            .iter()
            .map(|level| Level {
                attribute: level.attribute,
                size: level.size,
                groups: &level.groups,
                representatives: &level.representatives,
            })
            .collect();
        let domain = Domain::new(&levels).map_err(|error| impossible(error.to_string()))?;
        use_it(&domain)
    }

    /// Refuses tables that would be nothing but noise, and a noisy number of rows that would say nothing
    /// of the table and could fill any disk. Decided by the spec alone.
    pub fn refuse_hopeless_noise(&self, release: &Release) -> Result<(), CliError> {
        if let MechanismPlan::PrivMrf(mrf) = &self.mechanism {
            mrf.refuse_hopeless(self.neighbours)?;
        }
        if release.output.rows != RowCount::Noisy {
            return Ok(());
        }
        let noise = match &self.mechanism {
            MechanismPlan::PrivBayes(bayes) => {
                let sigma = bayes.size_sigma(self.neighbours).ok().flatten();
                sigma.map(|sigma| ("sigma", sigma.to_f64()))
            }
            MechanismPlan::PrivBayesPure(pure) => {
                let scale = pure.size_scale(self.neighbours).ok().flatten();
                scale.map(|scale| ("scale", scale.to_f64()))
            }
            MechanismPlan::PrivMrf(mrf) => {
                let sigma = mrf.size_sigma(self.neighbours).ok().flatten();
                sigma.map(|sigma| ("sigma", sigma.to_f64()))
            }
            // It draws as many rows as the spec or the public table says.
            MechanismPlan::SmoothedHistogram(_) => None,
        };
        match noise {
            Some((name, noise)) if noise > HOPELESS_NOISE => Err(CliError::refused(
                "budget",
                format!("the number of rows would have noise with {name} = {noise:.0} rows"),
                "raise epsilon, delta or the share of `size`, or write `rows: Exactly(n)`",
            )),
            _ => Ok(()),
        }
    }

    /// The variable's name.
    pub fn name(&self, variable: Variable) -> VariableName {
        let level = self.levels.get(usize::from(variable.0));
        level.map_or_else(
            || VariableName(String::new(), 0),
            |level| level.name.clone(),
        )
    }

    /// The variable of this name.
    pub fn variable(&self, name: &VariableName) -> Option<Variable> {
        let place = self.levels.iter().position(|level| level.name == *name)?;
        u8::try_from(place).ok().map(Variable)
    }

    /// The largest number of values of any variable.
    pub fn largest_size(&self) -> usize {
        self.levels
            .iter()
            .map(|level| level.size as usize)
            .max()
            .unwrap_or(0)
    }
}

/// Who is protected, in a few words.
pub fn unit_in_words(unit: &Unit) -> String {
    match unit {
        Unit::Row => "a row".to_owned(),
        Unit::Person { id, rows: 1 } => format!("a person, by `{id}`, with one row"),
        Unit::Person { id, rows } => format!("a person, by `{id}`, with at most {rows} rows"),
    }
}

/// Binary digits of an attribute of so many values.
pub fn digits_in(values: u32) -> usize {
    digits_of(values) as usize
}

fn owned_levels(release: &Release) -> Result<Vec<OwnedLevel>, CliError> {
    if MechanismPlan::is_by_digits(release) {
        return Ok(digits(release));
    }
    if MechanismPlan::joins_values(release) {
        return Ok(leaves_and_joined(release));
    }
    let mut levels = Vec::new();
    let has_levels = MechanismPlan::has_levels(release);
    for (attribute, number) in release.learned().zip(0..=u8::MAX) {
        levels.push(OwnedLevel {
            name: VariableName(attribute.name().to_owned(), 0),
            attribute: number,
            size: attribute.size(),
            groups: Vec::new(),
            representatives: Vec::new(),
        });
        for (level, depth) in attribute.levels().iter().zip(1_u8..).filter(|_| has_levels) {
            let groups = level.groups().to_vec();
            let representatives = first_leaves(level.size(), &groups)
                .ok_or_else(|| impossible("a level has an empty group"))?;
            levels.push(OwnedLevel {
                name: VariableName(attribute.name().to_owned(), depth),
                attribute: number,
                size: level.size(),
                groups,
                representatives,
            });
        }
    }
    Ok(levels)
}

/// Two variables for each attribute: its leaf, and its level of joined values, in which each stands for
/// itself before anything is measured. A parsed spec has at most 128 attributes.
fn leaves_and_joined(release: &Release) -> Vec<OwnedLevel> {
    let mut levels = Vec::new();
    for (attribute, number) in release.learned().zip(0..=u8::MAX) {
        let level = |depth, groups: Vec<u16>| OwnedLevel {
            name: VariableName(attribute.name().to_owned(), depth),
            attribute: number,
            size: attribute.size(),
            representatives: groups.clone(),
            groups,
        };
        // At most 2^16 values.
        let each = (0..=u16::MAX).take(attribute.size() as usize).collect();
        levels.extend([level(0, Vec::new()), level(1, each)]);
    }
    levels
}

/// One variable for each binary digit of each attribute; a parsed spec has at most 256 of them.
fn digits(release: &Release) -> Vec<OwnedLevel> {
    let digits = release.learned().flat_map(|attribute| {
        let places = (0..=u8::MAX).take(digits_in(attribute.size()));
        places.map(|place| VariableName(attribute.name().to_owned(), place))
    });
    digits
        .zip(0..=u8::MAX)
        .map(|(name, attribute)| OwnedLevel {
            name,
            attribute,
            size: 2,
            groups: Vec::new(),
            representatives: Vec::new(),
        })
        .collect()
}

/// The first leaf value of each group, in one pass: there may be 2^15 groups of 2^16 values.
fn first_leaves(size: u32, groups: &[u16]) -> Option<Vec<u16>> {
    let mut first = vec![None; usize::try_from(size).ok()?];
    for (leaf, &group) in (0..=u16::MAX).zip(groups) {
        first.get_mut(usize::from(group))?.get_or_insert(leaf);
    }
    first.into_iter().collect()
}

/// A parsed spec cannot lead here; the message is for the report of a flaw.
fn impossible(what: impl Into<String>) -> CliError {
    CliError::refused(
        "spec",
        what,
        "this is a flaw in privet: please report it with the spec",
    )
}
