//! Whether rules leave every value of every column possible.
//!
//! A value that no row can have is a mistake, of the rule or of the schema: a model would give it noise and then take it
//! away. Bins that a release finds are not known yet; what lies between two cuts of rules is judged as a whole, its first
//! and its last cell by themselves, since comparisons forbid only what lies at an end.

use super::chains::Chain;
use super::elimination::cells;
use super::order_relation::class_counts;
use super::possible::{Component, components};
use super::relations::relations;
use super::rule::Rule;
use crate::findings::Findings;
use crate::problem::Place;
use crate::schema::Attribute;

/// Refuses rules under which a value, a column or everything is impossible, and those that tie too much together.
pub(super) fn check_possible(
    rules: &[(Rule, Place)],
    chains: &[Chain],
    schema: &[Attribute],
    findings: &mut Findings,
) -> Option<()> {
    check_sizes(rules, chains, schema, findings)?;
    let schema: Vec<Attribute> = schema.iter().map(Attribute::with_ends_apart).collect();
    let relations = relations(rules.iter().map(|(rule, _)| rule), chains, &schema);
    let learned = schema.iter().filter(|attribute| attribute.is_learned());
    let learned: Vec<&Attribute> = learned.collect();
    for component in components(&relations) {
        component.check(rules, &learned, findings)?;
    }
    Some(())
}

/// Refuses comparisons of columns with so many bins that no table of their pairs can be made.
fn check_sizes(
    rules: &[(Rule, Place)],
    chains: &[Chain],
    schema: &[Attribute],
    findings: &mut Findings,
) -> Option<()> {
    let ends: Vec<Attribute> = schema.iter().map(Attribute::with_ends_apart).collect();
    let most: Vec<Attribute> = schema.iter().map(Attribute::with_most_bins).collect();
    for chain in chains {
        let fits = |schema: &[Attribute]| {
            let counts = class_counts(chain, schema);
            counts.is_some_and(|counts| cells(counts.into_iter()).is_some())
        };
        if fits(&ends) && fits(&most) {
            continue;
        }
        let what = "the columns that are compared here have too many bins for a table of pairs";
        let last = chain.rules.last().copied();
        let place = rules.iter().find(|(rule, _)| Some(rule.place) == last);
        let help = "write wider bins, or none: the release then finds few";
        findings.add(place?.1, what, help);
        return None;
    }
    Some(())
}

impl Component {
    fn check(
        &self,
        rules: &[(Rule, Place)],
        learned: &[&Attribute],
        findings: &mut Findings,
    ) -> Option<()> {
        let last = self.rules.last().copied();
        let (_, place) = rules.iter().find(|(rule, _)| Some(rule.place) == last)?;
        let Some(codes) = &self.codes else {
            let what = format!("{} tie too many columns to each other", self.in_words());
            findings.add(
                *place,
                what,
                "write fewer columns or coarser bins in these rules",
            );
            return None;
        };
        if codes.iter().any(|(_, possible)| !possible.contains(&true)) {
            let what = match self.rules.len() {
                1 => "no row at all keeps this rule".to_owned(),
                _ => format!("no row at all keeps {} together", self.in_words()),
            };
            findings.add(*place, what, "remove the rule that is wrong");
            return None;
        }
        let mut valid = Some(());
        for (attribute, possible) in codes {
            let attribute = learned.get(*attribute)?;
            let impossible = (0_u16..).zip(possible).filter(|(_, possible)| !**possible);
            let impossible: Vec<u16> = impossible.map(|(code, _)| code).collect();
            let Some(first) = impossible.first() else {
                continue;
            };
            let value = if attribute.null_code() == Some(*first) {
                "a missing value".to_owned()
            } else {
                format!("\"{}\"", attribute.code_label(*first).unwrap_or_default())
            };
            let more = match impossible.len() - 1 {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            let what = format!(
                "no row can have {value}{more} in \"{}\" under {}",
                attribute.name(),
                self.in_words()
            );
            let help = if attribute.null_code() == Some(*first) {
                "remove `missing` from the column, or mend the rules"
            } else if attribute.kind().is_ordered() {
                "write a narrower domain for the column, or mend the rules"
            } else {
                "remove the value from the column, or mend the rules"
            };
            findings.add(*place, what, help);
            valid = None;
        }
        valid
    }

    /// The rules by their numbers.
    fn in_words(&self) -> String {
        let mut numbers: Vec<String> = self
            .rules
            .iter()
            .map(|place| (place + 1).to_string())
            .collect();
        match numbers.len() {
            0 | 1 => format!("rule {}", numbers.join("")),
            more if more > MOST_NAMED => format!("{more} rules"),
            _ => {
                let last = numbers.pop().unwrap_or_default();
                format!("rules {} and {last}", numbers.join(", "))
            }
        }
    }
}

/// Rules that a message names by their numbers.
const MOST_NAMED: usize = 8;
