//! What a spec fixes before any data is read: the variables, the budget, the settings.

use core::num::NonZeroU32;

use privet_core::bayes::measure::Settings;
use privet_core::calibration::{Calibration, calibrate};
use privet_core::domain::{Domain, Level};
use privet_core::neighbours::Neighbours;
use privet_core::privacy::{Delta, Epsilon, MuSquared, Share, Sigma, SquaredSensitivity};
use privet_core::variables::Variable;
use privet_spec::{Adjacency, Decimal, Mechanism, PrivBayes, Release, RowCount, Unit};

use crate::error::CliError;

/// The public side of a release, made from the spec alone.
pub struct Plan {
    /// What (ε, δ) allows.
    pub calibration: Calibration,
    /// Which tables count as neighbours.
    pub neighbours: Neighbours,
    /// The mechanism's settings.
    pub settings: Settings,
    /// The mechanism's parameters as the spec has them.
    pub parameters: PrivBayes,
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

/// How files name a variable: the attribute, and the level counted from the leaf, 0.
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
        let Mechanism::PrivBayes(parameters) = &release.mechanism else {
            return Err(impossible("the mechanism is unknown to this version"));
        };
        let calibration = guarantee(release)?;
        let neighbours = match release.adjacency {
            Adjacency::Replace => Neighbours::Replace,
            Adjacency::AddRemove => Neighbours::AddRemove {
                rows: NonZeroU32::new(release.unit.rows()).unwrap_or(NonZeroU32::MIN),
            },
        };
        let shares = &release.budget.shares;
        let part = |share: Decimal| part_of(calibration.mu_squared, share);
        let settings = Settings {
            structure: part(shares.structure)?,
            size: shares.size.map_or(Ok(MuSquared::from_units(0)), part)?,
            tables: part(shares.tables)?,
            theta: parameters.theta.to_f64_down(),
            caution: parameters.caution.to_f64_down(),
            most_cells: u64::from(parameters.max_cells),
            assumed_rows: parameters.assumed_rows.map(u64::from),
        };
        let levels = owned_levels(release)?;
        Ok(Self {
            calibration,
            neighbours,
            settings,
            parameters: parameters.clone(),
            levels,
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

    /// σ of the noisy number of rows; nothing where it is public.
    pub fn size_sigma(&self) -> Result<Option<Sigma>, privet_core::Error> {
        let sigma = self.neighbours.size().map(|each| {
            let sensitivity = SquaredSensitivity::of_each(NonZeroU32::MIN, each);
            Sigma::smallest_up(sensitivity, self.settings.size)
        });
        sigma.transpose()
    }

    /// Refuses a noisy number of rows that would say nothing of the table and could fill any disk.
    /// Decided by the spec alone.
    pub fn refuse_hopeless_size(&self, release: &Release) -> Result<(), CliError> {
        let sigma = self.size_sigma().ok().flatten().map(Sigma::to_f64);
        match sigma {
            Some(sigma)
                if release.output.rows == RowCount::Noisy && sigma > HOPELESS_SIZE_NOISE =>
            {
                Err(CliError::refused(
                    "budget",
                    format!("the number of rows would have noise with sigma = {sigma:.0} rows"),
                    "raise epsilon, delta or the share of `size`, or write `rows: Exactly(n)`",
                ))
            }
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

/// What the spec's (ε, δ) allows, rounded to the safe side.
pub fn guarantee(release: &Release) -> Result<Calibration, CliError> {
    let guarantee = &release.budget.guarantee;
    calibration_of(guarantee.epsilon, guarantee.delta)
}

/// What (ε, δ) as exact decimals allow.
pub fn calibration_of(epsilon: Decimal, delta: Decimal) -> Result<Calibration, CliError> {
    Epsilon::new(epsilon.to_f64_down())
        .and_then(|epsilon| calibrate(epsilon, Delta::new(delta.to_f64_down())?))
        .map_err(|error| CliError::refused("budget", error.to_string(), "change epsilon or delta"))
}

/// Who is protected, in a few words.
pub fn unit_in_words(unit: &Unit) -> String {
    match unit {
        Unit::Row => "a row".to_owned(),
        Unit::Person { id, rows: 1 } => format!("a person, by `{id}`, with one row"),
        Unit::Person { id, rows } => format!("a person, by `{id}`, with at most {rows} rows"),
    }
}

fn part_of(total: MuSquared, share: Decimal) -> Result<MuSquared, CliError> {
    share
        .to_fraction()
        .and_then(|(numerator, denominator)| Share::new(numerator, denominator).ok())
        .map(|share| total.share_down(share))
        .ok_or_else(|| {
            CliError::refused(
                "budget, shares",
                format!("the share {share} has too many digits"),
                "write at most 18 digits",
            )
        })
}

fn owned_levels(release: &Release) -> Result<Vec<OwnedLevel>, CliError> {
    let mut levels = Vec::new();
    for (attribute, number) in release.learned().zip(0..=u8::MAX) {
        levels.push(OwnedLevel {
            name: VariableName(attribute.name().to_owned(), 0),
            attribute: number,
            size: attribute.size(),
            groups: Vec::new(),
            representatives: Vec::new(),
        });
        for (level, depth) in attribute.levels().iter().zip(1_u8..) {
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

/// Beyond a million rows of noise a table that fits this program is drowned.
const HOPELESS_SIZE_NOISE: f64 = 1e6;
