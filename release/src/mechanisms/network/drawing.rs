//! Drawing rows from the tables of a network.

use privet_core::bayes::rows::{Model, Replacement, RowMemory, draw_rows_with_fallback};
use privet_core::domain::Domain;
use privet_spec::Sampling;
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::conditioned::Conditioned;
use super::drawn_from::{DrawnFrom, UNCHANGED};
use crate::complaint::Complaint;
use crate::error::Error;
use crate::memory::is_promised;
use crate::model::RowsWanted;
use crate::plan::Plan;
use crate::watch::Watch;

impl DrawnFrom<'_> {
    /// Draws one column for each attribute of the domain, and returns them with the generator.
    pub(crate) fn draw(
        &self,
        plan: &Plan,
        domain: &Domain<'_>,
        wanted: RowsWanted<'_>,
        watch: &dyn Watch,
    ) -> Result<(Vec<Vec<u16>>, Xoshiro256PlusPlus), Error> {
        let RowsWanted {
            file,
            rows,
            seed,
            known,
        } = wanted;
        let sampling = plan.release.output.sampling;
        self.with_model(file, plan, domain, |model| {
            let mut rng = Xoshiro256PlusPlus::from_seed(seed);
            let attributes = usize::from(domain.attributes());
            expect_memory_for(rows, attributes)?;
            let mut columns = vec![vec![0_u16; rows]; attributes];
            if let Some(known) = known {
                let drawing = Conditioned {
                    file,
                    known,
                    sampling,
                    leans: self.leans,
                };
                drawing.draw(model, &mut columns, &mut rng, watch)?;
                return Ok((columns, rng));
            }
            let mut memory = if self.leans {
                RowMemory::leaning(model, rows)
            } else {
                RowMemory::new(model, rows)
            };
            draw(model, sampling, &mut columns, &mut memory, &mut rng, watch)
                .map_err(|error| Error::refused(file, error.to_string(), UNCHANGED))?;
            Ok((columns, rng))
        })
    }
}

fn draw(
    model: &Model<'_>,
    sampling: Sampling,
    columns: &mut [Vec<u16>],
    memory: &mut RowMemory,
    rng: &mut Xoshiro256PlusPlus,
    watch: &dyn Watch,
) -> Result<(), privet_core::Error> {
    let rows = columns.first().map_or(0, Vec::len);
    let mut columns: Vec<&mut [u16]> = columns.iter_mut().map(Vec::as_mut_slice).collect();
    let replacement = match sampling {
        Sampling::WithReplacement => Replacement::With,
        Sampling::WithoutReplacement => Replacement::Without,
        Sampling::Inconsistent => {
            let bar = watch.stage("drawing rows", rows as u64);
            return draw_rows_with_fallback(model, &mut columns, rng, &mut || bar.step());
        }
    };
    let bar = watch.stage("drawing columns", columns.len() as u64);
    let progress = &mut || bar.step();
    model.draw_columns(
        replacement,
        &mut columns,
        &mut memory.scratch(),
        rng,
        progress,
    )
}

/// Refuses more rows than there is memory for, as far as the system tells when asked for all of it at once.
fn expect_memory_for(rows: usize, attributes: usize) -> Result<(), Error> {
    // The codes, and two words a row while they are drawn.
    let a_row = attributes
        .saturating_mul(size_of::<u16>())
        .saturating_add(2 * size_of::<usize>());
    let bytes = rows.saturating_mul(a_row);
    // A release has looked for it before it paid, and tries.
    if is_promised(bytes as u64) {
        return Ok(());
    }
    Err(Error::NoMemory(Complaint::new(
        "rows",
        format!(
            "{rows} rows of {attributes} columns need {} MB of memory, which is not to be had",
            bytes.div_ceil(1_000_000)
        ),
        "give it more memory, or ask for fewer rows: `privet sample` draws more of them, in parts with a `--seed` each",
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_beyond_any_memory_are_refused() {
        assert!(expect_memory_for(4_000_000, 100).is_ok());
        let refused = expect_memory_for(usize::MAX, 100).unwrap_err().to_string();
        assert!(refused.contains("fewer rows"), "{refused}");
    }
}
