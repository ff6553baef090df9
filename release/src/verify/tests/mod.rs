//! Releases of every mechanism, as they were made and as forgers would have them.

mod forged;
mod honest;
mod kept;
mod streamed;

use std::fmt::Write as _;
use std::fs;
use std::rc::Rc;

use privet_spec::{Accounting, MechanismName};
use serde_json::Value;
use tempfile::TempDir;

use super::findings::Findings;
use super::run::verify;
use crate::error::Error;
use crate::keys::KeptSeed;
use crate::making::{InMemory, MODEL, NewRelease, RECORD, SYNTHETIC};
use crate::mechanisms::list::in_many_ways;
use crate::record::Record;
use crate::spec::Spec;
use crate::table::Input;
use crate::watch::Silent;

/// What a release is made by.
struct Case {
    mechanism: String,
    adjacency: &'static str,
    /// Whether the number's bins are found.
    finds_bins: bool,
    beside: Beside,
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
    /// Every mechanism, with its defaults and with odd parameters.
    fn all() -> Vec<Self> {
        let mut cases = Vec::new();
        for &name in MechanismName::ALL {
            for mechanism in in_many_ways(name) {
                for adjacency in ["AddRemove", "Replace"] {
                    for (finds_bins, beside) in [
                        (false, Beside::Nothing),
                        (true, Beside::Nothing),
                        (true, Beside::Rules),
                        (false, Beside::Workload),
                    ] {
                        cases.push(Self {
                            mechanism: mechanism.clone(),
                            adjacency,
                            finds_bins,
                            beside,
                        });
                    }
                }
            }
        }
        cases
    }

    fn label(&self) -> String {
        let Self {
            mechanism,
            adjacency,
            finds_bins,
            beside,
        } = self;
        format!("{mechanism}, {adjacency}, finds bins: {finds_bins}, beside: {beside:?}")
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
             (name: \"e\", kind: Boolean)], mechanism: {mechanism}, output: (rows: AsInput){beside})"
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

/// A published release that can be changed; digests are made to agree again when it is written.
#[derive(Clone)]
struct Published {
    original: Rc<InMemory>,
    record: Record,
    model: Value,
    /// Instead of `model`.
    model_bytes: Option<Vec<u8>>,
    rows: String,
}

impl Published {
    fn release(case: &Case) -> Option<Self> {
        let spec = case.spec().ok()?;
        let table = table();
        let made = NewRelease::of(&spec, Input::from_reader("t.csv", table.as_bytes()))
            .with_test_seed(KeptSeed::of_test(3))
            .into_memory()
            .unwrap_or_else(|error| panic!("{}: {error}", case.label()));
        Some(Self::new(made))
    }

    fn new(made: InMemory) -> Self {
        Self {
            record: made.released.record.clone(),
            model: made.released.model.to_json().unwrap(),
            model_bytes: None,
            rows: String::from_utf8(made.file(SYNTHETIC).to_vec()).unwrap(),
            original: Rc::new(made),
        }
    }

    /// What `verify` says of it.
    fn verdict(&self) -> Result<Findings, Error> {
        let folder = TempDir::new().unwrap();
        let write = |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).unwrap();
        let model = self.model_bytes.clone().unwrap_or_else(|| {
            let original = &self.original.released.model;
            let model = original.with_content(self.model.clone());
            model.expect("a model").to_text().unwrap().into_bytes()
        });
        let mut record = self.record.clone();
        for artefact in &mut record.artefacts {
            let bytes = if artefact.file == MODEL {
                &*model
            } else {
                self.rows.as_bytes()
            };
            artefact.sha256 = privet_spec::digest(bytes);
        }
        write(SYNTHETIC, self.rows.as_bytes());
        write(MODEL, &model);
        write(RECORD, record.to_text().unwrap().as_bytes());
        verify(&[folder.path()], &Silent)
    }
}
