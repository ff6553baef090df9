//! From a table to its draft.

use core::cmp::Reverse;

use privet_spec::{InputForm, MOST_VIRTUAL_ATTRIBUTES, literal};

use super::assemble::Frame;
use super::form::Form;
use super::guess::{Drafted, Guess, drafted};
use super::notes::notes;
use super::profile::Profile;
use super::rules::suggest;
use super::unit::candidates;
use super::view::{Together, View};
use super::written::parse_alone;
use crate::error::Error;
use crate::table::{Cause, Delimiter, Input, Opened, Options, Records, Shape, TableError, Wanted};
use crate::watch::Watch;

/// A first spec, and what it was made from.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Draft {
    /// A spec that parses. Every line that holds something of the table ends with a mark, and [`crate::NewRelease`]
    /// refuses it until none is left and `reviewed` is true. It holds no count of the table.
    pub spec: String,
    /// What was counted, in Markdown, for the owner of the table alone: no guarantee protects it.
    pub private_notes: String,
}

/// Reads a table and writes a first spec for it, to be checked line by line.
pub fn draft(table: Input<'_>, watch: &dyn Watch) -> Result<Draft, Error> {
    let file = table.name();
    let again = table.again();
    let seen = table.read(
        InputForm::default(),
        "the table",
        watch,
        |opened, options| profiles(again.copying(opened), options),
    )?;
    let (rows, form, together) = (seen.rows, seen.form(), seen.together());
    let mut columns = entries(&seen.profiles, together);
    let learned = |column: &Drafted<'_>| matches!(&column.guess, Guess::Attribute(written) if !written.attribute.is_identifier());
    if !columns.iter().any(learned) {
        return Err(Error::refused(
            file,
            "no column could be guessed: each has no values, or is an id or free text",
            "write the spec by hand from the table's documentation",
        ));
    }
    let candidates = candidates(&columns);
    let frame = Frame {
        form,
        candidates: &candidates,
    };
    let rules = suggest(again, form.read(), &frame, &mut columns, watch)?;
    Ok(Draft {
        spec: frame.assemble(&columns, &rules.text(), rules.bind_a_model()),
        private_notes: notes((&file, rows, form), &candidates, &columns, &rules.notes()),
    })
}

/// A table in summary.
struct Seen {
    rows: u64,
    profiles: Vec<Profile>,
    /// As its beginning tells it.
    beginning: Form,
}

impl Seen {
    fn together(&self) -> Together {
        let together = Together::new(&self.profiles);
        Together {
            comma: together.comma && self.beginning.takes_commas(),
            ..together
        }
    }

    /// How the table is written, now that all of it was read.
    fn form(&self) -> Form {
        let together = self.together();
        let not_utf8 = self.profiles.iter().any(|profile| profile.not_utf8 > 0);
        Form {
            comma: together.comma,
            western: self.beginning.western || (not_utf8 && !together.mixed),
            ..self.beginning
        }
    }
}

/// What every column looks like.
fn profiles<'r>(opened: Opened<'r>, options: Options<'r>) -> Result<Seen, TableError> {
    let (text, opened) = opened.with_beginning(BEGINNING)?;
    let given = options.delimiter.map(Delimiter::byte);
    let beginning = Form::new(&text, given);
    let most = options.memory.for_a_pass();
    let mut records = Records::new(opened, options, &Wanted::all(beginning.read()))?;
    if let Some(delimiter) = records.header().other_delimiter() {
        return Err(records.error(Some(1), None, Cause::OtherDelimiter { delimiter }));
    }
    let names = records.header().names().iter();
    let mut profiles: Vec<Profile> = names.map(|name| Profile::new(name)).collect();
    let rows = look(&mut records, &mut profiles, most)?;
    Ok(Seen {
        rows,
        profiles,
        beginning,
    })
}

/// Looks at every field, and counts the rows. Refused: columns of which too much is to be kept.
fn look(records: &mut Records<'_>, profiles: &mut [Profile], most: u64) -> Result<u64, TableError> {
    let (mut rows, mut unweighed) = (0_u64, usize::MAX);
    let western = Form {
        delimiter: b',',
        comma: false,
        western: true,
    };
    let (stored, otherwise) = (records.encoding(), western.read().encoding);
    loop {
        match records.advance()? {
            Shape::End => return Ok(rows),
            Shape::Ragged { found } => {
                let expected = records.header().names().len();
                let cause = Cause::Ragged { expected, found };
                return Err(records.error(Some(records.line()), None, cause));
            }
            Shape::Whole => {
                rows = rows.saturating_add(1);
                unweighed = unweighed.saturating_add(profiles.len());
                if unweighed >= FIELDS_UNWEIGHED {
                    unweighed = 0;
                    let bytes = profiles.iter().map(|profile| profile.bytes() as u64);
                    let columns = profiles.len();
                    if bytes.sum::<u64>() > most {
                        return Err(records.error(None, None, Cause::LargeDraft { columns, most }));
                    }
                }
                for (index, profile) in profiles.iter_mut().enumerate() {
                    profile.look(records.field(index), stored, otherwise);
                }
            }
        }
    }
}

/// One entry a column, together within the limits of the language.
fn entries(profiles: &[Profile], together: Together) -> Vec<Drafted<'_>> {
    let mut names = String::new();
    let mut learned = 0;
    let mut columns: Vec<Drafted<'_>> = Vec::new();
    for profile in profiles {
        let mut column = drafted(View { profile, together });
        if let Guess::Attribute(written) = &column.guess {
            // Identifiers do not count towards the limit, so that names are checked as such.
            let name = literal(&profile.name);
            let with_this = format!("{names}(name: {name}, kind: Identifier()), ");
            let counts = !written.attribute.is_identifier();
            let why = if counts && learned >= MOST_VIRTUAL_ATTRIBUTES {
                Some("a spec takes at most 256 attributes")
            } else if parse_alone(&with_this).is_none() {
                Some("the name looks like that of an earlier column; rename it")
            } else {
                names = with_this;
                learned += usize::from(counts);
                None
            };
            if let Some(why) = why {
                column.guess = Guess::LeftOut(why.to_owned());
            }
        }
        columns.push(column);
    }
    cut_levels(&mut columns);
    cut_length(&mut columns);
    columns
}

/// Leaves out the longest lists of labels until the spec is short enough.
fn cut_length(columns: &mut [Drafted<'_>]) {
    let length = |entry: &Guess| match entry {
        Guess::Attribute(written) => written.text().len(),
        Guess::LeftOut(_) => 0,
    };
    let mut entries: Vec<&mut Guess> = columns.iter_mut().map(|column| &mut column.guess).collect();
    let mut total: usize = entries.iter().map(|entry| length(entry)).sum();
    entries.sort_by_key(|entry| Reverse(length(entry)));
    for entry in entries {
        if total <= MOST_BYTES {
            break;
        }
        total = total.saturating_sub(length(entry));
        let why = "its labels are too long for a spec; shorten them before the release";
        *entry = Guess::LeftOut(why.to_owned());
    }
}

/// Takes the levels from the attributes that have most of them, until all fit.
fn cut_levels(columns: &mut [Drafted<'_>]) {
    let levels = |entry: &Guess| match entry {
        Guess::Attribute(written) => written.attribute.virtual_attributes(),
        Guess::LeftOut(_) => 0,
    };
    let mut entries: Vec<&mut Guess> = columns.iter_mut().map(|column| &mut column.guess).collect();
    let mut total: usize = entries.iter().map(|entry| levels(entry)).sum();
    entries.sort_by_key(|entry| Reverse(levels(entry)));
    for entry in entries {
        if total <= MOST_VIRTUAL_ATTRIBUTES {
            break;
        }
        total = total.saturating_sub(levels(entry).saturating_sub(1));
        if let Guess::Attribute(written) = entry {
            written.cut_levels();
        }
    }
}

/// The language takes 1 MiB; what stands around the schema, comments of columns left out included,
/// fits into the rest.
const MOST_BYTES: usize = 900_000;
/// Fields that are looked at before it is seen again how much is kept of them.
const FIELDS_UNWEIGHED: usize = 1 << 16;
/// Of the table, to tell from how it is written.
const BEGINNING: usize = 1 << 16;
