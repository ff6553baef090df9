//! Finding all bins of a release.
//!
//! Tested: `any_counts_give_bins`: each cell goes to the one bin that holds it, so that a row stays one row (300 random
//! grids with noise).

use privet_core::Error as CoreError;

use super::file::BinsFile;
use super::measure::{Cells, Measuring, measured};
use crate::counts::PrivateTable;
use crate::error::Error;
use crate::keys::NoiseKey;
use crate::mechanisms::mechanism::not_as_published;
use crate::record::Book;
use crate::spec::{Settled, Spec};
use crate::watch::Watch;

/// By which spec, and with which noise for the found attribute of each number.
pub(crate) struct Finding<'a> {
    pub(crate) spec: &'a Spec,
    pub(crate) noise: &'a dyn Fn(u8) -> NoiseKey,
    pub(crate) watch: &'a dyn Watch,
}

impl Finding<'_> {
    /// Finds the bins of a table that is coded by cells, and codes it by bins. Also returns what was asked for that;
    /// nothing where the spec declares all bins.
    pub(crate) fn settle(
        &self,
        table: &mut PrivateTable<'_>,
    ) -> Result<(Settled, Option<Book>), Error> {
        let bar = (self.watch).stage("finding bins", self.spec.release().found().count() as u64);
        let mut numbers = 0..=u8::MAX;
        let (files, book) = grids(self.spec, |column| {
            // A spec has at most 256 attributes.
            let number = numbers.next().unwrap_or(u8::MAX);
            bar.step();
            Some(Cells::Counted {
                table,
                column,
                noise: (self.noise)(number),
            })
        })?;
        drop(bar);
        // From here on everything is a function of the noisy answers.
        let settled = self.spec.settled(files)?;
        let learned = self.spec.release().learned();
        let columns = learned.zip(settled.plan.release.learned());
        for (column, (by_cells, by_bins)) in columns.enumerate() {
            if by_cells.is_found() {
                table.recode(column, &by_cells.codes_of(by_bins), by_bins.size());
            }
        }
        Ok((settled, book))
    }
}

/// The bins that follow from counts which a model has published, asked for again; and what was asked.
pub(crate) fn settle_as_published(
    spec: &Spec,
    found: &[BinsFile],
) -> Result<(Settled, Option<Book>), Error> {
    let mut found = found.iter();
    let (files, book) = grids(spec, |_| found.next().map(Cells::Published))?;
    Ok((spec.settled(files)?, book))
}

/// Asks for the grid of every attribute whose bins are found; `cells` is told the number of its column among those that
/// are learned. Without a book where the spec declares all bins.
fn grids<'a>(
    spec: &'a Spec,
    mut cells: impl FnMut(usize) -> Option<Cells<'a>>,
) -> Result<(Vec<BinsFile>, Option<Book>), Error> {
    let (mut files, mut book) = (Vec::new(), None);
    let Some(budget) = spec.bins() else {
        return Ok((files, book));
    };
    for (column, attribute) in spec.release().learned().enumerate() {
        if !attribute.is_found() {
            continue;
        }
        let cells = cells(column);
        let (file, paid) = measured(&Measuring {
            attribute,
            cells: cells.ok_or_else(|| not_as_published(CoreError::NotAsRecorded))?,
            neighbours: spec.plan().neighbours,
            most_rows: spec.plan().most_rows,
            budget,
        })?;
        files.push(file);
        book = Some(match book {
            Some(before) => paid.after(before)?,
            None => paid,
        });
    }
    Ok((files, book))
}
