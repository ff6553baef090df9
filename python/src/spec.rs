//! Specs, and drafts of them.

use std::path::PathBuf;
use std::sync::Arc;

use privet_release::{Complaint, MemoryLimit, NewRelease, check_table};
use pyo3::prelude::*;

use crate::error::exception;
use crate::release::{Release, stopped};
use crate::tables::Given;
use crate::work::run;

/// A checked spec.
#[pyclass(frozen, module = "privet._privet")]
pub(crate) struct Spec(pub(crate) Arc<privet_release::Spec>);

/// A place, a cause and a remedy.
type Problem = (String, String, String);

#[pymethods]
impl Spec {
    #[staticmethod]
    fn read(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        Self::of(py, privet_release::Spec::read(path))
    }

    #[staticmethod]
    fn parse(py: Python<'_>, text: String, name: &str) -> PyResult<Self> {
        Self::of(py, privet_release::Spec::parse(name, text))
    }

    #[getter]
    fn name(&self) -> &str {
        self.0.name()
    }

    #[getter]
    fn text(&self) -> &str {
        self.0.text()
    }

    #[getter]
    fn digest(&self) -> String {
        self.0.digest()
    }

    #[getter]
    fn title(&self) -> Option<String> {
        self.0.release().title.clone()
    }

    #[getter]
    fn reviewed(&self) -> bool {
        self.0.release().reviewed
    }

    /// Its guarantee in a few words, and its mechanism.
    fn claim(&self) -> (String, String) {
        let release = self.0.release();
        let claim = self.0.promise().in_words.in_short;
        (claim, release.mechanism.name().to_string())
    }

    /// The names of its columns.
    fn columns(&self) -> Vec<String> {
        let schema = self.0.release().schema.iter();
        schema.map(|one| one.name().to_owned()).collect()
    }

    /// The columns of a table that it reads.
    fn reads(&self) -> Vec<String> {
        self.0.release().columns_read().collect()
    }

    fn promise(&self) -> String {
        self.0.promise().to_string()
    }

    fn warnings(&self) -> Vec<Problem> {
        let problem = |Complaint { place, what, help }| {
            (String::from(place), String::from(what), String::from(help))
        };
        self.0.warnings().into_iter().map(problem).collect()
    }

    /// What to expect, for people and as JSON.
    #[pyo3(signature = (rows = None))]
    fn plan(&self, py: Python<'_>, rows: Option<u64>) -> PyResult<(String, String)> {
        let forecast = self.0.forecast(rows);
        let forecast = forecast.map_err(|error| exception(py, &error))?;
        Ok((forecast.to_string(), forecast.json().to_owned()))
    }

    /// Which fields of a table do not fit: the internal report, and whether a release would stop.
    fn check(
        &self,
        table: &Bound<'_, PyAny>,
        listener: &Bound<'_, PyAny>,
    ) -> PyResult<(String, bool, bool)> {
        let table = Given::new(table, FRAME)?;
        let spec = Arc::clone(&self.0);
        let report = run(listener, vec![table], move |told, mut tables| {
            let table = tables.remove(0);
            check_table(&spec, table, SHOWN, told)
        });
        let report = report?.or_raise()?;
        Ok((
            report.to_string(),
            report.is_clean(),
            report.stops_a_release(),
        ))
    }

    /// Makes a release, into a folder or into memory.
    #[pyo3(signature = (table, listener, out = None, keep_seed = None, previous = Vec::new(), account = None, memory = None))]
    #[allow(clippy::too_many_arguments)] // as Python hands them over
    fn release(
        &self,
        table: &Bound<'_, PyAny>,
        listener: &Bound<'_, PyAny>,
        out: Option<PathBuf>,
        keep_seed: Option<PathBuf>,
        previous: Vec<PathBuf>,
        account: Option<PathBuf>,
        memory: Option<u64>,
    ) -> PyResult<Release> {
        let table = Given::new(table, FRAME)?;
        let spec = Arc::clone(&self.0);
        let ended = run(listener, vec![table], move |told, mut tables| {
            let mut release = NewRelease::of(&spec, tables.remove(0)).watched_by(told);
            if let Some(bytes) = memory {
                release = release.within(MemoryLimit::of_bytes(bytes));
            }
            if let Some(file) = keep_seed {
                release = release.keep_seed(file);
            }
            for record in previous {
                release = release.after(record);
            }
            if let Some(account) = account {
                release = release.charged_to(account);
            }
            match out {
                Some(folder) => {
                    let released = release.into_folder(&folder)?;
                    Ok(Release::in_folder(folder, released.model))
                }
                None => Ok(Release::in_memory(release.into_memory()?)),
            }
        })?;
        stopped(listener.py(), ended)
    }
}

impl Spec {
    fn of(
        py: Python<'_>,
        spec: Result<privet_release::Spec, privet_release::Error>,
    ) -> PyResult<Self> {
        let spec = spec.map_err(|error| exception(py, &error))?;
        Ok(Self(Arc::new(spec)))
    }
}

/// A first spec for a table, and notes for its owner alone.
#[pyfunction]
pub(crate) fn draft(
    table: &Bound<'_, PyAny>,
    listener: &Bound<'_, PyAny>,
) -> PyResult<(String, String)> {
    let table = Given::new(table, FRAME)?;
    let drafted = run(listener, vec![table], |told, mut tables| {
        privet_release::draft(tables.remove(0), told)
    });
    let drafted = drafted?.or_raise()?;
    Ok((drafted.spec, drafted.private_notes))
}

/// How errors name a table without a path.
pub(crate) const FRAME: &str = "data frame";

/// Fields of each kind that a report shows.
const SHOWN: usize = 20;
