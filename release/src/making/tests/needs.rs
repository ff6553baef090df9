//! What is looked for before the first charge is enough, and what buys nothing is refused with the spec.

use std::thread;

use privet_core::bayes::network::Node;
use privet_core::bayes::rows::RowMemory;
use privet_spec::{Attribute, Found, FoundBin, Heaps, MechanismName, Piece};

use tempfile::TempDir;

use super::{Parts, USUAL, release};
use crate::artefacts::Needs;
use crate::artefacts::UnderWay;
use crate::bounds::noise::to_f64;
use crate::error::Error;
use crate::keys::MasterSeed;
use crate::mechanisms::list::in_many_ways;
use crate::memory::MemoryLimit;
use crate::names::{MODEL, RECORD, SYNTHETIC, SYNTHETIC_PARQUET};
use crate::spec::{Settled, Spec};
use crate::table::Input;
use crate::watch::Silent;

/// Six columns of nine values: a table of all of them has megabytes, and is written within a second or two.
fn wide_schema() -> String {
    let column = |place| format!("(name: \"c{place}\", kind: Integer(min: 0, max: 8)), ");
    (0..6).map(column).collect()
}

/// With these shares if the mechanism has them; `structure` is not everybody's.
fn with_shares(parts: &Parts<'_>, structure: &str, size: &str, tables: &str) -> Option<Spec> {
    let rest = format!("size: \"{size}\", tables: \"{tables}\"");
    let all = format!("structure: \"{structure}\", {rest}");
    [all, rest].iter().find_map(|shares| {
        let parts = Parts { shares, ..*parts };
        parts.parse().ok()
    })
}

/// A library does not choose the stack that it runs on: a main thread has one megabyte on some systems, and one that overflows
/// ends the program after something was paid.
#[test]
fn a_megabyte_of_stack_is_enough() {
    for &name in MechanismName::ALL {
        for mechanism in in_many_ways(name) {
            let thread = thread::Builder::new().stack_size(1 << 20);
            let made = thread.spawn(move || {
                let of = |adjacency: &&str| {
                    Parts {
                        adjacency,
                        mechanism: &mechanism,
                        ..USUAL
                    }
                    .parse()
                    .ok()
                };
                let spec = ["AddRemove", "Replace"].iter().find_map(of).unwrap();
                release(&spec, "a,b,c\ntrue,x,1\n", 1).map(drop)
            });
            let outcome = made.unwrap().join().unwrap();
            outcome.unwrap_or_else(|error| panic!("{name}: {error}"));
        }
    }
}

/// A table without rows, whose noisy size can be anything up to ten million: everything after it is paid for, nothing
/// may fail, and the files are no longer than was looked for. Some of them are megabytes long, so that a bound that
/// forgets the noise is too small.
#[test]
fn whatever_the_noisy_size_is_there_is_room() {
    let schema = wide_schema();
    let header: Vec<String> = (0..6).map(|place| format!("c{place}")).collect();
    let table = format!("{}\n", header.join(","));
    let (mut longest, mut tried) = (0, 0);
    for &name in MechanismName::ALL {
        for mechanism in &in_many_ways(name) {
            let parts = Parts {
                epsilon: "700",
                delta: "0.4",
                schema: &schema,
                mechanism,
                ..USUAL
            };
            // The widest noise of the size that is not refused, in this row of shares.
            let sizes = ["1e-11", "1e-10", "1e-9", "1e-8", "1e-7", "0.000001"];
            let widest = |size: &&str| with_shares(&parts, "0.3", size, "0.6");
            let Some(spec) = sizes.iter().find_map(widest) else {
                continue;
            };
            tried += 1;
            for seed in 0..2 {
                let needs = Needs::of(&spec, 0);
                let (released, files) = release(&spec, &table, seed)
                    .unwrap_or_else(|error| panic!("{mechanism}: {error}"));
                assert_eq!(released.rows, 5, "{mechanism}");
                let length = |name| files.file(name).len() as u64;
                assert!(length(SYNTHETIC) <= needs.table(), "{mechanism}");
                let others = length(MODEL) + length(RECORD);
                assert!(others <= needs.others(), "{mechanism}: {others}");
                longest = longest.max(others);
            }
        }
    }
    assert!(tried >= 8, "{tried} ways");
    assert!(longest > 4 << 20, "{longest} bytes, below any bound");
}

/// Parquet has a length of its own: longer than CSV where texts are short or rows few, and with labels beyond what a
/// dictionary holds.
#[test]
fn a_parquet_file_is_no_longer_than_was_looked_for() {
    let label = |label: u32| format!("\"{label}-{}\", ", "x\u{e9}".repeat(2000));
    let labels: String = (0..100).map(label).collect();
    let long = format!("(name: \"l\", kind: Categorical([{labels}]))");
    let column = |place| format!("(name: \"c{place}\", kind: Integer(min: 0, max: 9)), ");
    let wide: String = (0..100).map(column).collect();
    let numbers = "(name: \"id\", kind: Identifier(prefix: \"P\")), \
        (name: \"n\", kind: Integer(min: 0, max: 900000000, bin: 300000000), missing: [\"\"]), \
        (name: \"r\", kind: Real(min: \"0\", max: \"900000000\", decimals: 9, bins: 3), missing: [\"\"])";
    let short = "(name: \"b\", kind: Categorical([\"0\", \"1\"]))";
    for (label, schema, output) in [
        ("long labels", long.as_str(), "rows: Exactly(2000)"),
        ("many columns", &wide, "rows: Exactly(5)"),
        ("numbers", numbers, "rows: Exactly(30000)"),
        ("short labels", short, "rows: Exactly(140000)"),
        ("a row", short, "rows: Exactly(1)"),
    ] {
        let parts = Parts {
            schema,
            mechanism: "Independent()",
            output: &format!("{output}, format: Parquet"),
            ..USUAL
        };
        let spec = parts.spec();
        let names: Vec<&str> = spec.release().learned().map(Attribute::name).collect();
        let table = format!("{}\n", names.join(","));
        let (_, files) = release(&spec, &table, 1).unwrap_or_else(|error| panic!("{error}"));
        let length = files.file(SYNTHETIC_PARQUET).len() as u64;
        assert!(length > 0 && files.file(SYNTHETIC).is_empty(), "{label}");
        let needs = Needs::of(&spec, 0).table();
        assert!(length <= needs, "case `{label}`: {length} of {needs} bytes");
    }
}

/// Whatever part of a budget buys no noise, or nothing but noise, is refused with the spec by every mechanism that has
/// such a part.
#[test]
fn hopeless_parts_of_a_budget_are_refused_with_the_spec() {
    for &name in MechanismName::ALL {
        let mechanism = &format!("{name}()");
        let parts = Parts { mechanism, ..USUAL };
        let Some(_) = with_shares(&parts, "0.1", "0.1", "0.8") else {
            // It has no shares.
            continue;
        };
        let mut refused = 0;
        for shares in [
            "structure: \"1e-18\", size: \"0.1\", tables: \"0.8\"",
            "structure: \"0.1\", size: \"1e-18\", tables: \"0.8\"",
            "structure: \"0.1\", size: \"0.1\", tables: \"1e-18\"",
            "size: \"1e-18\", tables: \"0.8\"",
            "size: \"0.1\", tables: \"1e-18\"",
        ] {
            let parts = Parts { shares, ..parts };
            match parts.parse() {
                // It has no such part, or needs another one.
                Err(Error::Spec(_)) => {}
                Err(Error::Refused(complaint)) => {
                    assert_eq!(
                        complaint.place.as_str(),
                        "spec.ron: budget",
                        "{name}: {shares}"
                    );
                    refused += 1;
                }
                Err(other) => panic!("{name}: {other}"),
                Ok(_) => panic!("{name}: {shares} is accepted"),
            }
        }
        assert!(refused >= 2, "{name}: {refused}");
    }
}

/// However many bins are found, what they need was looked for: few of them leave more of the budget to each table.
#[test]
fn however_many_bins_are_found_there_is_room() {
    let found =
        (0..4).map(|place| format!("(name: \"f{place}\", kind: Integer(min: 0, max: 9999)), "));
    // Wide columns, whose tables are as large as the noise allows.
    let wide = (0..2)
        .map(|place| format!("(name: \"w{place}\", kind: Integer(min: 0, max: 9999, bin: 10)), "));
    let schema: String = found.chain(wide).collect();
    let mut more_than_with_most = 0;
    for &name in MechanismName::ALL {
        for mechanism in &in_many_ways(name) {
            let parts = Parts {
                schema: &schema,
                mechanism,
                ..USUAL
            };
            let Ok(spec) = parts.parse() else {
                continue;
            };
            let enough = spec.largest(1_000_000);
            let with_most = spec.mechanism().largest(spec.plan(), 1_000_000);
            for bins in [1, 2, 15, 16, 17, 31, 32] {
                let found = Found {
                    bins: (0..bins)
                        .map(|bin| FoundBin {
                            first: bin,
                            pieces: vec![Piece {
                                first: bin,
                                last: bin,
                                weight: 1,
                            }],
                        })
                        .collect(),
                    heaps: Heaps::default(),
                };
                let release = spec.release().with_bins(&vec![found; 4]).unwrap();
                let settled = Settled::new(spec.text().to_owned(), release).unwrap();
                let needed = settled.mechanism.largest(&settled.plan, 1_000_000);
                assert!(needed.cells <= enough.cells, "{mechanism}, {bins}");
                assert!(needed.scratch <= enough.scratch, "{mechanism}, {bins}");
                more_than_with_most += usize::from(needed.scratch > with_most.scratch);
            }
        }
    }
    assert!(more_than_with_most > 0, "most bins would be enough");
}

/// Rows that lean are drawn after everything is paid for: their memory is looked for before, however small the model.
#[test]
fn the_memory_of_rows_that_lean_is_looked_for() {
    for (mechanism, leans) in [
        ("PrivMrf(max_cells: 1000, candidates: 1)", true),
        ("PrivBayes(estimator: Pgm)", true),
        ("PrivBayes()", false),
        ("Independent()", false),
    ] {
        let spec = Parts { mechanism, ..USUAL }.spec();
        let scratch = spec.largest(10).scratch;
        assert_eq!(
            scratch >= RowMemory::LEANING_BYTES,
            leans,
            "{mechanism}: {scratch}"
        );
    }
}

/// A node and a score each, at the least.
#[test]
fn the_memory_of_candidates_is_looked_for() {
    let scratch = |mechanism| Parts { mechanism, ..USUAL }.spec().largest(10).scratch;
    let more = scratch("PrivBayesPure(candidates: 1_048_576)") - scratch("PrivBayesPure()");
    let candidate = (size_of::<Node>() + size_of::<i64>()) as u64;
    assert!(more > ((1 << 20) - 4096) * candidate, "{more}");
}

/// The size's noise counts whatever the number of synthetic rows.
#[test]
fn the_reach_of_the_noise_is_looked_for() {
    let with = |output| Parts {
        mechanism: "Independent()",
        output,
        ..USUAL
    };
    for output in ["rows: Noisy", "rows: Exactly(5)"] {
        let spec = with(output).spec();
        let noise = spec.mechanism().size_noise(spec.plan().neighbours);
        let sigma = noise.unwrap().unwrap().scale;
        let most = spec.largest_size(1000);
        // Fourteen deviations.
        assert!(
            (to_f64(most) - 1000.0 - 14.0 * sigma).abs() <= 1.0,
            "{most}"
        );
    }
    let noisy = Needs::of(&with("rows: Noisy").spec(), 1000).table();
    assert!(noisy > Needs::of(&with("rows: Exactly(5)").spec(), 1000).table());
}

/// A choice by F needs memory for the rows of a table, whose number may be private: it is set aside for a public one.
#[test]
fn memory_of_choices_by_f_grows_with_a_public_number_of_rows() {
    let scratch = |most_rows: u32, rows| {
        let mechanism = format!(
            "PrivBayesPure(encoding: Binary, assumed_rows: 1_000_000, most_rows: {most_rows})"
        );
        let mechanism = mechanism.as_str();
        Parts { mechanism, ..USUAL }.spec().largest(rows).scratch
    };
    assert_eq!(scratch(1_000_000, 10), scratch(1_000_000, 1_000_000));
    let more = scratch(1_000_000, 10) - scratch(100, 10);
    assert_eq!(more, 16 * (1_000_000 - 100));
}

/// More rows than that are refused while nothing is spent, and the message does not tell how many there are.
#[test]
fn more_rows_than_the_mechanism_takes_are_refused() {
    let of_persons = "Person(id: \"p\", rows: 1)";
    for (unit, persons, accepted) in [
        ("Row", ["1", "2", "3", "4", "5", "6"], false),
        (of_persons, ["1", "2", "3", "4", "5", "6"], false),
        // Rows that are not used do not count.
        (of_persons, ["1", "2", "2", "3", "4", ""], true),
    ] {
        let parts = Parts {
            unit,
            schema: "(name: \"a\", kind: Boolean), (name: \"b\", kind: Boolean)",
            mechanism: "PrivBayesPure(most_rows: 4)",
            ..USUAL
        };
        let spec = parts.spec();
        let rows = persons.map(|person| format!("{person},true,false\n"));
        let table = format!("p,a,b\n{}", rows.concat());
        let seed = MasterSeed::from_hex(&"5a".repeat(32)).unwrap();
        let file = TempDir::new().unwrap();
        let path = file.path().join("t.csv");
        std::fs::write(&path, &table).unwrap();
        for memory in [MemoryLimit::default(), MemoryLimit::of_passes(1 << 20)] {
            let under_way = UnderWay {
                memory,
                ..UnderWay::new(&spec, &seed, &Silent)
            };
            let refused = under_way.read(Input::at(&path)).err();
            assert_eq!(refused.is_none(), accepted, "{unit}");
            let Some(refused) = refused.map(|error| error.to_string()) else {
                continue;
            };
            let told = ": more rows would be used than the 4 that the mechanism of this spec takes — write `most_rows`";
            assert!(refused.contains(told), "{refused}");
        }
        let promised = spec.promise().not_protected_in_words();
        assert!(
            promised
                .join("; ")
                .contains("that no more than 4 rows are used"),
            "{promised:?}"
        );
    }
}
