//! Errors as Python has them: classes of the package, made of places, causes and remedies.

use privet_release::{Complaint, Error};
use privet_spec::Style;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// The exception for an error of the library. It has no cause: nothing of what lies behind is shown.
pub(crate) fn exception(py: Python<'_>, error: &Error) -> PyErr {
    let (class, shown) = match error {
        Error::Spec(spec) => {
            let shown = spec.problems.render(&spec.name, &spec.text, Style::plain());
            ("SpecError", Some(shown.trim_end().to_owned()))
        }
        Error::Table(_) => ("TableError", None),
        _ => ("PrivetError", None),
    };
    of_class(py, class, &error.complaints(), shown)
}

/// A table that cannot be used: where, why, and what to do instead.
pub(crate) fn table_error(py: Python<'_>, place: &str, what: &str, help: &str) -> PyErr {
    let error = Error::refused(place, what, help);
    of_class(py, "TableError", &error.complaints(), None)
}

/// Something inside has failed that cannot; `place` is in the source.
pub(crate) fn flaw(py: Python<'_>, place: &str) -> PyErr {
    let help = "this is a flaw in privet: please report it with the spec";
    let error = Error::refused(place, "something inside of privet has failed", help);
    of_class(py, "PrivetError", &error.complaints(), None)
}

fn of_class(py: Python<'_>, class: &str, complaints: &[Complaint], shown: Option<String>) -> PyErr {
    let problems: Vec<(&str, &str, &str)> = complaints
        .iter()
        .map(|one| (one.place.as_str(), one.what.as_str(), one.help.as_str()))
        .collect();
    let made = py
        .import("privet._errors")
        .and_then(|module| module.getattr(class))
        .and_then(|class| class.call1((problems, shown)));
    match made {
        Ok(exception) => PyErr::from_value(exception),
        Err(_) => PyRuntimeError::new_err("the package `privet` is not installed as a whole"),
    }
}
