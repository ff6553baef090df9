//! `PrivBayesPure`: private selection and Laplace noise (Zhang).

use core::ops::RangeInclusive;

use super::around::Around;
use super::common::{
    KEEPS_RULES, NEEDS_CHOICES, POST, Post, assumed_rows, read_max_cells, read_theta,
};
use super::estimator::Estimator;
use super::parameters::{Accounting, Parameters};
use super::word::Word;
use crate::decimal::Decimal;
use crate::expect::{Variant, count, variant};
use crate::fields::Fields;
use crate::findings::{Findings, Reason};
use crate::in_full::Written;
use crate::reader::Node;
use crate::sampling::Sampling;
use crate::schema::{Attribute, MOST_VIRTUAL_ATTRIBUTES};
use crate::shares::Division;
use crate::unit::Adjacency;

/// Parameters of `PrivBayesPure`, with what was left open settled by the schema. None of them
/// changes the guarantee.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PrivBayesPure {
    /// How the fit of an attribute and its parents is scored.
    pub score: Score,
    /// What the network is made of: attributes, or their binary digits.
    pub encoding: Encoding,
    /// A table is useful while the average count of its cells is at least this many times its
    /// noise's scale (Zhang Definition 5).
    pub theta: Decimal,
    /// How a pair of attribute and parents is chosen by its noisy fit.
    pub selection: Selection,
    /// The most parents of an attribute; `None`: as many as `theta` finds useful.
    pub degree: Option<u32>,
    /// The most candidates of a selection; `None`: 2^17 cells of their tables together, but 256 to 4096.
    pub candidates: Option<u32>,
    /// The most cells that a table may have, whatever `theta` allows.
    pub max_cells: u32,
    /// How tables become non-negative.
    pub post: Post,
    /// How tables become a model.
    pub estimator: Estimator,
    /// The number of rows by which tables are chosen, instead of the noisy one.
    pub assumed_rows: Option<u32>,
    /// The most rows that the table may have; `None` by other scores than F, whose memory does not grow with them.
    pub most_rows: Option<u32>,
}

/// Zhang's score functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Distance to the nearest distribution of largest mutual information; binary attributes only.
    F,
    /// Distance to independence.
    R,
    /// Mutual information; only under `Replace`, since its sensitivity falls with a public number
    /// of rows.
    I,
}

/// What stands for an attribute in the network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// Its binary digits, each an attribute of its own.
    Binary,
    /// Itself.
    Vanilla,
}

/// Private selection. Both cost the same; permute-and-flip is never worse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selection {
    PermuteAndFlip,
    Exponential,
}

impl Parameters for PrivBayesPure {
    const NAME: &'static str = "PrivBayesPure";
    const ACCOUNTING: Accounting = Accounting::Pure;

    /// The structure has β = 0.3 of ε (Sørensen's mixture parameter), the size's part included.
    fn division(adjacency: Adjacency) -> Division {
        let (structure, size) = match adjacency {
            Adjacency::AddRemove => (Decimal::new(29, -2), Some(Decimal::new(1, -2))),
            Adjacency::Replace => (Decimal::new(3, -1), None),
        };
        Division::Shared {
            structure: Ok(structure),
            size,
            tables: Decimal::new(7, -1),
        }
    }

    fn refuses(_: Sampling) -> Option<Reason> {
        None
    }

    fn estimator(&self) -> Option<Estimator> {
        Some(self.estimator)
    }

    fn most_rows(&self) -> Option<u32> {
        self.most_rows
    }

    fn breaks_rules(&self) -> Option<Reason> {
        Some(Reason {
            what: "`PrivBayesPure` draws from noisy tables by themselves, so its rows would break rules between columns",
            help: KEEPS_RULES,
        })
    }

    fn weighs(&self) -> Result<u8, Reason> {
        Err(Reason {
            what: "`PrivBayesPure` chooses its tables by all pairs alike",
            help: NEEDS_CHOICES,
        })
    }

    fn read(chosen: &Variant<'_>, around: Around<'_>, findings: &mut Findings) -> Option<Self> {
        let fields = Fields::of_variant(chosen, PARAMETERS, findings)?;
        let encoding = match fields.optional("encoding") {
            Some(node) => Encoding::read(node, around, findings),
            None => Encoding::default_for(chosen, around, findings),
        };
        let score = match fields.optional("score") {
            Some(node) => Score::read(node, encoding, around, findings),
            None => Some(Score::default_for(encoding, around.schema)),
        };
        let theta = read_theta(&fields, findings);
        let selection = Selection::read(&fields, Selection::PermuteAndFlip, findings);
        let degree = match fields.optional("degree") {
            Some(node) => count(node, 0..=MOST_PARENTS, findings).map(Some),
            None => Some(None),
        };
        let candidates = match fields.optional("candidates") {
            Some(node) => count(node, CANDIDATES, findings).map(Some),
            None => Some(None),
        };
        let max_cells = read_max_cells(&fields, findings);
        let post = Post::read(&fields, POST, findings);
        let untied = match encoding {
            Some(Encoding::Binary) => {
                let digits = binary_digits(around.schema.unwrap_or_default());
                // At most 256 digits are accepted.
                u64::try_from(digits).unwrap_or(u64::MAX).saturating_mul(2)
            }
            Some(Encoding::Vanilla) | None => around.values(),
        };
        let estimator = Estimator::read(&fields, untied, findings);
        let assumed_rows = match fields.optional("assumed_rows") {
            Some(node) => assumed_rows(node, findings).map(Some),
            None => Some(None),
        };
        // The memory that `F` needs grows with the rows of the table. Their number may be private, so memory is set aside for
        // a public one.
        let most_rows = match (fields.optional("most_rows"), score) {
            (_, None) => None,
            (Some(node), Some(Score::F)) => count(node, 1..=u32::MAX, findings).map(Some),
            (None, Some(Score::F)) => Some(Some(MOST_ROWS_BY_F)),
            (None, Some(Score::R | Score::I)) => Some(None),
            (Some(node), Some(Score::R | Score::I)) => {
                let what = "only the score `F` needs memory for a number of rows";
                findings.add(
                    node.place,
                    what,
                    "leave `most_rows` out, or write `score: F`",
                );
                None
            }
        };
        Some(Self {
            score: score?,
            encoding: encoding?,
            theta: theta?,
            selection: selection?,
            degree: degree?,
            candidates: candidates?,
            max_cells: max_cells?,
            post: post?,
            estimator: estimator?,
            assumed_rows: assumed_rows?,
            most_rows: most_rows?,
        })
    }

    fn written(&self) -> Vec<(&'static str, Written)> {
        let Self {
            score,
            encoding,
            theta,
            selection,
            degree,
            candidates,
            max_cells,
            post,
            estimator,
            assumed_rows,
            most_rows,
        } = self;
        let score = match score {
            Score::F => "F",
            Score::R => "R",
            Score::I => "I",
        };
        let encoding = match encoding {
            Encoding::Binary => "Binary",
            Encoding::Vanilla => "Vanilla",
        };
        vec![
            ("score", Written::bare(score)),
            ("encoding", Written::bare(encoding)),
            ("theta", Written::decimal(*theta)),
            ("selection", selection.written()),
            ("degree", Written::optional(*degree, Written::bare)),
            ("candidates", Written::optional(*candidates, Written::bare)),
            ("max_cells", Written::bare(max_cells)),
            ("post", post.written()),
            ("estimator", estimator.written()),
            (
                "assumed_rows",
                Written::optional(*assumed_rows, Written::bare),
            ),
            ("most_rows", Written::optional(*most_rows, Written::bare)),
        ]
    }
}

impl Score {
    /// `F` wherever it can be computed: its noise is the smallest beside its range.
    fn default_for(encoding: Option<Encoding>, schema: Option<&[Attribute]>) -> Self {
        if encoding == Some(Encoding::Binary) || all_binary(schema.unwrap_or_default()) {
            Self::F
        } else {
            Self::R
        }
    }

    fn read(
        node: &Node,
        encoding: Option<Encoding>,
        around: Around<'_>,
        findings: &mut Findings,
    ) -> Option<Self> {
        let variant = variant(node, "score", &["F", "R", "I"], findings)?;
        variant.alone(findings)?;
        match variant.name {
            "F" => {
                if around.found > 0 {
                    let what =
                        "the score `F` needs binary attributes, and the release finds bins of some";
                    let help =
                        "write `score: R`, or declare bins (`bin`, `bins` or `edges`) everywhere";
                    findings.add(node.place, what, help);
                    return None;
                }
                let wide = around.schema.is_some_and(|schema| !all_binary(schema));
                if encoding == Some(Encoding::Vanilla) && wide {
                    let what = "the score `F` needs binary attributes, and some have more values";
                    let help = "write `score: R`, or `encoding: Binary`";
                    findings.add(node.place, what, help);
                    return None;
                }
                Some(Self::F)
            }
            "I" => {
                if around.adjacency == Some(Adjacency::AddRemove) {
                    let what = "under `AddRemove` no noise hides the score `I`: how far one unit \
                                moves it grows with the private number of rows";
                    let help = "write `score: R`, or `adjacency: Replace`";
                    findings.add(node.place, what, help);
                    return None;
                }
                Some(Self::I)
            }
            _ => Some(Self::R),
        }
    }
}

impl Encoding {
    /// Attributes as they are while all are narrow, which was better in every measurement up to 100 values;
    /// one of very many values leaves no useful table with parents. Bins that the release finds have no digits
    /// beforehand.
    fn default_for(
        chosen: &Variant<'_>,
        around: Around<'_>,
        findings: &mut Findings,
    ) -> Option<Self> {
        let schema = around.schema.unwrap_or_default();
        let narrow = learned(schema).all(|attribute| attribute.size() <= NARROW);
        if narrow || around.found > 0 {
            return Some(Self::Vanilla);
        }
        if binary_digits(schema) > MOST_VIRTUAL_ATTRIBUTES {
            let what = format!(
                "attributes of more than {NARROW} values are taken by their binary digits, which \
                 are more than {MOST_VIRTUAL_ATTRIBUTES} here"
            );
            let help = "write `encoding: Vanilla`, or coarser or fewer attributes";
            findings.add(chosen.place, what, help);
            return None;
        }
        Some(Self::Binary)
    }

    fn read(node: &Node, around: Around<'_>, findings: &mut Findings) -> Option<Self> {
        let variant = variant(node, "encoding", &["Binary", "Vanilla"], findings)?;
        variant.alone(findings)?;
        if variant.name == "Vanilla" {
            return Some(Self::Vanilla);
        }
        if around.found > 0 {
            let what = "bins that the release finds have no binary digits beforehand";
            let help =
                "write `encoding: Vanilla`, or declare bins (`bin`, `bins` or `edges`) everywhere";
            findings.add(node.place, what, help);
            return None;
        }
        let digits = binary_digits(around.schema.unwrap_or_default());
        if digits > MOST_VIRTUAL_ATTRIBUTES {
            let what = format!(
                "the attributes have {digits} binary digits together, more than \
                 {MOST_VIRTUAL_ATTRIBUTES}"
            );
            let help = "write `encoding: Vanilla`, or coarser or fewer attributes";
            findings.add(node.place, what, help);
            return None;
        }
        Some(Self::Binary)
    }
}

impl Word for Selection {
    const PARAMETER: &'static str = "selection";
    const WORDS: &'static [(&'static str, Self)] = &[
        ("PermuteAndFlip", Self::PermuteAndFlip),
        ("Exponential", Self::Exponential),
    ];
}

fn learned(schema: &[Attribute]) -> impl Iterator<Item = &Attribute> {
    schema.iter().filter(|attribute| attribute.is_learned())
}

fn all_binary(schema: &[Attribute]) -> bool {
    learned(schema).all(|attribute| attribute.size() <= 2)
}

/// Digits that tell all values of all attributes apart, at least one an attribute.
fn binary_digits(schema: &[Attribute]) -> usize {
    learned(schema)
        .map(|attribute| {
            let largest = attribute.size().saturating_sub(1).max(1);
            // At most 16 digits, since an attribute has at most 2^16 values.
            (u32::BITS - largest.leading_zeros()) as usize
        })
        .sum()
}

const PARAMETERS: &[&str] = &[
    "score",
    "encoding",
    "theta",
    "selection",
    "degree",
    "candidates",
    "max_cells",
    "post",
    "estimator",
    "assumed_rows",
    "most_rows",
];
/// Attributes of at most this many values are taken as they are unless the spec says otherwise.
const NARROW: u32 = 256;
/// A table has at most 32 columns, the child among them. How many parents fit is up to `theta` and `max_cells`.
const MOST_PARENTS: u32 = 31;
/// Memory for so many is 17 MB.
const MOST_ROWS_BY_F: u32 = 1 << 20;
/// At least one for each of 256 columns; at most what takes some 160 MB.
const CANDIDATES: RangeInclusive<u32> = 256..=1 << 20;
