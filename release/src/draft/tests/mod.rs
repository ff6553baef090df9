//! Drafts of many tables; each must parse, and its table must fit it.

mod ids;
mod kinds;
mod private;
mod raw;
mod rules;

use privet_spec::Release;

use super::{Draft, draft};
use crate::table::Input;
use crate::watch::Silent;

fn both(text: &[u8]) -> Draft {
    draft(Input::from_reader("t.csv", text), &Silent).unwrap_or_else(|error| panic!("{error}"))
}

fn drafted(text: &[u8]) -> String {
    both(text).spec
}

/// A spec on one line, without its comments.
fn plain(spec: &str) -> String {
    let lines = spec.lines().map(|line| line.split(" // ").next().unwrap());
    let lines = lines.map(str::trim).filter(|line| !line.starts_with("//"));
    let text = lines.collect::<Vec<_>>().join(" ");
    let closed = [("( ", "("), ("[ ", "["), (", )", ")"), (", ]", "]")];
    closed
        .iter()
        .fold(text, |text, (from, to)| text.replace(from, to))
}

fn parsed(spec: &str) -> Release {
    privet_spec::parse(spec).unwrap_or_else(|problems| panic!("{problems}\n{spec}"))
}

/// A column of these fields, beside one that can always be guessed.
fn column(name: &str, fields: &[&str]) -> Vec<u8> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record([name, "always"]).unwrap();
    for (index, field) in fields.iter().enumerate() {
        writer
            .write_record([*field, if index % 2 == 0 { "0" } else { "1" }])
            .unwrap();
    }
    writer.into_inner().unwrap()
}

/// What the draft's schema says of a column of these fields, and then what the notes say of it.
fn told(fields: &[&str]) -> String {
    told_of("x", fields)
}

/// The same of a column with this name.
fn told_of(name: &str, fields: &[&str]) -> String {
    let Draft {
        spec,
        private_notes,
    } = both(&column(name, fields));
    parsed(&spec);
    let schema = plain(spec.split_once("schema: [\n").unwrap().1);
    let schema = schema.split_once("(name: \"always\"").unwrap().0;
    let title = format!("## `\"{name}\"`");
    let notes = private_notes.split_once(&title).unwrap().1;
    format!("{schema}\n{}", notes.split_once("## `").unwrap().0)
}
