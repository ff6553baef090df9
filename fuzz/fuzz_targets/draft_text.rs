//! Any table: a draft of a spec for it always parses, and the table fits its own draft.
//!
//! The first byte chooses the delimiter.
#![no_main]

use libfuzzer_sys::fuzz_target;
use privet::draft::draft;
use privet::table::{Delimiter, Opened, Options, load};

fuzz_target!(|bytes: &[u8]| {
    let [choice, table @ ..] = bytes else {
        return;
    };
    let delimiter = [b',', b';', b'\t', b'|'][usize::from(*choice) % 4];
    let options = || Options {
        delimiter: Delimiter::new(delimiter).expect("usual delimiters"),
        ..Options::default()
    };
    let Ok(text) = draft(Opened::new("t.csv", table), options()) else {
        return;
    };
    let release = privet_spec::parse(&text).unwrap_or_else(|problems| panic!("{problems}"));
    assert!(!release.reviewed);
    if let Err(error) = load(&release, Opened::new("t.csv", table), options()) {
        panic!("{error}\n{text}");
    }
});
