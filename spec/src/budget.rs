//! How much may be learned about a unit, and how the release divides it.

use crate::digest::is_digest;
use crate::expect::{list, text};
use crate::fields::{Fields, Group};
use crate::findings::Findings;
use crate::guarantee::Guarantee;
use crate::in_full::Written;
use crate::mechanism::{Around, MechanismName};
use crate::reader::Node;
use crate::shares::Shares;
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

impl Budget {
    /// `mechanism` is `None` if it was itself refused, and so may be what stands around; nothing is then said
    /// about what depends on it.
    pub(crate) fn read(
        node: &Node,
        around: Around<'_>,
        mechanism: Option<MechanismName>,
        findings: &mut Findings,
    ) -> Option<Self> {
        let fields = Fields::of_group(node, BUDGET, findings)?;
        let guarantee = Guarantee::read(&fields, mechanism, findings);
        let division = mechanism
            .unwrap_or(MechanismName::PrivBayes)
            .division(around.adjacency.unwrap_or(Adjacency::AddRemove));
        let shares = match fields.optional("shares") {
            Some(node) => {
                let shares = division.read_shares(node, around.adjacency, around.found, findings);
                shares.map(Some)
            }
            None => Some(division.default_shares(around.found)),
        };
        let lifetime = fields.optional("lifetime").map(|node| {
            let lifetime = Guarantee::read_lifetime(node, mechanism, findings)?;
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

    pub(crate) fn written(&self) -> Written {
        let Self {
            guarantee,
            shares,
            lifetime,
            previous,
        } = self;
        let mut fields = guarantee.fields_written();
        fields.extend([
            ("shares", Written::optional(*shares, Shares::written)),
            (
                "lifetime",
                Written::optional(*lifetime, |lifetime| {
                    Written::Group("", lifetime.fields_written())
                }),
            ),
            ("previous", Written::texts(previous)),
        ]);
        Written::Group("", fields)
    }
}

fn read_digests(node: &Node, findings: &mut Findings) -> Option<Vec<String>> {
    let mut digests: Vec<String> = Vec::new();
    let mut complete = true;
    for item in list(node, findings)? {
        let Some(digest) = text(item, findings) else {
            complete = false;
            continue;
        };
        let problem = if !is_digest(digest) {
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
