//! Public models: rows, measurements and marginals from them.

use std::path::PathBuf;
use std::sync::Arc;

use arrow_array::types::Int32Type;
use arrow_array::{
    ArrayRef, DictionaryArray, Float64Array, Int32Array, Int64Array, RecordBatch, StringArray,
};
use privet_release::{Conditions, Error, Input};
use pyo3::prelude::*;

use crate::error::{exception, flaw};
use crate::frame::Table;
use crate::work::run;

/// A public model.
#[pyclass(frozen, module = "privet._privet")]
pub(crate) struct Model(Arc<privet_release::Model>);

/// What was measured, its noise, the parts that were left out with the units of a row, and its cells.
type Measured = (
    String,
    Vec<String>,
    String,
    f64,
    (Vec<Vec<String>>, usize),
    Table,
);

impl Model {
    pub(crate) fn of(model: privet_release::Model) -> Self {
        Self(Arc::new(model.as_csv()))
    }

    /// The same one, for another reader.
    pub(crate) fn again(&self) -> Self {
        Self(Arc::clone(&self.0))
    }

    /// The spec that it was made by.
    pub(crate) fn spec(&self) -> Result<privet_release::Spec, Error> {
        self.0.spec()
    }
}

#[pymethods]
impl Model {
    #[staticmethod]
    fn read(path: PathBuf, listener: &Bound<'_, PyAny>) -> PyResult<Self> {
        let model = run(listener, Vec::new(), move |told, _| {
            privet_release::Model::read(path, told)
        });
        Ok(Self::of(model?.or_raise()?))
    }

    #[getter]
    fn mechanism(&self) -> String {
        self.0.mechanism().to_string()
    }

    #[getter]
    fn rows(&self) -> i64 {
        self.0.rows()
    }

    fn in_words(&self) -> String {
        self.0.in_words()
    }

    fn spec_text(&self) -> &str {
        self.0.spec_text()
    }

    /// The columns of a table that its spec reads.
    fn reads(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let spec = self.0.spec().map_err(|error| exception(py, &error))?;
        Ok(spec.release().columns_read().collect())
    }

    /// The model with labels, as JSON.
    fn json(&self, py: Python<'_>) -> PyResult<String> {
        let text = self.0.labelled().and_then(|labelled| labelled.to_text());
        text.map_err(|error| exception(py, &error))
    }

    /// Draws rows, which are read back by their types.
    fn sample(
        &self,
        listener: &Bound<'_, PyAny>,
        rows: u32,
        seed: Option<u64>,
        conditions: Vec<String>,
        reject: bool,
    ) -> PyResult<Table> {
        let model = Arc::clone(&self.0);
        let drawn = run(listener, Vec::new(), move |told, _| {
            let mut text = Vec::new();
            if conditions.is_empty() {
                model.sample(rows, seed, told, &mut text)?;
            } else {
                let conditions = Conditions {
                    all_of: conditions,
                    reject,
                    ..Conditions::default()
                };
                model.sample_where(&conditions, rows, seed, told, &mut text)?;
            }
            let text = Input::from_reader("the rows that were drawn", text.as_slice());
            model.spec()?.typed_rows(text, told)
        });
        Ok(Table::of(drawn?.or_raise()?))
    }

    /// Every noisy table: what was measured, its columns, the law of the noise with its scale, and a row a cell.
    fn measurements(&self, py: Python<'_>) -> PyResult<Vec<Measured>> {
        let measured = py.detach(|| self.0.measurements());
        let measured = measured.map_err(|error| exception(py, &error))?;
        let labelled = measured.into_iter().map(|one| {
            let written = one.columns.iter();
            let written: Vec<String> = written.map(|column| column.written.clone()).collect();
            let columns = one.columns.iter();
            let columns = columns.map(|column| (column.written.as_str(), column.labels.as_slice()));
            let cells = one.counts.len();
            let counts: ArrayRef = Arc::new(Int64Array::from(one.counts));
            let sigma: ArrayRef = Arc::new(Float64Array::from(vec![one.noise.scale(); cells]));
            let scale = match one.noise {
                privet_release::Noise::Gaussian { .. } => "sigma",
                privet_release::Noise::Laplace { .. } => "scale",
            };
            let value = if one.left_out.is_empty() {
                "noisy_count"
            } else {
                "noisy_parts"
            };
            let values = [(value, counts), (scale, sigma)];
            let table = cells_of(columns.collect(), &values)?;
            let of = one.of.word().to_owned();
            let law = one.noise.law().to_owned();
            let parts = (one.left_out, one.units);
            Some((of, written, law, one.noise.scale(), parts, table))
        });
        let labelled: Option<Vec<Measured>> = labelled.collect();
        labelled.ok_or_else(|| flaw(py, "model.rs"))
    }

    /// The model's own law over some columns, as expected rows.
    fn marginal(&self, listener: &Bound<'_, PyAny>, columns: Vec<String>) -> PyResult<Table> {
        let model = Arc::clone(&self.0);
        let law = run(listener, Vec::new(), move |told, _| -> Result<_, Error> {
            let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
            model.marginal(&columns, told)
        });
        let law = law?.or_raise()?;
        let columns = law.columns.iter();
        let columns = columns.map(|column| (column.name.as_str(), column.labels.as_slice()));
        let counts: ArrayRef = Arc::new(Float64Array::from(law.counts));
        let table = cells_of(columns.collect(), &[("expected_count", counts)]);
        table.ok_or_else(|| flaw(listener.py(), "model.rs"))
    }
}

/// A row for every combination of labels, the last column fastest, and what is known of each; nothing where the numbers of
/// rows differ.
fn cells_of(columns: Vec<(&str, &[String])>, values: &[(&str, ArrayRef)]) -> Option<Table> {
    let cells = columns.iter().map(|(_, labels)| labels.len()).product();
    let mut arrays: Vec<(&str, ArrayRef, bool)> = Vec::new();
    let mut repeated: usize = cells;
    for (name, labels) in columns {
        repeated = repeated.checked_div(labels.len())?;
        let code = |cell: usize| i32::try_from(cell.checked_div(repeated)? % labels.len()).ok();
        let codes: Vec<i32> = (0..cells).map(code).collect::<Option<_>>()?;
        let labels = Arc::new(StringArray::from_iter_values(labels));
        let codes = DictionaryArray::<Int32Type>::try_new(Int32Array::from(codes), labels).ok()?;
        arrays.push((name, Arc::new(codes), false));
    }
    let values = values.iter();
    arrays.extend(values.map(|(name, array)| (*name, ArrayRef::clone(array), false)));
    let batch = RecordBatch::try_from_iter_with_nullable(arrays).ok()?;
    (batch.num_rows() == cells).then(|| Table::of_batch(batch))
}
