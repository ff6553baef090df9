//! `PrivMrf`: a Markov random field, measured round by round (after Cai).

use super::around::Around;
use super::common::CONSISTENT;
use super::estimator::Estimator;
use super::mrf_choices::{MOST_MODEL_CELLS, MrfSearch, MrfWeights};
use super::parameters::{Accounting, Parameters};
use super::word::Word;
use crate::decimal::Decimal;
use crate::expect::{Variant, boolean, count, decimal_within};
use crate::fields::Fields;
use crate::findings::{Findings, Reason};
use crate::in_full::Written;
use crate::sampling::Sampling;
use crate::schema::Attribute;
use crate::shares::Division;
use crate::unit::Adjacency;

/// Parameters of `PrivMrf`, with what was left open settled by the schema. None of them changes the
/// guarantee.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PrivMrf {
    /// Which tables may be chosen.
    pub search: MrfSearch,
    /// Tables of several attributes that are measured at most.
    pub rounds: u32,
    /// Whether tables of which most are nothing but noise halve what is left of them.
    pub anneal: bool,
    /// Whether a table may be measured again.
    pub repeats: bool,
    /// What a measured table counts for.
    pub weights: MrfWeights,
    /// The most attributes of a table.
    pub max_attributes: u8,
    /// The most tables that a round chooses among.
    pub candidates: u32,
    /// A table is allowed while the average count of its cells is at least this many times the mean of
    /// its absolute noise.
    pub theta: Decimal,
    /// How much of what a table is off by chance alone, by its noise and by the draw of its rows, is taken off its
    /// distance from the model before the farthest is chosen.
    pub caution: Decimal,
    /// Values with a noisy count below this many deviations of its noise are joined with others.
    pub rare: Decimal,
    /// How much a cell must stand out of the noise to be believed: the estimation's λ, times the
    /// tables' noise.
    pub smoothing: Decimal,
    /// The part of a round that pays for choosing its table.
    pub selection: Decimal,
    /// The error that noise may bring into the attributes' own tables, as a total variation distance.
    pub one_way_error: Decimal,
    /// The most cells of all cliques of the model together: its memory.
    pub max_cells: u32,
}

impl PrivMrf {
    /// With its own defaults; nothing where the attributes are too many or too wide.
    pub(super) fn serving(around: Around<'_>) -> Option<Self> {
        let learned = around.learned();
        let mrf = Self::default_for(&learned, MrfSearch::Anywhere);
        let fits = least_cells(&learned) <= u64::from(mrf.max_cells);
        (fits && learned.len() <= MOST_ATTRIBUTES).then_some(mrf)
    }

    /// What an absent parameter means, for so many attributes. With a graph these are Cai's, where the text
    /// has such a parameter: θ = 6, ⌊0.8·d⌋ rounds among 400, no caution, and of 0.99 of the budget 0.1 for
    /// scores and 0.1 for choices. Memory, which the text does not bound, is all that there can be.
    fn default_for(learned: &[&Attribute], search: MrfSearch) -> Self {
        // At most 128 attributes are accepted.
        let attributes = u32::try_from(learned.len()).unwrap_or(u32::MAX);
        let ours = Self {
            rounds: learned
                .iter()
                .map(|attribute| half_rounds_for(attribute))
                .fold(0, u32::saturating_add)
                .div_ceil(2)
                .clamp(1, MOST_ROUNDS),
            search,
            anneal: true,
            repeats: true,
            weights: MrfWeights::ByVariance,
            max_attributes: 5,
            candidates: pairs_of(attributes)
                .saturating_add(300)
                .clamp(1500, MOST_CANDIDATES),
            theta: Decimal::new(125, -2),
            caution: Decimal::new(5, -1),
            rare: Decimal::new(3, 0),
            smoothing: Decimal::new(2, -1),
            selection: Decimal::new(2, -1),
            one_way_error: Decimal::new(1, -2),
            max_cells: u32::try_from(least_cells(learned))
                .unwrap_or(MOST_MODEL_CELLS)
                .clamp(2_000_000, MOST_MODEL_CELLS),
        };
        match ours.search {
            MrfSearch::Anywhere => ours,
            MrfSearch::Graph { .. } => Self {
                rounds: attributes
                    .saturating_mul(4)
                    .checked_div(5)
                    .unwrap_or(1)
                    .max(1),
                anneal: false,
                repeats: false,
                max_attributes: 16,
                candidates: 400,
                theta: Decimal::new(6, 0),
                caution: Decimal::ZERO,
                selection: Decimal::new(22, -2),
                max_cells: MOST_MODEL_CELLS,
                ..ours
            },
        }
    }
}

impl Parameters for PrivMrf {
    const NAME: &'static str = "PrivMrf";
    const ACCOUNTING: Accounting = Accounting::Gaussian;

    /// All for the tables, but for the size where that is private.
    fn division(adjacency: Adjacency) -> Division {
        let (size, tables) = match adjacency {
            Adjacency::AddRemove => (Some(Decimal::new(1, -2)), Decimal::new(99, -2)),
            Adjacency::Replace => (None, Decimal::ONE),
        };
        Division::Shared {
            structure: Err(Reason {
                what: "`PrivMrf` pays for its choices from `tables`",
                help: "remove `structure`, or write `mechanism: PrivBayes()`; how much of a round a \
                       choice takes is `selection`",
            }),
            size,
            tables,
        }
    }

    fn refuses(sampling: Sampling) -> Option<Reason> {
        (sampling == Sampling::Inconsistent).then_some(Reason {
            what: "`PrivMrf` draws rows from its model, which is consistent: the tables as \
                   measured form no network",
            help: CONSISTENT,
        })
    }

    fn estimator(&self) -> Option<Estimator> {
        None
    }

    fn most_rows(&self) -> Option<u32> {
        None
    }

    fn breaks_rules(&self) -> Option<Reason> {
        None
    }

    fn weighs(&self) -> Result<u8, Reason> {
        match self.search {
            MrfSearch::Anywhere => Ok(self.max_attributes),
            MrfSearch::Graph { .. } => Err(Reason {
                what: "`search: Graph` chooses its tables as the paper does, which knows no weights",
                help: "leave `search` out, or `workload`",
            }),
        }
    }

    fn read(chosen: &Variant<'_>, around: Around<'_>, findings: &mut Findings) -> Option<Self> {
        let fields = Fields::of_variant(chosen, PARAMETERS, findings)?;
        let learned = around.learned();
        let search = MrfSearch::read(&fields, findings)?;
        let default = Self::default_for(&learned, search);
        let mut whole = |name, range, default| match fields.optional(name) {
            Some(node) => count(node, range, findings),
            None => Some(default),
        };
        let rounds = whole("rounds", 1..=MOST_ROUNDS, default.rounds);
        let max_attributes = whole("max_attributes", 2..=16, default.max_attributes.into());
        let candidates = whole("candidates", 1..=MOST_CANDIDATES, default.candidates);
        let max_cells = whole("max_cells", 2..=MOST_MODEL_CELLS, default.max_cells);
        let mut switch = |name, default| match fields.optional(name) {
            Some(node) => boolean(node, findings),
            None => Some(default),
        };
        let anneal = switch("anneal", default.anneal);
        let repeats = switch("repeats", default.repeats);
        let weights = MrfWeights::read(&fields, default.weights, findings);
        let mut number = |name, (least, most), default| match fields.optional(name) {
            Some(node) => decimal_within(node, name, least..=most, findings),
            None => Some(default),
        };
        let million = Decimal::new(1, 6);
        let thousandth = Decimal::new(1, -3);
        let theta = number("theta", (thousandth, million), default.theta);
        let caution = number("caution", (Decimal::ZERO, million), default.caution);
        let rare = number("rare", (Decimal::ZERO, million), default.rare);
        let smoothing = number(
            "smoothing",
            (LEAST_SMOOTHING, Decimal::new(1, 3)),
            default.smoothing,
        );
        let selection = number(
            "selection",
            (thousandth, Decimal::new(9, -1)),
            default.selection,
        );
        let one_way_error = number(
            "one_way_error",
            (Decimal::new(1, -6), Decimal::ONE),
            default.one_way_error,
        );
        let fits = check_schema(chosen, &learned, max_cells?, findings);
        fits.then_some(Self {
            search: default.search,
            rounds: rounds?,
            anneal: anneal?,
            repeats: repeats?,
            weights: weights?,
            // At most 16.
            max_attributes: u8::try_from(max_attributes?).ok()?,
            candidates: candidates?,
            theta: theta?,
            caution: caution?,
            rare: rare?,
            smoothing: smoothing?,
            selection: selection?,
            one_way_error: one_way_error?,
            max_cells: max_cells?,
        })
    }

    fn written(&self) -> Vec<(&'static str, Written)> {
        let Self {
            search,
            rounds,
            anneal,
            repeats,
            weights,
            max_attributes,
            candidates,
            theta,
            caution,
            rare,
            smoothing,
            selection,
            one_way_error,
            max_cells,
        } = self;
        let [search, scores, clique_cells] = search.written();
        vec![
            ("search", search),
            ("scores", scores),
            ("clique_cells", clique_cells),
            ("rounds", Written::bare(rounds)),
            ("anneal", Written::bare(anneal)),
            ("repeats", Written::bare(repeats)),
            ("weights", weights.written()),
            ("max_attributes", Written::bare(max_attributes)),
            ("candidates", Written::bare(candidates)),
            ("theta", Written::decimal(*theta)),
            ("caution", Written::decimal(*caution)),
            ("rare", Written::decimal(*rare)),
            ("smoothing", Written::decimal(*smoothing)),
            ("selection", Written::decimal(*selection)),
            ("one_way_error", Written::decimal(*one_way_error)),
            ("max_cells", Written::bare(max_cells)),
        ]
    }
}

/// Whether the model can hold the schema.
fn check_schema(
    chosen: &Variant<'_>,
    learned: &[&Attribute],
    max_cells: u32,
    findings: &mut Findings,
) -> bool {
    let enough = learned.len() <= MOST_ATTRIBUTES;
    if !enough {
        let what = format!(
            "`PrivMrf` takes at most {MOST_ATTRIBUTES} attributes, and the schema has {}",
            learned.len()
        );
        let help = "use fewer attributes, or write `mechanism: PrivBayes()`";
        findings.add(chosen.place, what, help);
    }
    let least = least_cells(learned);
    let fits = least <= u64::from(max_cells);
    if !fits {
        let what = format!(
            "the attributes' own tables and the smallest of two together have {least} cells, above \
             `max_cells` = {max_cells}"
        );
        let help = if least <= u64::from(MOST_MODEL_CELLS) {
            format!("raise `max_cells` to {least} or more, or use coarser bins")
        } else {
            "use coarser bins or fewer attributes".to_owned()
        };
        findings.add(chosen.place, what, help);
    }
    enough && fits
}

/// Cells of a model that holds every attribute by itself but for the two smallest, which it holds together:
/// with less, columns could only be independent.
fn least_cells(learned: &[&Attribute]) -> u64 {
    let sizes = learned.iter().map(|attribute| u64::from(attribute.size()));
    let alone = sizes.clone().fold(0, u64::saturating_add);
    let mut several: Vec<u64> = sizes.filter(|&size| size > 1).collect();
    several.sort_unstable();
    match several[..] {
        // a·b instead of a + b, which is no more for sizes from 2 on.
        [a, b, ..] => alone - a - b + a.saturating_mul(b),
        _ => alone,
    }
}

/// Half rounds for an attribute, where the spec names no number. Tables of few cells are precise, so that more of them can
/// be had for the same budget (tests/studies, `judge`).
fn half_rounds_for(attribute: &Attribute) -> u32 {
    if attribute.size() <= 4 { 9 } else { 6 }
}

/// Pairs of so many attributes.
const fn pairs_of(attributes: u32) -> u32 {
    attributes.saturating_mul(attributes.saturating_sub(1)) / 2
}

const PARAMETERS: &[&str] = &[
    "search",
    "scores",
    "clique_cells",
    "rounds",
    "anneal",
    "repeats",
    "weights",
    "max_attributes",
    "candidates",
    "theta",
    "caution",
    "rare",
    "smoothing",
    "selection",
    "one_way_error",
    "max_cells",
];
const MOST_CANDIDATES: u32 = 10_000;
/// Two entries a round, two an attribute, one for the size and one for scores fit a ledger of 2048 entries.
const MOST_ROUNDS: u32 = 890;
/// Eight variables each, of 1024.
pub(super) const MOST_ATTRIBUTES: usize = 128;
/// Below it the estimation takes long to reach its bound, and no table was found that gains by it.
const LEAST_SMOOTHING: Decimal = Decimal::new(1, -2);
