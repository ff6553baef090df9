//! A release depends on the table as a multiset of rows, on the spec, and on the seed.

use privet_spec::MechanismName;

use super::{Parts, USUAL, release};
use crate::artefacts::UnderWay;
use crate::keys::MasterSeed;
use crate::making::memory::Files;
use crate::mechanisms::list::in_many_ways;
use crate::names::{MODEL, RECORD, SYNTHETIC};
use crate::table::Input;
use crate::watch::Silent;

/// Sixty rows of twenty persons; every person has a row twice.
fn lines() -> Vec<String> {
    let line = |row: usize| {
        let (person, kind) = (row % 20, row / 20 % 2);
        let letter = ["x", "y", "z"][(person + kind) % 3];
        let number = (7 * person + kind) % 10;
        format!("p{person},{},{letter},{number}\n", kind == 0)
    };
    (0..60).map(line).collect()
}

fn table(lines: &[String]) -> String {
    format!("who,a,b,c\n{}", lines.concat())
}

#[test]
fn the_order_of_lines_changes_nothing_but_the_commitment() {
    for &name in MechanismName::ALL {
        let mut tried = 0;
        for mechanism in &in_many_ways(name) {
            // Persons with too many rows, where the mechanism takes persons of several rows.
            let persons = Parts {
                unit: "Person(id: \"who\", rows: 2)",
                mechanism,
                ..USUAL
            };
            let rows = Parts {
                adjacency: "Replace",
                mechanism,
                ..USUAL
            };
            let Ok(spec) = persons.parse().or_else(|_| rows.parse()) else {
                continue;
            };
            tried += 1;
            let mut lines = lines();
            let first = release(&spec, &table(&lines), 1).unwrap().1;
            lines.reverse();
            lines.rotate_left(17);
            let second = release(&spec, &table(&lines), 1).unwrap().1;
            for name in [SYNTHETIC, MODEL] {
                assert!(first.file(name) == second.file(name), "{mechanism}: {name}");
            }
            let record = |files: &Files| {
                let mut record: serde_json::Value =
                    serde_json::from_slice(files.file(RECORD)).unwrap();
                assert!(!record["randomness"]["data_commitment"].take().is_null());
                assert!(!record["self_sha256"].take().is_null());
                record
            };
            assert_eq!(record(&first), record(&second), "{mechanism}");
            assert!(first.file(RECORD) != second.file(RECORD), "{mechanism}");
        }
        assert!(tried > 0, "{name}");
    }
}

/// Else anybody could tell which rows of a person were used.
#[test]
fn rows_of_a_person_are_chosen_by_a_secret_key() {
    let persons = Parts {
        unit: "Person(id: \"who\", rows: 1)",
        ..USUAL
    };
    let (spec, table) = (persons.spec(), table(&lines()));
    let kept = |seed: &str| {
        let seed = MasterSeed::from_hex(&seed.repeat(32)).unwrap();
        let input = Input::from_reader("t.csv", table.as_bytes());
        let data = UnderWay::new(&spec, &seed, &Silent).read(input).unwrap();
        data.table.into_codes().expect("a small table is held")
    };
    assert!(kept("5a") == kept("5a"));
    // Alike by chance with probability below 2^−16: each of 20 persons has one row once and one twice, so that two
    // keys agree on a person with probability 5/9.
    assert!(kept("5a") != kept("5b"));
}
