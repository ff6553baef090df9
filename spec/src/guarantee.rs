//! What a release promises.

use core::fmt;

use crate::decimal::Decimal;
use crate::expect::{decimal, decimal_within};
use crate::fields::{Fields, Group};
use crate::findings::Findings;
use crate::in_full::Written;
use crate::mechanism::{Accounting, MechanismName};
use crate::reader::Node;

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

    /// Reads the guarantee among the fields of a budget.
    pub(crate) fn read(
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
    pub(crate) fn read_lifetime(
        node: &Node,
        mechanism: Option<MechanismName>,
        findings: &mut Findings,
    ) -> Option<Self> {
        let fields = Fields::of_group(node, LIFETIME, findings)?;
        let epsilon = fields.required("epsilon", "\"1\"", findings);
        let epsilon = epsilon.and_then(|node| read_epsilon(node, findings));
        let delta = fields.optional("delta");
        let mechanism = mechanism?;
        if delta.is_none() && mechanism.accounting() == Accounting::Pure {
            return Some(Self::Pure { epsilon: epsilon? });
        }
        let delta = required_delta(delta, mechanism, &fields, findings);
        Some(Self::Approximate {
            epsilon: epsilon?,
            delta: delta?,
        })
    }

    /// The fields `epsilon` and `delta`, of a budget or a lifetime.
    pub(crate) fn fields_written(self) -> Vec<(&'static str, Written)> {
        let (epsilon, delta) = match self {
            Self::Pure { epsilon } => (epsilon, None),
            Self::Approximate { epsilon, delta } => (epsilon, Some(delta)),
        };
        vec![
            ("epsilon", Written::decimal(epsilon)),
            ("delta", Written::optional(delta, Written::decimal)),
        ]
    }

    /// Refuses a lifetime that is certainly below one release of it.
    pub(crate) fn check_covers(
        self,
        release: Self,
        node: &Node,
        findings: &mut Findings,
    ) -> Option<Self> {
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

const LIFETIME: Group = Group {
    owner: "lifetime budget",
    name: "Lifetime",
    known: &["epsilon", "delta"],
};
const DELTA_HELP: &str = "write `delta: \"1e-9\"`, well below one in the number of people";
