//! What must not fail once it is paid for.

use crate::mutations::{Fault, Suite};

pub const FAULTS: &[Fault] = &[
    Fault {
        name: "afterwards: a noisy size is not cut off",
        file: "core/src/curator/pure.rs",
        right: "        cut_off(&mut answer);\n",
        wrong: "        let _ = cut_off;\n",
        suites: &[Suite::Bayes],
    },
    Fault {
        name: "afterwards: noisy counts are not cut off",
        file: "core/src/curator/gaussian.rs",
        right: "        cut_off(noisy);\n",
        wrong: "",
        suites: &[Suite::Bayes],
    },
    Fault {
        name: "afterwards: a table of another size is found out after it is paid for",
        file: "core/src/curator/gaussian.rs",
        right: "        if cells != Some(scratch.len()) || cells != Some(noisy.len()) {\n",
        wrong: "        if cells.is_none() || scratch.len() != noisy.len() {\n",
        suites: &[Suite::Claims],
    },
    Fault {
        name: "afterwards: too little memory for scores is found out after they are paid for",
        file: "core/src/curator/pairs.rs",
        right: "        one * other <= cells as u64 && one + other <= margins as u64\n",
        wrong: "        one * other <= cells as u64 && one <= margins as u64\n",
        suites: &[Suite::Claims],
    },
    Fault {
        name: "afterwards: too little memory for the score F is found out after it is paid for",
        file: "core/src/curator/selection.rs",
        right: "                    scratch.states.len() >= states\n",
        wrong: "                    scratch.states.len() >= states.min(1)\n",
        suites: &[Suite::Claims],
    },
    Fault {
        name: "afterwards: a candidate's cells are counted after they are paid for",
        file: "core/src/curator/distance.rs",
        right: "cells > Some(scratch.counts.len())",
        wrong: "cells.is_none()",
        suites: &[Suite::Claims],
    },
    Fault {
        name: "afterwards: rare values have a number with a gap before it",
        file: "core/src/mrf/joined.rs",
        right: "let rest = self.made;",
        wrong: "let rest = self.made.saturating_add(1);",
        suites: &[Suite::Markov],
    },
    Fault {
        name: "afterwards: scores drown unnoticed in their noise",
        file: "release/src/mechanisms/priv_bayes/plan.rs",
        right: "        Ok(table.max(score.to_f64() / to_f64(score::ONE)))\n",
        wrong: "        let _ = score;\n        Ok(table)\n",
        suites: &[Suite::Program],
    },
    Fault {
        name: "afterwards: a share of the size that buys no noise is found out by the curator",
        file: "release/src/spec.rs",
        right: "            Err(_) => \"the share of `size` is too small for any noise\".to_owned(),\n",
        wrong: "            Err(_) => return Ok(()),\n",
        suites: &[Suite::Program],
    },
    Fault {
        name: "afterwards: memory is looked for without regard to noise",
        file: "release/src/spec.rs",
        right: "(of_table as u64).saturating_add(reach).min(u32::MAX.into())",
        wrong: "(of_table as u64).saturating_add(reach.min(0)).min(u32::MAX.into())",
        suites: &[Suite::Program],
    },
    Fault {
        name: "unprotected: a quote left open is not listed",
        file: "release/src/table/stop.rs",
        right: "Self::OpenQuote => always(\"that every quote is closed\"),",
        wrong: "Self::OpenQuote => Vec::new(),",
        suites: &[Suite::Program],
    },
    Fault {
        name: "unprotected: the record forgets what stops a release",
        file: "release/src/record/words.rs",
        right: "        .flat_map(|stop| stop.told(release))\n",
        wrong: "        .skip(4)\n        .flat_map(|stop| stop.told(release))\n",
        suites: &[Suite::Program],
    },
];
