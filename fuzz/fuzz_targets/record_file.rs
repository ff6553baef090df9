//! Any text as `record.json`, and any change to a real one with its own digest made right again:
//! `verify` never panics, and accepts only a record whose every checked claim is the real one.
#![no_main]

use std::fs;
use std::path::PathBuf;
use std::sync::OnceLock;

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use privet_core::ledger::{Accounting, Gaussian, Pure};
use privet_fuzz::edits::{Edit, edited};
use privet_fuzz::releases::{SPECS, small};
use privet_release::record::{RandomnessFile, Record, SoftwareFile};
use privet_release::{RECORD, Silent, verify};

#[derive(Arbitrary, Debug)]
enum Input<'a> {
    Text { release: u8, text: &'a str },
    Changed { release: u8, edits: Vec<Edit> },
}

fuzz_target!(|input: &[u8]| {
    // A real file begins with a brace: it is its own seed.
    if let Ok(text) = core::str::from_utf8(input)
        && text.starts_with('{')
    {
        check(0, text);
        return;
    }
    match Input::arbitrary(&mut arbitrary::Unstructured::new(input)) {
        Ok(Input::Text { release, text }) => check(release.into(), text),
        Ok(Input::Changed { release, edits }) => {
            let real = &small(release.into()).released.record;
            if let Some(changed) = edited(real, &edits) {
                let text = changed.to_text().expect("what was read can be written");
                check(release.into(), &text);
            }
        }
        Err(_) => {}
    }
});

fn check(release: usize, text: &str) {
    let parsed = Record::parse("record.json", text);
    if let Ok(record) = &parsed {
        let again = record.to_text().expect("what was read can be written");
        let read = Record::parse("record.json", &again).expect("what was written can be read");
        assert_eq!(without_digest(&read), without_digest(record));
        assert_eq!(read.to_text().expect("written before"), again);
        for law in record.queries.iter().filter_map(|query| query.law()) {
            let _ = (Gaussian::recomputed(law), Pure::recomputed(law));
        }
    }
    let folder = folder(release);
    let path = folder.join(RECORD);
    fs::write(&path, text).expect("a folder of our own");
    match verify(&[path], &Silent) {
        Ok(findings) if findings.holds() => {
            let record = parsed.as_ref().expect("it was read");
            assert_eq!(record.to_text().ok().as_deref(), Some(text));
            let real = &small(release).released.record;
            assert_eq!(checked_part(record), checked_part(real));
        }
        Ok(_) => {}
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fn without_digest(record: &Record) -> Record {
    Record {
        self_sha256: String::new(),
        ..record.clone()
    }
}

/// What `verify` answers for: everything but commitments and the name of the software.
fn checked_part(record: &Record) -> Record {
    Record {
        randomness: RandomnessFile {
            seed_commitment: String::new(),
            data_commitment: String::new(),
            ..record.randomness.clone()
        },
        software: SoftwareFile {
            name: String::new(),
            version: String::new(),
            commit: String::new(),
            target: String::new(),
            features: Vec::new(),
        },
        ..without_digest(record)
    }
}

/// A folder with all files of one small release.
fn folder(release: usize) -> &'static PathBuf {
    static MADE: [OnceLock<PathBuf>; SPECS.len()] = [const { OnceLock::new() }; SPECS.len()];
    let number = release % MADE.len();
    MADE[number].get_or_init(|| {
        let name = format!("privet-record_file-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).expect("a folder for temporary files");
        for (name, content) in small(number).files() {
            fs::write(folder.join(name), content).expect("a folder of our own");
        }
        folder
    })
}
