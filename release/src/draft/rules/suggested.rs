//! The rules that a draft suggests: of those that hold in the table, a few that the language takes together.

use core::fmt::Write as _;

use privet_spec::InputForm;

use super::compared::AtMost;
use super::determined::determining;
use super::impossible::apart;
use super::observed::{Looked, Observed};
use super::offered::{Attributes, Kind, Offered};
use crate::draft::assemble::Frame;
use crate::draft::guess::{Drafted, Guess};
use crate::draft::written::Written;
use crate::error::Error;
use crate::spec::Spec;
use crate::table::{Again, Records, Wanted};
use crate::watch::Watch;

/// The rules of a draft.
#[derive(Default)]
pub(crate) struct Rules {
    offered: Vec<Offered>,
    /// What else there is to say, for the private notes.
    remarks: Vec<String>,
}

/// Reads the table again, and suggests rules for it. Bounds of columns that are compared are widened, so that each leaves
/// every value of the other possible.
pub(crate) fn suggest(
    again: Again,
    form: InputForm,
    frame: &Frame<'_, '_>,
    columns: &mut [Drafted<'_>],
    watch: &dyn Watch,
) -> Result<Rules, Error> {
    let mut rules = Rules::default();
    let attributes = columns.iter().enumerate();
    let attributes =
        attributes.filter_map(|(place, column)| Some((place, &column.written()?.attribute)));
    let looked = Looked::new(attributes);
    // What cannot be planned without rules cannot be tried with them.
    if !looked.has_pairs() || !rules.are_taken(frame, columns) {
        return Ok(rules);
    }
    let Some(table) = again.input() else {
        rules.remarks.push(NOT_AGAIN.to_owned());
        return Ok(rules);
    };
    let read = table.read(
        InputForm::default(),
        "the table again",
        watch,
        |opened, options| {
            let mut records = Records::new(opened, options, &Wanted::all(form))?;
            looked.observe(&mut records)
        },
    );
    if let Some(observed) = read? {
        rules.choose(&observed, frame, columns);
    }
    Ok(rules)
}

impl Rules {
    /// The field of the spec; empty if there is none.
    pub(crate) fn text(&self) -> String {
        if self.offered.is_empty() {
            return String::new();
        }
        let rules: String = self.offered.iter().map(|rule| rule.text.as_str()).collect();
        format!("{PREFACE}    rules: [\n{rules}    ],\n\n")
    }

    /// Whether some rule is more than a list by which a column is filled in.
    pub(crate) fn bind_a_model(&self) -> bool {
        let mut kinds = self.offered.iter().map(|rule| rule.rank.0);
        kinds.any(|kind| kind != Kind::Determines)
    }

    /// The section of the private notes; empty if there is nothing to say.
    pub(crate) fn notes(&self) -> String {
        if self.offered.is_empty() && self.remarks.is_empty() {
            return String::new();
        }
        let mut out = "\n## Rules between columns\n\n".to_owned();
        if !self.offered.is_empty() {
            out.push_str(WHY);
        }
        let why = self.offered.iter().map(|rule| &rule.why);
        for line in why.chain(&self.remarks) {
            // Writing to a `String` cannot fail.
            let _ = writeln!(out, "- {line}.");
        }
        out
    }

    /// Takes a few of each kind.
    fn choose(&mut self, observed: &Observed, frame: &Frame<'_, '_>, columns: &mut [Drafted<'_>]) {
        let Observed { crossed, compared } = observed;
        let found = determining(crossed);
        let (listed, long): (Vec<_>, Vec<_>) =
            found.iter().partition(|rule| rule.pairs.len() <= MOST_KEYS);
        let mut determined = Vec::new();
        for rule in listed {
            if self.count(Kind::Determines) >= MOST_OF_A_KIND {
                break;
            }
            let offered = attributes(columns).determines(rule, crossed);
            if offered.is_some_and(|offered| self.take(offered, frame, columns)) {
                determined.push(rule.column);
            }
        }
        for rule in long {
            if determined.contains(&rule.column) {
                continue;
            }
            determined.push(rule.column);
            if let Some(why) = attributes(columns).why_determined(rule, crossed) {
                self.remarks.push(format!("{LONG}: {why}"));
            }
        }
        for rule in compared.found() {
            if self.count(Kind::AtMost) < MOST_OF_A_KIND {
                self.take_order(rule, frame, columns);
            }
        }
        for rule in apart(crossed, &found) {
            if self.count(Kind::Impossible) >= MOST_OF_A_KIND || self.offered.len() >= MOST {
                break;
            }
            if let Some(offered) = attributes(columns).impossible(rule, crossed) {
                self.take(offered, frame, columns);
            }
        }
        self.offered.sort_by(|one, other| one.rank.cmp(&other.rank));
    }

    fn count(&self, kind: Kind) -> usize {
        let same = self.offered.iter().filter(|rule| rule.rank.0 == kind);
        same.count()
    }

    /// Takes a comparison, with bounds that leave every value of both columns possible.
    fn take_order(
        &mut self,
        rule: AtMost,
        frame: &Frame<'_, '_>,
        columns: &mut [Drafted<'_>],
    ) -> Option<()> {
        let offered = attributes(columns).at_most(rule)?;
        let written = |place: usize| columns.get(place)?.written();
        let (first, second) = (written(rule.first)?, written(rule.second)?);
        let (of_first, of_second) = (first.attribute.domain()?, second.attribute.domain()?);
        let lower = of_second.start() < of_first.start();
        let higher = of_first.end() > of_second.end();
        let mut widened: Vec<(usize, Written)> = Vec::new();
        if lower {
            widened.push((rule.first, first.with_bound_of(second, "min")?));
        }
        if higher {
            widened.push((rule.second, second.with_bound_of(first, "max")?));
        }
        let swap = |columns: &mut [Drafted<'_>], widened: &mut [(usize, Written)]| {
            for (place, other) in widened {
                let column = columns.get_mut(*place);
                if let Some(Guess::Attribute(written)) = column.map(|column| &mut column.guess) {
                    core::mem::swap(&mut **written, other);
                }
            }
        };
        swap(columns, &mut widened);
        if !self.take(offered, frame, columns) {
            swap(columns, &mut widened);
        }
        Some(())
    }

    /// Takes a rule if the draft with it is a spec that a release could be planned by.
    fn take(&mut self, offered: Offered, frame: &Frame<'_, '_>, columns: &[Drafted<'_>]) -> bool {
        self.offered.push(offered);
        let taken = self.are_taken(frame, columns);
        if !taken {
            self.offered.pop();
        }
        taken
    }

    fn are_taken(&self, frame: &Frame<'_, '_>, columns: &[Drafted<'_>]) -> bool {
        let text = frame.assemble(columns, &self.text(), self.bind_a_model());
        Spec::parse("draft", text).is_ok()
    }
}

fn attributes<'c>(columns: &'c [Drafted<'_>]) -> Attributes<'c> {
    let written = columns.iter().map(Drafted::written);
    Attributes(written.map(|written| Some(&written?.attribute)).collect())
}

const MOST: usize = 12;
const MOST_OF_A_KIND: usize = 6;
/// A longer list is better kept in a file.
const MOST_KEYS: usize = 30;
const PREFACE: &str = "    // CHECK: does each of these hold for everybody, by a law, a definition or how the table was made? Remove those that do\n    \
                       // not, and write the reason for each that does: `(rule: ..., because: \"...\")`.\n";
const WHY: &str = "\
Each of these rules holds in every row of the table, and chance would have broken it often. That tells of the table, and
is no proof: keep a rule if it is true by itself, such as a law, a definition or a public list, and remove it otherwise.
Rows that break a rule are left out of the release (`broken: Drop`).

";
const LONG: &str = "Not in the draft, since its list is long. If there is a public list, keep it as a CSV file beside the spec, with a \
                    header and two columns, and write `Determines(..., ..., (file: \"list.csv\", digest: \"sha256:...\"))`";
const NOT_AGAIN: &str = "No rules were looked for, since the table is large and came through a pipe, which can be read only once: draft from \
                         a file for these";
