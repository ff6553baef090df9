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
    Fault {
        name: "spec: a point is a decimal sign beside the comma",
        file: "spec/src/decimal/scan.rs",
        right: "byte if *byte == point && !behind_point",
        wrong: "byte if (*byte == point || *byte == b'.') && !behind_point",
        suites: &[Suite::Spec],
    },
    Fault {
        name: "spec: numbers are written with a point whatever the input has",
        file: "spec/src/schema/decode.rs",
        right: "*decimals, self.decimal, out)",
        wrong: "*decimals, crate::input::DecimalSign::Point, out)",
        suites: &[Suite::Spec],
    },
    Fault {
        name: "spec: the synthetic table is read back in the input's encoding",
        file: "spec/src/release.rs",
        right: "encoding: Charset::UTF_8,",
        wrong: "encoding: self.input.encoding,",
        suites: &[Suite::Spec, Suite::Program],
    },
    Fault {
        name: "release: an option outweighs the delimiter that was signed",
        file: "release/src/table/input.rs",
        right: "if !form.states_delimiter || given == stated {",
        wrong: "if !form.states_delimiter || given != stated {",
        suites: &[Suite::Program],
    },
    Fault {
        name: "release: texts that name nobody are compared as UTF-8",
        file: "release/src/table/bounding.rs",
        right: ".filter_map(|token| records.encoding().encode(token))",
        wrong: ".map(|token| token.as_bytes().to_vec())",
        suites: &[Suite::Program],
    },
    Fault {
        name: "release: a record does not tell that fields are text",
        file: "release/src/table/stop.rs",
        right: "encoding if encoding.reads_every_byte() => Vec::new(),",
        wrong: "encoding if !encoding.reads_every_byte() => Vec::new(),",
        suites: &[Suite::Program],
    },
];
