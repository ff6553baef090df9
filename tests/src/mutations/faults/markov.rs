//! Markov random fields. Nothing here reads counts but through the curator, so a fault costs accuracy
//! or memory, not privacy.

use crate::mutations::{Fault, Suite};

pub const FAULTS: &[Fault] = &[
    Fault {
        name: "inference: a clique's message is lost",
        file: "core/src/mrf/inference.rs",
        right: "            link.from_parent.add(message, parent);\n",
        wrong: "            let _ = (&message, parent);\n",
        suites: &[Suite::Markov],
    },
    Fault {
        name: "inference: what a parent knows is not handed back",
        file: "core/src/mrf/inference.rs",
        right: "                *ratio /= sum;\n",
        wrong: "                *ratio = sum / sum;\n",
        suites: &[Suite::Markov],
    },
    Fault {
        name: "inference: ln Z forgets the scale of all cliques but the first",
        file: "core/src/mrf/inference.rs",
        right: "            log_partition += largest;\n",
        wrong: "",
        suites: &[Suite::Markov],
    },
    Fault {
        name: "estimate: tables are fitted to a total of one",
        file: "core/src/mrf/estimate.rs",
        right: "*slope = *slope * self.total - noisy + shrink * potential;",
        wrong: "*slope = *slope - noisy + shrink * potential;",
        suites: &[Suite::Markov],
    },
    Fault {
        name: "estimate: the smoothing is left out of the slope",
        file: "core/src/mrf/estimate.rs",
        right: "*slope = *slope * self.total - noisy + shrink * potential;",
        wrong: "*slope = *slope * self.total - noisy + 0.0 * shrink * potential;",
        suites: &[Suite::Markov],
    },
    Fault {
        name: "tree: links share as little as they can",
        file: "core/src/mrf/tree.rs",
        right: "shared > most",
        wrong: "shared < most",
        suites: &[Suite::Markov],
    },
    Fault {
        name: "graph: the neighbours of what is eliminated are not joined",
        file: "core/src/mrf/elimination.rs",
        right: "                neighbours.add_all(&clique);\n",
        wrong: "",
        suites: &[Suite::Markov],
    },
    Fault {
        name: "marginal: a separator counts twice",
        file: "core/src/mrf/marginal.rs",
        right: "if sum.is_normal() { 1.0 / sum } else { 0.0 }",
        wrong: "if sum.is_normal() { 1.0 } else { 0.0 }",
        suites: &[Suite::Markov],
    },
    Fault {
        name: "reconcile: a part's precision forgets how many cells it is the sum of",
        file: "core/src/mrf/reconcile.rs",
        right: "1.0 / (measurement.variance * scale * scale)",
        wrong: "1.0 / measurement.variance",
        suites: &[Suite::Markov],
    },
    Fault {
        name: "joined values: what is noise inside a group is kept",
        file: "core/src/mrf/joined.rs",
        right: "1.0 - noise / spread",
        wrong: "1.0",
        suites: &[Suite::Markov],
    },
    Fault {
        name: "network: tables have a total of one row",
        file: "core/src/mrf/network.rs",
        right: "put(fitted, &sums, rows.max(1) as f64);",
        wrong: "put(fitted, &sums, rows.min(1) as f64);",
        suites: &[Suite::Markov],
    },
    Fault {
        name: "rounds: choices are not taken off what is left",
        file: "core/src/mrf/learn/rounds.rs",
        right: "        self.spend(choice)?;\n",
        wrong: "",
        suites: &[Suite::Markov],
    },
    Fault {
        name: "candidates: a table may have any number of cells",
        file: "core/src/mrf/candidates.rs",
        right: "    domain.cells(&set, limits.cells)?;\n",
        wrong: "",
        suites: &[Suite::Markov],
    },
    Fault {
        name: "candidates: the model may pass its memory",
        file: "core/src/mrf/candidates.rs",
        right: "grown.keeps_within(domain, limits.model_cells)",
        wrong: "grown.keeps_within(domain, u64::MAX)",
        suites: &[Suite::Markov],
    },
];
