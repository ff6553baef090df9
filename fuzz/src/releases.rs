//! Small releases in memory.

use std::sync::OnceLock;

use privet_release::table::{Loaded, Opened, Options, TableError, load};
use privet_release::{Error, InMemory, Input, KeptSeed, NewRelease, Spec};
use privet_spec::Release;
use privet_verification::shapes::Stream;
use rand_core::Rng as _;

/// Specs that differ in everything that reading and writing depend on, and one or more for each mechanism.
pub const SPECS: [&str; 10] = [
    include_str!("../specs/rows.ron"),
    include_str!("../specs/persons.ron"),
    include_str!("../specs/replace.ron"),
    include_str!("../specs/pure.ron"),
    include_str!("../specs/information.ron"),
    include_str!("../specs/smoothed.ron"),
    include_str!("../specs/markov.ron"),
    include_str!("../specs/graph.ron"),
    include_str!("../specs/estimated.ron"),
    include_str!("../specs/alone.ron"),
];

/// One of [`SPECS`], parsed once.
pub fn spec(number: usize) -> &'static Spec {
    static PARSED: [OnceLock<Spec>; SPECS.len()] = [const { OnceLock::new() }; SPECS.len()];
    let number = number % SPECS.len();
    PARSED[number].get_or_init(|| parse_spec(SPECS[number]).expect("a spec that is accepted"))
}

/// Reads a spec as the program does; nothing where it is refused.
pub fn parse_spec(text: &str) -> Option<Spec> {
    Spec::parse("spec.ron", text).ok()
}

/// A release of the table; the same seed gives the same bytes.
pub fn release(spec: &Spec, table: &[u8], seed: u64) -> Result<InMemory, Error> {
    NewRelease::of(spec, Input::from_reader("t.csv", table))
        .with_test_seed(KeptSeed::of_test(seed))
        .into_memory()
}

/// A release of 60 made-up rows by one of [`SPECS`], made once.
pub fn small(number: usize) -> &'static InMemory {
    static MADE: [OnceLock<InMemory>; SPECS.len()] = [const { OnceLock::new() }; SPECS.len()];
    let number = number % SPECS.len();
    MADE[number].get_or_init(|| {
        let table = made_up_table(spec(number).release(), 60);
        release(spec(number), &table, 7).expect("a release")
    })
}

/// Reads a table of commas in one piece.
pub fn load_text(release: &Release, text: &[u8]) -> Result<Loaded, TableError> {
    load(release, Opened::new("t.csv", text), Options::default())
}

/// Rows that fit the spec, two a person.
pub fn made_up_table(release: &Release, rows: u64) -> Vec<u8> {
    let mut stream = Stream(1);
    let mut writer = csv::Writer::from_writer(Vec::new());
    let names = release.learned().map(|attribute| attribute.name());
    writer
        .write_record(["person"].into_iter().chain(names))
        .expect("memory");
    for row in 0..rows {
        let mut fields = vec![(row / 2).to_string()];
        for attribute in release.learned() {
            let code = stream.next_u64() % u64::from(attribute.size());
            let code = u16::try_from(code).expect("codes have 16 bits");
            let text = attribute.decode(code, stream.next_u64());
            fields.push(text.expect("a code of the attribute"));
        }
        writer.write_record(fields).expect("memory");
    }
    writer.into_inner().expect("memory")
}
