//! Who is protected: the columns that may tell persons apart, the likeliest first.

use privet_spec::{Unit, in_ascii, literal};

use super::guess::Drafted;
use super::ids::{Named, rows_to_keep};
use super::profile::Profile;
use super::text::mark;
use super::written::parse_with;

/// A column that may tell persons apart.
pub(super) struct Candidate<'p> {
    pub(super) profile: &'p Profile,
    pub(super) named: Named,
    /// Rows a person may have.
    pub(super) rows: u64,
}

/// All candidates, the likeliest first: what the name says, and then whether values repeat, as persons do.
pub(super) fn candidates<'p>(columns: &[Drafted<'p>]) -> Vec<Candidate<'p>> {
    let mut candidates: Vec<Candidate<'p>> = columns
        .iter()
        .filter_map(|column| {
            let profile = column.view.profile;
            let candidate = Candidate {
                profile,
                named: column.named?,
                rows: rows_to_keep(&profile.tally),
            };
            candidate.text().map(|_| candidate)
        })
        .collect();
    candidates.sort_by_key(|candidate| (candidate.named, candidate.profile.tally.never_repeats()));
    candidates
}

/// The lines of the spec: the unit, marked if it was read off the table, and what else it may be.
pub(super) fn lines(candidates: &[Candidate<'_>]) -> String {
    let mut out = String::new();
    let mut others = candidates.iter();
    let unit = match candidates.first() {
        Some(first) if first.named.may_be_person() => {
            others.next();
            first.text().map(|text| format!("{text},{}", mark()))
        }
        _ => None,
    };
    for other in others {
        let (id, rows) = (in_ascii(&other.profile.name), other.rows);
        let perhaps = format!(
            "    // Perhaps: unit: Person(id: \"{id}\", rows: {rows}),{}\n",
            mark()
        );
        out.push_str(&perhaps);
    }
    let unit = unit.unwrap_or_else(|| "unit: Row,".to_owned());
    out + "    " + &unit + "\n"
}

impl Candidate<'_> {
    /// `unit: Person(…)`, if the language takes the name.
    fn text(&self) -> Option<String> {
        let (id, rows) = (literal(&self.profile.name), self.rows);
        let tokens: Vec<String> = self.absent().map(|token| literal(token)).collect();
        let bare = format!("unit: Person(id: {id}, rows: {rows})");
        let with_missing = format!(
            "unit: Person(id: {id}, rows: {rows}, missing: [{}])",
            tokens.join(", ")
        );
        let takes = |text: &String| {
            let release = parse_with(text, "");
            release.is_some_and(|release| matches!(release.unit, Unit::Person { .. }))
        };
        let written = Some(with_missing).filter(|_| !tokens.is_empty());
        written.into_iter().chain([bare]).find(takes)
    }

    /// Texts that name nobody, besides those that the language knows.
    fn absent(&self) -> impl Iterator<Item = &String> {
        let known = |text: &str| text.trim().is_empty() || text.trim().eq_ignore_ascii_case("nan");
        self.profile.missing.keys().filter(move |text| !known(text))
    }
}
