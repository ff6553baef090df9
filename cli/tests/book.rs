//! The README and the book, as a reader uses them: their commands run, their specs are accepted, their links lead
//! somewhere, and the picture is drawn from its figures.
//!
//! Every fenced block of `README.md` and `docs/src/*.md` is marked:
//! - `sh` holds commands. The blocks of a text are run in their order by `sh -e` in one temporary folder, with the
//!   built `privet` first on the path, and must end with code 0. `cargo run --release -p privet …-- …` is run as `privet …`, the
//!   same program, whatever features it is built with. Commands in [`ELSEWHERE`] are left out; others must begin as [`HARMLESS`] says.
//! - `text` holds output, of the last `sh` block under the same heading if there is one. Of every line shown, the words
//!   before the first one that has a digit or a `…` in it must begin a line of what the commands printed, in the same
//!   order. So figures, which noise changes, are not compared, and neither is what was left out.
//! - `rust` holds a program, in the one chapter whose blocks the library runs as its doctests.
//! - `ron` holds a spec or a part of one. A whole one is accepted by `privet check`. If its first line is a comment with
//!   a file's name, as in `// survey.ron`, it is written to that file.
//! - `python` holds lines for Python; the tests of the package run them (`python/tests/test_docs.py`).
//!
//! The folder of a text holds `table.csv` and `spec.ron`, rows of the table of `privet demo` and its spec: a draft is reviewed
//! and corrected by hand, which a test cannot do.

// The texts' commands are those of a Linux shell (`sha256sum`, `sed`).
#![cfg(target_os = "linux")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use crate::common::{binary, privet};
use tempfile::tempdir;

/// Commands that are not run here, each with the reason and with who runs it instead.
const ELSEWHERE: &str = "\
cargo test
    (this test is a part of it)
cargo test -p privet --test program book
    (it is this very test)
cargo install --path cli
    (changes the user's home; here the built program is on the path)
.ci/run --all
    (takes hours, and runs this very test)
.ci/package x86_64-unknown-linux-musl && PRIVET_FROM=target/dist sh install.sh
    (builds for minutes and changes the user's home; `.ci/run --all` does both, elsewhere)
cargo build --release -p privet
    (`.ci/run` builds it for the demo)
cargo doc -p privet-release --open
    (opens a browser; `.ci/run` builds all documentation)
cargo bench -p privet-core --bench draws
    (a measurement of minutes; by hand, when its table is made again)
cargo build --release -p privet-release --features testing --example seeded
    (for the studies, by hand; `.ci/run` lints it)
python3 tests/studies/accuracy.py --data FOLDER --tvd TVD_SCRIPT --mechanism 'PrivMrf()' --samplings WithoutReplacement
    (takes minutes and tables that are not in this repository; by hand, when its table is made again)
python3 tests/studies/score_functions.py --data FOLDER --out FOLDER
    (the same, minutes to hours)
python3 tests/studies/theta.py --data FOLDER --out FOLDER
    (the same, minutes to hours)
python3 tests/studies/marginals.py --data FOLDER --out FOLDER
    (the same, minutes to hours)
python3 tests/studies/svm.py --data FOLDER --out FOLDER
    (the same, minutes to hours)
python3 tests/studies/scaling.py --data FOLDER --out FOLDER
    (the same, minutes to hours)
python3 tests/studies/nist.py --data FOLDER --out FOLDER
    (the same, minutes to hours)
python3 tests/studies/markov.py --data FOLDER --out FOLDER
    (the same, minutes to hours)
python3 tests/studies/networks.py --out FOLDER
    (takes minutes; by hand, when its table is made again)
python3 tests/studies/pearson.py --out FOLDER
    (takes minutes; by hand, when its table is made again)
python3 tests/studies/spearman.py --out FOLDER
    (takes minutes; by hand, when its table is made again)
python3 tests/studies/tables.py FOLDER
    (takes minutes; by hand, when its table is made again)
rustup target add thumbv7em-none-eabihf
    (installs a tool; `.ci/run` does)
apt-get install qemu-system-arm
    (installs a tool; `.ci/run` does)
cargo test -p privet-tests --test whole device
    (`cargo test` runs it beside this test)
cd tests/device && cargo run --release
    (the test `device` runs the same firmware)
verification/kani.sh
    (needs Kani; `.ci/run` runs the quick proofs where it is installed)
verification/faults.py
    (needs cargo-mutants; `.ci/run --all` plants those of changed files)
fuzz/run.sh 60
    (needs nightly and cargo-fuzz; `.ci/run` runs it for 4 s a target)
tests/pages/check.py
    (needs Chromium and its driver; `.ci/run` runs it where they can be installed)
fuzz/coverage.sh
    (takes minutes; by hand, when its table is made again)
cargo +nightly miri test -p privet-core --features alloc,libm/force-soft-floats
    (needs nightly; `.ci/run` runs the quick ones of these tests)
cargo run --release -p privet-tests --features studies --example audit
    (takes minutes; `tests/tests/audit.rs` is the same in small)
.ci/run
    (runs this test)
cargo install mdbook --locked
    (installs a tool; by hand)
mdbook serve docs --open
    (needs mdBook and opens a browser; by hand)
pip install ./python
    (builds the package; `.ci/run` does, with its tests)
";

/// The chapter with programs; `release/src/lib.rs` includes it.
const PROGRAMS: &str = "docs/src/embedding.md";

/// How a command may begin that is run here: a text that says more is not run by accident.
const HARMLESS: [&str; 6] = ["privet ", "cp ", "head ", "printf ", "sed ", "digest="];

/// A test for each text with commands, so that texts run beside each other.
macro_rules! run {
    ($($test:ident: $name:literal),* $(,)?) => {
        $(
            #[test]
            fn $test() {
                commands_run_and_print_what_is_shown($name);
            }
        )*
        const RUN: &[&str] = &[$($name),*];
    };
}

run! {
    accounts: "docs/src/accounts.md",
    algorithms: "docs/src/algorithms.md",
    checking: "docs/src/checking.md",
    evaluation: "docs/src/evaluation.md",
    files: "docs/src/files.md",
    guarantee: "docs/src/guarantee.md",
    introduction: "docs/src/introduction.md",
    large: "docs/src/large.md",
    mechanisms: "docs/src/mechanisms.md",
    readme: "README.md",
    spec: "docs/src/spec.md",
    tutorial: "docs/src/tutorial.md",
}

/// How many rows of the demo's table most texts read: they say what is printed, not how good it is, and each of their
/// evaluations and comparisons reads every row.
const ROWS: usize = 3000;
/// The text that says how good a release of the whole table is.
const OF_ALL_ROWS: &str = "docs/src/evaluation.md";

/// The table and the spec of `privet demo`.
static DEMO: LazyLock<(String, String)> = LazyLock::new(|| {
    let place = tempdir().unwrap();
    let folder = place.path().join("demo");
    let made = privet(&["demo", "--quiet", "--out", folder.to_str().unwrap()]);
    assert_eq!(made.code, Some(0), "{}", made.err);
    let read = |file: &str| fs::read_to_string(folder.join(file)).unwrap();
    (read("people.csv"), read("spec.ron"))
});

fn commands_run_and_print_what_is_shown(name: &str) {
    let texts = texts();
    let text = texts.iter().find(|text| text.name == name).unwrap();
    let place = tempdir().unwrap();
    let (table, spec) = &*DEMO;
    let rows = if name == OF_ALL_ROWS {
        usize::MAX
    } else {
        ROWS
    };
    let table = table.split_inclusive('\n').take(rows.saturating_add(1));
    fs::write(place.path().join("table.csv"), table.collect::<String>()).unwrap();
    fs::write(place.path().join("spec.ron"), spec).unwrap();
    let mut printed = None;
    for block in text.blocks() {
        match block.language {
            "ron" => block.write_named_file(place.path()),
            "sh" => printed = block.run(place.path()),
            "text" if block.shows_output => {
                if let Some(printed) = printed.take() {
                    block.compare(&printed);
                }
            }
            _ => {}
        }
    }
}

#[test]
fn every_text_with_commands_is_run() {
    let has_commands = |text: &&Text| {
        let mut blocks = text.blocks().into_iter();
        blocks.any(|block| block.language == "sh" && !block.script().is_empty())
    };
    let texts = texts();
    let texts: BTreeSet<&str> = texts
        .iter()
        .filter(has_commands)
        .map(|text| text.name.as_str())
        .collect();
    assert_eq!(texts, RUN.iter().copied().collect());
}

#[test]
fn what_is_not_run_here_stands_in_a_text() {
    let texts = texts();
    let commands: BTreeSet<&str> = texts
        .iter()
        .flat_map(Text::blocks)
        .filter(|block| block.language == "sh")
        .flat_map(|block| block.body.lines().map(command).collect::<Vec<_>>())
        .collect();
    for command in elsewhere() {
        assert!(commands.contains(command), "no text says `{command}`");
    }
}

#[test]
fn blocks_are_marked() {
    for text in texts() {
        for block in text.blocks() {
            let is_program = block.language == "rust" && text.name == PROGRAMS;
            assert!(
                is_program || ["sh", "text", "ron", "python"].contains(&block.language),
                "{}: a block is marked `{}`: write `sh` for commands, `text` for output, `ron` for specs, \
                 `python` for Python; programs (`rust`) stand in {PROGRAMS}",
                block.place,
                block.language
            );
        }
    }
}

#[test]
fn specs_are_accepted() {
    for text in texts() {
        for block in text.blocks() {
            if block.language != "ron" || !block.body.lines().any(|line| line == "Release(") {
                continue;
            }
            let place = tempdir().unwrap();
            let file = place.path().join("spec.ron");
            fs::write(&file, block.body).unwrap();
            let run = privet(&["check", file.to_str().unwrap()]);
            assert_eq!(run.code, Some(0), "{}: {}", block.place, run.err);
        }
    }
}

#[test]
fn links_lead_somewhere() {
    for text in texts() {
        for link in text.links() {
            if link.starts_with("http://") || link.starts_with("https://") {
                continue;
            }
            let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if path.is_empty() {
                text.path.clone()
            } else {
                text.path.parent().unwrap().join(path)
            };
            assert!(target.exists(), "{}: nothing at `{link}`", text.name);
            if !anchor.is_empty() {
                let headings = headings(&fs::read_to_string(&target).unwrap());
                assert!(
                    headings.contains(anchor),
                    "{}: no heading for `{link}`; there are {headings:?}",
                    text.name
                );
            }
        }
    }
}

#[test]
fn the_summary_has_every_chapter() {
    let texts = texts();
    let summary = texts
        .iter()
        .find(|text| text.name.ends_with("SUMMARY.md"))
        .unwrap();
    let listed: BTreeSet<&str> = summary.links().into_iter().collect();
    let chapters: BTreeSet<&str> = texts
        .iter()
        .filter_map(|text| text.name.strip_prefix("docs/src/"))
        .filter(|name| *name != "SUMMARY.md")
        .collect();
    assert_eq!(listed, chapters);
}

#[test]
fn the_picture_is_drawn_from_its_figures() {
    let place = tempdir().unwrap();
    let drawn = place.path().join("accuracy.svg");
    let script = root().join("tests/studies/accuracy_chart.py");
    // Python writes no compiled files beside the script.
    let python = Command::new("python3")
        .arg("-B")
        .args([&script, Path::new("--out"), &drawn])
        .output();
    let Ok(run) = python else {
        println!("skipped: there is no python3");
        return;
    };
    assert!(
        run.status.success(),
        "{}",
        String::from_utf8_lossy(&run.stderr)
    );
    let committed = fs::read(root().join("docs/src/accuracy.svg")).unwrap();
    assert!(
        fs::read(&drawn).unwrap() == committed,
        "docs/src/accuracy.svg is not what {} draws: run it",
        script.display()
    );
}

/// `README.md` or a chapter.
struct Text {
    /// Its path in the repository.
    name: String,
    path: PathBuf,
    words: String,
}

/// A fenced block.
struct Block<'a> {
    /// File and line.
    place: String,
    language: &'a str,
    body: &'a str,
    /// Whether an `sh` block stands before it under the same heading.
    shows_output: bool,
}

fn texts() -> Vec<Text> {
    let chapters = fs::read_dir(root().join("docs/src")).unwrap();
    let mut names: Vec<String> = chapters
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter_map(|name| Some(format!("docs/src/{}.md", name.strip_suffix(".md")?)))
        .collect();
    names.push("README.md".to_owned());
    names.sort();
    names
        .into_iter()
        .map(|name| {
            let path = root().join(&name);
            let words = fs::read_to_string(&path).unwrap();
            Text { name, path, words }
        })
        .collect()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .unwrap()
        .to_owned()
}

impl Text {
    fn blocks(&self) -> Vec<Block<'_>> {
        let mut blocks = Vec::new();
        let mut opened: Option<(&str, usize, usize)> = None;
        let mut commands_above = false;
        let mut at = 0;
        for (line, number) in self.words.split_inclusive('\n').zip(1..) {
            let fence = line.trim_end().strip_prefix("```");
            match (opened, fence) {
                (None, Some(language)) => opened = Some((language, number, at + line.len())),
                (Some((language, first, start)), Some("")) => {
                    opened = None;
                    blocks.push(Block {
                        place: format!("{}:{first}", self.name),
                        language,
                        body: &self.words[start..at],
                        shows_output: commands_above,
                    });
                    commands_above = commands_above || language == "sh";
                }
                (None, None) if line.starts_with('#') => commands_above = false,
                _ => {}
            }
            at += line.len();
        }
        assert!(opened.is_none(), "{}: a block is never closed", self.name);
        blocks
    }

    /// The targets of links and pictures, those in blocks left out.
    fn links(&self) -> Vec<&str> {
        prose(&self.words)
            .flat_map(|line| line.split("](").skip(1))
            .filter_map(|rest| rest.split_once(')').map(|(target, _)| target))
            .collect()
    }
}

/// A command that builds the program and runs it, as one that runs the built program.
fn built(line: &str) -> String {
    let features = ["", "--no-default-features "];
    features.iter().fold(line.to_owned(), |line, features| {
        line.replace(
            &format!("cargo run --release -p privet {features}-- "),
            "privet ",
        )
    })
}

impl Block<'_> {
    /// Those of its commands that are for here.
    fn script(&self) -> String {
        self.body
            .lines()
            .filter(|line| !elsewhere().any(|elsewhere| elsewhere == command(line)))
            .map(|line| built(line) + "\n")
            .collect()
    }

    /// What its commands print, both streams; nothing if none of them is for here.
    fn run(&self, folder: &Path) -> Option<String> {
        let script = self.script();
        if script.is_empty() {
            return None;
        }
        for line in script.lines() {
            assert!(
                HARMLESS.iter().any(|start| line.starts_with(start)),
                "{}: `{line}` is neither in HARMLESS nor in ELSEWHERE",
                self.place
            );
        }
        let built = binary().parent().unwrap().to_str().unwrap();
        let path = format!("{built}:{}", std::env::var("PATH").unwrap());
        let run = Command::new("sh")
            .args(["-e", "-c", &format!("exec 2>&1\n{script}")])
            .current_dir(folder)
            .env("PATH", path)
            .output()
            .expect("sh starts");
        let printed = String::from_utf8(run.stdout).unwrap();
        assert!(
            run.status.success(),
            "{}: these commands fail\n{script}\n{printed}",
            self.place
        );
        Some(printed)
    }

    fn compare(&self, printed: &str) {
        let mut lines = printed.lines();
        for shown in self.body.lines() {
            let words: Vec<&str> = shown
                .split_whitespace()
                .take_while(|word| !word.contains(|c: char| c.is_ascii_digit() || c == '…'))
                .collect();
            let found = words.is_empty()
                || lines.any(|line| {
                    line.split_whitespace()
                        .take(words.len())
                        .eq(words.iter().copied())
                });
            assert!(
                found,
                "{}: this line is not printed, or not here\n{shown}\nwhat is printed:\n{printed}",
                self.place
            );
        }
    }

    fn write_named_file(&self, folder: &Path) {
        let first = self.body.lines().next().unwrap_or_default();
        let name = first
            .strip_prefix("// ")
            .and_then(|rest| rest.strip_suffix(".ron"))
            .filter(|name| !name.contains(' '));
        if let Some(name) = name {
            fs::write(folder.join(format!("{name}.ron")), self.body).unwrap();
        }
    }
}

/// The commands of [`ELSEWHERE`]: each stands before its reason.
fn elsewhere() -> impl Iterator<Item = &'static str> {
    ELSEWHERE.lines().filter(|line| !line.starts_with(' '))
}

/// A line without its comment.
fn command(line: &str) -> &str {
    line.split_once(" #")
        .map_or(line, |(before, _)| before)
        .trim()
}

/// The lines outside of blocks.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut inside = false;
    text.lines().filter(move |line| {
        let fence = line.starts_with("```");
        inside ^= fence;
        !inside && !fence
    })
}

/// The anchors of a text's headings, as GitHub and mdBook make them.
fn headings(text: &str) -> BTreeSet<String> {
    prose(text)
        .filter(|line| line.starts_with('#'))
        .map(|line| {
            line.trim_start_matches('#')
                .trim()
                .to_lowercase()
                .chars()
                .filter(|c| c.is_alphanumeric() || [' ', '-', '_'].contains(c))
                .map(|c| if c == ' ' { '-' } else { c })
                .collect()
        })
        .collect()
}
