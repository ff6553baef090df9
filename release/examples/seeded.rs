//! A release by a seed that is given: for the studies of tables that are public anyway (`tests/studies`).
//!
//! ```text
//! cargo build --release -p privet-release --features testing --example seeded
//! target/release/examples/seeded SPEC TABLE FOLDER SEED
//! ```
//!
//! Its noise is known to whoever knows the seed, so it protects nobody. The program `privet` cannot do this.

use std::process::ExitCode;

use privet_release::{Input, KeptSeed, NewRelease, Spec};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [spec, table, folder, seed] = arguments.as_slice() else {
        eprintln!("usage: seeded SPEC TABLE FOLDER SEED");
        return ExitCode::from(2);
    };
    let Ok(seed) = seed.parse() else {
        eprintln!("the seed is a whole number below 2^64");
        return ExitCode::from(2);
    };
    let released = Spec::read(spec).and_then(|spec| {
        let release = NewRelease::of(&spec, Input::at(table));
        let release = release.with_test_seed(KeptSeed::of_test(seed));
        release.into_folder(folder)
    });
    match released {
        Ok(_) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}
