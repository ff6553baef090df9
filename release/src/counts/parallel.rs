//! Counting on all cores: the same numbers as on one.
//!
//! Tested: `parts_add_up_to_the_whole` (196,610 rows on 1, 2 and 3 threads); of core `counting_is_projecting`.

use privet_core::Error;
use privet_core::counts::Columns;
use privet_core::curator::{Counts, Token};
use privet_core::domain::Domain;
use privet_core::variables::VariableSet;
use rayon::prelude::*;

use crate::table::RawCounts;

/// Columns whose rows are counted in parts, one a core.
pub(super) struct ParallelColumns<'a>(pub(super) Columns<'a>);

impl Counts for ParallelColumns<'_> {
    fn rows(&self, _: &Token) -> u64 {
        self.0.rows()
    }

    fn count(
        &self,
        _: &Token,
        domain: &Domain<'_>,
        variables: &VariableSet,
        cells: &mut [u64],
    ) -> Result<(), Error> {
        let rows = usize::try_from(self.0.rows()).map_err(|_| Error::TooManyRows)?;
        let parts = rayon::current_num_threads();
        // A part that is small beside the table costs more in adding up than it saves in counting.
        if parts < 2 || rows / parts < 4 * cells.len().max(ROWS_WORTH_A_THREAD) {
            return self.0.count(domain, variables, cells);
        }
        if domain.cells(variables, u64::from(u32::MAX)) != Some(cells.len()) {
            return Err(Error::BufferTooSmall);
        }
        let step = rows.div_ceil(parts);
        let counted: Result<Vec<RawCounts>, Error> = (0..parts)
            .into_par_iter()
            .map(|part| {
                let start = (part * step).min(rows);
                let mut own = RawCounts::new(vec![0; cells.len()]);
                let range = start..rows.min(start.saturating_add(step));
                self.0.add_rows(domain, variables, range, &mut own)?;
                Ok(own)
            })
            .collect();
        cells.fill(0);
        for own in counted? {
            for (cell, count) in cells.iter_mut().zip(own.iter()) {
                *cell = cell.saturating_add(*count);
            }
        }
        Ok(())
    }
}

const ROWS_WORTH_A_THREAD: usize = 16_384;

#[cfg(test)]
mod tests {
    use privet_core::domain::Level;
    use privet_core::variables::Variable;

    use super::*;
    use crate::table::Codes;

    /// Enough rows for three threads, and a number that they do not divide.
    #[test]
    fn parts_add_up_to_the_whole() {
        let levels = [Level::leaf(0, 7), Level::leaf(1, 300)];
        let domain = Domain::new(&levels).unwrap();
        let rows = 3 * 4 * ROWS_WORTH_A_THREAD + 2;
        let first = (0..rows).map(|row| u8::try_from(row * row % 7).unwrap());
        let second = (0..rows).map(|row| u16::try_from(row * 7919 % 300).unwrap());
        let codes = [
            Codes::narrow(first.collect()),
            Codes::wide(second.collect()),
        ];
        let borrowed = codes.each_ref().map(Codes::as_column);
        let whole = Columns::new(&domain, &borrowed).unwrap();
        let set = VariableSet::new(&[Variable(0), Variable(1)]).unwrap();
        let mut expected = vec![0; 2100];
        whole.count(&domain, &set, &mut expected).unwrap();
        assert_eq!(expected.iter().sum::<u64>(), rows as u64);

        for threads in [1, 2, 3] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
            let mut counts = vec![77; 2100];
            let counted = pool.build().unwrap().install(|| {
                ParallelColumns(whole).count(&Token::for_tests(), &domain, &set, &mut counts)
            });
            assert_eq!(counted, Ok(()));
            assert!(counts == expected, "{threads} threads");
        }
    }
}
