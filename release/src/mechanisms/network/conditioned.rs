//! Drawing rows from the tables of a network, given what is known of them.

use privet_core::bayes::rows::{Model, Replacement, RowMemory};
use privet_core::mrf::conditional::{Conditional, Families, Given};
use privet_spec::Sampling;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::complaint::Complaint;
use crate::error::Error;
use crate::memory::is_memory_for;
use crate::model::{Group, Known};
use crate::watch::Watch;

/// What is known, and how rows are drawn.
pub(super) struct Conditioned<'a> {
    /// The model's file, for errors.
    pub(super) file: &'a str,
    pub(super) known: &'a Known<'a>,
    pub(super) sampling: Sampling,
    pub(super) leans: bool,
}

impl Conditioned<'_> {
    /// Fills the columns, group after group.
    pub(super) fn draw(
        &self,
        model: &Model<'_>,
        columns: &mut [Vec<u16>],
        rng: &mut Xoshiro256PlusPlus,
        watch: &dyn Watch,
    ) -> Result<(), Error> {
        if self.sampling == Sampling::Inconsistent {
            return Err(self.only_by_rejection(
                "`sampling: Inconsistent` goes back and tries again, so that its rows follow no law to condition",
            ));
        }
        let families = Families::new(model).map_err(|error| self.bad(error))?;
        let bar = watch.stage("drawing rows", self.known.groups.len() as u64);
        for group in &self.known.groups {
            let conditional = self.condition(&families, group)?;
            let mut drawn = vec![vec![0; group.rows.len()]; columns.len()];
            let mut borrowed: Vec<&mut [u16]> = drawn.iter_mut().map(Vec::as_mut_slice).collect();
            self.draw_group(&conditional, &mut borrowed, rng)
                .map_err(|error| self.bad(error))?;
            for (column, drawn) in columns.iter_mut().zip(&drawn) {
                for (&row, &code) in group.rows.iter().zip(drawn) {
                    if let Some(slot) = column.get_mut(row as usize) {
                        *slot = code;
                    }
                }
            }
            bar.step();
        }
        Ok(())
    }

    /// The law of a group's rows. Refused: one that takes too much memory, or has probability zero.
    fn condition(&self, families: &Families<'_>, group: &Group) -> Result<Conditional, Error> {
        let weights = self.known.weights_of(group);
        let given = Given::new(families, &weights)
            .map_err(|error| self.bad(error))?
            .ok_or_else(|| impossible(group))?;
        let cells = given.cells();
        let bytes = cells.saturating_mul(BYTES_A_CELL);
        if cells > self.known.max_cells {
            return Err(self.only_by_rejection(&format!(
                "conditioning takes {cells} cells of memory, and at most {} are allowed (`--max-cells`)",
                self.known.max_cells
            )));
        }
        if !is_memory_for(bytes) {
            return Err(self.only_by_rejection(&format!(
                "conditioning takes {} MB of memory, which is not to be had",
                bytes.div_ceil(1_000_000)
            )));
        }
        let conditional = given.condition().map_err(|error| self.bad(error))?;
        conditional.ok_or_else(|| impossible(group))
    }

    fn draw_group(
        &self,
        conditional: &Conditional,
        columns: &mut [&mut [u16]],
        rng: &mut Xoshiro256PlusPlus,
    ) -> Result<(), privet_core::Error> {
        let rows = columns.first().map_or(0, |column| column.len());
        let replacement = match self.sampling {
            Sampling::WithReplacement => Replacement::With,
            Sampling::WithoutReplacement | Sampling::Inconsistent => Replacement::Without,
        };
        conditional.with_model(|model| {
            // A few rows gain nothing by leaning.
            let mut memory = if self.leans && rows >= LEAST_TO_LEAN {
                RowMemory::leaning(model, rows)
            } else {
                RowMemory::new(model, rows)
            };
            let scratch = &mut memory.scratch();
            model.draw_columns(replacement, columns, scratch, rng, &mut || {})
        })??;
        conditional.restore(columns)
    }

    fn only_by_rejection(&self, what: &str) -> Error {
        Error::OnlyByRejection(Complaint::new(self.file, what, ""))
    }

    fn bad(&self, error: privet_core::Error) -> Error {
        let help = "give a model.ron that `privet release` has written, unchanged";
        Error::refused(self.file, error.to_string(), help)
    }
}

fn impossible(group: &Group) -> Error {
    Error::refused(
        group.place.clone(),
        "no row of the model meets this: its probability is zero",
        "ask for less",
    )
}

/// Beliefs, the tables that rows are drawn from, and the ways between them.
const BYTES_A_CELL: u64 = 48;
const LEAST_TO_LEAN: usize = 1_000;
