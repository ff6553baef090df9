//! How much may be learned about a unit, and how the release divides it.

use core::fmt;

use crate::decimal::Decimal;
use crate::expect::{decimal, decimal_within, list, text};
use crate::fields::{Fields, Group};
use crate::findings::Findings;
use crate::mechanism::{Accounting, MechanismName};
use crate::reader::Node;
use crate::unit::Adjacency;

/// The privacy budget of a release.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Budget {
    /// The guarantee of this release.
    pub guarantee: Guarantee,
    /// `None` for a mechanism that asks one question only.
    pub shares: Option<Shares>,
    /// What all releases of this table together may spend, if there may be several.
    pub lifetime: Option<Guarantee>,
    /// Digests of the records of earlier releases of this table: 64 lower-case hexadecimal digits.
    pub previous: Vec<String>,
}

/// What is promised: ε-DP, or (ε, δ)-DP within the range that the calibration certifies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guarantee {
    /// δ = 0.
    Pure {
        /// In [1e-6, 700].
        epsilon: Decimal,
    },
    /// δ above 0.
    Approximate {
        /// In [1e-6, 700].
        epsilon: Decimal,
        /// In [1e-300, 0.5).
        delta: Decimal,
    },
}

/// How the budget (μ², or ε of a pure mechanism) is divided. Each share is above 0, and together
/// they are at most 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Shares {
    /// For what chooses the network; `None` for `PrivMrf`, whose choices are paid from `tables`.
    pub structure: Option<Decimal>,
    /// For the noisy number of rows; `None` under `Replace`, where that number is public.
    pub size: Option<Decimal>,
    /// For the tables.
    pub tables: Decimal,
}

impl Budget {
    /// `adjacency` and `mechanism` are `None` if they were themselves refused; nothing is then said
    /// about what depends on them.
    pub(crate) fn read(
        node: &Node,
        adjacency: Option<Adjacency>,
        mechanism: Option<MechanismName>,
        findings: &mut Findings,
    ) -> Option<Self> {
        let fields = Fields::of_group(node, BUDGET, findings)?;
        let guarantee = Guarantee::read(&fields, mechanism, findings);
        let default = Shares::default_for(
            mechanism.unwrap_or(MechanismName::PrivBayes),
            adjacency.unwrap_or(Adjacency::AddRemove),
        );
        let shares = match (fields.optional("shares"), default) {
            (Some(node), Some(default)) => {
                Shares::read(node, default, adjacency, findings).map(Some)
            }
            (Some(node), None) => {
                let what = "`SmoothedHistogram` asks one question, so there is nothing to share";
                findings.add(node.place, what, "remove `shares`");
                None
            }
            (None, default) => Some(default),
        };
        let lifetime = fields.optional("lifetime").map(|node| {
            let inner = Fields::of_group(node, LIFETIME, findings)?;
            let lifetime = Guarantee::read_lifetime(&inner, mechanism, findings)?;
            lifetime.check_covers(guarantee?, node, findings)
        });
        let previous = match fields.optional("previous") {
            Some(node) => read_digests(node, findings),
            None => Some(Vec::new()),
        };
        let lifetime = match lifetime {
            Some(read) => Some(read?),
            None => None,
        };
        Some(Self {
            guarantee: guarantee?,
            shares: shares?,
            lifetime,
            previous: previous?,
        })
    }
}

impl Guarantee {
    pub fn epsilon(self) -> Decimal {
        match self {
            Self::Pure { epsilon } | Self::Approximate { epsilon, .. } => epsilon,
        }
    }

    /// `None` where it is 0.
    pub fn delta(self) -> Option<Decimal> {
        match self {
            Self::Pure { .. } => None,
            Self::Approximate { delta, .. } => Some(delta),
        }
    }

    fn read(
        fields: &Fields<'_>,
        mechanism: Option<MechanismName>,
        findings: &mut Findings,
    ) -> Option<Self> {
        let epsilon = fields.required("epsilon", "\"1\"", findings);
        let epsilon = epsilon.and_then(|node| read_epsilon(node, findings));
        let delta = fields.optional("delta");
        match mechanism?.accounting() {
            Accounting::Gaussian => {
                let delta = required_delta(delta, mechanism?, fields, findings);
                Some(Self::Approximate {
                    epsilon: epsilon?,
                    delta: delta?,
                })
            }
            Accounting::Pure => {
                if let Some(node) = delta {
                    let what = format!("`{}` is ε-DP: its delta is 0", mechanism?);
                    let help = "remove `delta`: this mechanism is ε-DP, δ = 0";
                    findings.add(node.place, what, help);
                    return None;
                }
                Some(Self::Pure { epsilon: epsilon? })
            }
        }
    }

    /// A table that is first released under a pure mechanism may still get a lifetime with a delta:
    /// releases on Gaussian noise may follow.
    fn read_lifetime(
        fields: &Fields<'_>,
        mechanism: Option<MechanismName>,
        findings: &mut Findings,
    ) -> Option<Self> {
        let epsilon = fields.required("epsilon", "\"1\"", findings);
        let epsilon = epsilon.and_then(|node| read_epsilon(node, findings));
        let delta = fields.optional("delta");
        let mechanism = mechanism?;
        if delta.is_none() && mechanism.accounting() == Accounting::Pure {
            return Some(Self::Pure { epsilon: epsilon? });
        }
        let delta = required_delta(delta, mechanism, fields, findings);
        Some(Self::Approximate {
            epsilon: epsilon?,
            delta: delta?,
        })
    }

    /// Refuses a lifetime that is certainly below one release of it.
    fn check_covers(self, release: Self, node: &Node, findings: &mut Findings) -> Option<Self> {
        let below = match (self, release) {
            (
                Self::Approximate { epsilon, delta },
                Self::Approximate {
                    epsilon: e,
                    delta: d,
                },
            ) => epsilon <= e && delta <= d && self != release,
            (Self::Pure { epsilon }, _) => epsilon < release.epsilon(),
            // A delta buys some epsilon: `verify` knows how much.
            (Self::Approximate { .. }, Self::Pure { .. }) => false,
        };
        if below {
            let what = "the lifetime budget is below the budget of this release alone";
            let help = match release {
                Self::Pure { epsilon } => format!("write at least `(epsilon: \"{epsilon}\")`"),
                Self::Approximate { epsilon, delta } => {
                    format!("write at least `(epsilon: \"{epsilon}\", delta: \"{delta}\")`")
                }
            };
            findings.add(node.place, what, help);
        }
        (!below).then_some(self)
    }
}

/// As in "(1, 1e-9)-DP" and "1-DP".
impl fmt::Display for Guarantee {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pure { epsilon } => write!(f, "{epsilon}"),
            Self::Approximate { epsilon, delta } => write!(f, "({epsilon}, {delta})"),
        }
    }
}

impl Shares {
    /// Bao divides the structure's share evenly over scores and size, which leaves a wide table's
    /// size with a deviation of hundreds; so the size has a small share of its own. The
    /// structure of `PrivBayesPure` has β = 0.3 of ε (Sørensen's mixture parameter), the size's part
    /// included.
    fn default_for(mechanism: MechanismName, adjacency: Adjacency) -> Option<Self> {
        let (structure, tables) = match mechanism {
            MechanismName::PrivBayes => (Decimal::new(2, -1), Decimal::new(8, -1)),
            MechanismName::PrivBayesPure => (Decimal::new(3, -1), Decimal::new(7, -1)),
            MechanismName::PrivMrf => return Some(Self::without_structure(adjacency)),
            MechanismName::SmoothedHistogram => return None,
        };
        let with_size = match mechanism {
            MechanismName::PrivBayes => Decimal::new(19, -2),
            _ => Decimal::new(29, -2),
        };
        Some(match adjacency {
            Adjacency::AddRemove => Self {
                structure: Some(with_size),
                size: Some(Decimal::new(1, -2)),
                tables,
            },
            Adjacency::Replace => Self {
                structure: Some(structure),
                size: None,
                tables,
            },
        })
    }

    /// All for the tables, but for the size where that is private.
    fn without_structure(adjacency: Adjacency) -> Self {
        let (size, tables) = match adjacency {
            Adjacency::AddRemove => (Some(Decimal::new(1, -2)), Decimal::new(99, -2)),
            Adjacency::Replace => (None, Decimal::ONE),
        };
        Self {
            structure: None,
            size,
            tables,
        }
    }

    /// `default` says whether there is a structure to be paid, and is for the examples in messages.
    fn read(
        node: &Node,
        default: Self,
        adjacency: Option<Adjacency>,
        findings: &mut Findings,
    ) -> Option<Self> {
        let fields = Fields::of_group(node, SHARES, findings)?;
        let example = |share: Decimal| format!("\"{share}\"");
        let structure = match default.structure {
            Some(default) => {
                let node = fields.required("structure", &example(default), findings);
                node.and_then(|node| read_share(node, findings)).map(Some)
            }
            None => match fields.optional("structure") {
                Some(node) => {
                    let what = "`PrivMrf` pays for its choices from `tables`";
                    let help = "remove `structure`; how much of a round a choice takes is the \
                                mechanism's `selection`";
                    findings.add(node.place, what, help);
                    None
                }
                None => Some(None),
            },
        };
        let tables = fields.required("tables", &example(default.tables), findings);
        let tables = tables.and_then(|node| read_share(node, findings));
        let size = match (fields.optional("size"), adjacency) {
            (Some(node), Some(Adjacency::Replace)) => {
                let what =
                    "under `Replace` the number of rows is public, so its share buys nothing";
                findings.add(node.place, what, "remove `size`");
                None
            }
            (Some(node), _) => read_share(node, findings).map(Some),
            (None, Some(Adjacency::AddRemove)) => {
                fields.required("size", "\"0.01\"", findings);
                None
            }
            (None, _) => Some(None),
        };
        let shares = Self {
            structure: structure?,
            size: size?,
            tables: tables?,
        };
        shares.check_sum(node, findings)
    }

    fn check_sum(self, node: &Node, findings: &mut Findings) -> Option<Self> {
        // Shares have at most 18 decimals and are at most 1, so that the sum is exact.
        let sum = self
            .structure
            .unwrap_or(Decimal::ZERO)
            .checked_add(self.tables)?
            .checked_add(self.size.unwrap_or(Decimal::ZERO))?;
        if sum > Decimal::ONE {
            let what = format!("the shares add up to {sum}, more than the whole budget");
            findings.add(node.place, what, "write shares that add up to at most 1");
            return None;
        }
        Some(self)
    }
}

fn read_epsilon(node: &Node, findings: &mut Findings) -> Option<Decimal> {
    let range = Decimal::new(1, -6)..=Decimal::new(700, 0);
    decimal_within(node, "epsilon", range, findings)
}

fn required_delta(
    delta: Option<&Node>,
    mechanism: MechanismName,
    fields: &Fields<'_>,
    findings: &mut Findings,
) -> Option<Decimal> {
    let (needs, help) = match mechanism.accounting() {
        Accounting::Gaussian => (
            format!("`{mechanism}` adds Gaussian noise, which needs"),
            DELTA_HELP,
        ),
        // Only a lifetime that writes one leads here.
        Accounting::Pure => (
            "a lifetime that names one needs".to_owned(),
            "remove `delta`",
        ),
    };
    let Some(node) = delta else {
        let what = format!("`delta` is missing, and {needs} one");
        findings.add(fields.head(), what, help);
        return None;
    };
    let delta = decimal(node, findings)?;
    if delta.is_zero() {
        let what = format!("delta is 0, but {needs} a delta above 0");
        findings.add(node.place, what, help);
        return None;
    }
    if delta < Decimal::new(1, -300) || delta >= Decimal::new(5, -1) {
        let what = format!("delta is {delta}, outside of 1e-300 to below 0.5");
        findings.add(node.place, what, DELTA_HELP);
        return None;
    }
    Some(delta)
}

fn read_share(node: &Node, findings: &mut Findings) -> Option<Decimal> {
    let share = decimal(node, findings)?;
    if !share.is_positive() || share > Decimal::ONE {
        let what = format!("a share of {share} is not above 0 and at most 1");
        findings.add(
            node.place,
            what,
            "write a part of the whole, as in `\"0.8\"`",
        );
        return None;
    }
    if share.decimals() > MOST_SHARE_DECIMALS {
        let what = format!("a share has at most {MOST_SHARE_DECIMALS} decimals");
        findings.add(node.place, what, "write fewer decimals");
        return None;
    }
    Some(share)
}

fn read_digests(node: &Node, findings: &mut Findings) -> Option<Vec<String>> {
    let mut digests: Vec<String> = Vec::new();
    let mut complete = true;
    for item in list(node, findings)? {
        let Some(digest) = text(item, findings) else {
            complete = false;
            continue;
        };
        let hexadecimal = |b: u8| b.is_ascii_digit() || (b'a'..=b'f').contains(&b);
        let problem = if digest.len() != 64 || !digest.bytes().all(hexadecimal) {
            Some("this is not the digest of a record")
        } else if digests.iter().any(|earlier| earlier == digest) {
            Some("this digest is listed twice")
        } else {
            None
        };
        match problem {
            None => digests.push(digest.to_owned()),
            Some(what) => {
                let help = "write the 64 lower-case hexadecimal digits that `privet verify` prints";
                findings.add(item.place, what, help);
                complete = false;
            }
        }
    }
    complete.then_some(digests)
}

const BUDGET: Group = Group {
    owner: "budget",
    name: "Budget",
    known: &["epsilon", "delta", "shares", "lifetime", "previous"],
};
const LIFETIME: Group = Group {
    owner: "lifetime budget",
    name: "Lifetime",
    known: &["epsilon", "delta"],
};
const SHARES: Group = Group {
    owner: "shares",
    name: "Shares",
    known: &["structure", "size", "tables"],
};
const DELTA_HELP: &str = "write `delta: \"1e-9\"`, well below one in the number of people";
const MOST_SHARE_DECIMALS: u32 = 18;
