//! How a release divides its budget.

use crate::decimal::Decimal;
use crate::expect::decimal;
use crate::fields::{Fields, Group};
use crate::findings::{Findings, Reason};
use crate::in_full::Written;
use crate::reader::Node;
use crate::unit::Adjacency;

/// How the budget (μ², or ε of a pure mechanism) is divided. Each share is above 0, and together
/// they are at most 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Shares {
    /// For what chooses the network; `None` where a mechanism's choices are paid from `tables`.
    pub structure: Option<Decimal>,
    /// For the noisy number of rows; `None` under `Replace`, where that number is public.
    pub size: Option<Decimal>,
    /// For the tables.
    pub tables: Decimal,
    /// For finding bins; `None` where the spec declares all of them.
    pub bins: Option<Decimal>,
}

/// What a mechanism divides its budget into: the shares of a spec that does not write them, and what a
/// spec may write.
pub(crate) enum Division {
    Shared {
        /// Or why a spec cannot give it a share.
        structure: Result<Decimal, Reason>,
        /// `None` where the number of rows is public.
        size: Option<Decimal>,
        tables: Decimal,
    },
    /// Nothing is divided; why a spec cannot write shares.
    Whole(Reason),
}

impl Division {
    /// What absent `shares` mean.
    pub(crate) fn default_shares(self, found: usize) -> Option<Shares> {
        match self {
            Self::Shared {
                structure,
                size,
                tables,
            } => {
                let bins = default_bins(found);
                // Bins are counts of single attributes too: the tables get what they leave.
                let left = bins.map_or(Some(tables), |bins| tables.checked_sub(bins));
                Some(Shares {
                    structure: structure.ok(),
                    size,
                    tables: left?,
                    bins,
                })
            }
            Self::Whole(_) => None,
        }
    }

    /// Reads `shares`, where bins of so many attributes are found; the default shares are the examples in messages.
    /// Without an adjacency nothing is said of what it decides.
    pub(crate) fn read_shares(
        self,
        node: &Node,
        adjacency: Option<Adjacency>,
        found: usize,
        findings: &mut Findings,
    ) -> Option<Shares> {
        let (structure, tables) = match self {
            Self::Shared {
                structure, tables, ..
            } => (structure, tables),
            Self::Whole(reason) => {
                findings.refuse(node.place, reason);
                return None;
            }
        };
        let fields = Fields::of_group(node, SHARES, findings)?;
        let structure = match (structure, fields.optional("structure")) {
            (Ok(default), _) => {
                let node = fields.required("structure", &example(default), findings);
                node.and_then(|node| read_share(node, findings)).map(Some)
            }
            (Err(reason), Some(node)) => {
                findings.refuse(node.place, reason);
                None
            }
            (Err(_), None) => Some(None),
        };
        let tables = fields.required("tables", &example(tables), findings);
        let tables = tables.and_then(|node| read_share(node, findings));
        let bins = match (fields.optional("bins"), default_bins(found)) {
            (Some(node), None) => {
                let what = "the spec declares all bins, so there are none to find";
                findings.add(node.place, what, "remove `bins`");
                None
            }
            (_, Some(default)) => {
                let node = fields.required("bins", &example(default), findings);
                node.and_then(|node| read_share(node, findings)).map(Some)
            }
            (None, None) => Some(None),
        };
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
        let shares = Shares {
            structure: structure?,
            size: size?,
            tables: tables?,
            bins: bins?,
        };
        shares.check_sum(node, findings)
    }
}

impl Shares {
    pub(crate) fn written(self) -> Written {
        let Self {
            structure,
            size,
            tables,
            bins,
        } = self;
        Written::Group(
            "",
            vec![
                ("structure", Written::optional(structure, Written::decimal)),
                ("size", Written::optional(size, Written::decimal)),
                ("tables", Written::decimal(tables)),
                ("bins", Written::optional(bins, Written::decimal)),
            ],
        )
    }

    /// All of them together: what a release may spend. Shares have at most 18 decimals and are at most 1, so that it is
    /// exact.
    fn sum(self) -> Option<Decimal> {
        let Self {
            structure,
            size,
            tables,
            bins,
        } = self;
        let mut all = [structure, size, Some(tables), bins].into_iter().flatten();
        all.try_fold(Decimal::ZERO, Decimal::checked_add)
    }

    fn check_sum(self, node: &Node, findings: &mut Findings) -> Option<Self> {
        let sum = self.sum()?;
        if sum > Decimal::ONE {
            let what = format!("the shares add up to {sum}, more than the whole budget");
            findings.add(node.place, what, "write shares that add up to at most 1");
            return None;
        }
        Some(self)
    }
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

/// The share for the bins of so many attributes: more for more, and not too much.
fn default_bins(found: usize) -> Option<Decimal> {
    let percent = match found {
        0 => return None,
        1 => 10,
        2 => 15,
        3 => 20,
        _ => 25,
    };
    Some(Decimal::new(percent, -2))
}

fn example(share: Decimal) -> String {
    format!("\"{share}\"")
}

const SHARES: Group = Group {
    owner: "shares",
    name: "Shares",
    known: &["structure", "size", "tables", "bins"],
};
const MOST_SHARE_DECIMALS: u32 = 18;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mechanism::MechanismName;

    /// What is wrong with a spec of these shares, whose bins are found.
    fn refused(shares: [&str; 4]) -> Option<String> {
        let [structure, size, tables, bins] = shares;
        let text = format!(
            "Release(privet: 1, unit: Row, adjacency: AddRemove, \
             budget: (epsilon: \"1\", delta: \"1e-9\", shares: (structure: \"{structure}\", size: \"{size}\", \
             tables: \"{tables}\", bins: \"{bins}\")), \
             schema: [(name: \"a\", kind: Integer(min: 0, max: 70000)), \
             (name: \"b\", kind: Boolean(no: \"no\", yes: \"yes\"))], \
             mechanism: PrivBayes(), output: (rows: Exactly(1)))"
        );
        crate::parse(&text)
            .err()
            .map(|problems| problems.to_string())
    }

    /// A release that divided more than it has would fail when all but a little is spent.
    #[test]
    fn every_share_counts_in_the_sum() {
        let quarters = ["0.25"; 4];
        assert_eq!(refused(quarters), None);
        for place in 0..quarters.len() {
            let mut more = quarters;
            more[place] = "0.250000000000000001";
            let told = refused(more).unwrap_or_default();
            let sum = "the shares add up to 1.000000000000000001, more than the whole budget";
            assert!(told.contains(sum), "{more:?}: {told}");
            assert!(told.contains("at most 1"), "{more:?}: {told}");
        }
    }

    /// Also where the spec writes none, for as many bins as are to be found.
    #[test]
    fn no_default_is_more_than_the_whole() {
        for name in MechanismName::ALL.iter().copied() {
            for adjacency in [Adjacency::AddRemove, Adjacency::Replace] {
                for found in 0..10 {
                    let Some(shares) = name.division(adjacency).default_shares(found) else {
                        continue;
                    };
                    let sum = shares.sum().unwrap();
                    assert!(sum <= Decimal::ONE, "{name} {adjacency:?} {found}: {sum}");
                    assert!(shares.tables.is_positive(), "{name} {adjacency:?} {found}");
                    assert_eq!(shares.bins.is_some(), found > 0, "{name} {found}");
                }
            }
        }
    }
}
