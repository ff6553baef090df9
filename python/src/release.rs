//! Releases that were made.

use std::fs;
use std::path::{Path, PathBuf};

use privet_release::{Error, InMemory, Input, Published, SYNTHETIC, Silent, synthetic_name};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use tempfile::TempDir;

use crate::error::exception;
use crate::frame::Table;
use crate::model::Model;
use crate::work::{Ended, run};

/// A release, in its folder or in memory.
#[pyclass(frozen, module = "privet._privet")]
pub(crate) struct Release(Stored);

/// Its model is that of a release that was just made, or was checked when it was read.
enum Stored {
    Folder(PathBuf, Model),
    Memory(Box<InMemory>),
}

impl Release {
    /// One that was made there.
    pub(crate) fn in_folder(folder: PathBuf, model: privet_release::Model) -> Self {
        Self(Stored::Folder(folder, Model::of(model)))
    }

    pub(crate) fn in_memory(files: InMemory) -> Self {
        Self(Stored::Memory(Box::new(files)))
    }

    fn read_model(&self) -> Result<Model, Error> {
        match &self.0 {
            Stored::Folder(_, model) => Ok(model.again()),
            Stored::Memory(files) => files.model().map(Model::of),
        }
    }
}

#[pymethods]
impl Release {
    /// The release in a folder. Refused: what `verify` refuses.
    #[staticmethod]
    fn read(folder: PathBuf, listener: &Bound<'_, PyAny>) -> PyResult<Self> {
        let read = run(listener, Vec::new(), move |told, _| {
            let model = Published::read(&folder, told)?.model;
            Ok(Self::in_folder(folder, model))
        });
        read?.or_raise()
    }

    #[getter]
    fn folder(&self) -> Option<&Path> {
        match &self.0 {
            Stored::Folder(folder, _) => Some(folder),
            Stored::Memory(_) => None,
        }
    }

    /// The bytes of one of its files.
    fn file<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyBytes>> {
        match &self.0 {
            Stored::Folder(folder, _) => {
                let bytes = fs::read(folder.join(name))?;
                Ok(PyBytes::new(py, &bytes))
            }
            Stored::Memory(files) => Ok(PyBytes::new(py, files.file(name))),
        }
    }

    /// The name of the file of its synthetic table.
    fn synthetic_name(&self, py: Python<'_>) -> PyResult<String> {
        let spec = self.read_model().and_then(|model| model.spec());
        let spec = spec.map_err(|error| exception(py, &error))?;
        Ok(synthetic_name(spec.release()).to_owned())
    }

    fn model(&self, py: Python<'_>) -> PyResult<Model> {
        let model = self.read_model();
        model.map_err(|error| exception(py, &error))
    }

    fn synthetic(&self, listener: &Bound<'_, PyAny>) -> PyResult<Table> {
        let rows = run(listener, Vec::new(), |told, _| {
            let spec = self.read_model()?.spec()?;
            let name = synthetic_name(spec.release());
            match &self.0 {
                Stored::Folder(folder, _) => spec.typed_rows(Input::at(folder.join(name)), told),
                Stored::Memory(files) if name == SYNTHETIC => {
                    spec.typed_rows(Input::from_reader(name, files.file(name)), told)
                }
                // A Parquet file is read from its end, which needs a file.
                Stored::Memory(files) => {
                    let around = temporary_folder()?;
                    let folder = around.path().join("release");
                    files.save(&folder, &Silent)?;
                    spec.typed_rows(Input::at(folder.join(name)), told)
                }
            }
        });
        Ok(Table::of(rows?.or_raise()?))
    }

    /// Writes all files into a new folder, or none.
    fn save(&self, py: Python<'_>, folder: PathBuf) -> PyResult<Self> {
        let saved = match &self.0 {
            Stored::Memory(files) => py.detach(|| {
                files.save(&folder, &Silent)?;
                Ok::<_, Error>(Self::in_folder(folder, files.model()?))
            }),
            Stored::Folder(is_in, _) => Err(Error::refused(
                folder.display().to_string(),
                format!("the release has its folder already: {}", is_in.display()),
                "copy that folder as a whole",
            )),
        };
        saved.map_err(|error| exception(py, &error))
    }
}

fn temporary_folder() -> Result<TempDir, Error> {
    let made = tempfile::tempdir();
    made.map_err(|error| Error::unwritable(&std::env::temp_dir(), &error))
}

/// The release, or how it was stopped: in words that say what became of the budget.
pub(crate) fn stopped(py: Python<'_>, ended: Ended<Release>) -> PyResult<Release> {
    let (why, done, was_read) = match ended {
        Ended::Done(release) => return Ok(release),
        Ended::Stopped {
            why,
            done,
            was_read,
        } => (why, done, was_read),
    };
    if !why.is_instance_of::<PyKeyboardInterrupt>(py) {
        return Err(why);
    }
    Err(PyKeyboardInterrupt::new_err(match done {
        Some(Release(Stored::Folder(..))) => {
            "the release was finished before it could be stopped: its folder is there, and its budget is spent"
        }
        Some(Release(Stored::Memory(_))) => {
            "the release was finished before it could be stopped, and is lost: its budget is spent all the same"
        }
        None if was_read => {
            "nothing was released, but noise may have been drawn: then the budget is spent all the same, and counts \
             together with that of another attempt"
        }
        None => "nothing was released, and no noise was drawn",
    }))
}

/// The made-up table of the built-in example, with its spec.
#[pyfunction]
pub(crate) fn example(py: Python<'_>) -> PyResult<(String, Bound<'_, PyBytes>)> {
    let mut table = Vec::new();
    privet_release::example::write_population(&mut table)?;
    let spec = privet_release::example::SPEC.to_owned();
    Ok((spec, PyBytes::new(py, &table)))
}
