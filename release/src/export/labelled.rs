//! A model as JSON with labels, for those who have neither Rust nor RON.

use privet_spec::{Attribute, Release};
use serde::Serialize;

use super::form::{
    ColumnForm, GuaranteeForm, MeasurementForm, RowsForm, SpecForm, StructureForm, VariableForm,
};
use crate::error::Error;
use crate::model::Variable;
use crate::model::value_labels;
use crate::plan::VariableName;
use crate::promise::{adjacency_in_words, delta_in_words, unit_in_words};
use crate::public_model::Model;
use crate::spec::{Settled, Spec};

/// The JSON form of a model: all that was measured, with labels, and what it was measured for. It is made to be read, not to be
/// drawn from: what was fitted and the seed of the rows are in `model.ron` alone.
#[derive(Clone, Debug, Serialize)]
pub struct LabelledModel {
    privet_model_json: u32,
    mechanism: &'static str,
    algorithm: u32,
    title: Option<String>,
    spec: SpecForm,
    guarantee: GuaranteeForm,
    rows: RowsForm,
    columns: Vec<ColumnForm>,
    variables: Vec<VariableForm>,
    measurements: Vec<MeasurementForm>,
    structure: StructureForm,
}

impl LabelledModel {
    /// The version of the form.
    pub const VERSION: u32 = 1;

    /// The file's text.
    pub fn to_text(&self) -> Result<String, Error> {
        let text = serde_json::to_string_pretty(self);
        let text = text.map_err(|error| Error::flaw("model as JSON", error))?;
        Ok(text + "\n")
    }
}

impl Model {
    /// The model with labels, as `privet export --json` writes it. Refused: what [`Model::measurements`] refuses.
    pub fn labelled(&self) -> Result<LabelledModel, Error> {
        let spec = self.spec()?;
        let settled = self.settled(&spec)?;
        let measurements = self.measurements_by(&spec, &settled)?;
        let release = &settled.plan.release;
        let guarantee = release.budget.guarantee;
        let shown = |name: &VariableName| self.shown(&settled, name);
        Ok(LabelledModel {
            privet_model_json: LabelledModel::VERSION,
            mechanism: self.mechanism().as_str(),
            algorithm: self.algorithm().get(),
            title: release.title.clone(),
            spec: self.spec_form(&spec),
            guarantee: GuaranteeForm {
                epsilon: guarantee.epsilon().to_string(),
                delta: delta_in_words(guarantee),
                unit: unit_in_words(&release.unit),
                adjacency: adjacency_in_words(release.adjacency).to_owned(),
            },
            rows: RowsForm::of(self.rows(), self.counted_rows()),
            columns: columns(release),
            variables: VariableForm::all(&measurements),
            structure: StructureForm::of(self.structure(&shown)),
            measurements: measurements.into_iter().map(MeasurementForm::of).collect(),
        })
    }

    fn spec_form(&self, spec: &Spec) -> SpecForm {
        SpecForm {
            sha256: spec.digest(),
            text: spec.text().to_owned(),
            files: self.files().to_vec(),
        }
    }

    /// A variable by the name that it has among the measurements.
    fn shown(&self, settled: &Settled, name: &VariableName) -> Variable {
        let Settled {
            plan, mechanism, ..
        } = settled;
        match self.measured_column(plan, name) {
            Some(column) => Variable {
                attribute: column.attribute,
                written: column.written,
            },
            None => mechanism.variable(name),
        }
    }
}

/// The columns of the synthetic table, in its order.
fn columns(release: &Release) -> Vec<ColumnForm> {
    let column = |attribute: &Attribute| {
        let follows = attribute.determined();
        let by = follows.and_then(|follows| release.schema.get(follows.by));
        ColumnForm {
            name: attribute.name().to_owned(),
            kind: attribute.kind().word(),
            labels: value_labels(attribute),
            missing: attribute.null_code(),
            determined_by: by.map(|by| by.name().to_owned()),
        }
    };
    release.columns().map(column).collect()
}
