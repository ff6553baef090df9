//! The list of deliberate faults still fits the code. Planting them is the example `mutations`.

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
