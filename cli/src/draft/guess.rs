//! From a column's profile to an attribute of a spec.

use core::fmt::Write as _;

use privet_spec::Attribute;

use super::bounds::{Bins, around_dates, around_decimals, around_integers};
use super::profile::{ISO, MOST_LABELS, Numbers, Profile, UNIT};
use super::text::{LOUD, for_comment, list, literal};

/// What a column becomes.
pub(super) enum Guess {
    /// An attribute, as text and as the language reads it.
    Attribute(Box<Written>),
    /// Nothing; the comment says why and what to do.
    Refused(String),
}

/// An attribute of the draft.
pub(super) struct Written {
    name: String,
    kind: String,
    /// Further fields, each with its comma in front.
    rest: String,
    /// Remarks above it.
    remarks: Vec<String>,
    pub(super) attribute: Attribute,
}

impl Written {
    /// `None` if the language refuses it.
    fn new(name: &str, kind: String, rest: String, remarks: Vec<String>) -> Option<Self> {
        let mut release = parse_alone(&format!("(name: {}, kind: {kind}{rest})", literal(name)))?;
        Some(Self {
            name: name.to_owned(),
            kind,
            rest,
            remarks,
            attribute: release.schema.pop()?,
        })
    }

    /// The lines in the schema.
    pub(super) fn text(&self) -> String {
        let mut out = String::new();
        for remark in &self.remarks {
            let _ = writeln!(out, "{INDENT}// {remark}");
        }
        let (name, kind, rest) = (literal(&self.name), &self.kind, &self.rest);
        let _ = writeln!(out, "{INDENT}(name: {name}, kind: {kind}{rest}), {LOUD}");
        out
    }

    /// Without coarser levels, to stay within the language's limit.
    pub(super) fn without_levels(&mut self) {
        self.rest.push_str(", hierarchy: None");
    }
}

/// Guesses what a column is.
pub(super) fn guess(profile: &Profile) -> Guess {
    let refused = |what: &str| Guess::Refused(what.to_owned());
    if profile.not_utf8 {
        return refused("some fields are not UTF-8; save the table as UTF-8 and draft again");
    }
    if profile.values == 0 {
        return refused("it has no values; describe it from its documentation");
    }
    let name = &profile.name;
    if parse_alone(&format!("(name: {}, kind: Boolean)", literal(name))).is_none() {
        return refused("the name is empty or holds hidden characters; rename the column");
    }
    let guessed = boolean(profile)
        .or_else(|| identifier(profile))
        .or_else(|| number(profile))
        .or_else(|| date(profile))
        .or_else(|| categorical(profile));
    guessed.map_or_else(
        || {
            Guess::Refused(format!(
                "it has more than {MOST_LABELS} distinct texts, or long ones; group them before the \
                 release, list them from a public source as `Categorical([...])`, or write \
                 `Identifier()` if they name a person"
            ))
        },
        |written| Guess::Attribute(Box::new(written)),
    )
}

/// A spec with these attributes, behind one that makes it a schema whatever they are: so the
/// language itself says what it takes.
pub(super) fn parse_alone(attributes: &str) -> Option<privet_spec::Release> {
    let text = format!(
        "Release(privet: 1, unit: Row, adjacency: AddRemove, \
         budget: (epsilon: \"1\", delta: \"1e-9\"), \
         schema: [(name: \"(no name of a column)\", kind: Boolean), {attributes}])"
    );
    privet_spec::parse(&text).ok()
}

fn boolean(profile: &Profile) -> Option<Written> {
    let labels = profile.labels.as_ref()?;
    let (no, yes) = PAIRS
        .iter()
        .find(|(no, yes)| labels.keys().all(|label| label == no || label == yes))?;
    let kind = format!("Boolean(no: {}, yes: {})", literal(no), literal(yes));
    let rest = missing(
        &profile.missing.keys().cloned().collect::<Vec<_>>(),
        ", outside: Null",
    );
    Written::new(&profile.name, kind, rest, Vec::new())
}

/// Texts or whole numbers that never repeat name somebody or something.
fn identifier(profile: &Profile) -> Option<Written> {
    if !profile.all_distinct || profile.values < FEWEST_IDENTIFIERS || !profile.dates.is_empty() {
        return None;
    }
    if let Some(numbers) = &profile.numbers
        && !numbers.padded
    {
        let (low, high) = numbers.range?;
        let consecutive = (high - low) / UNIT + 1 == i128::from(profile.values);
        if !numbers.whole || !(consecutive || named_like_id(&profile.name)) {
            return None;
        }
    }
    let remark = "No value occurs twice. It is generated, not learned; if it names a person, write \
                  it as the `unit`, too.";
    Written::new(
        &profile.name,
        "Identifier()".to_owned(),
        String::new(),
        vec![remark.to_owned()],
    )
}

fn number(profile: &Profile) -> Option<Written> {
    let numbers = profile.numbers.as_ref().filter(|numbers| !numbers.padded)?;
    let kind = if numbers.whole {
        let few = profile
            .labels
            .as_ref()
            .is_some_and(|labels| labels.len() <= FEW_CODES);
        let (low, high) = numbers.range?;
        let codes = few && (high - low) / UNIT >= WIDE_FOR_CODES && profile.values >= MANY_VALUES;
        if codes {
            return None;
        }
        integer(low / UNIT, high / UNIT, numbers)
    } else {
        real(numbers)?
    };
    let rest = missing(&profile.missing.keys().cloned().collect::<Vec<_>>(), "");
    Written::new(
        &profile.name,
        kind,
        format!(", outside: Clamp{rest}"),
        Vec::new(),
    )
}

fn integer(low: i128, high: i128, numbers: &Numbers) -> String {
    match around_integers(low, high, |bound| numbers.mostly_below(bound)) {
        Bins::Even { min, max, width: 1 } => format!("Integer(min: {min}, max: {max})"),
        Bins::Even { min, max, width } => format!(
            "Integer(min: {}, max: {}, bin: {width})",
            min.max(-LARGEST),
            max.min(LARGEST)
        ),
        Bins::Edges(edges) => {
            let max = edges.last().copied().unwrap_or(0);
            let edges: Vec<String> = edges.iter().map(i128::to_string).collect();
            format!("Integer(min: 0, max: {max}, edges: [{}])", edges.join(", "))
        }
    }
}

fn real(numbers: &Numbers) -> Option<String> {
    let (low, high) = numbers.range?;
    let mut decimals = numbers.decimals.min(MOST_DECIMALS);
    // A bound has at most 18 digits, decimals included, with room for rounding outward.
    let size = low.unsigned_abs().max(high.unsigned_abs());
    while decimals > 0 && size / (10_u128.pow(MOST_DECIMALS - decimals)) > LARGEST_UNITS {
        decimals -= 1;
    }
    let unit = 10_i128.pow(MOST_DECIMALS - decimals);
    let (min, max, bins) = around_decimals(low.div_euclid(unit), -(-high).div_euclid(unit));
    let (min, max) = (decimal(min, decimals), decimal(max, decimals));
    Some(format!(
        "Real(min: \"{min}\", max: \"{max}\", bins: {bins}, decimals: {decimals})"
    ))
}

/// `number · 10^−decimals`, without zeros at the end.
fn decimal(number: i128, decimals: u32) -> String {
    let unit = 10_u128.pow(decimals);
    let magnitude = number.unsigned_abs();
    let sign = if number < 0 { "-" } else { "" };
    let (whole, fraction) = (magnitude / unit, magnitude % unit);
    let width = usize::try_from(decimals).unwrap_or(0);
    let fraction = format!("{fraction:0width$}");
    match fraction.trim_end_matches('0') {
        "" => format!("{sign}{whole}"),
        fraction => format!("{sign}{whole}.{fraction}"),
    }
}

fn date(profile: &Profile) -> Option<Written> {
    let dates = profile.dates.first()?;
    let (low, high) = dates.range?;
    let (min, max, bin) = around_dates(low, high);
    let format = if dates.format == ISO {
        String::new()
    } else {
        format!(", format: {}", literal(dates.format))
    };
    let kind = format!("Date(min: \"{min}\", max: \"{max}\", bin: {bin}{format})");
    let rest = missing(&profile.missing.keys().cloned().collect::<Vec<_>>(), "");
    Written::new(
        &profile.name,
        kind,
        format!(", outside: Clamp{rest}"),
        Vec::new(),
    )
}

fn categorical(profile: &Profile) -> Option<Written> {
    let counted = profile.labels.as_ref()?;
    let mut labels: Vec<String> = counted.keys().cloned().collect();
    // Words such as "none" look missing and may be an answer: among labels they are one.
    let (absent, words): (Vec<String>, Vec<String>) = profile
        .missing
        .keys()
        .cloned()
        .partition(|text| !is_word(text));
    labels.extend(words);
    labels.sort_unstable_by(|left, right| order(left).cmp(&order(right)));
    let mut remarks = Vec::new();
    let rare = counted.values().filter(|count| **count < RARE).count();
    if rare > 0 {
        remarks.push(format!(
            "{rare} of these labels occur in fewer than {RARE} rows and may point to a person. {}",
            "FROM PRIVATE DATA"
        ));
    }
    let write = |labels: &[String], outside: &str, remarks: Vec<String>| {
        let kind = format!("Categorical({})", list(labels, INDENT));
        let rest = if absent.is_empty() {
            outside.to_owned()
        } else {
            missing(&absent, ", outside: Null")
        };
        Written::new(&profile.name, kind, rest, remarks)
    };
    if let Some(written) = write(&labels, "", remarks.clone()) {
        return Some(written);
    }
    // Some labels cannot stand in a spec: hidden characters, or two that look alike.
    let all = labels.len();
    let mut kept: Vec<String> = Vec::new();
    for label in labels {
        kept.push(label);
        if write(&kept, "", Vec::new()).is_none() {
            kept.pop();
        }
    }
    remarks.push(format!(
        "{} labels are left out: they hold hidden characters or look like another; mend the data",
        all - kept.len()
    ));
    write(&kept, ", outside: Other(\"other\")", remarks)
}

/// `, missing: […]` and the policy that needs it.
fn missing(texts: &[String], policy: &str) -> String {
    if texts.is_empty() {
        return String::new();
    }
    let texts: Vec<String> = texts.iter().map(|text| literal(text)).collect();
    format!(", missing: [{}]{policy}", texts.join(", "))
}

/// Numbers by their size, then everything else by its letters.
fn order(label: &str) -> (Option<core::cmp::Reverse<i128>>, String) {
    let number = super::number::Number::new(label.trim());
    (
        number.map(|number| core::cmp::Reverse(-number.floor)),
        label.to_owned(),
    )
}

fn is_word(text: &str) -> bool {
    ["none", "-", "."]
        .iter()
        .any(|word| word.eq_ignore_ascii_case(text))
}

pub(super) fn named_like_id(name: &str) -> bool {
    let name = name.to_lowercase();
    name == "id"
        || ["_id", " id", "-id", "uuid", "guid", ".id"]
            .iter()
            .any(|end| name.ends_with(end))
        || ["id_", "id "].iter().any(|start| name.starts_with(start))
}

/// A column that is left out, as a comment.
pub(super) fn refused_text(name: &str, why: &str) -> String {
    format!(
        "{INDENT}// \"{}\" is left out: {why}. FROM PRIVATE DATA\n",
        for_comment(name)
    )
}

/// First "no", then "yes".
const PAIRS: &[(&str, &str)] = &[
    ("0", "1"),
    ("false", "true"),
    ("False", "True"),
    ("FALSE", "TRUE"),
    ("no", "yes"),
    ("No", "Yes"),
    ("NO", "YES"),
    ("n", "y"),
    ("N", "Y"),
    ("f", "t"),
    ("F", "T"),
];
pub(super) const INDENT: &str = "        ";
const FEWEST_IDENTIFIERS: u64 = 10;
/// Few whole numbers, far apart, in many rows, are codes and not counts.
const FEW_CODES: usize = 20;
const WIDE_FOR_CODES: i128 = 100;
const MANY_VALUES: u64 = 200;
const RARE: u64 = 10;
const MOST_DECIMALS: u32 = 15;
const LARGEST: i128 = 1_000_000_000_000_000_000;
const LARGEST_UNITS: u128 = 100_000_000_000_000_000;
