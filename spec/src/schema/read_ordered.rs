//! Kinds whose values have an order: integers and decimals, and what dates share with them.
//!
//! Each becomes bins of whole numbers. The domain is closed, `min` and `max` included; a bin holds
//! its start and not the next one's, and the last bin holds `max`. Where a spec declares no bins, each of a few numbers
//! is one, and among more the release finds them.

use super::bins::Bins;
use super::cuts::Cuts;
use super::date_times::Step;
use super::dates;
use super::grid::Measure;
use super::{Kind, MOST_CODES};
use crate::decimal::Decimal;
use crate::expect::{Variant, count, decimal, list, whole};
use crate::fields::Fields;
use crate::findings::Findings;
use crate::problem::Place;
use crate::reader::Node;

pub(super) fn read_integer(kind: &Variant<'_>, findings: &mut Findings) -> Option<Kind> {
    let fields = Fields::of_variant(kind, &["min", "max", "bin", "edges"], findings)?;
    let mut number = |node: &Node, findings: &mut Findings| {
        whole(node, -LARGEST_BOUND..=LARGEST_BOUND, findings)
    };
    let bounds = Bounds::read(&fields, ["0", "99"], &mut number, findings);
    refuse_both(&fields, "bin", "edges", findings)?;
    if let Some(node) = fields.optional("edges") {
        let edges = read_edges(node, &mut number, findings);
        return bounds?
            .with_edges(edges?, node, findings)
            .map(Kind::Integer);
    }
    let Some(node) = fields.optional("bin") else {
        return bounds?.undivided(Measure::Number).map(Kind::Integer);
    };
    let width = whole(node, 1..=LARGEST_BOUND, findings);
    let (bounds, width) = (bounds?, width?);
    let range = bounds.max.abs_diff(bounds.min);
    let bins = range.checked_div(width.unsigned_abs())?.saturating_add(1);
    if bins > u64::from(MOST_CODES) {
        let what = format!("these are {bins} bins; at most {MOST_CODES} are possible");
        let help = format!(
            "remove `bin`, and the release finds bins; or write `bin: {}` for a hundred of them, or `edges: […]`",
            range / 100 + 1
        );
        findings.add(kind.place, what, help);
        return None;
    }
    let step = usize::try_from(width).ok()?;
    bounds
        .with_starts(
            (bounds.min..=bounds.max).step_by(step).collect(),
            Cuts::Width(width),
        )
        .map(Kind::Integer)
}

pub(super) fn read_real(kind: &Variant<'_>, findings: &mut Findings) -> Option<Kind> {
    let known = &["min", "max", "bins", "edges", "decimals"];
    let fields = Fields::of_variant(kind, known, findings)?;
    let decimals = fields.required("decimals", "2", findings);
    let decimals = decimals.and_then(|node| count(node, 0..=MOST_DECIMALS, findings));
    let decimals = decimals.and_then(|count| u8::try_from(count).ok());
    let mut number = |node: &Node, findings: &mut Findings| {
        let value = decimal(node, findings)?;
        // Without a valid number of decimals, the numbers are still checked for being numbers.
        to_grid(value, decimals?, node.place, findings)
    };
    let bounds = Bounds::read(&fields, ["\"0\"", "\"1\""], &mut number, findings);
    refuse_both(&fields, "bins", "edges", findings)?;
    if let Some(node) = fields.optional("edges") {
        let edges = read_edges(node, &mut number, findings);
        let bins = bounds?.with_edges(edges?, node, findings)?;
        return Some(Kind::Real {
            bins,
            decimals: decimals?,
        });
    }
    let Some(node) = fields.optional("bins") else {
        return Some(Kind::Real {
            bins: bounds?.grid(Measure::Number)?,
            decimals: decimals?,
        });
    };
    let bins = count(node, 1..=MOST_CODES, findings);
    let (bounds, bins, decimals) = (bounds?, bins?, decimals?);
    let range = bounds.max.abs_diff(bounds.min);
    if u64::from(bins) > range.max(1) {
        let what = format!("{bins} bins are more than the {range} steps from min to max");
        findings.add(node.place, what, "write fewer bins, or more `decimals`");
        return None;
    }
    // Inner edges are rounded up to the grid of the decimals, so that no value lies across one.
    let start = |bin: u32| {
        let offset = (u128::from(range) * u128::from(bin)).div_ceil(u128::from(bins.max(1)));
        bounds.min.checked_add_unsigned(u64::try_from(offset).ok()?)
    };
    let starts = (0..bins).filter_map(start).collect();
    let bins = bounds.with_starts(starts, Cuts::Count(bins))?;
    Some(Kind::Real { bins, decimals })
}

/// The ends of a closed domain, `min ≤ max`.
#[derive(Clone, Copy)]
pub(super) struct Bounds {
    pub(super) min: i64,
    pub(super) max: i64,
}

impl Bounds {
    pub(super) fn read(
        fields: &Fields<'_>,
        examples: [&str; 2],
        number: &mut impl FnMut(&Node, &mut Findings) -> Option<i64>,
        findings: &mut Findings,
    ) -> Option<Self> {
        let [min_example, max_example] = examples;
        let min = fields.required("min", min_example, findings);
        let min = min.and_then(|node| number(node, findings));
        let max_node = fields.required("max", max_example, findings);
        let max = max_node.and_then(|node| number(node, findings));
        let (min, max) = (min?, max?);
        if min > max {
            let what = "`max` is below `min`, so the domain is empty";
            findings.add(max_node?.place, what, "write the smaller one as `min`");
            return None;
        }
        Some(Self { min, max })
    }

    pub(super) fn with_starts(self, starts: Vec<i64>, cuts: Cuts) -> Option<Bins> {
        Some(Bins::new(starts, self.max)?.declared_by(cuts))
    }

    /// What it means to declare no bins: each number is one where they are few, and else the release finds them.
    pub(super) fn undivided(self, measure: Measure) -> Option<Bins> {
        if self.max.abs_diff(self.min) >= FEW {
            return self.grid(measure);
        }
        let each = match measure {
            Measure::Number => Cuts::Width(1),
            Measure::Days => Cuts::Steps(Step::Calendar(dates::Step::Days(1))),
            Measure::Minutes => Cuts::Steps(Step::Minutes(1)),
            // The language has no bins of a second.
            Measure::Seconds => Cuts::Undeclared,
        };
        self.with_starts((self.min..=self.max).collect(), each)
    }

    /// The cells of the public grid, among which the release finds bins.
    fn grid(self, measure: Measure) -> Option<Bins> {
        Bins::grid(self.min, self.max, measure)
    }

    /// The bins between edges that begin at `min`, increase, and end at `max`.
    pub(super) fn with_edges(
        self,
        edges: Vec<(i64, Place)>,
        node: &Node,
        findings: &mut Findings,
    ) -> Option<Bins> {
        let neighbours = edges.iter().zip(edges.iter().skip(1));
        if let Some((_, (_, place))) = neighbours.into_iter().find(|((a, _), (b, _))| a >= b) {
            findings.add(
                *place,
                "this edge is not above the one before it",
                "write them in order",
            );
            return None;
        }
        let ends = (edges.first().map(|e| e.0), edges.last().map(|e| e.0));
        if edges.len() < 2 || ends != (Some(self.min), Some(self.max)) {
            let what = "the edges do not cover the domain from `min` to `max`";
            findings.add(
                node.place,
                what,
                "write `min` as the first edge and `max` as the last",
            );
            return None;
        }
        let bins = edges.len() - 1;
        if u16::try_from(bins - 1).is_err() {
            let what = format!("these are {bins} bins; at most {MOST_CODES} are possible");
            findings.add(node.head(), what, "write fewer edges");
            return None;
        }
        let starts = edges.into_iter().take(bins).map(|(edge, _)| edge);
        self.with_starts(starts.collect(), Cuts::Edges)
    }
}

pub(super) fn read_edges(
    node: &Node,
    number: &mut impl FnMut(&Node, &mut Findings) -> Option<i64>,
    findings: &mut Findings,
) -> Option<Vec<(i64, Place)>> {
    let items = list(node, findings)?;
    let edges: Vec<_> = items
        .iter()
        .filter_map(|item| number(item, findings).map(|edge| (edge, item.place)))
        .collect();
    (edges.len() == items.len()).then_some(edges)
}

/// A decimal as a whole number of steps of its last place.
fn to_grid(value: Decimal, decimals: u8, place: Place, findings: &mut Findings) -> Option<i64> {
    if value.decimals() > u32::from(decimals) {
        let what = format!("{value} has more than the {decimals} `decimals` of the attribute");
        findings.add(place, what, "write fewer digits here, or more `decimals`");
        return None;
    }
    let steps = value
        .to_grid(decimals)
        .filter(|steps| steps.unsigned_abs() <= LARGEST_STEPS);
    if steps.is_none() {
        let what = format!("{value} with {decimals} decimals is too large");
        findings.add(
            place,
            what,
            "write at most 18 digits in all, decimals included",
        );
    }
    steps
}

pub(super) fn refuse_both(
    fields: &Fields<'_>,
    one: &str,
    other: &str,
    findings: &mut Findings,
) -> Option<()> {
    if let (Some(_), Some(node)) = (fields.optional(one), fields.optional(other)) {
        let what = format!("`{one}` and `{other}` both say where bins begin");
        findings.add(node.place, what, format!("remove `{one}` or `{other}`"));
        return None;
    }
    Some(())
}

/// Beyond this, numbers are no measurements; the room up to `i64` marks fields outside of a domain.
const LARGEST_BOUND: i64 = 1_000_000_000_000_000_000;
const LARGEST_STEPS: u64 = LARGEST_BOUND.unsigned_abs();
const MOST_DECIMALS: u32 = 15;
/// Numbers that are bins each where the spec declares none.
const FEW: u64 = 256;
