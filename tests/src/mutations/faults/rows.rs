//! Drawing synthetic rows from fitted tables.

use crate::mutations::{Fault, Suite};

pub const FAULTS: &[Fault] = &[
    Fault {
        name: "rows: without replacement the random start is left out",
        file: "core/src/bayes/tickets.rs",
        right: "        .saturating_mul(rows)\n        .saturating_add(u128::from(start));",
        wrong: "        .saturating_mul(rows)\n        .saturating_add(u128::from(start.min(0)));",
        suites: &[Suite::Bayes, Suite::Claims],
    },
    Fault {
        name: "rows: without replacement a value gets a row too many",
        file: "core/src/bayes/rows/dealer.rs",
        right: "usize::try_from(due.saturating_sub(given)).unwrap_or(0)",
        wrong: "usize::try_from(due.saturating_sub(given).saturating_add(1)).unwrap_or(0)",
        suites: &[Suite::Bayes, Suite::Claims],
    },
    Fault {
        name: "rows: without replacement the same rows get the same values",
        file: "core/src/bayes/rows/dealer.rs",
        right: "                shuffle(rows, self.rng);\n",
        wrong: "                let _ = shuffle::<R>;\n",
        suites: &[Suite::Bayes, Suite::Claims],
    },
    Fault {
        name: "rows: with replacement the value after the drawn one is taken",
        file: "core/src/bayes/tickets.rs",
        right: "sums.partition_point(|&sum| sum <= ticket)",
        wrong: "sums.partition_point(|&sum| sum < ticket)",
        suites: &[Suite::Bayes, Suite::Claims],
    },
    Fault {
        name: "rows: negative cells count with their magnitude",
        file: "core/src/bayes/tickets.rs",
        right: "if cell > 0 { cell.unsigned_abs() } else { 0 }",
        wrong: "cell.unsigned_abs()",
        suites: &[Suite::Bayes, Suite::Claims],
    },
    Fault {
        name: "rows: a child looks at its parents' leaves instead of their levels",
        file: "core/src/bayes/rows/by_column.rs",
        right: "let value = u32::from(self.domain.coarse(parent, leaf));",
        wrong: "let value = u32::from(leaf).min(self.domain.size(parent).saturating_sub(1));",
        suites: &[Suite::Bayes, Suite::Claims],
    },
    Fault {
        name: "rows: a child is drawn by the stride of another variable",
        file: "core/src/bayes/rows/layout.rs",
        right: ".filter(|&&other| other > variable);",
        wrong: ".filter(|&&other| other < variable);",
        suites: &[Suite::Bayes, Suite::Claims],
    },
    Fault {
        name: "rows: a head's cell is taken apart in the wrong order",
        file: "core/src/bayes/rows/columns.rs",
        right: "for &variable in variables.as_slice().iter().rev() {",
        wrong: "for &variable in variables.as_slice() {",
        suites: &[Suite::Bayes, Suite::Claims],
    },
    Fault {
        name: "rows: a coarse value becomes the first leaf of its group",
        file: "core/src/bayes/rows/by_column.rs",
        right: "members.clone().nth(place).map_or(0, |(value, _)| value)",
        wrong: "members.clone().nth(place.min(0)).map_or(0, |(value, _)| value)",
        suites: &[Suite::Bayes, Suite::Claims],
    },
    Fault {
        name: "rows: parents without mass give the child evenly, not by its own distribution",
        file: "core/src/bayes/rows/layout.rs",
        right: "*sum = sum.saturating_add(mass(count));",
        wrong: "*sum = sum.saturating_add(mass(count.min(0)));",
        suites: &[Suite::Bayes, Suite::Claims],
    },
    Fault {
        name: "rows: the fallback never gives up",
        file: "core/src/bayes/walk.rs",
        right: "self.draws >= MOST_STEPS",
        wrong: "self.draws == usize::MAX",
        suites: &[Suite::Bayes, Suite::Claims],
    },
    Fault {
        name: "rows: small numbers come up too often",
        file: "core/src/bayes/tickets.rs",
        right: "        if low >= threshold {\n",
        wrong: "        if low >= threshold.min(0) {\n",
        suites: &[Suite::Bayes, Suite::Claims],
    },
];
