//! How much may be learned about a unit, and how the release divides it.

use crate::decimal::Decimal;
use crate::expect::{decimal, decimal_within, list, text};
use crate::fields::{Fields, Group};
use crate::findings::Findings;
use crate::reader::Node;
use crate::unit::Adjacency;

/// The privacy budget of a release.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Budget {
    /// The guarantee of this release.
    pub guarantee: Guarantee,
    pub shares: Shares,
    /// What all releases of this table together may spend, if there may be several.
    pub lifetime: Option<Guarantee>,
    /// Digests of the records of earlier releases of this table: 64 lower-case hexadecimal digits.
    pub previous: Vec<String>,
}

/// An (ε, δ) pair within the range that the calibration certifies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Guarantee {
    /// In [1e-6, 700].
    pub epsilon: Decimal,
    /// In [1e-300, 0.5).
    pub delta: Decimal,
}

/// How the budget μ² is divided. Each share is above 0, and together they are at most 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Shares {
    /// For the pair scores that choose the network.
    pub structure: Decimal,
    /// For the noisy number of rows; `None` under `Replace`, where that number is public.
    pub size: Option<Decimal>,
    /// For the tables.
    pub tables: Decimal,
}

impl Budget {
    /// `adjacency` is `None` if it was itself refused; then nothing is said about the size share.
    pub(crate) fn read(
        node: &Node,
        adjacency: Option<Adjacency>,
        findings: &mut Findings,
    ) -> Option<Self> {
        let fields = Fields::of_group(node, BUDGET, findings)?;
        let guarantee = Guarantee::read(&fields, findings);
        let shares = match fields.optional("shares") {
            Some(node) => Shares::read(node, adjacency, findings),
            None => Some(Shares::default_for(
                adjacency.unwrap_or(Adjacency::AddRemove),
            )),
        };
        let lifetime = fields.optional("lifetime").map(|node| {
            let inner = Fields::of_group(node, LIFETIME, findings)?;
            let lifetime = Guarantee::read(&inner, findings)?;
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
    fn read(fields: &Fields<'_>, findings: &mut Findings) -> Option<Self> {
        let epsilon = fields.required("epsilon", "\"1\"", findings);
        let epsilon = epsilon.and_then(|node| read_epsilon(node, findings));
        let delta = fields.optional("delta");
        if delta.is_none() {
            let what = "`delta` is missing, and `PrivBayes` adds Gaussian noise, which needs one";
            findings.add(fields.head(), what, DELTA_HELP);
        }
        let delta = delta.and_then(|node| read_delta(node, findings));
        Some(Self {
            epsilon: epsilon?,
            delta: delta?,
        })
    }

    /// Refuses a lifetime that is certainly below one release of it.
    fn check_covers(self, release: Self, node: &Node, findings: &mut Findings) -> Option<Self> {
        let below =
            self.epsilon <= release.epsilon && self.delta <= release.delta && self != release;
        if below {
            let what = "the lifetime budget is below the budget of this release alone";
            let help = format!(
                "write at least `(epsilon: \"{}\", delta: \"{}\")`",
                release.epsilon, release.delta
            );
            findings.add(node.place, what, help);
        }
        (!below).then_some(self)
    }
}

impl Shares {
    /// Bao divides the structure's share evenly over scores and size, which leaves a wide table's
    /// size with a deviation of hundreds; so the size has a small share of its own.
    fn default_for(adjacency: Adjacency) -> Self {
        let tables = Decimal::new(8, -1);
        match adjacency {
            Adjacency::AddRemove => Self {
                structure: Decimal::new(19, -2),
                size: Some(Decimal::new(1, -2)),
                tables,
            },
            Adjacency::Replace => Self {
                structure: Decimal::new(2, -1),
                size: None,
                tables,
            },
        }
    }

    fn read(node: &Node, adjacency: Option<Adjacency>, findings: &mut Findings) -> Option<Self> {
        let fields = Fields::of_group(node, SHARES, findings)?;
        let structure = fields.required("structure", "\"0.19\"", findings);
        let structure = structure.and_then(|node| read_share(node, findings));
        let tables = fields.required("tables", "\"0.8\"", findings);
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

fn read_delta(node: &Node, findings: &mut Findings) -> Option<Decimal> {
    let delta = decimal(node, findings)?;
    if delta.is_zero() {
        let what = "delta is 0, but `PrivBayes` adds Gaussian noise, which needs a delta above 0";
        findings.add(node.place, what, DELTA_HELP);
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
