//! Any bytes as a table: what `load` makes of them is what another reader makes of them, on any
//! number of threads and however the bytes arrive; codes are in range; and no error shows a field.
//!
//! The first byte chooses the spec: one of three, or one that stands in the input before a zero
//! byte. The second chooses the delimiter, the third the size of the reads.
#![no_main]

use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;
use privet_fuzz::releases::{SPECS, parse_spec, spec};
use privet_fuzz::tables::{Trickle, expected, header, wide};
use privet_release::table::{Cause, Loaded, Opened, Options, TableError, load, write_table};
use privet_release::{Delimiter, Error, Input, Silent, Spec, check_table};
use privet_spec::{Release, Unit};
use privet_verification::shapes::Stream;
use rand_core::Rng as _;
use rayon::ThreadPool;

fuzz_target!(|bytes: &[u8]| {
    let [choice, delimiter, size, rest @ ..] = bytes else {
        return;
    };
    let delimiter = DELIMITERS[usize::from(*delimiter) % DELIMITERS.len()];
    let choice = usize::from(*choice) % (SPECS.len() + 1);
    if choice < SPECS.len() {
        check(spec(choice), delimiter, (*size).into(), rest);
    } else if let Some(end) = rest.iter().position(|byte| *byte == 0)
        && let Ok(text) = core::str::from_utf8(&rest[..end])
        && !text.contains(SECRET)
        && let Some(spec) = parse_spec(text)
    {
        check(&spec, delimiter, (*size).into(), &rest[end + 1..]);
    }
});

fn check(spec: &Spec, delimiter: u8, size: usize, bytes: &[u8]) {
    let release = spec.release();
    let table = with_secrets(bytes);
    let mut text = Vec::new();
    let one = pool(0).install(|| read(release, delimiter, &table, table.len(), &mut text));
    let three = pool(1).install(|| read(release, delimiter, &table, size, &mut Vec::new()));
    let by_hand = expected(release, &text, delimiter);
    match (&one, &three) {
        (Ok(one), Ok(three)) => {
            assert!(one.table == three.table, "the number of threads matters");
            assert_eq!(one.ignored, three.ignored);
            let by_hand = by_hand.expect("another reader accepts it too");
            assert!(wide(&one.table.columns) == by_hand.columns);
            assert_eq!(one.beyond_bound, by_hand.beyond_bound);
            assert_eq!(one.without_id, by_hand.without_id);
            in_range(release, one);
            read_back(release, one);
        }
        (Err(one), Err(three)) => {
            // How much of a damaged file is unpacked before the damage depends on the reads.
            let damaged = |error: &TableError| matches!(error.cause, Cause::Damaged);
            assert!(
                damaged(one) || damaged(three) || one.to_string() == three.to_string(),
                "{one}\n{three}"
            );
            let cut_short = matches!(
                one.cause,
                Cause::TooLong | Cause::Damaged | Cause::Unreadable(_)
            );
            assert!(cut_short || by_hand.is_none(), "{one}");
            assert!(!one.told_by(release).is_empty(), "{one}");
            if let Some(line) = one.line {
                assert!(line >= 1 && line <= 1 + lines(&text), "{one}");
            }
        }
        _ => panic!("the number of threads matters"),
    }
    // The header is not protected, and quotes may stretch it over everything.
    let header = header(&text, delimiter).unwrap_or_default();
    let secret_header = header.iter().any(|name| contains(name, SECRET.as_bytes()));
    if let (Err(error), false) = (one, secret_header) {
        let mut shown = format!("{error} {error:?}");
        shown += &Error::from(error).to_string();
        assert!(!shown.contains(SECRET), "{shown}");
    }
    survey(spec, delimiter, &table, three.ok().as_ref());
}

fn read(
    release: &Release,
    delimiter: u8,
    bytes: &[u8],
    size: usize,
    text: &mut Vec<u8>,
) -> Result<Loaded, TableError> {
    let opened = Opened::new("t.csv", Trickle { text: bytes, size });
    let options = Options {
        delimiter: Some(Delimiter::new(delimiter).expect("usual delimiters")),
        observer: Some(&mut |bytes| text.extend_from_slice(bytes)),
        ..Options::default()
    };
    load(release, opened, options)
}

fn in_range(release: &Release, loaded: &Loaded) {
    assert_eq!(loaded.table.columns.len(), release.learned().count());
    for (attribute, codes) in release.learned().zip(&loaded.table.columns) {
        assert_eq!(codes.len(), loaded.table.rows);
        assert!(codes.iter().all(|code| u32::from(code) < attribute.size()));
    }
}

/// What is written is read back as the same codes.
fn read_back(release: &Release, loaded: &Loaded) {
    // Persons are not written, and a spelling of missing values of the output's own need not be one
    // of the input's.
    if release.unit != Unit::Row || release.output.null.is_some() {
        return;
    }
    let (mut stream, mut text) = (Stream(0), Vec::new());
    let (columns, rows) = (&loaded.table.columns, loaded.table.rows);
    let pick = &mut || stream.next_u64();
    write_table(release, columns, rows, pick, None, &mut text).expect("codes of the release");
    let written = Opened::new("t.csv", text.as_slice());
    let again = load(&release.of_output(), written, Options::default());
    let again = again.unwrap_or_else(|error| panic!("{error}"));
    assert!(again.table == loaded.table, "other codes are read back");
}

/// `privet check` goes through the same rows, and stops at nothing that `load` passes.
fn survey(spec: &Spec, delimiter: u8, table: &[u8], loaded: Option<&Loaded>) {
    let delimiter = Delimiter::new(delimiter).expect("usual delimiters");
    let table = Input::from_reader("t.csv", table).divided_by(delimiter);
    let report = check_table(spec, table, 3, &Silent);
    if let Some(loaded) = loaded {
        let report = report.as_ref().expect("a table that `load` reads");
        assert_eq!(report.rows, loaded.table.rows as u64);
        assert_eq!(report.ragged, 0);
        assert_eq!(report.beyond_bound, loaded.beyond_bound);
        assert_eq!(report.without_id, loaded.without_id);
    }
    if let Ok(report) = report {
        assert!(loaded.is_some() || !report.is_clean());
        assert!(!report.to_string().is_empty());
    }
}

/// A byte 1 below the first line becomes a text that no message may hold.
fn with_secrets(bytes: &[u8]) -> Vec<u8> {
    let first = bytes.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
    let (header, rows) = bytes.split_at(first.unwrap_or(bytes.len()));
    let mut table = header.to_vec();
    for byte in rows {
        match byte {
            1 => table.extend_from_slice(SECRET.as_bytes()),
            byte => table.push(*byte),
        }
    }
    table
}

fn lines(text: &[u8]) -> u64 {
    let ends = text.iter().filter(|byte| matches!(byte, b'\n' | b'\r'));
    ends.count() as u64
}

fn contains(text: &[u8], part: &[u8]) -> bool {
    text.windows(part.len()).any(|window| window == part)
}

fn pool(number: usize) -> &'static ThreadPool {
    static POOLS: [OnceLock<ThreadPool>; 2] = [const { OnceLock::new() }; 2];
    POOLS[number].get_or_init(|| {
        let builder = rayon::ThreadPoolBuilder::new().num_threads([1, 3][number]);
        builder.build().expect("threads")
    })
}

const DELIMITERS: [u8; 4] = [b',', b';', b'\t', b'|'];
/// As long as a memoised field, and nothing that a message would say of itself.
const SECRET: &str = "4711Kn0cker";
