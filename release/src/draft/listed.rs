//! Columns of labels, and columns that name somebody.

use super::number::Number;
use super::profile::{Profile, UNIT};
use super::text::{list, literal};
use super::written::{INDENT, Written, missing};
use crate::mark::MARK;

pub(super) fn boolean(profile: &Profile) -> Option<Written> {
    let labels = profile.labels.as_ref()?;
    let (no, yes) = PAIRS
        .iter()
        .find(|(no, yes)| labels.keys().all(|label| label == no || label == yes))?;
    let kind = format!("Boolean(no: {}, yes: {})", literal(no), literal(yes));
    let rest = missing(profile.missing.keys(), ", outside: Null");
    Written::new(&profile.name, kind, rest, Vec::new())
}

/// Texts or whole numbers that never repeat name somebody or something.
pub(super) fn identifier(profile: &Profile) -> Option<Written> {
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

pub(super) fn categorical(profile: &Profile) -> Option<Written> {
    let counted = profile.labels.as_ref()?;
    let mut labels: Vec<String> = counted.keys().cloned().collect();
    // Words such as "none" look missing and may be an answer: among labels they are one.
    let (absent, words): (Vec<String>, Vec<String>) = profile
        .missing
        .keys()
        .cloned()
        .partition(|text| !is_word(text));
    labels.extend(words);
    labels.sort_by_cached_key(|label| order(label));
    let mut remarks = Vec::new();
    let rare = counted.values().filter(|count| **count < RARE).count();
    if rare > 0 {
        remarks.push(format!(
            "Labels in fewer than {RARE} rows, which may point to a person: {rare}. {MARK}"
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
        "Labels left out, since they hold hidden characters or look like another: {}; mend the data. \
         {MARK}",
        all.saturating_sub(kept.len())
    ));
    write(&kept, ", outside: Other(\"other\")", remarks)
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

pub(super) fn named_like_id(name: &str) -> bool {
    let name = name.to_lowercase();
    name == "id"
        || ["_id", " id", "-id", "uuid", "guid", ".id"]
            .iter()
            .any(|end| name.ends_with(end))
        || ["id_", "id "].iter().any(|start| name.starts_with(start))
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
const RARE: u64 = 10;
