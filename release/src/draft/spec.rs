//! The whole draft.

use core::cmp::Reverse;
use core::fmt::Write as _;

use privet_spec::{MOST_VIRTUAL_ATTRIBUTES, MechanismName};

use super::guess::{Guess, guess};
use super::listed::named_like_id;
use super::profile::Profile;
use super::text::{for_comment, literal};
use super::written::{Written, parse_alone, refused_text};
use crate::error::Error;
use crate::mark::MARK;
use crate::table::{Cause, Input, Opened, Options, Records, Shape, TableError};
use crate::watch::Watch;

/// Reads a table and writes a first spec for it, to be checked line by line.
pub fn draft(table: Input<'_>, watch: &dyn Watch) -> Result<String, Error> {
    let file = table.name();
    let profiles = table.read("the table", watch, profiles)?;
    let entries = entries(&profiles);
    let learned = |entry: &Entry| matches!(entry, Entry::Attribute(written) if !written.attribute.is_identifier());
    if !entries.iter().any(learned) {
        return Err(Error::refused(
            file,
            "no column could be guessed",
            "give a table with rows, or write the spec by hand from the table's documentation",
        ));
    }
    Ok(assemble(&file, &profiles, &entries))
}

/// What every column looks like.
fn profiles<'r>(opened: Opened<'r>, options: Options<'r>) -> Result<Vec<Profile>, TableError> {
    let mut records = Records::new(opened, options)?;
    if let Some(delimiter) = records.header().other_delimiter() {
        return Err(records.error(Some(1), None, Cause::OtherDelimiter { delimiter }));
    }
    let names = records.header().names().iter();
    let mut profiles: Vec<Profile> = names.map(|name| Profile::new(name)).collect();
    look(&mut records, &mut profiles)?;
    Ok(profiles)
}

enum Entry {
    Attribute(Box<Written>),
    LeftOut(String),
}

fn look(records: &mut Records<'_>, profiles: &mut [Profile]) -> Result<(), TableError> {
    loop {
        match records.advance()? {
            Shape::End => return Ok(()),
            Shape::Ragged { found } => {
                let expected = records.header().names().len();
                let cause = Cause::Ragged { expected, found };
                return Err(records.error(Some(records.line()), None, cause));
            }
            Shape::Whole => {
                for (index, profile) in profiles.iter_mut().enumerate() {
                    profile.look(records.field(index));
                }
            }
        }
    }
}

/// One entry a column, together within the limits of the language.
fn entries(profiles: &[Profile]) -> Vec<Entry> {
    let mut names = String::new();
    let mut learned = 0;
    let mut entries: Vec<Entry> = Vec::new();
    for profile in profiles {
        let left_out = |why: &str| Entry::LeftOut(refused_text(&profile.name, why));
        entries.push(match guess(profile) {
            Guess::Refused(why) => left_out(&why),
            Guess::Attribute(_) if learned >= MOST_VIRTUAL_ATTRIBUTES => {
                left_out("a spec takes at most 256 attributes")
            }
            Guess::Attribute(written) => {
                // Identifiers do not count towards the limit, so that names are checked as such.
                let name = literal(&profile.name);
                let with_this = format!("{names}(name: {name}, kind: Identifier()), ");
                if parse_alone(&with_this).is_none() {
                    left_out("the name looks like that of an earlier column; rename it")
                } else {
                    names = with_this;
                    learned += usize::from(!written.attribute.is_identifier());
                    Entry::Attribute(written)
                }
            }
        });
    }
    cut_levels(&mut entries);
    cut_length(profiles, &mut entries);
    entries
}

/// Leaves out the longest lists of labels until the spec is short enough.
fn cut_length(profiles: &[Profile], entries: &mut [Entry]) {
    let length = |entry: &Entry| match entry {
        Entry::Attribute(written) => written.text().len(),
        Entry::LeftOut(_) => 0,
    };
    let mut total: usize = entries.iter().map(length).sum();
    let mut longest: Vec<(&mut Entry, &Profile)> = entries.iter_mut().zip(profiles).collect();
    longest.sort_by_key(|(entry, _)| Reverse(length(entry)));
    for (entry, profile) in longest {
        if total <= MOST_BYTES {
            break;
        }
        total = total.saturating_sub(length(entry));
        let why = "its labels are too long for a spec; shorten them before the release";
        *entry = Entry::LeftOut(refused_text(&profile.name, why));
    }
}

/// Takes the levels from the attributes that have most of them, until all fit.
fn cut_levels(entries: &mut [Entry]) {
    let levels = |entry: &Entry| match entry {
        Entry::Attribute(written) => written.attribute.virtual_attributes(),
        Entry::LeftOut(_) => 0,
    };
    let mut total: usize = entries.iter().map(levels).sum();
    let mut largest: Vec<&mut Entry> = entries.iter_mut().collect();
    largest.sort_by_key(|entry| Reverse(levels(entry)));
    for entry in largest {
        if total <= MOST_VIRTUAL_ATTRIBUTES {
            break;
        }
        total = total.saturating_sub(levels(entry).saturating_sub(1));
        if let Entry::Attribute(written) = entry {
            written.without_levels();
        }
    }
}

fn assemble(file: &str, profiles: &[Profile], entries: &[Entry]) -> String {
    let schema: String = entries
        .iter()
        .map(|entry| match entry {
            Entry::Attribute(written) => written.text(),
            Entry::LeftOut(comment) => comment.clone(),
        })
        .collect();
    let file = for_comment(file);
    let mut out = format!(
        "// {MARK}: a first spec, drafted from {file}. It must not be published or released\n\
         // as it stands, and `privet release` refuses it. For every line marked so, find a public\n\
         // source (questionnaire, code list, law, calendar), write what it says, and remove the mark\n\
         // with its remark. Bounds are rounded outward; labels are those that occur. When no mark is\n\
         // left and a person has checked all of it, `reviewed: true` lets `privet release` run.\n\
         Release(\n    privet: 1,\n    title: \"\", // what is released\n    contact: \"\", // who answers \
         for it\n    reviewed: false,\n\n"
    );
    out.push_str("    // CHECK: who is protected? `Row` is right only if nobody has two rows.\n");
    for profile in profiles
        .iter()
        .filter(|profile| named_like_id(&profile.name))
    {
        let name = for_comment(&profile.name);
        // Writing to a `String` cannot fail.
        let _ = writeln!(
            out,
            "    // Perhaps: unit: Person(id: \"{name}\", rows: 1),"
        );
    }
    let names: Vec<&str> = MechanismName::ALL
        .iter()
        .map(|name| name.as_str())
        .collect();
    let _ = write!(
        out,
        "    unit: Row,\n    adjacency: AddRemove,\n    \
         // CHECK: how much may be learned about one of them?\n    \
         budget: (epsilon: \"1\", delta: \"1e-9\"),\n\n    schema: [\n{schema}    ],\n\n    \
         // One of {}; `privet plan` tells what to expect of each.\n    \
         mechanism: {}(),\n)\n",
        names.join(", "),
        MechanismName::default()
    );
    out
}

/// The language takes 1 MiB; what stands around the schema, comments of columns left out included,
/// fits into the rest.
const MOST_BYTES: usize = 900_000;
