//! Counting on all cores: the same numbers as on one.

use privet_core::Error;
use privet_core::counts::{Column, Columns, Counts};
use privet_core::domain::Domain;
use privet_core::variables::VariableSet;
use rayon::prelude::*;

use crate::table::{Codes, EncodedTable};

/// The table, borrowed as core's columns.
pub fn columns(table: &EncodedTable) -> Vec<Column<'_>> {
    table
        .columns
        .iter()
        .map(|codes| match codes {
            Codes::Narrow(codes) => Column::Narrow(codes),
            Codes::Wide(codes) => Column::Wide(codes),
        })
        .collect()
}

/// Columns whose rows are counted in parts, one a core.
pub struct ParallelColumns<'a>(pub Columns<'a>);

impl Counts for ParallelColumns<'_> {
    fn rows(&self) -> u64 {
        self.0.rows()
    }

    fn count(
        &self,
        domain: &Domain<'_>,
        variables: &VariableSet,
        cells: &mut [u64],
    ) -> Result<(), Error> {
        let rows = usize::try_from(self.rows()).map_err(|_| Error::TooManyRows)?;
        let parts = rayon::current_num_threads();
        // A part that is small beside the table costs more in adding up than it saves in counting.
        if parts < 2 || rows / parts < 4 * cells.len().max(ROWS_WORTH_A_THREAD) {
            return self.0.count(domain, variables, cells);
        }
        if domain.cells(variables, u64::from(u32::MAX)) != Some(cells.len()) {
            return Err(Error::BufferTooSmall);
        }
        let step = rows.div_ceil(parts);
        let counted: Result<Vec<Vec<u64>>, Error> = (0..parts)
            .into_par_iter()
            .map(|part| {
                let start = (part * step).min(rows);
                let mut own = vec![0; cells.len()];
                let range = start..rows.min(start.saturating_add(step));
                self.0.add_rows(domain, variables, range, &mut own)?;
                Ok(own)
            })
            .collect();
        cells.fill(0);
        for own in counted? {
            for (cell, count) in cells.iter_mut().zip(own) {
                *cell = cell.saturating_add(count);
            }
        }
        Ok(())
    }
}

const ROWS_WORTH_A_THREAD: usize = 4096;
