//! What a field of the table is read as.

use crate::mutations::{Fault, Suite};

pub const FAULTS: &[Fault] = &[
    Fault {
        name: "spec: 60.5 is the whole number 60",
        file: "spec/src/decimal/scan.rs",
        right: "(!left_over || matches!(floor, i64::MIN | i64::MAX)).then_some(floor)",
        wrong: "(!left_over || floor > i64::MIN).then_some(floor)",
        suites: &[Suite::Spec],
    },
    Fault {
        name: "spec: a missing token counts in one notation only",
        file: "spec/src/schema/encode.rs",
        right: "Some(null) if self.is_missing_number(trimmed) => Fit::Missing(null),",
        wrong: "Some(null) if trimmed == \"-\" => Fit::Missing(null),",
        suites: &[Suite::Spec],
    },
    Fault {
        name: "spec: a field of two flags that are one number is the first",
        file: "spec/src/schema/kind.rs",
        right: "                Some(_) if no == yes => Fit::Foreign,\n",
        wrong: "",
        suites: &[Suite::Spec],
    },
];
