//! `privet verify`: re-check what a record claims.

use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use privet_core::privacy::{Loss as _, MuSquared};
use privet_spec::Guarantee;
use serde::Serialize;
use sha2::{Digest as _, Sha256};

use super::input;
use crate::args::Verify as Args;
use crate::error::CliError;
use crate::keys::{MasterSeed, hex};
use crate::plan::calibration_of;
use crate::release::model::{ModelFile, SizeFile};
use crate::release::record::{
    LossFile, Record, adjacency_in_words, recomputed_sum, report_a_flaw, unprotected,
};
use crate::release::{MODEL, RECORD, SYNTHETIC, Sink, Spec, read_table, write_artefacts};
use crate::table::Source;

/// Checks all records and prints what was found; any fault is an error.
pub fn run(args: &Args, out: &mut impl Write) -> Result<(), CliError> {
    let mut findings = Findings::default();
    let mut chain = Vec::new();
    for path in &args.records {
        chain.push(Checked::new(path, &mut findings)?);
    }
    check_chain(&chain, &mut findings)?;
    if let (Some(data), Some(seed_file)) = (&args.data, &args.seed_file) {
        let [only] = chain.as_slice() else {
            let help = "give one record with --data";
            return Err(CliError::refused(
                "--data",
                "a replay takes one record",
                help,
            ));
        };
        replay(args, only, data, seed_file, &mut findings)?;
    }
    findings.report(args.json, out)
}

/// What was found, good and bad, in order.
#[derive(Default, Serialize)]
struct Findings {
    passed: Vec<String>,
    notes: Vec<String>,
    faults: Vec<String>,
}

impl Findings {
    /// Notes the outcome of one check.
    fn check(&mut self, holds: bool, claim: impl Into<String>, fault: impl Into<String>) {
        if holds {
            self.passed.push(claim.into());
        } else {
            self.faults.push(fault.into());
        }
    }

    fn report(self, json: bool, out: &mut impl Write) -> Result<(), CliError> {
        if json {
            super::write_json(out, &self)?;
        } else {
            for line in &self.passed {
                writeln!(out, "ok    {line}")?;
            }
            for line in &self.notes {
                writeln!(out, "note  {line}")?;
            }
        }
        if self.faults.is_empty() {
            return Ok(());
        }
        let faults: Vec<String> = self
            .faults
            .iter()
            .map(|fault| format!("error: {fault}"))
            .collect();
        let help = "  help: this is not what was released; get the files from the publisher again";
        Err(CliError::Several(format!("{}\n{help}", faults.join("\n"))))
    }
}

/// A record whose own claims were checked.
struct Checked {
    path: PathBuf,
    digest: String,
    record: Record,
    spec: Spec,
    total: MuSquared,
}

impl Checked {
    fn new(path: &Path, findings: &mut Findings) -> Result<Self, CliError> {
        let name = path.display().to_string();
        let text = input::text(path)?;
        let record = Record::parse(&name, &text)?;
        findings.check(
            record.to_text()? == text,
            format!("{name}: undamaged (its own digest agrees)"),
            format!("{name}: the record was changed: its own digest (self_sha256) does not agree"),
        );
        let digest = privet_spec::digest(record.spec.text.as_bytes());
        findings.check(
            digest == record.spec.sha256,
            format!("{name}: spec has digest {digest}"),
            format!("{name}: the spec's text does not have the digest that stands beside it"),
        );
        let spec = input::parse_spec(&format!("{name} (spec)"), record.spec.text.clone())?;
        check_claims(&name, &record, &spec, findings);
        let total = check_composition(&name, &record, &spec, findings);
        check_artefacts(&name, path, &record, &spec, findings)?;
        let digest = privet_spec::digest(text.as_bytes());
        Ok(Self {
            path: path.to_owned(),
            digest,
            record,
            spec,
            total,
        })
    }
}

/// The words of the record against the spec.
fn check_claims(name: &str, record: &Record, spec: &Spec, findings: &mut Findings) {
    let release = &spec.release;
    let guarantee = &release.budget.guarantee;
    let claims = &record.guarantee;
    let report_a_flaw = report_a_flaw(release);
    let wrong: Vec<&str> = [
        (
            "guarantee.epsilon",
            claims.epsilon == guarantee.epsilon.to_string(),
        ),
        (
            "guarantee.delta",
            claims.delta == guarantee.delta.to_string(),
        ),
        (
            "guarantee.unit",
            claims.unit == crate::plan::unit_in_words(&release.unit),
        ),
        (
            "guarantee.adjacency",
            claims.adjacency == adjacency_in_words(release.adjacency),
        ),
        ("unprotected", record.unprotected == unprotected(release)),
        ("previous", record.previous == release.budget.previous),
        ("title", record.title == release.title),
        ("contact", record.contact == release.contact),
        ("report_a_flaw", record.report_a_flaw == report_a_flaw),
    ]
    .into_iter()
    .filter_map(|(part, agrees)| (!agrees).then_some(part))
    .collect();
    findings.check(
        wrong.is_empty(),
        format!(
            "{name}: claims what the spec says: ({}, {})-DP for {}",
            claims.epsilon, claims.delta, claims.unit
        ),
        format!("{name}: {}: not what the spec says", wrong.join(", ")),
    );
}

/// Every charge recomputed, and their sum against the total that (ε, δ) allows.
fn check_composition(
    name: &str,
    record: &Record,
    spec: &Spec,
    findings: &mut Findings,
) -> MuSquared {
    let total = spec.plan.calibration.mu_squared;
    findings.check(
        record.guarantee.total == LossFile::from(total),
        format!(
            "{name}: mu^2 = {:.9} is what (epsilon, delta) allow",
            total.to_f64()
        ),
        format!("{name}: guarantee.total is not what (epsilon, delta) allow"),
    );
    let mut charges = Vec::new();
    for (query, number) in record.queries.iter().zip(1..) {
        let what = format!("query {number} ({})", query.purpose);
        match query
            .recomputed()
            .filter(|charge| query.charge == LossFile::from(*charge))
        {
            Some(charge) => charges.push(charge),
            None => findings.faults.push(format!(
                "{name}: {what}: its charge is not sensitivity^2/sigma^2 rounded up"
            )),
        }
        if !query.words_agree() {
            findings.faults.push(format!(
                "{name}: {what}: its law, columns, unit_of_answer or sigma_value is not that of such \
                 a query"
            ));
        }
        if !sensitivity_is_right(query, spec) {
            findings.faults.push(format!(
                "{name}: {what}: its sensitivity is not that of such a query for this unit"
            ));
        }
    }
    let places = record.queries.iter().map(|query| {
        let mut purposes = ORDER_OF_QUERIES.iter();
        purposes.position(|purpose| *purpose == query.purpose)
    });
    if !places.is_sorted() {
        findings.faults.push(format!(
            "{name}: queries: they are not in the order in which a release asks"
        ));
    }
    let sum = recomputed_sum(total, &charges);
    findings.check(
        sum.is_some_and(|sum| record.spent == LossFile::from(sum))
            && charges.len() == record.queries.len(),
        format!(
            "{name}: {} charges recomputed, their sum stays within the total",
            charges.len()
        ),
        format!("{name}: the charges do not add up to `spent` within the total"),
    );
    total
}

fn sensitivity_is_right(query: &crate::release::record::QueryFile, spec: &Spec) -> bool {
    let neighbours = spec.plan.neighbours;
    let Ok(claimed) = query.sensitivity_squared.parse::<u128>() else {
        return false;
    };
    match query.purpose.as_str() {
        "number of rows" => neighbours
            .size()
            .is_some_and(|each| claimed == u128::from(each.units()) * u128::from(each.units())),
        "table of counts" => claimed == neighbours.table().units(),
        "dependence scores of pairs" => neighbours.pair_score().is_ok_and(|each| {
            let squared = u128::from(each.units()) * u128::from(each.units());
            claimed > 0 && claimed % squared == 0
        }),
        _ => false,
    }
}

/// The files beside the record.
fn check_artefacts(
    name: &str,
    record_path: &Path,
    record: &Record,
    spec: &Spec,
    findings: &mut Findings,
) -> Result<(), CliError> {
    let folder = record_path.parent().unwrap_or(Path::new("."));
    let files: Vec<&str> = record.artefacts.iter().map(|of| of.file.as_str()).collect();
    if files != [SYNTHETIC, MODEL] {
        findings.faults.push(format!(
            "{name}: artefacts: they are not {SYNTHETIC} and {MODEL}, in this order"
        ));
    }
    for artefact in &record.artefacts {
        // A record names files beside it, never a path.
        if artefact.file.contains(['/', '\\']) {
            findings
                .faults
                .push(format!("{name}: `{}` is no file beside it", artefact.file));
            continue;
        }
        let path = folder.join(&artefact.file);
        match digest_of(&path) {
            Ok(digest) => findings.check(
                digest == artefact.sha256,
                format!("{}: has the digest that the record names", path.display()),
                format!(
                    "{}: it was changed: its digest is not the record's",
                    path.display()
                ),
            ),
            Err(error) => findings
                .faults
                .push(format!("{}: missing ({error})", path.display())),
        }
    }
    let model_path = folder.join(MODEL);
    if let Ok(text) = std::fs::read_to_string(&model_path) {
        let model = ModelFile::parse(&model_path.display().to_string(), &text)?;
        let unpaid = unpaid_part(&model, record, spec);
        findings.check(
            unpaid.is_none(),
            format!(
                "{}: its answers are the record's queries",
                model_path.display()
            ),
            format!(
                "{}: its {} not what the record's queries say",
                model_path.display(),
                unpaid.unwrap_or_default()
            ),
        );
    }
    Ok(())
}

/// Every noisy answer of the model was paid for: columns and σ agree with the record's queries, in
/// order. Names the first part that does not.
fn unpaid_part(model: &ModelFile, record: &Record, spec: &Spec) -> Option<&'static str> {
    let sigmas = |purpose: &'static str| {
        let queries = record.queries.iter();
        queries.filter(move |query| query.purpose == purpose)
    };
    let size = match model.size {
        SizeFile::Noisy { sigma, .. } => Some(sigma),
        SizeFile::Public { .. } => None,
    };
    let scores_sensitivity = spec.plan.neighbours.pair_score().ok().and_then(|each| {
        let squared = u128::from(each.units()).checked_mul(u128::from(each.units()))?;
        squared.checked_mul(model.scores.pairs.len() as u128)
    });
    let scores_paid = sigmas("dependence scores of pairs").all(|query| {
        query.sensitivity_squared.parse().ok() == scores_sensitivity
            && Some(query.sigma) == model.scores.sigma
    });
    let tables = sigmas("table of counts");
    let tables_paid = tables.clone().count() == model.tables.len()
        && tables
            .zip(&model.tables)
            .all(|(query, table)| query.columns == table.columns && query.sigma == table.sigma);
    if model.spec != record.spec.text {
        Some("spec is")
    } else if !sigmas("number of rows").map(|query| query.sigma).eq(size) {
        Some("size is")
    } else if sigmas("dependence scores of pairs").count()
        != usize::from(model.scores.sigma.is_some())
        || !scores_paid
    {
        Some("scores are")
    } else if !tables_paid {
        Some("tables are")
    } else {
        None
    }
}

/// Several releases of one table: later ones name the earlier, and Σ μ² stays within the lifetime.
fn check_chain(chain: &[Checked], findings: &mut Findings) -> Result<(), CliError> {
    let [first, later @ ..] = chain else {
        return Ok(());
    };
    let sum = chain
        .iter()
        .try_fold(MuSquared::ZERO, |sum, checked| {
            sum.checked_add(checked.total)
        })
        .unwrap_or(MuSquared::from_units(u128::MAX));
    for (place, checked) in later.iter().enumerate() {
        let earlier = chain.iter().take(place + 1);
        let missing: Vec<String> = earlier
            .filter(|before| !checked.record.previous.contains(&before.digest))
            .map(|before| before.path.display().to_string())
            .collect();
        findings.check(
            missing.is_empty(),
            format!("{}: names all earlier releases", checked.path.display()),
            format!(
                "{}: its spec's `previous` lacks the digest of {}",
                checked.path.display(),
                missing.join(", ")
            ),
        );
    }
    for (place, checked) in chain.iter().enumerate() {
        let given: Vec<&String> = chain.iter().take(place).map(|of| &of.digest).collect();
        let absent = checked
            .record
            .previous
            .iter()
            .filter(|digest| !given.contains(digest))
            .map(|digest| digest.get(..12).unwrap_or(digest))
            .collect::<Vec<_>>();
        if !absent.is_empty() {
            findings.notes.push(format!(
                "{}: `previous` names records that were not given before it, so their budgets are \
                 not in the sum: {}",
                checked.path.display(),
                absent.join("…, ") + "…"
            ));
        }
    }
    match &first.spec.release.budget.lifetime {
        Some(Guarantee { epsilon, delta, .. }) => {
            let lifetime = calibration_of(*epsilon, *delta)?.mu_squared;
            findings.check(
                sum <= lifetime,
                format!(
                    "{} release(s): mu^2 = {:.9} of the lifetime's {:.9}, ({epsilon}, {delta})-DP in all",
                    chain.len(),
                    sum.to_f64(),
                    lifetime.to_f64()
                ),
                format!(
                    "the releases' totals, mu^2 = {:.9}, pass the lifetime's {:.9}",
                    sum.to_f64(),
                    lifetime.to_f64()
                ),
            );
        }
        None if !later.is_empty() => findings.notes.push(format!(
            "{} releases: together mu^2 = {:.9}; this holds only if their budgets were fixed \
             beforehand (no `lifetime` in the first spec)",
            chain.len(),
            sum.to_f64()
        )),
        None => {}
    }
    Ok(())
}

/// Makes the release again, writing nothing, and compares every byte.
fn replay(
    args: &Args,
    checked: &Checked,
    data: &Path,
    seed_file: &Path,
    findings: &mut Findings,
) -> Result<(), CliError> {
    let seed_name = seed_file.display().to_string();
    let seed = MasterSeed::from_hex(&input::text(seed_file)?).ok_or_else(|| {
        let help = "give the file that `privet release --keep-seed` wrote";
        CliError::refused(&seed_name, "it does not hold 64 hexadecimal digits", help)
    })?;
    let record = &checked.record;
    findings.check(
        seed.commitment() == record.randomness.seed_commitment,
        format!("{seed_name}: is the seed that the record commits to"),
        format!("{seed_name}: is not the seed that the record commits to"),
    );
    let delimiter = input::delimiter(&args.delimiter)?;
    let reporter = input::reporter(args.quiet);
    let source = Source::new(data);
    let (loaded, commitment) = read_table(&checked.spec, &source, delimiter, &seed, reporter)?;
    findings.check(
        commitment == record.randomness.data_commitment,
        format!("{}: is the data that the record commits to", data.display()),
        format!(
            "{}: is not the data that the record commits to",
            data.display()
        ),
    );
    let folder = checked.path.parent().unwrap_or(Path::new(".")).to_owned();
    let mut comparison = Comparison {
        folder,
        record: checked.path.clone(),
        findings,
    };
    let software = record.software.clone();
    write_artefacts(
        &checked.spec,
        loaded,
        commitment,
        &seed,
        software,
        &mut comparison,
        reporter,
    )?;
    Ok(())
}

/// Compares what would be written with what is there.
struct Comparison<'a> {
    folder: PathBuf,
    record: PathBuf,
    findings: &'a mut Findings,
}

impl Sink for Comparison<'_> {
    fn file(
        &mut self,
        name: &str,
        write: &mut dyn FnMut(&mut dyn Write) -> Result<(), CliError>,
    ) -> Result<String, CliError> {
        let path = if name == RECORD {
            self.record.clone()
        } else {
            self.folder.join(name)
        };
        let file = File::open(&path).map(BufReader::new);
        let mut comparing = Comparing {
            file: file.ok(),
            hash: Sha256::new(),
            at: 0,
            differs: None,
        };
        write(&mut comparing)?;
        let differs = comparing.finish();
        self.findings.check(
            differs.is_none(),
            format!("{}: replayed, every byte agrees", path.display()),
            format!(
                "{}: the replay differs from byte {} on",
                path.display(),
                differs.unwrap_or_default()
            ),
        );
        Ok(hex(&comparing.hash.finalize()))
    }
}

/// A writer that keeps nothing but the place of the first difference.
struct Comparing {
    file: Option<BufReader<File>>,
    hash: Sha256,
    at: u64,
    differs: Option<u64>,
}

impl Comparing {
    /// Where the first difference is, the end of the file included.
    fn finish(&mut self) -> Option<u64> {
        let mut rest = [0; 1];
        let more = self
            .file
            .as_mut()
            .is_some_and(|file| file.read(&mut rest).is_ok_and(|n| n > 0));
        if self.differs.is_none() && (more || self.file.is_none()) {
            self.differs = Some(self.at);
        }
        self.differs
    }
}

impl Write for Comparing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.hash.update(bytes);
        let mut there = vec![0; bytes.len()];
        let read = self
            .file
            .as_mut()
            .map_or(Ok(()), |file| file.read_exact(&mut there));
        if self.differs.is_none() && (read.is_err() || there != bytes) {
            let same = bytes
                .iter()
                .zip(&there)
                .take_while(|(one, other)| one == other)
                .count();
            self.differs = Some(self.at + same as u64);
        }
        self.at += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn digest_of(path: &Path) -> io::Result<String> {
    let mut file = File::open(path)?;
    let mut hash = Sha256::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(hex(&hash.finalize())),
            read => hash.update(buffer.get(..read).unwrap_or_default()),
        }
    }
}

/// What a release asks for, the first first.
const ORDER_OF_QUERIES: [&str; 3] = [
    "number of rows",
    "dependence scores of pairs",
    "table of counts",
];
