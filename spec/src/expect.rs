//! Taking a node of the tree for what a field expects, or reporting what stands there instead.

use core::ops::RangeInclusive;

use crate::decimal::{Decimal, DecimalError};
use crate::findings::Findings;
use crate::problem::Place;
use crate::reader::{Body, Node, Value};
use crate::text::hidden;

/// A string without control characters.
pub(crate) fn text<'n>(node: &'n Node, findings: &mut Findings) -> Option<&'n str> {
    let Value::Text(text) = &node.value else {
        return mismatch(
            node,
            "a string",
            "write it in double quotes, `\"…\"`",
            findings,
        );
    };
    // Hidden characters are refused in the whole file and in escapes; only `\t` passes the reader.
    if let Some(reason) = text.chars().find_map(hidden) {
        findings.add(
            node.place,
            format!("this string holds {reason}"),
            "remove it",
        );
        return None;
    }
    Some(text)
}

/// A string that is not empty, such as a name or a label.
pub(crate) fn name<'n>(node: &'n Node, what: &str, findings: &mut Findings) -> Option<&'n str> {
    let text = text(node, findings)?;
    if text.trim().is_empty() {
        let help = format!("write a {what} that can be seen");
        findings.add(node.place, format!("this {what} is empty"), help);
        return None;
    }
    Some(text)
}

pub(crate) fn boolean(node: &Node, findings: &mut Findings) -> Option<bool> {
    match node.value {
        Value::Bool(value) => Some(value),
        _ => mismatch(node, "a boolean", "write `true` or `false`", findings),
    }
}

/// A whole number within `range`. Digits may be grouped by threes, `500_000`.
pub(crate) fn whole(
    node: &Node,
    range: RangeInclusive<i64>,
    findings: &mut Findings,
) -> Option<i64> {
    let (least, most) = (*range.start(), *range.end());
    let help = format!("write a whole number from {least} to {most}");
    let Value::Number(literal) = &node.value else {
        return mismatch(node, "a whole number", &help, findings);
    };
    let digits = without_grouping(literal);
    let unsigned = digits.as_deref().map(|d| d.strip_prefix('-').unwrap_or(d));
    if !unsigned.is_some_and(|d| !d.is_empty() && d.bytes().all(|b| b.is_ascii_digit())) {
        findings.add(
            node.place,
            format!("`{literal}` is not a whole number"),
            help,
        );
        return None;
    }
    match digits.and_then(|digits| digits.parse::<i64>().ok()) {
        Some(value) if range.contains(&value) => Some(value),
        _ => {
            findings.add(
                node.place,
                format!("{literal} is outside of {least} to {most}"),
                help,
            );
            None
        }
    }
}

/// A whole number within a range of sizes or counts.
pub(crate) fn count(
    node: &Node,
    range: RangeInclusive<u32>,
    findings: &mut Findings,
) -> Option<u32> {
    let signed = i64::from(*range.start())..=i64::from(*range.end());
    // The range is within `u32`, so the conversion cannot fail.
    whole(node, signed, findings).and_then(|value| u32::try_from(value).ok())
}

/// An exact decimal, written as a string or as a number; the number's text is taken, not a double.
pub(crate) fn decimal(node: &Node, findings: &mut Findings) -> Option<Decimal> {
    let written = match &node.value {
        Value::Text(text) => text.as_str(),
        Value::Number(literal) => literal.as_str(),
        _ => {
            let help = "write it in quotes, as in `\"0.8\"` or `\"1e-9\"`";
            return mismatch(node, "a decimal number", help, findings);
        }
    };
    let (what, help) = match written.parse() {
        Ok(decimal) => return Some(decimal),
        Err(DecimalError::NotADecimal) => (
            format!("`{written}` is not a decimal number"),
            "write it as in `\"0.8\"` or `\"1e-9\"`",
        ),
        Err(DecimalError::TooManyDigits) => (
            "this number has more than 38 digits".to_owned(),
            "write fewer digits",
        ),
        Err(DecimalError::OutOfReach) => (
            format!("`{written}` is too near to zero or too large"),
            "write a number people use",
        ),
    };
    findings.add(node.place, what, help);
    None
}

/// An exact decimal in `[least, most]`.
pub(crate) fn decimal_within(
    node: &Node,
    what: &str,
    range: RangeInclusive<Decimal>,
    findings: &mut Findings,
) -> Option<Decimal> {
    let value = decimal(node, findings)?;
    if range.contains(&value) {
        return Some(value);
    }
    let (least, most) = (range.start(), range.end());
    let help = format!("write a decimal from \"{least}\" to \"{most}\"");
    findings.add(
        node.place,
        format!("{what} is {value}, outside of {least} to {most}"),
        help,
    );
    None
}

pub(crate) fn list<'n>(node: &'n Node, findings: &mut Findings) -> Option<&'n [Node]> {
    match &node.value {
        Value::List(items) => Some(items),
        _ => mismatch(
            node,
            "a list",
            "write it in square brackets, `[…, …]`",
            findings,
        ),
    }
}

pub(crate) fn map<'n>(node: &'n Node, findings: &mut Findings) -> Option<&'n [(Node, Node)]> {
    match &node.value {
        Value::Map(pairs) => Some(pairs),
        _ => mismatch(
            node,
            "a map",
            "write it in braces, `{\"name\": […], …}`",
            findings,
        ),
    }
}

/// One of the named alternatives of a field, with what follows the name.
pub(crate) struct Variant<'n> {
    pub(crate) name: &'static str,
    pub(crate) place: Place,
    pub(crate) body: &'n Body,
}

/// Takes a node for one of `known`; `what` is the field's noun, as in "unit".
pub(crate) fn variant<'n>(
    node: &'n Node,
    what: &str,
    known: &[&'static str],
    findings: &mut Findings,
) -> Option<Variant<'n>> {
    let Value::Term {
        name: Some(name),
        body,
    } = &node.value
    else {
        let help = format!("write one of `{}`", known.join("`, `"));
        return mismatch(node, &format!("a name for the {what}"), &help, findings);
    };
    if let Some(known) = known.iter().copied().find(|known| *known == name.text) {
        return Some(Variant {
            name: known,
            place: name.place,
            body,
        });
    }
    findings.unknown(
        name.place,
        format!("there is no {what} `{}`", name.text),
        &name.text,
        known,
    );
    None
}

impl<'n> Variant<'n> {
    /// Refuses parentheses with something in them.
    pub(crate) fn alone(&self, findings: &mut Findings) -> Option<()> {
        let empty = match self.body {
            Body::Bare => true,
            Body::Fields(fields) => fields.is_empty(),
            Body::Items(_) => false,
        };
        if !empty {
            let what = format!("`{}` takes nothing in parentheses", self.name);
            findings.add(self.place, what, format!("write `{}` alone", self.name));
        }
        empty.then_some(())
    }

    /// The one value in parentheses; `example` shows how it is written.
    pub(crate) fn only_item(&self, example: &str, findings: &mut Findings) -> Option<&'n Node> {
        if let Body::Items(items) = self.body
            && let [item] = items.as_slice()
        {
            return Some(item);
        }
        let what = format!("`{}` takes one value in parentheses", self.name);
        findings.add(self.place, what, format!("write `{example}`"));
        None
    }
}

/// Reports that `expected` was expected at `node`.
pub(crate) fn mismatch<T>(
    node: &Node,
    expected: &str,
    help: &str,
    findings: &mut Findings,
) -> Option<T> {
    findings.add(
        node.place,
        format!("expected {expected}, found {}", node.describe()),
        help,
    );
    None
}

/// The digits without underscores, if those group them by threes.
fn without_grouping(literal: &str) -> Option<String> {
    let mut groups = literal.split('_');
    let first = groups.next()?;
    let first_digits = first.trim_start_matches(['+', '-']).len();
    let grouped = literal.contains('_');
    let well_grouped = !grouped || (1..=3).contains(&first_digits);
    (well_grouped && groups.all(|group| group.len() == 3)).then(|| literal.replace('_', ""))
}
