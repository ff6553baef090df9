//! Inputs of others: what they show on a terminal, where they end, and what they ask of the machine.

use crate::mutations::{Fault, Suite};

pub const FAULTS: &[Fault] = &[
    Fault {
        name: "spec: a line end of others begins a line of ours",
        file: "spec/src/line.rs",
        right: "        Self(escaped_but(&cut(text, LONGEST_LINE), &[]))",
        wrong: "        Self(escaped_but(&cut(text, LONGEST_LINE), &['\\n']))",
        suites: &[Suite::Spec, Suite::Inputs],
    },
    Fault {
        name: "spec: escape sequences in names reach the terminal",
        file: "spec/src/line.rs",
        right: "    escaped_but(&cut(text, LONGEST_NAME), &[])",
        wrong: "    cut(text, LONGEST_NAME)",
        suites: &[Suite::Spec, Suite::Inputs],
    },
    Fault {
        name: "spec: names are shown at their full length",
        file: "spec/src/line.rs",
        right: "    if length <= most {\n",
        wrong: "    if length <= most || most == LONGEST_NAME {\n",
        suites: &[Suite::Spec],
    },
    Fault {
        name: "cli: clap's errors quote arguments as they are",
        file: "cli/src/main.rs",
        right: "        Args::try_parse_from(arguments)\n            .err()\n            .unwrap_or(error)\n            ",
        wrong: "        drop(arguments);\n        error",
        suites: &[Suite::Inputs],
    },
    Fault {
        name: "cli: JSON holds characters that turn text around",
        file: "cli/src/output/json.rs",
        right: "hidden(character).is_none()",
        wrong: "hidden(character).is_none_or(|_| !character.is_control())",
        suites: &[Suite::Inputs],
    },
    Fault {
        name: "release: a device or a pipe is read as a file",
        file: "release/src/opening.rs",
        right: "    if is_regular_or_folder(path)? {",
        wrong: "    if is_regular_or_folder(path)? || path.exists() {",
        suites: &[Suite::Inputs],
    },
    Fault {
        name: "release: a table is read from a device",
        file: "release/src/opening.rs",
        right: "    if is_device(path)? {",
        wrong: "    if is_device(path)? && path.is_dir() {",
        suites: &[Suite::Inputs],
    },
    Fault {
        name: "release: a spec from a pipe has no limit",
        file: "release/src/reading.rs",
        right: "unwrap_or(u64::MAX) > most",
        wrong: "unwrap_or(u64::MAX) > u64::MAX - 1",
        suites: &[Suite::Inputs],
    },
    Fault {
        name: "tables: a field of the first line is shown as the nearest name",
        file: "release/src/table/header.rs",
        right: "        if self.delimiter.is_none() {\n",
        wrong: "        if self.delimiter.is_none() || near.is_some() {\n",
        suites: &[Suite::Program],
    },
    Fault {
        name: "parquet: a page is unpacked however long it says it is",
        file: "release/src/table/parquet/pages.rs",
        right: "            if unpacked > self.most {\n",
        wrong: "            if unpacked > self.most && self.most == 0 {\n",
        suites: &[Suite::Program],
    },
    Fault {
        name: "release: a table beyond the memory ends the program",
        file: "release/src/table/bounding.rs",
        right: "        if !reserved {\n",
        wrong: "        if false && !reserved {\n",
        suites: &[Suite::Inputs],
    },
    Fault {
        name: "release: a field under `Fail` is no reason to stop, says `check`",
        file: "release/src/check/report.rs",
        right: "        self.stops_by_rows() || self.misfits.iter().any(stops)",
        wrong: "        self.stops_by_rows() || self.misfits.iter().any(|misfits| !stops(misfits))",
        suites: &[Suite::Inputs],
    },
    Fault {
        name: "release: one thread that cannot be made stops the program",
        file: "release/src/threads.rs",
        right: "        Err(_) => ThreadPoolBuilder::new()\n            .num_threads(1)\n            .use_current_thread()",
        wrong: "        Err(_) => ThreadPoolBuilder::new()\n            .num_threads(wanted())",
        suites: &[Suite::Inputs],
    },
    Fault {
        name: "report: memory for a comparison is not looked for",
        file: "report/src/measure/real.rs",
        right: "        self.expect_memory(&synthetic)?;\n",
        wrong: "        let _ = self.expect_memory(&synthetic);\n",
        suites: &[Suite::Inputs],
    },
];
