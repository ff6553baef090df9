//! The whole spec of a draft. Of the table it holds what is marked, and nothing else.

use core::fmt::Write as _;

use privet_spec::MechanismName;

use super::form::Form;
use super::guess::{Drafted, Guess};
use super::text::mark;
use super::unit::{self, Candidate};
use super::written::left_out;
use crate::mark::MARK;

/// What of a draft is no column.
pub(super) struct Frame<'c, 'p> {
    pub(super) form: Form,
    pub(super) candidates: &'c [Candidate<'p>],
}

impl Frame<'_, '_> {
    /// The spec's text, with these columns and rules. `binding`: rows could break one of the rules.
    pub(super) fn assemble(&self, columns: &[Drafted<'_>], rules: &str, binding: bool) -> String {
        let schema: String = columns
            .iter()
            .map(|column| match &column.guess {
                Guess::Attribute(written) => written.text(),
                Guess::LeftOut(_) => left_out(&column.view.profile.name),
            })
            .collect();
        let input = self.form.text();
        let input = input.map(|text| format!("    {text},{}\n\n", mark()));
        let mut out = format!(
            "// {MARK}\n{PREFACE}{}{UNIT}{}",
            input.unwrap_or_default(),
            unit::lines(self.candidates)
        );
        let names: Vec<&str> = MechanismName::ALL
            .iter()
            .map(|name| name.as_str())
            .collect();
        // Writing to a `String` cannot fail.
        let _ = write!(
            out,
            "    adjacency: AddRemove,\n    \
             // CHECK: how much may be learned about one of them?\n    \
             budget: (epsilon: \"1\", delta: \"1e-9\"),\n\n    schema: [\n{schema}    ],\n\n{rules}    \
             // One of {}; `privet plan` tells what to expect of each.\n    \
             // Rules between columns are kept by some of them alone: `privet check` says so.\n    \
             mechanism: {},\n)\n",
            names.join(", "),
            MechanismName::written_for(columns.len(), binding)
        );
        out
    }
}

const PREFACE: &str = "\
// A first spec, drafted from a table. It must not be published or released as it stands, and
// `privet release` refuses it. Every line that ends with the mark above holds something that was read
// off the table: find a public source for it (questionnaire, code list, law, calendar), write what that
// says, and remove the mark. When no mark is left, this one included, and a person has checked all of
// it, `reviewed: true` lets `privet release` run.
Release(
    privet: 1,
    title: \"\", // what is released
    contact: \"\", // who answers for it
    reviewed: false,

";
const UNIT: &str = "    // CHECK: who is protected? `Row` is right only if nobody has two rows. `Person` keeps so many `rows` of each, chosen by
    // a secret key; noise grows with their number.
";
