//! Drafts of many tables; each must parse, and its table must fit it.

mod kinds;
mod private;

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
