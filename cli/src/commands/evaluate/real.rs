//! The real table, read once, and what is compared with it.

use std::path::{Path, PathBuf};

use privet_evaluate::findings::{Run, TableRead};
use privet_evaluate::{
    Attribute, Comparison, Evaluation, HeldOutRows, Options, RegressionColumns, Targets, Watch,
    evaluate,
};
use privet_spec::Release;

use super::attributes::{attributes, columns};
use crate::args::Evaluate as Args;
use crate::commands::input;
use crate::error::CliError;
use crate::plan::unit_in_words;
use crate::progress::Reporter;
use crate::release::Spec;
use crate::release::record::SoftwareFile;
use crate::table::{self, Delimiter, Loaded, Source};

/// The real table with what it is looked at for.
pub struct RealTable<'a> {
    args: &'a Args,
    spec: Spec,
    attributes: Vec<Attribute>,
    targets: Targets,
    /// Of the synthetic tables.
    delimiter: Delimiter,
    real: Loaded,
    held_out: Option<(&'a PathBuf, Loaded)>,
    reporter: Reporter,
}

impl<'a> RealTable<'a> {
    /// Reads it, and the held-out rows, after everything that can be refused without reading.
    pub fn read(args: &'a Args) -> Result<Self, CliError> {
        let spec = input::spec(&args.spec)?;
        let attributes = attributes(&spec.release);
        let targets = targets(args, &spec.release, &attributes)?;
        let reporter = input::reporter(args.quiet);
        let delimiter = input::delimiter(&args.delimiter)?;
        let of_output = match &args.synthetic_delimiter {
            Some(text) => input::delimiter(text)?,
            None => Delimiter::new(spec.release.output.delimiter).unwrap_or_default(),
        };
        let read =
            |path: &Path, what: &str| read_table(path, &spec.release, delimiter, what, reporter);
        let real = read(&args.real, "the real table")?;
        let held_out = match &args.held_out {
            Some(path) => Some((path, read(path, "held-out rows")?)),
            None => None,
        };
        Ok(Self {
            args,
            spec,
            attributes,
            targets,
            delimiter: of_output,
            real,
            held_out,
            reporter,
        })
    }

    /// Compares one synthetic table with it.
    pub fn compare(&self, path: &Path) -> Result<Evaluation, CliError> {
        let release = &self.spec.release;
        let what = "the synthetic table";
        let synthetic = read_table(
            path,
            &release.of_output(),
            self.delimiter,
            what,
            self.reporter,
        )?;
        let options = Options {
            ways: self.args.ways.clone(),
            count: self.args.count,
            seed: self.args.seed,
            targets: self.targets.clone(),
            held_out: match &self.held_out {
                None => HeldOutRows::Share(self.args.share),
                Some((path, loaded)) => HeldOutRows::Table {
                    table: columns(loaded),
                    file: path.display().to_string(),
                },
            },
            regression: regression(release),
        };
        let about = about(self.args, &self.spec, &self.real, path, &synthetic);
        let comparison =
            Comparison::new(&self.attributes, columns(&self.real), columns(&synthetic));
        comparison
            .and_then(|comparison| evaluate(&comparison, &options, about, &self.reporter))
            .map_err(|error| {
                // Rows were counted and codes made by the spec: this would be a flaw of the program.
                CliError::refused("evaluate", error.to_string(), "please report this flaw")
            })
    }
}

fn targets(args: &Args, release: &Release, attributes: &[Attribute]) -> Result<Targets, CliError> {
    if args.targets.is_empty() {
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
    for target in &args.targets {
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

fn unknown_target(target: &str, attributes: &[Attribute]) -> CliError {
    let names = attributes.iter().map(|attribute| attribute.name.as_str());
    let alike = names.max_by(|left, right| {
        let like = |name: &str| strsim::jaro_winkler(name, target);
        like(left).total_cmp(&like(right))
    });
    let what = format!("the spec learns no column `{}`", target.escape_debug());
    let help = match alike {
        Some(name) => format!("the nearest name is `{name}`; `all` means every column"),
        None => "name a column of the schema".to_owned(),
    };
    CliError::refused("--target", what, help)
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

/// Reads one table with the numbers behind its bins. Refused: one without rows.
fn read_table(
    path: &Path,
    release: &Release,
    delimiter: Delimiter,
    what: &str,
    reporter: Reporter,
) -> Result<Loaded, CliError> {
    let source = Source::new(path);
    let bar = reporter.stage(&format!("reading {what}"), source.size().unwrap_or(0));
    let progress = |bytes| bar.at(bytes);
    let options = table::Options {
        delimiter,
        observer: None,
        progress: Some(&progress),
    };
    let opened = source.open()?;
    let loaded = table::load_with_numbers(release, opened, options)?;
    drop(bar);
    if loaded.table.rows == 0 {
        let what = format!("{what} has a header and no rows that count");
        let help = "give a table with rows: nothing can be compared with none";
        return Err(CliError::refused(path.display().to_string(), what, help));
    }
    Ok(loaded)
}

fn about(args: &Args, spec: &Spec, real: &Loaded, path: &Path, synthetic: &Loaded) -> Run {
    let release = &spec.release;
    let software = SoftwareFile::this();
    let read = |path: &Path, loaded: &Loaded| TableRead {
        file: path.display().to_string(),
        rows: u64::try_from(loaded.table.rows).unwrap_or(u64::MAX),
        dropped: loaded.beyond_bound.saturating_add(loaded.without_id),
    };
    let (guarantee, unit) = (release.budget.guarantee, unit_in_words(&release.unit));
    Run {
        title: release.title.clone(),
        guarantee: format!("{guarantee}-differential privacy for {unit}"),
        mechanism: release.mechanism.name().to_string(),
        spec_sha256: privet_spec::digest(spec.text.as_bytes()),
        real: read(&args.real, real),
        synthetic: read(path, synthetic),
        seed: args.seed,
        privet: software.version,
        commit: software.commit,
    }
}

impl Watch for Reporter {
    fn stage<'w>(&'w self, name: &str, steps: u64) -> Box<dyn Fn() + Sync + 'w> {
        let bar = Reporter::stage(*self, name, steps);
        Box::new(move || bar.step())
    }
}
