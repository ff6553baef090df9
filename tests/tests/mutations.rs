//! The list of deliberate faults, and the page that tells what caught each. Planting them, and telling which no longer fit the
//! code, is the example `mutations`.

use std::collections::BTreeSet;
use std::fs;

use privet_tests::mutations::{FAULTS, Suite, project};

#[test]
fn every_fault_has_a_name_of_its_own_and_a_suite() {
    let mut names = BTreeSet::new();
    for fault in FAULTS.iter().flat_map(|(_, faults)| *faults) {
        assert!(names.insert(fault.name), "`{}` is listed twice", fault.name);
        assert!(!fault.suites.is_empty(), "`{}` has no suite", fault.name);
        assert_ne!(fault.right, fault.wrong, "`{}` changes nothing", fault.name);
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
