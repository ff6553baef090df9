//! Faults in how files get their names, in what a killed run leaves, and in what the program says at its end.

use crate::mutations::{Fault, Suite};

/// The faults of this family.
pub const FAULTS: &[Fault] = &[
    Fault {
        name: "release: files are written under the final name at once",
        file: "release/src/pending/begun.rs",
        right: "let folder = temporary_name(target, product.mark())?;",
        wrong: "let folder = target.to_owned();",
        suites: &[Suite::Program, Suite::Crash],
    },
    Fault {
        name: "release: a failed release leaves its folder behind",
        file: "release/src/pending/under_way.rs",
        right: "        // Best effort: what cannot be removed is no release.\n        let _ = fs::remove_dir_all(folder);\n",
        wrong: "",
        suites: &[Suite::Program, Suite::Crash],
    },
    Fault {
        name: "release: an unfinished release can be read by everyone",
        file: "release/src/pending/system.rs",
        right: "builder.mode(0o700);",
        wrong: "builder.mode(0o755);",
        suites: &[Suite::Program, Suite::Crash],
    },
    Fault {
        name: "release: a finished release can be read by its owner alone",
        file: "release/src/pending/begun.rs",
        right: "fs::set_permissions(&self.target, self.ordinary.clone())",
        wrong: "fs::set_permissions(&self.target, fs::metadata(&self.target)?.permissions())",
        suites: &[Suite::Program],
    },
    Fault {
        name: "release: the seed's file can be read by everyone",
        file: "release/src/pending/begun.rs",
        right: "options.mode(0o600);",
        wrong: "options.mode(0o644);",
        suites: &[Suite::Program, Suite::Whole],
    },
    Fault {
        name: "release: the folder of a living run is taken for a leftover",
        file: "release/src/pending/system.rs",
        right: "Err(Errno::WOULDBLOCK) => return Hold::NotOurs,",
        wrong: "Err(Errno::WOULDBLOCK) => {}",
        suites: &[Suite::Program, Suite::Crash],
    },
    Fault {
        name: "release: folders of other names are taken for leftovers",
        file: "release/src/files.rs",
        right: "tag.len() == 2 * TAG_BYTES && tag.iter().all(hexadecimal)",
        wrong: "tag.len() <= 2 * TAG_BYTES && tag.iter().all(hexadecimal)",
        suites: &[Suite::Program],
    },
    Fault {
        name: "release: a folder that came to stand there meanwhile is replaced",
        file: "release/src/pending/system.rs",
        right: "to, RenameFlags::NOREPLACE)",
        wrong: "to, RenameFlags::empty())",
        suites: &[Suite::Program],
    },
    Fault {
        name: "release: the seed of a release that got no name keeps its own",
        file: "release/src/pending/begun.rs",
        right: "                    let _ = fs::rename(&placed.target, placed.made());\n",
        wrong: "                    let _ = placed;\n",
        suites: &[Suite::Program],
    },
    Fault {
        name: "release: a killed run's charge is not told",
        file: "release/src/making/folder.rs",
        right: "            remove(leftover, watch);\n",
        wrong: "            let _ = leftover.remove();\n",
        suites: &[Suite::Program, Suite::Crash],
    },
    Fault {
        name: "privet: signals end it as they end any program",
        file: "cli/src/main.rs",
        right: "    on_signals();\n",
        wrong: "",
        suites: &[Suite::Crash],
    },
    Fault {
        name: "privet: a hangup ends it under nohup, too",
        file: "cli/src/stop.rs",
        right: "ignored >> (signal - 1) & 1 == 0",
        wrong: "ignored >> (signal - 1) & 1 <= 1",
        suites: &[Suite::Crash],
    },
    Fault {
        name: "privet: a release that cannot be announced counts as failed",
        file: "cli/src/output/announce.rs",
        right: "CliError::Output(error) => CliError::Unannounced(error),",
        wrong: "CliError::Output(error) => CliError::Output(error),",
        suites: &[Suite::Crash],
    },
    Fault {
        name: "privet: a fault of a record is none where nobody reads on",
        file: "cli/src/commands/verify.rs",
        right: "if !holds {",
        wrong: "if told.is_ok() && !holds {",
        suites: &[Suite::Crash],
    },
];
