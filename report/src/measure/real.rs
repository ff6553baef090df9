//! The real table, read once, and what is compared with it.

use privet_evaluate::findings::{ReleaseDigests, RuleCount, Run, TableRead};
use privet_evaluate::{
    Attribute, Comparison, Evaluation, HeldOutRows, MOST_WAYS, Options, RegressionColumns, Targets,
    evaluate,
};
use privet_release::memory::is_memory_for;
use privet_release::record::SoftwareFile;
use privet_release::table::{Loaded, Observer};
use privet_release::{CustodianKey, Error, Input, Published, Spec, TableFingerprint, Watch};
use privet_spec::Release;

use super::attributes::{attributes, columns};

/// What is to be measured.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// Numbers of columns of the marginals to measure; 1 and 2 always are.
    pub ways: Vec<usize>,
    /// The most marginals of each number of columns from 3 on; if there are more, a seeded choice.
    pub count: usize,
    /// The seed of everything that is chosen at random.
    pub seed: u64,
    /// Columns that models shall tell from the others: names, `all` or `none`; without any those that the spec
    /// names, or the five that the others tell most of, where the rarer answer is not too rare.
    pub targets: Vec<String>,
    /// The share of the real rows that models are tested on.
    pub share: f64,
}

/// What `evaluate` measures unless told otherwise.
impl Default for Wanted {
    fn default() -> Self {
        Self {
            ways: vec![1, 2, 3],
            count: 300,
            seed: 7,
            targets: Vec::new(),
            share: 0.2,
        }
    }
}

impl Wanted {
    /// What can be refused is refused before a table is read.
    pub fn check(&self) -> Result<(), Error> {
        let unknown = |ways: &&usize| !(1..=MOST_WAYS).contains(*ways);
        if let Some(ways) = self.ways.iter().find(unknown) {
            let what = format!("marginals of {ways} columns are not measured");
            let help = format!("give numbers from 1 to {MOST_WAYS}, as in `--ways 1,2,3`");
            return Err(Error::refused("--ways", what, help));
        }
        if self.count == 0 || self.count > MOST_COUNT {
            let what = format!("{} marginals cannot be chosen", self.count);
            let help = format!("give a number from 1 to {MOST_COUNT}");
            return Err(Error::refused("--count", what, help));
        }
        if !(0.0..1.0).contains(&self.share) {
            let what = format!("{} is no share of the rows", self.share);
            let help = "give a number such as 0.2";
            return Err(Error::refused("--share", what, help));
        }
        Ok(())
    }
}

/// The real table with what it is looked at for. It is private, and so is all that is measured with it.
pub struct RealTable<'w> {
    spec: &'w Spec,
    wanted: Wanted,
    attributes: Vec<Attribute>,
    targets: Targets,
    real: Read,
    /// Of the real table, under the custodian's key.
    fingerprint: Option<String>,
    held_out: Option<Read>,
    watch: &'w dyn Watch,
}

/// A table that was read, and its name.
struct Read {
    name: String,
    loaded: Loaded,
}

impl<'w> RealTable<'w> {
    /// Reads it, and real rows that took no part in the release, after everything that can be refused without
    /// reading. Under the custodian's key its evaluations say by a fingerprint which table it is.
    pub fn read(
        spec: &'w Spec,
        real: Input<'_>,
        held_out: Option<Input<'_>>,
        wanted: Wanted,
        key: Option<&CustodianKey>,
        watch: &'w dyn Watch,
    ) -> Result<Self, Error> {
        wanted.check()?;
        // Bins that a release has found are its own; by those of the spec alone several can be compared.
        let release = spec.release().publicly_cut();
        let attributes = attributes(&release);
        let targets = targets(&wanted.targets, &release, &attributes)?;
        let mut fingerprint = key.map(CustodianKey::fingerprint);
        let real = Read::new(
            real,
            &release,
            "the real table",
            watch,
            fingerprint.as_mut(),
        )?;
        let held_out =
            held_out.map(|input| Read::new(input, &release, "held-out rows", watch, None));
        let held_out = held_out.transpose()?;
        Ok(Self {
            spec,
            wanted,
            attributes,
            targets,
            real,
            fingerprint: fingerprint.map(TableFingerprint::finish),
            held_out,
            watch,
        })
    }

    /// Compares one synthetic table with it, of this release if it is known to be of one.
    pub fn compare(
        &self,
        synthetic: Input<'_>,
        of: Option<&Published>,
    ) -> Result<Evaluation, Error> {
        let release = self.spec.release();
        let what = "the synthetic table";
        let of_output = release.publicly_cut().of_output();
        let synthetic = Read::new(synthetic.synthetic(), &of_output, what, self.watch, None)?;
        let options = Options {
            ways: self.wanted.ways.clone(),
            count: self.wanted.count,
            seed: self.wanted.seed,
            targets: self.targets.clone(),
            held_out: match &self.held_out {
                None => HeldOutRows::Share(self.wanted.share),
                Some(Read { name, loaded }) => HeldOutRows::Table {
                    table: columns(loaded),
                    file: name.clone(),
                },
            },
            regression: regression(release),
        };
        self.expect_memory(&synthetic)?;
        let about = self.about(&synthetic, of)?;
        let (real, synthetic) = (columns(&self.real.loaded), columns(&synthetic.loaded));
        Comparison::new(&self.attributes, real, synthetic)
            .and_then(|comparison| evaluate(&comparison, &options, about, &Told(self.watch)))
            .map_err(|error| {
                // Rows were counted and codes made by the spec: this would be a flaw of the program.
                Error::refused("evaluate", error.to_string(), "please report this flaw")
            })
    }

    /// Refuses tables whose comparison would need more memory than there is, before hours of work.
    fn expect_memory(&self, synthetic: &Read) -> Result<(), Error> {
        let rows = |read: &Read| read.loaded.table.rows as u64;
        let rows = rows(&self.real) + rows(synthetic) + self.held_out.as_ref().map_or(0, rows);
        let columns = self.attributes.len() as u64;
        let bytes = rows.saturating_mul(columns.saturating_mul(A_CELL).saturating_add(A_ROW));
        if is_memory_for(bytes) {
            return Ok(());
        }
        Err(Error::refused(
            "evaluate",
            format!(
                "to compare {rows} rows of {columns} columns may take {} MB of memory, which is not to be had",
                bytes.div_ceil(1_000_000)
            ),
            "use a machine with more memory, or give samples of the tables",
        ))
    }

    fn rules(&self, synthetic: &Read) -> Vec<RuleCount> {
        let rules = self.spec.release().rules.list.iter();
        let counts = (self.real.loaded.broken_by_rule.iter()).zip(&synthetic.loaded.broken_by_rule);
        let rules = rules
            .zip(counts)
            .map(|(rule, (real, synthetic))| RuleCount {
                rule: rule.in_words(),
                real: *real,
                synthetic: *synthetic,
            });
        rules.collect()
    }

    fn about(&self, synthetic: &Read, of: Option<&Published>) -> Result<Run, Error> {
        let release = self.spec.release();
        let software = SoftwareFile::this();
        Ok(Run {
            title: release.title.clone(),
            guarantee: self.spec.promise().in_words.in_short,
            mechanism: release.mechanism.name().to_string(),
            spec_sha256: self.spec.digest(),
            real: self.real.about(),
            synthetic: synthetic.about(),
            rules: self.rules(synthetic),
            release: of.map(release_digests).transpose()?,
            real_fingerprint: self.fingerprint.clone(),
            seed: self.wanted.seed,
            privet: software.version,
            commit: software.commit,
        })
    }
}

impl Read {
    /// Reads one table with the numbers behind its bins. Refused: one without rows.
    fn new(
        input: Input<'_>,
        release: &Release,
        what: &str,
        watch: &dyn Watch,
        fingerprint: Option<&mut TableFingerprint>,
    ) -> Result<Self, Error> {
        let name = input.name();
        let mut observer = fingerprint.map(|it| |bytes: &[u8]| it.update(bytes));
        let observer = observer.as_mut().map(|it| it as Observer<'_>);
        let loaded = input.encode_with_numbers(release, what, watch, observer)?;
        if loaded.table.rows == 0 {
            let what = format!("{what} has a header and no rows that count");
            let help = "give a table with rows: nothing can be compared with none";
            return Err(Error::refused(name, what, help));
        }
        Ok(Self { name, loaded })
    }

    fn about(&self) -> TableRead {
        let Self { name, loaded } = self;
        TableRead {
            file: name.clone(),
            rows: u64::try_from(loaded.table.rows).unwrap_or(u64::MAX),
            dropped: loaded
                .beyond_bound
                .saturating_add(loaded.without_id)
                .saturating_add(loaded.dropped_by_rules),
        }
    }
}

/// How an evaluation names a release.
pub(crate) fn release_digests(release: &Published) -> Result<ReleaseDigests, Error> {
    let [record_sha256, synthetic_sha256] = release.digests()?;
    Ok(ReleaseDigests {
        record_sha256,
        synthetic_sha256,
    })
}

/// Passes on how far the work is.
struct Told<'w>(&'w dyn Watch);

impl privet_evaluate::Watch for Told<'_> {
    fn stage<'s>(&'s self, name: &str, steps: u64) -> Box<dyn Fn() + Sync + 's> {
        let stage = self.0.stage(name, steps);
        Box::new(move || stage.step())
    }
}

fn targets(
    wanted: &[String],
    release: &Release,
    attributes: &[Attribute],
) -> Result<Targets, Error> {
    if wanted.is_empty() {
        let targets = &release.evaluation.targets;
        let named: Vec<usize> = targets
            .iter()
            .filter_map(|index| place(release, *index))
            .collect();
        return Ok(if named.is_empty() {
            Targets::Likely
        } else {
            Targets::Named(named)
        });
    }
    let mut named = Vec::new();
    for target in wanted {
        let found = attributes
            .iter()
            .position(|attribute| attribute.name == *target);
        match found {
            Some(place) if !named.contains(&place) => named.push(place),
            Some(_) => {}
            None if target == "none" => {}
            None if target == "all" => {
                let others = (0..attributes.len()).filter(|place| !named.contains(place));
                named.extend(others.collect::<Vec<usize>>());
            }
            None => return Err(unknown_target(target, attributes)),
        }
    }
    Ok(Targets::Named(named))
}

fn unknown_target(target: &str, attributes: &[Attribute]) -> Error {
    let names = attributes.iter().map(|attribute| attribute.name.as_str());
    let alike = names.max_by(|left, right| {
        let like = |name: &str| strsim::jaro_winkler(name, target);
        like(left).total_cmp(&like(right))
    });
    let what = format!("the spec learns no column `{}`", privet_spec::shown(target));
    let help = match alike {
        Some(name) => format!("the nearest name is `{name}`; `all` means every column"),
        None => "name a column of the schema".to_owned(),
    };
    Error::refused("--target", what, help)
}

/// The place among learned attributes of an index into the schema.
fn place(release: &Release, index: usize) -> Option<usize> {
    let name = release.schema.get(index)?.name();
    release
        .learned()
        .position(|attribute| attribute.name() == name)
}

fn regression(release: &Release) -> Option<RegressionColumns> {
    let columns = release.evaluation.regression?;
    Some(RegressionColumns {
        city: place(release, columns.city)?,
        sex: place(release, columns.sex)?,
        income: place(release, columns.income)?,
    })
}

/// Marginals of one number of columns.
const MOST_COUNT: usize = 1_000_000;
/// Bytes of a cell and of a row that a comparison takes beside the tables: more than twice what was measured on 2 columns
/// (20 bytes a row) and on 20 (66).
const A_CELL: u64 = 8;
const A_ROW: u64 = 32;
