//! Any table: a draft of a spec for it always parses, and the table fits its own draft.
//!
//! The first byte chooses the delimiter.
#![no_main]

use libfuzzer_sys::fuzz_target;
use privet_release::{Delimiter, Input, Silent, draft};

fuzz_target!(|bytes: &[u8]| {
    let [choice, table @ ..] = bytes else {
        return;
    };
    let delimiter = [b',', b';', b'\t', b'|'][usize::from(*choice) % 4];
    let delimiter = Delimiter::new(delimiter).expect("usual delimiters");
    let table = || Input::from_reader("t.csv", table).divided_by(delimiter);
    let Ok(made) = draft(table(), &Silent) else {
        return;
    };
    let text = made.spec;
    let release = privet_spec::parse(&text).unwrap_or_else(|problems| panic!("{problems}"));
    assert!(!release.reviewed);
    if let Err(error) = table().encode(&release, "the table", &Silent) {
        panic!("{error}\n{text}");
    }
});
