//! How close releases come, and pages that show it.

use std::path::PathBuf;
use std::sync::Arc;

use privet_release::record::SoftwareFile;
use privet_release::{CustodianKey, Error, Published};
use privet_report::measure::{RealTable, Wanted};
use privet_report::{compare as side_by_side, full, public};
use pyo3::prelude::*;

use crate::spec::Spec;
use crate::tables::Given;
use crate::work::run;

/// What was measured in words, as JSON, and as a page.
type Shown = (String, String, String);

/// Compares a synthetic table with the real one. Not differentially private.
#[pyfunction]
#[pyo3(signature = (spec, real, synthetic, listener, held_out = None, ways = None, count = None, seed = None,
    targets = Vec::new(), share = None, beside = None, fingerprint_key = None))]
#[allow(clippy::too_many_arguments)] // as Python hands them over
pub(crate) fn evaluate(
    spec: &Bound<'_, Spec>,
    real: &Bound<'_, PyAny>,
    synthetic: &Bound<'_, PyAny>,
    listener: &Bound<'_, PyAny>,
    held_out: Option<&Bound<'_, PyAny>>,
    ways: Option<Vec<usize>>,
    count: Option<usize>,
    seed: Option<u64>,
    targets: Vec<String>,
    share: Option<f64>,
    beside: Option<PathBuf>,
    fingerprint_key: Option<PathBuf>,
) -> PyResult<Shown> {
    let spec = Arc::clone(&spec.get().0);
    let standard = Wanted::default();
    let wanted = Wanted {
        ways: ways.unwrap_or(standard.ways),
        count: count.unwrap_or(standard.count),
        seed: seed.unwrap_or(standard.seed),
        targets,
        share: share.unwrap_or(standard.share),
    };
    let mut tables = vec![
        Given::new(real, "the real table")?,
        Given::new(synthetic, "the synthetic table")?,
    ];
    if let Some(held_out) = held_out {
        tables.push(Given::new(held_out, "held-out rows")?);
    }
    let shown = run(listener, tables, move |told, tables| {
        let mut tables = tables.into_iter();
        let (Some(real), Some(synthetic)) = (tables.next(), tables.next()) else {
            return Err(unwritten("evaluate"));
        };
        // What is refused is refused before a table is read.
        let published = beside.map(|path| Published::of_table(&path, told));
        let published = published.transpose()?.flatten();
        let key = fingerprint_key.map(CustodianKey::open).transpose()?;
        let real = RealTable::read(&spec, real, tables.next(), wanted, key.as_ref(), told)?;
        let found = real.compare(synthetic, published.as_ref())?;
        let mut words = Vec::new();
        full::summary(&found, &mut words).map_err(Error::Output)?;
        let json = serde_json::to_string(&found).map_err(|_| unwritten("evaluate"))?;
        let facts = published.map(|files| files.facts());
        let page = full::page(&found, facts.as_ref());
        Ok((String::from_utf8_lossy(&words).into_owned(), json, page))
    });
    shown?.or_raise()
}

/// Puts several releases side by side.
#[pyfunction]
#[pyo3(signature = (folders, listener, spec = None, real = None))]
pub(crate) fn compare(
    folders: Vec<PathBuf>,
    listener: &Bound<'_, PyAny>,
    spec: Option<&Bound<'_, Spec>>,
    real: Option<&Bound<'_, PyAny>>,
) -> PyResult<Shown> {
    let spec = spec.map(|spec| Arc::clone(&spec.get().0));
    let real = real.map(|real| Given::new(real, "the real table"));
    let tables = real.transpose()?.into_iter().collect();
    let shown = run(listener, tables, move |told, mut tables| {
        let real = match (&spec, tables.pop()) {
            (Some(spec), Some(real)) => Some((spec.as_ref(), real)),
            (None, None) => None,
            _ => {
                let what = "a comparison with the real table needs the spec that it is read by";
                let help = "give `spec` and `real`, or neither";
                return Err(Error::refused("real", what, help));
            }
        };
        let compared = side_by_side::gather(&folders, real, told)?;
        let figures = side_by_side::figures(&compared);
        let mut words = Vec::new();
        side_by_side::summary(&compared, &figures, &mut words).map_err(Error::Output)?;
        let all = side_by_side::SideBySide::new(&compared, &figures);
        let json = serde_json::to_string(&all).map_err(|_| unwritten("compare"))?;
        let page = side_by_side::page(&compared, SoftwareFile::this().made_by());
        Ok((String::from_utf8_lossy(&words).into_owned(), json, page))
    });
    shown?.or_raise()
}

/// The public page of a release.
#[pyfunction]
pub(crate) fn report(folder: PathBuf, listener: &Bound<'_, PyAny>) -> PyResult<String> {
    let page = run(listener, Vec::new(), move |told, _| {
        let facts = Published::read(&folder, told)?.facts();
        Ok(public::page(&facts, SoftwareFile::this().made_by()))
    });
    page?.or_raise()
}

fn unwritten(place: &str) -> Error {
    let what = "what was found cannot be written";
    Error::refused(place, what, "please report this flaw")
}
