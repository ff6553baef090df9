//! The list of deliberate faults still fits the code, and the pages that tell of it. Planting them is the example
//! `mutations`.

use std::collections::BTreeSet;
use std::fs;

use privet_tests::mutations::{FAULTS, Suite, project};

#[test]
fn every_fault_fits_the_code_once() {
    let mut names = BTreeSet::new();
    for fault in FAULTS.iter().flat_map(|(_, faults)| *faults) {
        let text = fs::read_to_string(project().join(fault.file))
            .unwrap_or_else(|error| panic!("`{}`: {}: {error}", fault.name, fault.file));
        assert!(
            fault.planted(&text).is_some(),
            "`{}`: its right text does not stand exactly once in {}",
            fault.name,
            fault.file
        );
        assert!(names.insert(fault.name), "`{}` is listed twice", fault.name);
        assert!(!fault.suites.is_empty(), "`{}` has no suite", fault.name);
    }
}

#[test]
fn every_family_has_faults_and_types_stand_alone() {
    for (family, faults) in FAULTS {
        assert!(!faults.is_empty(), "{family}");
        for fault in *faults {
            let by_types = matches!(fault.suites, [Suite::Types(_), ..]);
            assert_eq!(
                by_types,
                *family == "forbidden by types",
                "`{}`",
                fault.name
            );
            assert!(!by_types || fault.suites.len() == 1, "`{}`", fault.name);
        }
    }
}

/// `verification/MUTATIONS.md` has one row for each fault, which says what caught it, and no other row.
#[test]
fn every_fault_has_its_row() {
    let page = fs::read_to_string(project().join("verification/MUTATIONS.md")).unwrap();
    let mut rows = BTreeSet::new();
    for line in page.lines() {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let ["", fault, caught_by, ""] = cells.as_slice() else {
            continue;
        };
        let is_head = *fault == "fault" || fault.starts_with("---");
        if !is_head {
            assert!(
                !caught_by.is_empty(),
                "`{fault}`: the row does not say what caught it"
            );
            assert!(rows.insert(*fault), "`{fault}` has two rows");
        }
    }
    let listed = FAULTS.iter().flat_map(|(_, faults)| *faults);
    let listed: BTreeSet<&str> = listed.map(|fault| fault.name).collect();
    let differ: Vec<&&str> = listed.symmetric_difference(&rows).collect();
    assert!(
        differ.is_empty(),
        "a fault without a row, or a row without its fault: {differ:#?}"
    );
}
