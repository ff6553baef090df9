//! Columns of labels, and columns that name somebody.

use std::collections::HashMap;

use privet_spec::literal;

use super::number::Number;
use super::prefixes;
use super::profile::{MOST_LABELS, Profile};
use super::text::Lines;
use super::written::{Written, missing};
use crate::check::shown;

pub(super) fn boolean(profile: &Profile) -> Option<Written> {
    let labels = profile.labels.as_ref()?;
    let (no, yes) = pair(labels)?;
    let inner = [("no", no), ("yes", yes)];
    let inner = inner.map(|(name, label)| format!("{name}: {}", literal(&label)));
    let fields = Lines::default().block("kind: Boolean(", &inner, "),");
    let reason = "`Boolean`, since every value is one of two usual labels";
    let absent: Vec<&String> = profile.missing.keys().collect();
    Written::new(
        &profile.name,
        or_null(fields, &absent),
        vec![reason.to_owned()],
    )
}

/// The two labels that all values are of, as they are written.
fn pair(labels: &HashMap<String, u64>) -> Option<(String, String)> {
    let spelled: [fn(&str) -> String; 3] = [str::to_owned, str::to_uppercase, capitalized];
    PAIRS
        .iter()
        .flat_map(|(no, yes)| spelled.map(|spell| (spell(no), spell(yes))))
        .find(|(no, yes)| labels.keys().all(|label| label == no || label == yes))
}

fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(letters).collect()
}

/// A column that is numbered anew.
pub(super) fn identifier(profile: &Profile, why: &str) -> Option<Written> {
    let reason = format!(
        "`Identifier`, since no value occurs twice and {why}. It is generated, not learned"
    );
    Written::new(
        &profile.name,
        Lines::default().marked("kind: Identifier(),"),
        vec![reason],
    )
}

pub(super) fn categorical(profile: &Profile) -> Option<Written> {
    let counted = profile.labels.as_ref()?;
    let codes = profile.texts.are_short_codes();
    if counted.len() > MOST_LABELS && !codes {
        return None;
    }
    // Words such as "none" look missing and may be an answer: among labels they are one.
    let (words, absent): (Vec<&String>, Vec<&String>) =
        profile.missing.keys().partition(|text| is_word(text));
    let mut labels: Vec<&String> = counted.keys().chain(words).collect();
    labels.sort_by_cached_key(|label| order(label));
    let write = |labels: &[&String], outside: Option<&str>, reasons: Vec<String>| {
        let inner: Vec<String> = labels.iter().map(|label| literal(label)).collect();
        let fields = Lines::default().block("kind: Categorical([", &inner, "]),");
        let fields = match outside {
            Some(outside) if absent.is_empty() => fields.marked(outside),
            _ => or_null(fields, &absent),
        };
        let fields = match lengths(labels, codes) {
            None => fields,
            Some(lengths) => fields.marked(&format!("hierarchy: Prefix({lengths:?}),")),
        };
        Written::new(&profile.name, fields, reasons)
    };
    let mut reasons =
        vec!["`Categorical`, since its values are texts or codes of a list".to_owned()];
    if lengths(&labels, codes).is_some() {
        reasons.push("codes that begin alike are grouped, by so many letters".to_owned());
    }
    if let Some(written) = write(&labels, None, reasons.clone()) {
        return Some(written);
    }
    // Some labels cannot stand in a spec: hidden characters, or two that look alike.
    let mut kept: Vec<&String> = Vec::new();
    for label in labels {
        kept.push(label);
        if write(&kept, None, Vec::new()).is_none() {
            kept.pop();
            reasons.push(format!(
                "the label {} is left out, since it holds hidden characters or looks like another: mend the data",
                shown(label.as_bytes())
            ));
        }
    }
    write(&kept, Some("outside: Other(\"other\"),"), reasons)
}

/// The levels of codes, if there are so many that they need some.
fn lengths(labels: &[&String], codes: bool) -> Option<Vec<usize>> {
    let texts = labels.iter().map(|label| label.as_str());
    let lengths = prefixes::lengths(&texts);
    (codes && labels.len() >= FEWEST_GROUPED && !lengths.is_empty()).then_some(lengths)
}

/// What looks missing becomes null, and so does what is not listed.
fn or_null(fields: Lines, absent: &[&String]) -> Lines {
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

/// First "no", then "yes"; also with capitals.
const PAIRS: &[(&str, &str)] = &[
    ("0", "1"),
    ("0.0", "1.0"),
    ("false", "true"),
    ("no", "yes"),
    ("n", "y"),
    ("f", "t"),
    ("off", "on"),
    ("nein", "ja"),
    ("n", "j"),
    ("non", "oui"),
    ("n", "o"),
    ("no", "si"),
    ("no", "sí"),
    ("no", "sì"),
    ("n", "s"),
    ("não", "sim"),
    ("nee", "ja"),
    ("nej", "ja"),
    ("nei", "ja"),
    ("nie", "tak"),
    ("faux", "vrai"),
    ("falsch", "wahr"),
    ("falso", "verdadero"),
];
/// Fewer codes than this need no levels of their own.
const FEWEST_GROUPED: usize = 20;
