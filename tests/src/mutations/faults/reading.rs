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
    Fault {
        name: "spec: times without seconds are counted in seconds",
        file: "spec/src/schema/date_times.rs",
        right: "wrote.is_some() && unit.parse(format, written.trim()) == Some((1, false))",
        wrong: "wrote.is_some()",
        suites: &[Suite::Spec],
    },
    Fault {
        name: "spec: hours are counted from the smallest time on",
        file: "spec/src/schema/date_times.rs",
        right: "min.saturating_sub(since_midnight.rem_euclid(width))",
        wrong: "min.saturating_sub(since_midnight.rem_euclid(1))",
        suites: &[Suite::Spec],
    },
    Fault {
        name: "spec: a format that loses the year is taken",
        file: "spec/src/schema/read_dates.rs",
        right: "write(number, &mut written).is_some() && read(written.trim()) == Some(number)",
        wrong: "write(number, &mut written).is_some() && read(written.trim()) != Some(i64::MAX)",
        suites: &[Suite::Spec],
    },
    Fault {
        name: "spec: the levels by prefixes stand in the wrong order",
        file: "spec/src/schema/prefix.rs",
        right: "in self.lengths.iter().rev()",
        wrong: "in self.lengths.iter()",
        suites: &[Suite::Spec],
    },
    Fault {
        name: "spec: prefixes are counted in bytes",
        file: "spec/src/schema/prefix.rs",
        right: "let end = label.char_indices().nth(length);",
        wrong: "let end = (length < label.len()).then_some((length, ' ')).filter(|(end, _)| label.is_char_boundary(*end));",
        suites: &[Suite::Spec],
    },
];
