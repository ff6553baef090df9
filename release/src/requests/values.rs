//! From what stands behind an operator to the values that are meant.

use privet_spec::{Attribute, Fit, Release, Selection};

use super::clause::{Clause, Operator, place};
use super::meant::codes;
use crate::error::Error;
use crate::nearest::nearest;

/// A column's place in the schema, and which of its values a condition means.
pub(super) fn read(release: &Release, text: &str) -> Result<(usize, Selection), Error> {
    let clause = Clause::read(release, text)?;
    let attribute = release.schema.get(clause.attribute);
    let attribute = attribute.ok_or_else(|| Error::flaw("--where", "a column without a place"))?;
    let refused = |(what, help): (String, String)| Error::refused(place(text), what, help);
    let meant = match clause.operator {
        Operator::Is => any_of(attribute, clause.value),
        Operator::IsNot => {
            let meant = any_of(attribute, clause.value);
            meant.map(|meant| meant.complement(attribute))
        }
        ordered => compared(attribute, ordered, clause.value),
    };
    Ok((clause.attribute, meant.map_err(refused)?))
}

/// What is wrong, and what to write instead.
type Reason = (String, String);

/// One value, or several between commas.
fn any_of(attribute: &Attribute, text: &str) -> Result<Selection, Reason> {
    // A label may hold a comma, a number may have one before its fraction, and a bin has one between its bounds.
    let whole = value(attribute, text);
    if whole.is_ok() || !text.contains(',') {
        return whole;
    }
    let mut meant = Selection::default();
    for part in parts(text) {
        meant = meant.union(&value(attribute, part)?);
    }
    Ok(meant)
}

/// The parts of a list; a comma between double quotes divides nothing.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    let mut quoted = false;
    text.split(move |sign| {
        quoted ^= sign == '"';
        sign == ',' && !quoted
    })
}

/// One value: a label, a number, a date, a group of a hierarchy, a bin by its name, or a missing value.
fn value(attribute: &Attribute, text: &str) -> Result<Selection, Reason> {
    let text = text.trim();
    let bare = text
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'));
    let found = known(attribute, text).or_else(|| known(attribute, bare?));
    found.ok_or_else(|| unknown(attribute, bare.unwrap_or(text)))
}

fn known(attribute: &Attribute, text: &str) -> Option<Selection> {
    if matches!(attribute.classify(text), Fit::Missing(_)) {
        return Some(Selection::null());
    }
    if let (Some(domain), Some((number, left_over))) =
        (attribute.domain(), attribute.read_number(text))
    {
        let inside = !left_over && domain.contains(&number);
        return inside.then(|| Selection::of_numbers(number..=number));
    }
    let is_null = attribute.is_nullable() && is_missing(text);
    let meant = Selection::of_label(attribute, text);
    meant.or_else(|| is_null.then(Selection::null))
}

/// Numbers or dates on one side of another.
fn compared(attribute: &Attribute, operator: Operator, text: &str) -> Result<Selection, Reason> {
    let Some(domain) = attribute.domain() else {
        return Err((
            format!("the values of `{}` have no order", attribute.name()),
            "compare them with = or !=".to_owned(),
        ));
    };
    let number = attribute.read_number(text);
    let (number, left_over) = number.ok_or_else(|| unknown(attribute, text))?;
    let (first, last) = (*domain.start(), *domain.end());
    // What is left over of a number makes it a little larger than it is here.
    let (start, end) = match operator {
        Operator::Below if !left_over => (first, number.saturating_sub(1)),
        Operator::Below | Operator::AtMost => (first, number),
        Operator::AtLeast if !left_over => (number, last),
        _ => (number.saturating_add(1), last),
    };
    Ok(Selection::of_numbers(start.max(first)..=end.min(last)))
}

fn unknown(attribute: &Attribute, text: &str) -> Reason {
    let name = attribute.name();
    if is_missing(text) && !attribute.is_nullable() {
        return (
            format!("no value of `{name}` is ever missing"),
            "leave the condition out".to_owned(),
        );
    }
    let what = format!("`{name}` has no value `{text}`");
    if let Some(domain) = attribute.domain() {
        let [first, last] = [domain.start(), domain.end()].map(|n| attribute.number_in_words(*n));
        let help = format!("write one from {first} to {last}, as the spec or the table writes it");
        return (what, help);
    }
    let labels = codes(attribute).filter_map(|code| attribute.code_label(code).ok());
    let labels: Vec<String> = labels.collect();
    let groups = attribute.declared_levels().iter().flat_map(|level| {
        let groups = (0..=u16::MAX).take(level.size() as usize);
        groups.filter_map(|group| level.name(group))
    });
    let all = labels.iter().map(String::as_str).chain(groups);
    let help = match nearest(text, all.take(MOST_COMPARED)) {
        Some(near) => format!("the nearest one is `{near}`"),
        None if labels.len() <= MOST_LISTED => format!("write one of `{}`", labels.join("`, `")),
        None => "write one that the spec lists".to_owned(),
    };
    (what, help)
}

/// What a missing value is called, whatever its tokens.
fn is_missing(text: &str) -> bool {
    text == "missing" || text == Attribute::NULL_LABEL
}

/// Labels that are compared for the nearest one.
const MOST_COMPARED: usize = 100_000;
/// Labels that an error lists.
const MOST_LISTED: usize = 20;
