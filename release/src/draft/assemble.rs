//! The whole spec of a draft. Of the table it holds what is marked, and nothing else.

use core::fmt::Write as _;

use privet_spec::MechanismName;

use super::form::Form;
use super::guess::{Drafted, Guess};
use super::text::mark;
use super::unit::{self, Candidate};
use super::written::left_out;
use crate::mark::MARK;

/// The spec's text.
pub(super) fn assemble(
    form: Form,
    candidates: &[Candidate<'_>],
    columns: &[Drafted<'_>],
) -> String {
    let schema: String = columns
        .iter()
        .map(|column| match &column.guess {
            Guess::Attribute(written) => written.text(),
            Guess::LeftOut(_) => left_out(&column.view.profile.name),
        })
        .collect();
    let input = form.text().map(|text| format!("    {text},{}\n\n", mark()));
    let mut out = format!(
        "// {MARK}\n{PREFACE}{}{UNIT}{}",
        input.unwrap_or_default(),
        unit::lines(candidates)
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
         budget: (epsilon: \"1\", delta: \"1e-9\"),\n\n    schema: [\n{schema}    ],\n\n    \
         // One of {}; `privet plan` tells what to expect of each.\n    \
         mechanism: {}(),\n)\n",
        names.join(", "),
        MechanismName::unnamed_for(columns.len())
    );
    out
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
