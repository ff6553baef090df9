//! Releases of every mechanism, as they were made and as forgers would have them.

mod forged;
mod forgeries;
mod honest;
mod kept;
mod streamed;

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use privet_spec::{Accounting, MechanismName, OutputFormat};
use privet_tests::is_every_one_tried;
use serde_json::Value;
use tempfile::TempDir;

use super::findings::Findings;
use super::run::verify;
use crate::error::Error;
use crate::keys::KeptSeed;
use crate::making::{InMemory, NewRelease};
use crate::mechanisms::list::{algorithm_of, in_many_ways};
use crate::names::{MODEL, RECORD, synthetic_name};
use crate::record::Record;
use crate::spec::Spec;
use crate::table::{Decoding, Input, write_decoded};
use crate::watch::Silent;

/// What a release is made by.
struct Case {
    mechanism: String,
    adjacency: &'static str,
    /// Whether the number's bins are found.
    finds_bins: bool,
    beside: Beside,
    format: OutputFormat,
}

/// What else the spec says; a mechanism may refuse it.
#[derive(Clone, Copy, Debug)]
enum Beside {
    Nothing,
    Rules,
    Workload,
}

impl Beside {
    const fn text(self) -> &'static str {
        match self {
            Self::Nothing => "",
            Self::Rules => {
                ", rules: [Impossible({\"a\": [\"true\"], \"d\": [\"p\"]}), \
                 Implies(when: {\"c\": [UpTo(2999)]}, then: {\"b\": [\"x\", \"y\"]})]"
            }
            Self::Workload => {
                ", workload: (target: \"e\", weights: [(columns: [\"a\", \"b\", \"d\"], weight: 4)])"
            }
        }
    }
}

impl Case {
    /// Every mechanism, with its defaults and with odd parameters; with its defaults as Parquet, too.
    fn all() -> Vec<Self> {
        let mut cases = Vec::new();
        for &name in MechanismName::ALL {
            for mechanism in in_many_ways(name) {
                for adjacency in ["AddRemove", "Replace"] {
                    for (finds_bins, beside, format) in [
                        (false, Beside::Nothing, OutputFormat::Csv),
                        (true, Beside::Nothing, OutputFormat::Csv),
                        (true, Beside::Rules, OutputFormat::Csv),
                        (false, Beside::Workload, OutputFormat::Csv),
                        (false, Beside::Nothing, OutputFormat::Parquet),
                    ] {
                        if format == OutputFormat::Csv || mechanism.ends_with("()") {
                            cases.push(Self {
                                mechanism: mechanism.clone(),
                                adjacency,
                                finds_bins,
                                beside,
                                format,
                            });
                        }
                    }
                }
            }
        }
        cases
    }

    /// Those that a usual run takes: odd parameters with declared bins and nothing beside them alone.
    fn tried() -> Vec<Self> {
        let mut cases = Self::all();
        let is_plain = |case: &Self| !case.finds_bins && matches!(case.beside, Beside::Nothing);
        cases.retain(|case| {
            is_every_one_tried() || case.mechanism.ends_with("()") || is_plain(case)
        });
        cases
    }

    fn label(&self) -> String {
        let Self {
            mechanism,
            adjacency,
            finds_bins,
            beside,
            format,
        } = self;
        format!(
            "{mechanism}, {adjacency}, finds bins: {finds_bins}, beside: {beside:?}, {format:?}"
        )
    }

    /// Refused where the mechanism cannot do it.
    fn spec(&self) -> Result<Spec, Error> {
        let word = self.mechanism.split('(').next().unwrap_or_default();
        let accounting = MechanismName::from_word(word).map(MechanismName::accounting);
        let delta = match accounting {
            Some(Accounting::Gaussian) => ", delta: \"1e-6\"",
            _ => "",
        };
        let beside = self.beside.text();
        let bins = if self.finds_bins { "" } else { ", bin: 2000" };
        let Self {
            mechanism,
            adjacency,
            ..
        } = self;
        let text = format!(
            "Release(privet: 1, reviewed: true, unit: Row, adjacency: {adjacency}, \
             budget: (epsilon: \"5\"{delta}), schema: [(name: \"a\", kind: Boolean), \
             (name: \"b\", kind: Categorical([\"x\", \"y\", \"z\"])), \
             (name: \"c\", kind: Integer(min: 0, max: 9999{bins})), \
             (name: \"d\", kind: Categorical([\"p\", \"q\", \"r\", \"s\"])), \
             (name: \"e\", kind: Boolean)], mechanism: {mechanism}, output: (rows: AsInput, format: {:?}){beside})",
            self.format
        );
        let with_rows = |rows: &str| Spec::parse("spec.ron", text.replace("AsInput", rows));
        with_rows("AsInput").or_else(|_| with_rows("Noisy"))
    }
}

/// 400 made-up rows in which every column depends on the ones before.
fn table() -> String {
    let mut text = "a,b,c,d,e\n".to_owned();
    let mut state = 7_u64;
    for _ in 0..400 {
        let mut below = |bound: usize| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 33) as usize % bound
        };
        let first = below(2);
        let second = (first + below(2)) % 3;
        let number = second * 3000 + below(3500);
        let fourth = if below(5) == 0 {
            below(4)
        } else {
            first + second
        };
        let last = usize::from(number > 5000) ^ usize::from(below(10) == 0);
        let [first, last] = [first, last].map(|value| ["false", "true"][value]);
        let (second, fourth) = (["x", "y", "z"][second], ["p", "q", "r", "s"][fourth]);
        writeln!(text, "{first},{second},{number},{fourth},{last}").unwrap();
    }
    text
}

/// What a forger makes of the number of the algorithm, in model and record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Number {
    Lowered,
    AsItIs,
    Raised,
}

impl Number {
    const ALL: [Self; 3] = [Self::Lowered, Self::AsItIs, Self::Raised];

    /// A file's text with this number in the place of its own, before which `mark` stands.
    fn put(self, text: &str, mark: &str, number: u32) -> String {
        let other = match self {
            Self::Lowered => number - 1,
            Self::AsItIs => return text.to_owned(),
            Self::Raised => number + 1,
        };
        let (there, instead) = (format!("{mark}{number},"), format!("{mark}{other},"));
        assert!(text.contains(&there), "{mark}");
        text.replacen(&there, &instead, 1)
    }
}

/// A published release that can be changed; digests are made to agree again when it is written.
#[derive(Clone)]
struct Published {
    original: Arc<InMemory>,
    spec: Arc<Spec>,
    record: Record,
    model: Value,
    /// Instead of `model`.
    model_bytes: Option<Vec<u8>>,
    /// The rows as CSV, whatever their format is.
    rows: String,
    /// Instead of `rows`.
    other_rows: Option<Vec<u8>>,
    number: Number,
}

impl Published {
    fn release(case: &Case) -> Option<Self> {
        let spec = case.spec().ok()?;
        let table = table();
        let made = NewRelease::of(&spec, Input::from_reader("t.csv", table.as_bytes()))
            .with_test_seed(KeptSeed::of_test(3))
            .into_memory()
            .unwrap_or_else(|error| panic!("{}: {error}", case.label()));
        Some(Self::new(made, spec))
    }

    fn new(made: InMemory, spec: Spec) -> Self {
        let rows = made.file(synthetic_name(spec.release()));
        let rows = match spec.release().output.format {
            OutputFormat::Csv => rows.to_vec(),
            OutputFormat::Parquet => converted(&spec, rows, OutputFormat::Csv),
        };
        Self {
            record: made.released.record.clone(),
            model: made.released.model.to_json().unwrap(),
            model_bytes: None,
            rows: String::from_utf8(rows).unwrap(),
            other_rows: None,
            number: Number::AsItIs,
            original: Arc::new(made),
            spec: Arc::new(spec),
        }
    }

    /// Whether its rows are the mechanism's own answers.
    fn rows_are_answers(&self) -> bool {
        let model = &self.original.released.model;
        // There are no more of them.
        model.sample(1, Some(1), &Silent, &mut Vec::new()).is_err()
    }

    /// Whether its rows are CSV.
    fn is_text(&self) -> bool {
        self.spec.release().output.format == OutputFormat::Csv
    }

    /// The file of its rows.
    fn rows_bytes(&self) -> Vec<u8> {
        match &self.other_rows {
            Some(bytes) => bytes.clone(),
            None if self.is_text() => self.rows.clone().into_bytes(),
            None => converted(&self.spec, self.rows.as_bytes(), OutputFormat::Parquet),
        }
    }

    /// A folder with its files.
    fn written(&self) -> TempDir {
        let folder = TempDir::new().unwrap();
        let write = |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).unwrap();
        let released = &self.original.released;
        let number = algorithm_of(released.model.mechanism()).get();
        let model = self.model_bytes.clone().unwrap_or_else(|| {
            let model = released.model.with_content(self.model.clone());
            let text = model.expect("a model").to_text().unwrap();
            self.number.put(&text, "algorithm: ", number).into_bytes()
        });
        let rows = self.rows_bytes();
        let mut record = self.record.clone();
        for artefact in &mut record.artefacts {
            let bytes = if artefact.file.ends_with(MODEL) {
                &model
            } else {
                &rows
            };
            artefact.sha256 = privet_spec::digest(bytes);
        }
        write(synthetic_name(self.spec.release()), &rows);
        write(MODEL, &model);
        let record = self
            .number
            .put(&record.to_text().unwrap(), "\"number\": ", number);
        write(RECORD, resealed(&record).as_bytes());
        folder
    }

    /// What `verify` says of it.
    fn verdict(&self) -> Result<Findings, Error> {
        verify(&[self.written().path()], &Silent)
    }
}

/// A synthetic table in another format.
fn converted(spec: &Spec, rows: &[u8], format: OutputFormat) -> Vec<u8> {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("rows");
    fs::write(&path, rows).unwrap();
    let mut release = spec.release().publicly_cut();
    let input = Input::at(Path::new(&path)).synthetic();
    let read = input
        .encode_with_numbers(&release.of_output(), "rows", &Silent, None)
        .unwrap();
    release.output.format = format;
    let decoding = Decoding {
        numbers: &read.numbers,
        ..Decoding::default()
    };
    let (columns, rows) = (&read.table.columns, read.table.rows);
    let mut written = Vec::new();
    let pick = &mut || 0;
    write_decoded(&release, columns, rows, &decoding, pick, None, &mut written).unwrap();
    written
}

/// A record with its own digest made right again.
fn resealed(record: &str) -> String {
    let mark = "\"self_sha256\": \"";
    let start = record.rfind(mark).unwrap() + mark.len();
    let with = |digest: &str| [&record[..start], digest, &record[start + 64..]].concat();
    with(&privet_spec::digest(with(&"0".repeat(64)).as_bytes()))
}
