//! Rows on request, and values that keep rules between columns.

use crate::mutations::{Fault, Suite};

pub const FAULTS: &[Fault] = &[
    Fault {
        name: "requests: parents without mass have no child's own distribution",
        file: "core/src/mrf/conditional/families.rs",
        right: "_ => alone.get(value).copied().unwrap_or(0.0),",
        wrong: "_ => alone.get(value).copied().unwrap_or(0.0) * 0.0,",
        suites: &[Suite::Claims],
    },
    Fault {
        name: "requests: a value that is meant in part counts at least as a half",
        file: "core/src/mrf/conditional/given.rs",
        right: "law.unwrap_or(0.0) * weight.copied().unwrap_or(1.0)",
        wrong: "law.unwrap_or(0.0) * weight.copied().unwrap_or(1.0).max(0.5)",
        suites: &[Suite::Claims],
    },
    Fault {
        name: "requests: the values that are left keep their new numbers",
        file: "core/src/mrf/conditional/given.rs",
        right: "*value = *known.ok_or(Error::BadColumns)?;",
        wrong: "let _ = *known.ok_or(Error::BadColumns)?;",
        suites: &[Suite::Claims],
    },
    Fault {
        name: "requests: round numbers are taken for where they lay before",
        file: "spec/src/schema/within.rs",
        right: "let rounded = |number: i64| nearest(number, multiple, piece).unwrap_or(number);",
        wrong: "let rounded = |number: i64| nearest(number, multiple.min(1), piece).unwrap_or(number);",
        suites: &[Suite::Spec],
    },
    Fault {
        name: "requests: a bin of which a part is meant is accepted as often as all of it",
        file: "release/src/requests/rejection.rs",
        right: "if weight > 0.0 && uniform(&mut rng) < weight {",
        wrong: "if weight > 0.0 && uniform(&mut rng) < 2.0 {",
        suites: &[Suite::Inputs],
    },
    Fault {
        name: "requests: what completes private rows can be read by anybody",
        file: "cli/src/commands/sample.rs",
        right: "Some(_) => Readers::Owner,",
        wrong: "Some(_) => Readers::Anyone,",
        suites: &[Suite::Inputs],
    },
    Fault {
        name: "rules: numbers are compared as if none had to differ",
        file: "release/src/table/ties.rs",
        right: "least: i64::from(order.strict),",
        wrong: "least: i64::from(order.strict).min(0),",
        suites: &[Suite::Program],
    },
    Fault {
        name: "rules: numbers inside of bins are drawn once, whatever they are",
        file: "release/src/table/ties.rs",
        right: "if holds(&self.steps, &numbers) {",
        wrong: "if holds(&self.steps, &numbers) || time == 0 {",
        suites: &[Suite::Program],
    },
];
