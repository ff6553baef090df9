//! What `verify` finds.

use std::path::PathBuf;

use privet_release::{Error, KeptSeed, replay};
use pyo3::prelude::*;

use crate::spec::FRAME;
use crate::tables::Given;
use crate::work::run;

/// Checks records, or makes one release again from its table and its kept seed. Returns what was found, as JSON.
#[pyfunction]
#[pyo3(signature = (paths, listener, data = None, seed_file = None))]
pub(crate) fn verify(
    paths: Vec<PathBuf>,
    listener: &Bound<'_, PyAny>,
    data: Option<&Bound<'_, PyAny>>,
    seed_file: Option<PathBuf>,
) -> PyResult<String> {
    let table = data.map(|data| Given::new(data, FRAME)).transpose()?;
    let found = run(
        listener,
        table.into_iter().collect(),
        move |told, mut tables| {
            let found = match (tables.pop(), seed_file) {
                (Some(table), Some(seed_file)) => {
                    let [path] = paths.as_slice() else {
                        let what = "a replay takes one release";
                        return Err(Error::refused("data", what, "give one path with `data`"));
                    };
                    replay(path, table, &KeptSeed::read(seed_file)?, told)?
                }
                (None, None) => privet_release::verify(&paths, told)?,
                _ => {
                    let what = "a replay needs both the table and the kept seed";
                    let help = "give `data` and `seed_file`, or neither";
                    return Err(Error::refused("data", what, help));
                }
            };
            serde_json::to_string(&found).map_err(|error| {
                Error::refused("findings", error.to_string(), "please report this flaw")
            })
        },
    );
    found?.or_raise()
}
