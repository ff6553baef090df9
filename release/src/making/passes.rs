//! How often a table is read that is not held, and how much that is, for `plan`.

use core::fmt;
use core::num::NonZero;

use privet_spec::{Release, Unit};
use serde::Serialize;

use crate::artefacts::Needs;
use crate::error::Error;
use crate::mechanisms::Forecast;
use crate::spec::Spec;
use crate::table::bytes_a_row;

/// For an assumed number of rows on some machines.
#[derive(Serialize)]
struct Reading {
    rows: u64,
    machines: NonZero<u32>,
    /// Of them all.
    most_passes: u64,
    /// Of those, over persons: counting their rows, and choosing among them.
    passes_over_persons: u64,
    /// Codes of one row, and of all rows of a machine.
    bytes_a_row: u64,
    bytes_a_machine: u64,
    /// For the model, on the machine that draws noise.
    model_bytes: u64,
}

impl Spec {
    /// As [`Spec::forecast`], and how such a table is read on so many machines.
    pub fn forecast_on(&self, rows: u64, machines: NonZero<u32>) -> Result<Forecast, Error> {
        let figures = Reading::new(self, rows, machines);
        self.forecast(Some(rows))?.and("passes", &figures)
    }
}

impl Reading {
    fn new(spec: &Spec, rows: u64, machines: NonZero<u32>) -> Self {
        let release: &Release = spec.release();
        let persons = match release.unit {
            Unit::Row => 0,
            // On one machine they are chosen once, and by workers in every pass.
            Unit::Person { .. } if machines.get() > 1 => 1,
            Unit::Person { .. } => 2,
        };
        let bytes_a_row = bytes_a_row(release);
        let rows_a_machine = rows.div_ceil(u64::from(machines.get()));
        Self {
            rows,
            machines,
            most_passes: spec.most_passes().saturating_add(persons).saturating_add(1),
            passes_over_persons: persons,
            bytes_a_row,
            bytes_a_machine: rows_a_machine.saturating_mul(bytes_a_row),
            model_bytes: Needs::of(spec, rows).memory(),
        }
    }
}

impl fmt::Display for Reading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let machines = match self.machines.get() {
            1 => "one machine".to_owned(),
            several => format!("{several} machines"),
        };
        writeln!(f, "Read on {machines}:")?;
        writeln!(
            f,
            "  passes               at most {}: one census, {} over persons, the others for tables",
            self.most_passes, self.passes_over_persons
        )?;
        writeln!(
            f,
            "  a pass               {} of codes on each ({} bytes a row), beside what unpacking the files takes",
            Bytes(self.bytes_a_machine),
            self.bytes_a_row
        )?;
        writeln!(
            f,
            "  memory               up to {} for the model; a table that is held takes its codes",
            Bytes(self.model_bytes)
        )
    }
}

/// In words.
struct Bytes(u64);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const UNITS: [(u64, &str); 4] = [
            (1_000_000_000_000, "TB"),
            (1_000_000_000, "GB"),
            (1_000_000, "MB"),
            (1_000, "kB"),
        ];
        for (unit, name) in UNITS {
            if self.0 >= unit {
                let tenths = self.0.saturating_mul(10) / unit;
                return write!(f, "{}.{} {name}", tenths / 10, tenths % 10);
            }
        }
        write!(f, "{} bytes", self.0)
    }
}
