//! Every noisy table of a model, with labels.

use privet_spec::Attribute;

use crate::bins::grid_labels;
use crate::error::Error;
use crate::model::{MeasuredColumn, NoisyTable};
use crate::noise::Noise;
use crate::plan::{Plan, VariableName};
use crate::public_model::Model;
use crate::spec::{Settled, Spec};

/// Noisy counts as they were measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Measurement {
    pub of: Measured,
    /// None for the number of rows.
    pub columns: Vec<MeasuredColumn>,
    /// One for every combination of the columns' labels: numbers in mixed radix, the last column fastest. A noisy count may
    /// be below zero. Where a rule excludes a combination, nothing was measured, and the count is 0.
    pub counts: Vec<i64>,
    /// Of each count.
    pub noise: Noise,
    /// Parts of the table that were not asked for, since other tables tell them: for each the names of its columns, none for the
    /// total. Where there are some, the counts tell the other parts alone, and what they say of these is noise.
    pub left_out: Vec<Vec<String>>,
    /// Counts and noise are in units of so many to a row: 1, or the cells of a table of which parts were left out.
    pub units: usize,
}

/// What was counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measured {
    /// All rows.
    Rows,
    /// A column on a grid of its values, from which its bins were found.
    Grid,
    /// A table that the model was made from.
    Table,
}

impl Measured {
    /// As JSON has it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Rows => "rows",
            Self::Grid => "grid",
            Self::Table => "table",
        }
    }
}

impl Model {
    /// Every noisy count of the model, labelled: the number of rows where it is noisy, the counts on grids that bins were
    /// found from, then the tables in the order of the model.
    ///
    /// Not listed: a public number of rows, noisy scores by which a structure was chosen, and what was fitted to the
    /// measurements, which [`Model::marginal`] tells. A smoothed histogram has none: its
    /// list is empty.
    ///
    /// Refused: a model whose tables are not those of its spec, which no release has written.
    pub fn measurements(&self) -> Result<Vec<Measurement>, Error> {
        let spec = self.spec()?;
        let settled = self.settled(&spec)?;
        self.measurements_by(&spec, &settled)
    }

    pub(super) fn measurements_by(
        &self,
        spec: &Spec,
        settled: &Settled,
    ) -> Result<Vec<Measurement>, Error> {
        self.expect_mechanism_of(&settled.plan.release)?;
        let counted = self.counted_rows();
        let rows = counted.noise.map(|noise| Measurement {
            of: Measured::Rows,
            columns: Vec::new(),
            counts: vec![counted.rows],
            noise,
            left_out: Vec::new(),
            units: 1,
        });
        let mut all: Vec<Measurement> = rows.into_iter().collect();
        all.extend(self.grids(spec));
        for table in self.tables() {
            all.push(self.measurement(&settled.plan, &table)?);
        }
        for measurement in &all {
            self.check(measurement)?;
        }
        Ok(all)
    }

    /// The levels of every grid, finest first.
    fn grids(&self, spec: &Spec) -> Vec<Measurement> {
        let mut grids = Vec::new();
        for (attribute, file) in spec.release().found().zip(&self.inside().found) {
            let labels = grid_labels(attribute).into_iter();
            for ((level, labels), number) in file.levels.iter().zip(labels).zip(0..) {
                let noise = level.noise.noise();
                grids.push(Measurement {
                    of: Measured::Grid,
                    columns: vec![grid_column(attribute, labels, number)],
                    counts: level.measured.clone(),
                    noise,
                    left_out: Vec::new(),
                    units: 1,
                });
            }
        }
        grids
    }

    fn measurement(&self, plan: &Plan, table: &NoisyTable<'_>) -> Result<Measurement, Error> {
        // Cells stand in the order of the plan's variables, whatever the file says of the columns.
        let set = plan.variables.set(table.columns);
        let is_in_order = set.is_some_and(|set| plan.variables.names(&set) == table.columns);
        let columns = table.columns.iter();
        let columns: Option<Vec<_>> = columns
            .map(|name| self.measured_column(plan, name))
            .collect();
        let columns = columns.filter(|_| is_in_order);
        let columns =
            columns.ok_or_else(|| self.unlike_a_release("a table has unknown columns"))?;
        let written = |part: &Vec<VariableName>| {
            let places = part
                .iter()
                .map(|name| table.columns.iter().position(|of| of == name));
            let columns = places.map(|place| columns.get(place?));
            columns
                .map(|column| Some(column?.written.clone()))
                .collect()
        };
        let left_out: Option<Vec<_>> = table.left_out.iter().map(written).collect();
        Ok(Measurement {
            of: Measured::Table,
            left_out: left_out.ok_or_else(|| self.unlike_a_release("a table has unknown parts"))?,
            units: table.units(),
            columns,
            counts: table.cells.to_vec(),
            noise: table.noise,
        })
    }

    /// A file may say anything: as many counts as labels, and noise that is a number.
    fn check(&self, measurement: &Measurement) -> Result<(), Error> {
        let mut sizes = measurement.columns.iter().map(|column| column.labels.len());
        let cells = sizes.try_fold(1_usize, usize::checked_mul);
        let what = if cells != Some(measurement.counts.len()) {
            "a table has more or fewer counts than its columns have values"
        } else if measurement.noise.scale().is_nan() {
            "the noise of a table is out of range"
        } else {
            return Ok(());
        };
        Err(self.unlike_a_release(what))
    }
}

/// A column on a level of its grid.
fn grid_column(attribute: &Attribute, labels: Vec<String>, level: u8) -> MeasuredColumn {
    let name = attribute.name();
    MeasuredColumn {
        attribute: name.to_owned(),
        written: match level {
            0 => format!("{name} (grid)"),
            level => format!("{name} (grid, level {level})"),
        },
        labels,
    }
}
