//! What one column tells of another, value by value.

use std::collections::HashSet;

use super::rule::Pairs;
use crate::expect::{mismatch, text};
use crate::fields::{Fields, Group};
use crate::files::Files;
use crate::findings::Findings;
use crate::problem::Place;
use crate::reader::{Node, Value};
use crate::schema::{Attribute, Fit};
use crate::text::{appearance, hidden};

/// A pair of values, where to blame it, and what stands before a complaint.
struct Pair {
    key: String,
    value: String,
    places: [Place; 2],
    origin: String,
}

/// Reads the pairs of `by` and `column`: for each code of the first, null included, the code of the other.
pub(super) fn read_pairs(
    node: &Node,
    [by, column]: [&Attribute; 2],
    files: &mut Files<'_>,
    findings: &mut Findings,
) -> Option<(Pairs, Vec<u16>)> {
    let (written, pairs) = match &node.value {
        Value::Map(entries) => {
            let pairs = listed(entries, findings)?;
            let written = pairs
                .iter()
                .map(|pair| (pair.key.clone(), pair.value.clone()));
            (Pairs::Listed(written.collect()), pairs)
        }
        Value::Term { name: None, .. } => {
            let fields = Fields::of_group(node, PAIRS, findings)?;
            let file = files.take(&fields, findings)?;
            let mut pairs = Vec::new();
            for line in file.code_lines(node.head(), findings)? {
                let origin = format!("{}:{}: ", file.name, line.number);
                let mut fields = line.fields.into_iter();
                let (Some(key), Some(value)) = (fields.next(), fields.next()) else {
                    let what = format!("{origin}the line has no second column");
                    let help = "write a value and, behind a comma, what follows from it";
                    findings.add(node.head(), what, help);
                    return None;
                };
                if let Some(reason) = key.chars().chain(value.chars()).find_map(hidden) {
                    let what = format!("{origin}the line holds {reason}");
                    findings.add(
                        node.head(),
                        what,
                        "remove it, and write the file's new digest",
                    );
                    return None;
                }
                let places = [node.head(); 2];
                pairs.push(Pair {
                    key,
                    value,
                    places,
                    origin,
                });
            }
            (Pairs::File(file), pairs)
        }
        _ => {
            let help = "write `{\"10115\": \"Berlin\", …}` or `(file: \"zips.csv\", digest: \"sha256:…\")`";
            return mismatch(node, "a map, or a file", help, findings);
        }
    };
    let codes = resolve(&pairs, node, [by, column], findings)?;
    Some((written, codes))
}

fn listed(entries: &[(Node, Node)], findings: &mut Findings) -> Option<Vec<Pair>> {
    let pairs: Vec<Pair> = entries
        .iter()
        .filter_map(|(key, value)| {
            let (read_key, read_value) = (text(key, findings), text(value, findings));
            Some(Pair {
                key: read_key?.to_owned(),
                value: read_value?.to_owned(),
                places: [key.place, value.place],
                origin: String::new(),
            })
        })
        .collect();
    (pairs.len() == entries.len()).then_some(pairs)
}

/// The code of the determined column for every code of the one that determines it.
fn resolve(
    pairs: &[Pair],
    node: &Node,
    [by, column]: [&Attribute; 2],
    findings: &mut Findings,
) -> Option<Vec<u16>> {
    let size = usize::try_from(by.size()).ok()?;
    let mut codes: Vec<Option<u16>> = vec![None; size];
    let mut seen = HashSet::new();
    let mut valid = true;
    for Pair {
        key,
        value,
        places: [key_place, value_place],
        origin,
    } in pairs
    {
        let from = code_of(key, by, *key_place, origin, findings);
        let to = code_of(value, column, *value_place, origin, findings);
        let (Some(from), Some(to)) = (from, to) else {
            valid = false;
            continue;
        };
        if !seen.insert(from) {
            let what = format!("{origin}\"{key}\" is there twice");
            findings.add(
                *key_place,
                what,
                "write each value of the first column once",
            );
            valid = false;
        }
        if let Some(slot) = codes.get_mut(usize::from(from)) {
            *slot = Some(to);
        }
    }
    if !valid {
        return None;
    }
    if let Some(null) = by.null_code()
        && let Some(slot @ None) = codes.get_mut(usize::from(null))
    {
        let Some(missing) = column.null_code() else {
            let (by, column) = (by.name(), column.name());
            let what = format!("where \"{by}\" is missing, nothing tells what \"{column}\" is");
            let help = format!(
                "write a missing token of \"{by}\" with its value, or `missing: [\"\"]` in \"{column}\""
            );
            findings.add(node.head(), what, help);
            return None;
        };
        *slot = Some(missing);
    }
    let absent = (0_u16..).zip(&codes).filter(|(_, code)| code.is_none());
    let absent: Vec<u16> = absent.map(|(code, _)| code).collect();
    if let Some(first) = absent.first() {
        let first = by.code_label(*first).unwrap_or_default();
        let more = absent.len() - 1;
        let others = if more > 0 {
            format!(" and {more} more")
        } else {
            String::new()
        };
        let verb = if more > 0 { "have" } else { "has" };
        let what = format!(
            "\"{first}\"{others} of \"{}\" {verb} no value of \"{}\" here",
            by.name(),
            column.name()
        );
        findings.add(node.head(), what, "write every value of the first column");
        return None;
    }
    codes.into_iter().collect()
}

/// The code of a label or of a missing token.
fn code_of(
    written: &str,
    attribute: &Attribute,
    place: Place,
    origin: &str,
    findings: &mut Findings,
) -> Option<u16> {
    if let Fit::Inside(code) | Fit::Missing(code) = attribute.classify(written) {
        return Some(code);
    }
    let labels = attribute.labels();
    let alike = labels
        .iter()
        .find(|label| appearance(label) == appearance(written));
    let near = match alike {
        Some(label) => Some(*label),
        None => findings.nearest(written, labels.iter().copied()),
    };
    let help = match near {
        Some(near) => format!("write \"{near}\""),
        None => "write labels as the schema has them".to_owned(),
    };
    let what = format!(
        "{origin}\"{written}\" is no value of \"{}\"",
        attribute.name()
    );
    findings.add(place, what, help);
    None
}

const PAIRS: Group = Group {
    owner: "list of pairs",
    name: "Pairs",
    known: &["file", "digest"],
};
