//! Privet for Python: what the package `privet` is made of.
//!
//! The package itself, its classes and their documentation, is Python (`../privet`). Here is what it asks of the library:
//! tables in (`tables`) and out (`frame`), long work beside Python (`work`), errors (`error`), and a thin layer over the
//! library's own types. There is no unsafe code, no function that takes an ε or the seed of a release, and no way for a
//! value of a table into an error.

mod error;
mod findings;
mod frame;
mod model;
mod pages;
mod release;
mod spec;
mod tables;
mod work;

use pyo3::prelude::*;

/// The native part of the package.
#[pymodule]
#[pyo3(name = "_privet")]
fn native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    work::silence_panics();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<spec::Spec>()?;
    module.add_class::<release::Release>()?;
    module.add_class::<model::Model>()?;
    module.add_class::<frame::Table>()?;
    module.add_function(wrap_pyfunction!(spec::draft, module)?)?;
    module.add_function(wrap_pyfunction!(release::example, module)?)?;
    module.add_function(wrap_pyfunction!(findings::verify, module)?)?;
    module.add_function(wrap_pyfunction!(pages::evaluate, module)?)?;
    module.add_function(wrap_pyfunction!(pages::compare, module)?)?;
    module.add_function(wrap_pyfunction!(pages::report, module)?)
}
