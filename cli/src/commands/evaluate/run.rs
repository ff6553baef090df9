//! From the command line to the files.

use std::io::Write;
use std::path::Path;

use privet_evaluate::findings::{Run, TableRead};
use privet_evaluate::{
    Attribute, Comparison, Evaluation, HeldOutRows, MOST_WAYS, Options, RegressionColumns, Targets,
    Watch, evaluate,
};
use privet_spec::Release;

use super::attributes::{attributes, columns};
use super::summary::summary;
use crate::args::Evaluate as Args;
use crate::commands::input;
use crate::commands::new_files::{Readers, write_new};
use crate::error::CliError;
use crate::plan::unit_in_words;
use crate::progress::Reporter;
use crate::release::Spec;
use crate::release::folder::refuse_existing;
use crate::release::record::SoftwareFile;
use crate::table::{self, Delimiter, Loaded, Source};

/// Compares, writes the files that were asked for, and prints the summary.
pub fn run(args: &Args, out: &mut impl Write) -> Result<(), CliError> {
    let spec = input::spec(&args.spec)?;
    let attributes = attributes(&spec.release);
    check_options(args)?;
    let targets = targets(args, &spec.release, &attributes)?;
    let reporter = input::reporter(args.quiet);
    let delimiter = input::delimiter(&args.delimiter)?;
    let of_output = match &args.synthetic_delimiter {
        Some(text) => input::delimiter(text)?,
        None => Delimiter::new(spec.release.output.delimiter).unwrap_or_default(),
    };

    let read = |path: &Path, release: &Release, delimiter, what: &str| {
        read(path, release, delimiter, what, reporter)
    };
    let release = &spec.release;
    let real = read(&args.real, release, delimiter, "the real table")?;
    let held_out = match &args.held_out {
        Some(path) => Some((path, read(path, release, delimiter, "held-out rows")?)),
        None => None,
    };
    let synthetic = read(
        &args.synthetic,
        &release.of_output(),
        of_output,
        "the synthetic table",
    )?;

    let options = Options {
        ways: args.ways.clone(),
        count: args.count,
        seed: args.seed,
        targets,
        held_out: match &held_out {
            None => HeldOutRows::Share(args.share),
            Some((path, loaded)) => HeldOutRows::Table {
                table: columns(loaded),
                file: path.display().to_string(),
            },
        },
        regression: regression(release),
    };
    let about = about(args, &spec, &real, &synthetic);
    let comparison = Comparison::new(&attributes, columns(&real), columns(&synthetic));
    let found = comparison
        .and_then(|comparison| evaluate(&comparison, &options, about, &reporter))
        .map_err(|error| {
            // Rows were counted and codes made by the spec: this would be a flaw of the program.
            CliError::refused("evaluate", error.to_string(), "please report this flaw")
        })?;
    write_files(args, &found)?;
    summary(&found, out)?;
    for path in files(args) {
        writeln!(out, "Written: {}", path.display())?;
    }
    Ok(())
}

/// The files that are to be made.
fn files(args: &Args) -> impl Iterator<Item = &Path> {
    args.json.as_deref().into_iter()
}

fn write_files(args: &Args, found: &Evaluation) -> Result<(), CliError> {
    let mut made = Vec::new();
    if let Some(path) = &args.json {
        let text = serde_json::to_string_pretty(found).map_err(|error| {
            let place = path.display().to_string();
            CliError::refused(place, error.to_string(), "please report this flaw")
        })?;
        made.push((path.as_path(), text + "\n"));
    }
    let made: Vec<(&Path, &str)> = made
        .iter()
        .map(|(path, text)| (*path, text.as_str()))
        .collect();
    write_new(&made, Readers::Owner)
}

/// What can be refused is refused before a table is read.
fn check_options(args: &Args) -> Result<(), CliError> {
    if let Some(ways) = args
        .ways
        .iter()
        .find(|ways| !(1..=MOST_WAYS).contains(*ways))
    {
        let what = format!("marginals of {ways} columns are not measured");
        let help = format!("give numbers from 1 to {MOST_WAYS}, as in `--ways 1,2,3`");
        return Err(CliError::refused("--ways", what, help));
    }
    if args.count == 0 || args.count > MOST_COUNT {
        let what = format!("{} marginals cannot be chosen", args.count);
        let help = format!("give a number from 1 to {MOST_COUNT}");
        return Err(CliError::refused("--count", what, help));
    }
    if !(0.0..1.0).contains(&args.share) {
        let what = format!("{} is no share of the rows", args.share);
        return Err(CliError::refused(
            "--share",
            what,
            "give a number such as 0.2",
        ));
    }
    let inputs = [
        Some(&args.real),
        Some(&args.synthetic),
        args.held_out.as_ref(),
    ];
    let standard = inputs
        .iter()
        .flatten()
        .filter(|path| path.as_os_str() == "-")
        .count();
    if standard > 1 {
        let what = "standard input can hold one table only";
        return Err(CliError::refused(
            "command line",
            what,
            "give the path of the other table",
        ));
    }
    files(args).try_for_each(refuse_existing)
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
fn read(
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

fn about(args: &Args, spec: &Spec, real: &Loaded, synthetic: &Loaded) -> Run {
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
        synthetic: read(&args.synthetic, synthetic),
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

/// Marginals of one number of columns.
const MOST_COUNT: usize = 1_000_000;
