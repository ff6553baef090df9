//! A folder of its own for each test, with a spec and a table that the test makes itself.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use serde_json::Value;
use sha2::{Digest as _, Sha256};
use tempfile::TempDir;

use super::{Run, command};

/// A spec with every kind of attribute, a person as the unit, and all policies; by `PrivBayes`.
pub(crate) const SURVEY: &str = r#"Release(
    privet: 1,
    title: "A survey",
    contact: "privacy@example.org",
    reviewed: true,
    unit: Person(id: "person", rows: 2),
    adjacency: AddRemove,
    budget: (epsilon: "2", delta: "1e-6"),
    schema: [
        (name: "number", kind: Identifier(prefix: "P")),
        (name: "age", kind: Integer(min: 0, max: 99, bin: 5), outside: Clamp, missing: ["NA"]),
        (name: "sex", kind: Categorical(["F", "M"]), missing: ["", "NA"], outside: Null),
        (name: "region", kind: Categorical(["N1", "N2", "S1"]), hierarchy: Groups({"north": ["N1", "N2"], "south": ["S1"]})),
        (name: "smokes", kind: Boolean(no: "no", yes: "yes")),
        (name: "bmi", kind: Real(min: "10", max: "60", bins: 10, decimals: 1), outside: Clamp, missing: ["NA"]),
        (name: "visit", kind: Date(min: "2025-01-01", max: "2025-12-31", bin: Months(1))),
        (name: "job", kind: Categorical(["none", "office, or shop", "farm"]), outside: Other("else")),
    ],
    mechanism: PrivBayes(),
)
"#;

/// The header of [`survey`]'s tables.
pub(crate) const SURVEY_HEADER: [&str; 8] = [
    "person", "age", "sex", "region", "smokes", "bmi", "visit", "job",
];

/// Rows for [`SURVEY`], the same for the same number: dependent columns, nulls, values outside of
/// the domain, persons with one to three rows.
pub(crate) fn survey(rows: usize) -> Vec<[String; 8]> {
    let mut dice = Dice(0x5eed);
    (0..rows)
        .map(|row| {
            let age = dice.below(105);
            let south = dice.below(100) < 20 + age / 2;
            let smokes = dice.below(100) < if south { 60 } else { 15 };
            let bmi = 180 + age + dice.below(90);
            [
                format!("p{}", row / 2 + usize::from(dice.chance(10))),
                if dice.chance(5) {
                    "NA".to_owned()
                } else {
                    age.to_string()
                },
                ["F", "M", "", "X"][dice.weighted([45, 45, 8, 2])].to_owned(),
                if south {
                    "S1".to_owned()
                } else {
                    format!("N{}", 1 + dice.below(2))
                },
                if smokes { "yes" } else { "no" }.to_owned(),
                format!("{}.{}", bmi / 10, bmi % 10),
                format!("2025-{:02}-{:02}", 1 + dice.below(12), 1 + dice.below(28)),
                ["none", "office, or shop", "farm", "tailor"][dice.weighted([30, 40, 20, 10])]
                    .to_owned(),
            ]
        })
        .collect()
}

/// A CSV text of a header and rows; fields that hold the delimiter stand in quotes.
pub(crate) fn csv_text<H: AsRef<str>, F: AsRef<str>>(
    header: &[H],
    rows: impl IntoIterator<Item = impl AsRef<[F]>>,
    delimiter: char,
) -> String {
    let quoted = |field: &str| {
        if field.contains([delimiter, '"', '\n']) {
            format!("\"{}\"", field.replace('"', "\"\""))
        } else {
            field.to_owned()
        }
    };
    let mut text = String::new();
    let line = |fields: Vec<String>| fields.join(&delimiter.to_string());
    writeln!(
        text,
        "{}",
        line(header.iter().map(|name| quoted(name.as_ref())).collect())
    )
    .expect("a string");
    for row in rows {
        let fields = row.as_ref().iter().map(|field| quoted(field.as_ref()));
        writeln!(text, "{}", line(fields.collect())).expect("a string");
    }
    text
}

/// [`survey`] as a CSV text.
pub(crate) fn survey_csv(rows: usize) -> String {
    csv_text(&SURVEY_HEADER, survey(rows), ',')
}

/// A spec for rows of these attributes, (ε, δ) = (1, 1e-6), by `PrivBayes`.
pub(crate) fn spec_of(schema: &str) -> String {
    format!(
        "Release(\n    privet: 1,\n    reviewed: true,\n    unit: Row,\n    adjacency: AddRemove,\n    \
         budget: (epsilon: \"1\", delta: \"1e-6\"),\n    schema: [\n        {schema}\n    ],\n    mechanism: PrivBayes(),\n)\n"
    )
}

/// A temporary folder, removed with all that it holds when the test ends.
pub(crate) struct Desk(TempDir);

impl Default for Desk {
    fn default() -> Self {
        Self::new()
    }
}

impl Desk {
    /// Empty.
    pub(crate) fn new() -> Self {
        Self(TempDir::new().expect("a temporary folder"))
    }

    /// With `spec.ron` and `table.csv`.
    pub(crate) fn with(spec: &str, table: impl AsRef<[u8]>) -> Self {
        let desk = Self::new();
        desk.write("spec.ron", spec);
        desk.write("table.csv", table);
        desk
    }

    /// With [`SURVEY`] and its table.
    pub(crate) fn survey(rows: usize) -> Self {
        Self::with(SURVEY, survey_csv(rows))
    }

    /// A place in the folder.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The folder itself.
    pub(crate) fn folder(&self) -> &Path {
        self.0.path()
    }

    /// Makes or replaces a file.
    pub(crate) fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder can be made");
        fs::write(path, bytes).expect("a file can be written");
    }

    /// A file's bytes.
    pub(crate) fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// A file's text.
    pub(crate) fn text(&self, name: &str) -> String {
        String::from_utf8(self.bytes(name)).expect("UTF-8")
    }

    /// A file's JSON.
    pub(crate) fn json(&self, name: &str) -> Value {
        serde_json::from_str(&self.text(name)).expect("JSON")
    }

    /// The names of all that stands in a folder, sorted.
    pub(crate) fn names(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path(folder)).expect("a folder");
        let mut names: Vec<String> = entries
            .map(|entry| entry.expect("an entry").file_name())
            .map(|name| name.into_string().expect("UTF-8"))
            .collect();
        names.sort_unstable();
        names
    }

    /// Copies a folder of files.
    pub(crate) fn copy(&self, from: &str, to: &str) {
        for name in self.names(from) {
            self.write(
                &format!("{to}/{name}"),
                self.bytes(&format!("{from}/{name}")),
            );
        }
    }

    /// Runs `privet` in the folder.
    pub(crate) fn run(&self, args: &[&str]) -> Run {
        self.run_with(args, b"")
    }

    /// Runs `privet` in the folder with these bytes on standard input.
    pub(crate) fn run_with(&self, args: &[&str], input: &[u8]) -> Run {
        let mut child = command(args)
            .current_dir(self.folder())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("privet starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        let output = std::thread::scope(|scope| {
            // A program that stops before the end of its input is no failure of the test.
            scope.spawn(move || stdin.write_all(input));
            child.wait_with_output().expect("it ends")
        });
        Run::of(output)
    }

    /// `release spec.ron --data table.csv --out OUT` with more arguments; it must succeed.
    pub(crate) fn release(&self, out: &str, more: &[&str]) -> Run {
        let mut args = vec!["release", "spec.ron", "--data", "table.csv", "--out", out];
        args.extend(more);
        let run = self.run(&args);
        assert_eq!(run.code, Some(0), "{args:?}:\n{}", run.err);
        run
    }

    /// `evaluate` of `table.csv` and this synthetic table with more arguments, and what it prints; it must succeed.
    pub(crate) fn evaluate(&self, synthetic: &str, more: &[&str]) -> String {
        let args = evaluate_args(synthetic, more);
        let run = self.run(&args);
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{args:?}");
        run.out
    }

    /// `verify` of a release's record.
    pub(crate) fn verify(&self, folder: &str, more: &[&str]) -> Run {
        let record = format!("{folder}/record.json");
        let mut args = vec!["verify", &record];
        args.extend(more);
        self.run(&args)
    }

    /// `verify` of the release `out` with another model, after its forger has made all digests agree again.
    pub(crate) fn verify_with_model(&self, forged: &str) -> Run {
        let model = self.bytes("out/model.ron");
        let record = self.text("out/record.json");
        let record = record.replace(&sha256(&model), &sha256(forged.as_bytes()));
        self.copy("out", "forged");
        self.write("forged/model.ron", forged);
        self.write("forged/record.json", resealed(&record));
        self.verify("forged", &[])
    }

    /// `verify` must find nothing wrong.
    pub(crate) fn assert_verifies(&self, folder: &str, more: &[&str]) {
        let run = self.verify(folder, more);
        assert_eq!(
            (run.code, run.err.as_str()),
            (Some(0), ""),
            "{folder}:\n{}",
            run.out
        );
    }

    /// The rows of a CSV file under its header, as the crate `csv` reads them.
    pub(crate) fn table(&self, name: &str) -> (Vec<String>, Vec<Vec<String>>) {
        let mut reader = csv::Reader::from_path(self.path(name)).expect("a CSV file");
        let fields = |record: &csv::StringRecord| record.iter().map(str::to_owned).collect();
        let header = fields(reader.headers().expect("a header"));
        let rows = reader
            .records()
            .map(|record| fields(&record.expect("a whole row")))
            .collect();
        (header, rows)
    }
}

/// `evaluate` by `spec.ron` of `table.csv` and this synthetic table, with more arguments.
pub(crate) fn evaluate_args<'a>(synthetic: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let mut args = vec!["evaluate", "--spec", "spec.ron", "--real", "table.csv"];
    args.extend(["--synthetic", synthetic, "--quiet"]);
    args.extend(more);
    args
}

/// Asserts that a run was refused: code 2, nothing on standard output, a remedy, no panic.
pub(crate) fn assert_refused(run: &Run, fragments: &[&str], case: &str) {
    assert_eq!(run.code, Some(2), "case `{case}`:\n{}{}", run.out, run.err);
    assert_eq!(run.out, "", "case `{case}`");
    for fragment in fragments {
        assert!(
            run.err.contains(fragment),
            "case `{case}`: `{fragment}` is not in\n{}",
            run.err
        );
    }
    assert!(!run.err.contains("panicked"), "case `{case}`:\n{}", run.err);
    assert!(
        run.err.contains("help: "),
        "case `{case}` has no remedy:\n{}",
        run.err
    );
}

/// The files of every release, sorted.
pub(crate) const ARTEFACTS: [&str; 3] = ["model.ron", "record.json", "synthetic.csv"];

/// SHA-256 in hexadecimal digits.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes)
        .iter()
        .fold(String::new(), |mut text, byte| {
            write!(text, "{byte:02x}").expect("a string");
            text
        })
}

/// A record whose own digest agrees again after a change: what a careful forger would do.
pub(crate) fn resealed(record: &str) -> String {
    let key = "\"self_sha256\": \"";
    let start = record.find(key).expect("the record has its own digest") + key.len();
    let blank = format!(
        "{}{}{}",
        &record[..start],
        "0".repeat(64),
        &record[start + 64..]
    );
    let digest = sha256(blank.as_bytes());
    format!("{}{digest}{}", &record[..start], &record[start + 64..])
}

/// A small generator for made-up tables: SplitMix64.
pub(crate) struct Dice(pub u64);

impl Dice {
    /// The next 64 bits.
    pub(crate) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Below `bound`, nearly uniform.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.bits() % bound
    }

    /// True in so many cases of a hundred.
    pub(crate) fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    /// An index by its weight.
    pub(crate) fn weighted<const N: usize>(&mut self, weights: [u64; N]) -> usize {
        let mut left = self.below(weights.iter().sum());
        for (index, weight) in weights.into_iter().enumerate() {
            if left < weight {
                return index;
            }
            left -= weight;
        }
        N - 1
    }
}
