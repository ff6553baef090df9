//! Faults that must not compile.

use crate::mutations::{Fault, Suite};

pub const FAULTS: &[Fault] = &[
    Fault {
        name: "a table is noised without a charge",
        file: "core/src/curator/gaussian.rs",
        right: "        paid.perturb(answered, &mut self.rng)?;\n",
        wrong: "        law.perturb(answered, &mut self.rng)?;\n",
        suites: &[Suite::Types("E0599")],
    },
    Fault {
        name: "one charge pays for two answers",
        file: "core/src/curator/gaussian.rs",
        right: "        paid.perturb(answered, &mut self.rng)?;\n",
        wrong: "        paid.perturb(answered, &mut self.rng)?;\n        paid.perturb(answered, &mut self.rng)?;\n",
        suites: &[Suite::Types("E0382")],
    },
    Fault {
        name: "a payment is made by hand",
        file: "release/src/mechanisms/priv_bayes/run.rs",
        right: "        let (size, tau) = measure_size(curator, domain, &self.settings)?;\n",
        wrong: "        let _ = privet_core::ledger::Paid(self.budget.calibration);\n        let (size, tau) = measure_size(curator, domain, &self.settings)?;\n",
        suites: &[Suite::Types("E0423")],
    },
    Fault {
        name: "noise comes from the fast generator of rows",
        file: "release/src/mechanisms/learning.rs",
        right: "noise: noise.generator(),",
        wrong: "noise: <rand_xoshiro::Xoshiro256PlusPlus as rand_core::SeedableRng>::from_seed(run.row_seed),",
        suites: &[Suite::Types("E0308")],
    },
    Fault {
        name: "Gaussian noise is charged to a pure ledger",
        file: "core/src/curator/gaussian.rs",
        right: "impl<C: Counts, R: TryCryptoRng, const ENTRIES: usize> Curator<C, R, Gaussian, ENTRIES> {",
        wrong: "impl<C: Counts, R: TryCryptoRng, const ENTRIES: usize> Curator<C, R, crate::ledger::Pure, ENTRIES> {",
        suites: &[Suite::Types("E0592")],
    },
    Fault {
        name: "the data is asked after the curator was closed",
        file: "release/src/counts/private_table.rs",
        right: "(answer, curator.close())",
        wrong: "{\n            let ledger = curator.close();\n            let _ = curator.ledger();\n            (answer, ledger)\n        }",
        suites: &[Suite::Types("E0382")],
    },
    Fault {
        name: "the table is used after it was released from",
        file: "release/src/making/artefacts.rs",
        right: "        drop(table);\n",
        wrong: "        drop(table);\n        let _ = table.failure();\n",
        suites: &[Suite::Types("E0382")],
    },
    Fault {
        name: "a table's codes are printed",
        file: "release/src/making/artefacts.rs",
        right: "        drop(table);\n",
        wrong: "        eprintln!(\"{table:?}\");\n        drop(table);\n",
        suites: &[Suite::Types("E0277")],
    },
];
