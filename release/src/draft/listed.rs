//! Columns of labels, and columns that name somebody.

use super::number::Number;
use super::profile::{Profile, UNIT};
use super::text::{Inner, Lines, literal};
use super::written::{Counted, RARE, Written, listed, missing};
use crate::check::shown;

pub(super) fn boolean(profile: &Profile) -> Option<Written> {
    let labels = profile.labels.as_ref()?;
    let (no, yes) = PAIRS
        .iter()
        .find(|(no, yes)| labels.keys().all(|label| label == no || label == yes))?;
    let rare = |label: &str| labels.get(label).is_none_or(|count| *count < RARE);
    let inner = [("no", no), ("yes", yes)]
        .map(|(name, label)| Inner::new(format!("{name}: {}", literal(label)), rare(label)));
    let fields = Lines::default().block("kind: Boolean(", &inner, "),");
    let reason = "`Boolean`, since every value is one of two usual labels";
    let absent: Vec<Counted<'_>> = profile.missing.iter().collect();
    Written::new(
        &profile.name,
        or_null(fields, &absent),
        vec![reason.to_owned()],
    )
}

/// Texts or whole numbers that never repeat name somebody or something.
pub(super) fn identifier(profile: &Profile) -> Option<Written> {
    let few = profile.values < FEWEST_IDENTIFIERS;
    if !profile.all_distinct() || few || !profile.dates.is_empty() {
        return None;
    }
    if let Some(numbers) = &profile.numbers
        && !numbers.padded
    {
        let (low, high) = numbers.range?;
        let consecutive = (high - low) / UNIT + 1 == i128::from(profile.values);
        if !numbers.whole || !(consecutive || profile.named_like_id) {
            return None;
        }
    }
    let reason = "`Identifier`, since no value occurs twice. It is generated, not learned; if it names a person, write it as the `unit`, \
                  too";
    Written::new(
        &profile.name,
        Lines::default().marked("kind: Identifier(),"),
        vec![reason.to_owned()],
    )
}

pub(super) fn categorical(profile: &Profile) -> Option<Written> {
    let counted = profile.labels.as_ref()?;
    // Words such as "none" look missing and may be an answer: among labels they are one.
    let (words, absent): (Vec<Counted<'_>>, Vec<Counted<'_>>) =
        profile.missing.iter().partition(|(text, _)| is_word(text));
    let mut labels: Vec<Counted<'_>> = counted.iter().chain(words).collect();
    labels.sort_by_cached_key(|(label, _)| order(label));
    let write = |labels: &[Counted<'_>], outside: Option<&str>, reasons: Vec<String>| {
        let inner: Vec<Inner> = labels
            .iter()
            .map(|(label, rows)| listed(label, **rows))
            .collect();
        let fields = Lines::default().block("kind: Categorical([", &inner, "]),");
        let fields = match outside {
            Some(outside) if absent.is_empty() => fields.marked(outside),
            _ => or_null(fields, &absent),
        };
        Written::new(&profile.name, fields, reasons)
    };
    let mut reasons =
        vec!["`Categorical`, since its values are few, and texts or codes".to_owned()];
    if let Some(written) = write(&labels, None, reasons.clone()) {
        return Some(written);
    }
    // Some labels cannot stand in a spec: hidden characters, or two that look alike.
    let mut kept: Vec<Counted<'_>> = Vec::new();
    for label in labels {
        kept.push(label);
        if write(&kept, None, Vec::new()).is_none() {
            kept.pop();
            reasons.push(format!(
                "the label {} is left out, since it holds hidden characters or looks like another: mend the data",
                shown(label.0.as_bytes())
            ));
        }
    }
    write(&kept, Some("outside: Other(\"other\"),"), reasons)
}

/// What looks missing becomes null, and so does what is not listed.
fn or_null(fields: Lines, absent: &[Counted<'_>]) -> Lines {
    if absent.is_empty() {
        return fields;
    }
    missing(fields, absent.iter().copied()).plain("outside: Null,")
}

/// Numbers by their size, then everything else by its letters.
fn order(label: &str) -> (bool, i128, String) {
    let number = Number::new(label.trim()).map(|number| number.floor);
    (number.is_none(), number.unwrap_or(0), label.to_owned())
}

fn is_word(text: &str) -> bool {
    ["none", "-", "."]
        .iter()
        .any(|word| word.eq_ignore_ascii_case(text))
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
const FEWEST_IDENTIFIERS: u64 = 10;
