//! A rule as the draft writes it, and why it is suggested.

use core::fmt::Write as _;

use privet_spec::{Attribute, counted, literal};

use super::compared::AtMost;
use super::crossed::{Crossed, Value};
use super::determined::{Determining, to_f64};
use super::impossible::Apart;
use crate::draft::text::{code, mark};

/// A rule that may be suggested.
#[derive(Clone, Debug)]
pub(super) struct Offered {
    /// The lines in the spec. Each that holds something of the table is marked.
    pub(super) text: String,
    /// The counts behind it, for the private notes.
    pub(super) why: String,
    /// Where it stands among the others: the kind of rule, its columns, and its values, so that the order tells of no count.
    pub(super) rank: (Kind, Vec<usize>),
}

/// The kinds of rules that are suggested, in the order of the draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    AtMost,
    Determines,
    Impossible,
}

/// The attributes of a table's columns, by their places; nothing for a column that is left out.
pub(super) struct Attributes<'a>(pub(super) Vec<Option<&'a Attribute>>);

impl Attributes<'_> {
    pub(super) fn at_most(&self, rule: AtMost) -> Option<Offered> {
        let [first, second] = [self.at(rule.first)?, self.at(rule.second)?].map(Attribute::name);
        Some(Offered {
            text: format!(
                "{INDENT}AtMost({}, {}),{}\n",
                literal(first),
                literal(second),
                mark()
            ),
            why: format!(
                "{} is at most {} in each of the {} rows that have both. If the values of one stood in another order, about \
                 {:.0} % of these rows would break this",
                code(first),
                code(second),
                rule.rows,
                100.0 * rule.broken_by_chance
            ),
            rank: (Kind::AtMost, vec![rule.first, rule.second]),
        })
    }

    /// With its list.
    pub(super) fn determines(&self, rule: &Determining, crossed: &Crossed) -> Option<Offered> {
        let places = [rule.by, rule.column].map(|column| crossed.place(column));
        let [by, column] = [self.at(places[0])?, self.at(places[1])?];
        let mut text = format!(
            "{INDENT}Determines({}, {}, {{{}\n",
            literal(by.name()),
            literal(column.name()),
            mark()
        );
        for (key, value) in &rule.pairs {
            let pair = [(by, key), (column, value)];
            if pair.map(|(attribute, value)| is_null(attribute, *value)) == [true, true] {
                // What the language takes it for without being told.
                continue;
            }
            let [key_text, value_text] = pair.map(|(attribute, value)| listed(attribute, *value));
            let mark = mark();
            // Writing to a `String` cannot fail.
            let _ = writeln!(text, "{INDENT}    {}: {},{mark}", key_text?, value_text?);
        }
        let _ = writeln!(text, "{INDENT}}}),");
        Some(Offered {
            text,
            why: self.why_determined(rule, crossed)?,
            rank: (Kind::Determines, places.to_vec()),
        })
    }

    pub(super) fn why_determined(&self, rule: &Determining, crossed: &Crossed) -> Option<String> {
        let [by, column] = [rule.by, rule.column].map(|column| self.at(crossed.place(column)));
        Some(format!(
            "each of the {} values of {} has one value of {}, in all {} rows. If the values of one stood in another order, \
             about {:.0} rows would break this",
            rule.pairs.len(),
            code(by?.name()),
            code(column?.name()),
            crossed.rows,
            rule.broken_by_chance
        ))
    }

    pub(super) fn impossible(&self, rule: Apart, crossed: &Crossed) -> Option<Offered> {
        let values = [rule.one, rule.other];
        let places = values.map(|value| crossed.place(value.column));
        let [one, other] = [self.at(places[0])?, self.at(places[1])?];
        let condition = |attribute: &Attribute, value: Value| {
            let name = literal(attribute.name());
            Some(format!("{name}: [{}]", selected(attribute, value)?))
        };
        let told = |attribute: &Attribute, value: Value| {
            Some(format!(
                "{} in {}, in {}",
                code(&value_of(attribute, value)?),
                code(attribute.name()),
                counted(crossed.rows_of(value), "row", "rows")
            ))
        };
        let (left, right) = (condition(one, rule.one)?, condition(other, rule.other)?);
        let mut rank = places.to_vec();
        rank.extend(values.map(|value| value.code));
        Some(Offered {
            text: format!("{INDENT}Impossible({{{left}, {right}}}),{}\n", mark()),
            why: format!(
                "no row has both {}, and {}. If the two had nothing to do with each other, about {:.0} of the {:.0} rows would",
                told(one, rule.one)?,
                told(other, rule.other)?,
                rule.expected,
                to_f64(crossed.rows)
            ),
            rank: (Kind::Impossible, rank),
        })
    }

    fn at(&self, place: usize) -> Option<&Attribute> {
        self.0.get(place).copied().flatten()
    }
}

fn is_null(attribute: &Attribute, value: Value) -> bool {
    let null = attribute.null_code().map(usize::from);
    null == Some(value.code)
}

/// A value in words.
fn value_of(attribute: &Attribute, value: Value) -> Option<String> {
    if is_null(attribute, value) {
        return Some("(missing)".to_owned());
    }
    attribute.code_label(u16::try_from(value.code).ok()?).ok()
}

/// A value in a condition.
fn selected(attribute: &Attribute, value: Value) -> Option<String> {
    if is_null(attribute, value) {
        return Some("Null".to_owned());
    }
    value_of(attribute, value).map(|label| literal(&label))
}

/// A value in a list of pairs.
fn listed(attribute: &Attribute, value: Value) -> Option<String> {
    if is_null(attribute, value) {
        return attribute.missing().first().map(|token| literal(token));
    }
    value_of(attribute, value).map(|label| literal(&label))
}

const INDENT: &str = "        ";
