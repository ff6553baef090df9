//! Rows on request, from a model to a table.

use std::io::Write;

use privet_spec::OutputFormat;

use super::partial::Partial;
use super::rejection::Rejection;
use super::wishes::Wishes;
use crate::complaint::Complaint;
use crate::error::Error;
use crate::model::{Drawn, Group, Known, RowsWanted};
use crate::public_model::{Model, sampling_seed, write_rows};
use crate::spec::Settled;
use crate::table::{Decoding, Input};
use crate::watch::Watch;

/// Which rows are wanted of a model: those that meet all of these conditions.
#[derive(Clone, Debug)]
pub struct Conditions {
    /// Each as in `region = north` or `age >= 60`.
    pub all_of: Vec<String>,
    /// Cells of memory that conditioning may take.
    pub max_cells: u64,
    /// Draws rows and throws away those that do not meet them, instead of conditioning.
    pub reject: bool,
}

impl Default for Conditions {
    /// None: all rows are wanted.
    fn default() -> Self {
        Self {
            all_of: Vec::new(),
            max_cells: Self::MAX_CELLS,
            reject: false,
        }
    }
}

impl Conditions {
    /// Cells that conditioning takes unless told otherwise, some 1.6 GB.
    pub const MAX_CELLS: u64 = 1 << 25;
}

impl Model {
    /// Draws rows that meet conditions and writes them in the format of the spec: exactly the model's conditional law, free of charge. The same
    /// seed gives the same rows on every machine; without one they are random.
    pub fn sample_where(
        &self,
        conditions: &Conditions,
        rows: u32,
        seed: Option<u64>,
        watch: &dyn Watch,
        out: &mut dyn Write,
    ) -> Result<(), Error> {
        let settled = self.settled_for_rows()?;
        let wishes = Wishes::read(&settled.plan.release, &conditions.all_of)?;
        let seed = sampling_seed(seed)?;
        let group = Group {
            codes: Vec::new(),
            between: Vec::new(),
            rows: (0..rows).collect(),
            place: wishes.place.clone(),
        };
        let known = wishes.known(&settled.plan.release, vec![group], conditions.max_cells);
        let drawn = if conditions.reject {
            self.rejection(&settled, &known, seed).draw(rows, watch)?
        } else {
            let wanted = RowsWanted {
                file: self.name(),
                rows: rows as usize,
                seed,
                known: Some(&known),
            };
            let drawn = self.draw(&settled, wanted, watch);
            drawn.map_err(|error| match error {
                Error::OnlyByRejection(why) => self.offer(&settled, &known, seed, why, rows),
                other => other,
            })?
        };
        let decoding = Decoding {
            laws: Some(&wishes.laws),
            ..Decoding::default()
        };
        write_rows(&settled, drawn, rows as usize, &decoding, watch, out)
    }

    /// Fills in what rows lack and writes them as CSV, whatever the spec says: what is given is kept as the text that it is. Each row is drawn from the model's law given all
    /// that is known of it: by its own fields, and by the conditions.
    ///
    /// What comes of it is as private as the rows that were given, and not covered by the guarantee of the release.
    pub fn complete(
        &self,
        given: Input<'_>,
        conditions: &Conditions,
        seed: Option<u64>,
        watch: &dyn Watch,
        out: &mut dyn Write,
    ) -> Result<u32, Error> {
        let mut settled = self.settled_for_rows()?;
        settled.plan.release.output.format = OutputFormat::Csv;
        let release = &settled.plan.release;
        let wishes = Wishes::read(release, &conditions.all_of)?;
        let partial = Partial::read(release, given, &wishes.meant, watch)?;
        let rows = partial.rows;
        let seed = sampling_seed(seed)?;
        let known = wishes.known(release, partial.groups, conditions.max_cells);
        let wanted = RowsWanted {
            file: self.name(),
            rows: rows as usize,
            seed,
            known: Some(&known),
        };
        let drawn = self.draw(&settled, wanted, watch);
        let drawn = drawn.map_err(|error| match error {
            Error::OnlyByRejection(why) => Error::Refused(Complaint {
                help: "rows can be completed only where the model can be conditioned; give more of their fields, or \
                       allow more cells with `--max-cells`"
                    .into(),
                ..why
            }),
            other => other,
        })?;
        let decoding = Decoding {
            laws: Some(&wishes.laws),
            given: Some(&partial.fields),
            ..Decoding::default()
        };
        write_rows(&settled, drawn, rows as usize, &decoding, watch, out)?;
        Ok(rows)
    }

    fn rejection<'a>(
        &'a self,
        settled: &'a Settled,
        known: &'a Known<'a>,
        seed: [u8; 32],
    ) -> Rejection<'a> {
        Rejection {
            known,
            seed,
            draw: Box::new(move |rows, seed| -> Result<Drawn, Error> {
                let wanted = RowsWanted {
                    file: self.name(),
                    rows,
                    seed,
                    known: None,
                };
                self.draw(settled, wanted, &crate::watch::Silent)
            }),
        }
    }

    /// Why conditioning is out of reach, and what rejection would take.
    fn offer(
        &self,
        settled: &Settled,
        known: &Known<'_>,
        seed: [u8; 32],
        why: Complaint,
        rows: u32,
    ) -> Error {
        match self.rejection(settled, known, seed).expected(rows) {
            Ok(tries) => Error::OnlyByRejection(Complaint {
                help: format!(
                    "`--reject` draws rows and throws away those that are not meant: {tries}"
                )
                .into(),
                ..why
            }),
            Err(error) => error,
        }
    }
}
