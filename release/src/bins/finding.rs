//! Finding all bins of a release: what its grids are asked, and how a table is coded by what was found.
//!
//! Tested: `any_counts_give_bins`: each cell goes to the one bin that holds it, so that a row stays one row (300 random
//! grids with noise).

use privet_core::Error as CoreError;
use privet_spec::Release;

use super::budget::BinsBudget;
use super::file::BinsFile;
use super::measure::{Cells, Measuring, measured};
use crate::counts::PrivateTable;
use crate::error::Error;
use crate::keys::NoiseKey;
use crate::plan::Plan;
use crate::record::Book;
use crate::watch::Watch;

/// The grids of a spec, from whose counts bins are found.
#[derive(Clone, Copy)]
pub(crate) struct Grids<'a> {
    /// What the spec says.
    pub(crate) release: &'a Release,
    /// With the most bins that can be found.
    pub(crate) plan: &'a Plan,
    /// Nothing where the spec declares all bins.
    pub(crate) budget: Option<BinsBudget>,
}

/// Of which grids, and with which noise for the found attribute of each number.
pub(crate) struct Finding<'a> {
    pub(crate) grids: Grids<'a>,
    pub(crate) noise: &'a dyn Fn(u8) -> NoiseKey,
    pub(crate) watch: &'a dyn Watch,
}

impl Finding<'_> {
    /// The noisy counts of a table that is coded by cells, and what was asked for them; nothing where the spec declares
    /// all bins.
    pub(crate) fn counted(
        &self,
        table: &PrivateTable<'_>,
    ) -> Result<(Vec<BinsFile>, Option<Book>), Error> {
        let found = self.grids.release.found().count();
        let bar = self.watch.stage("finding bins", found as u64);
        let mut numbers = 0..=u8::MAX;
        self.grids.asked(|column| {
            // A spec has at most 256 attributes.
            let number = numbers.next().unwrap_or(u8::MAX);
            bar.step();
            Some(Cells::Counted {
                table,
                column,
                noise: (self.noise)(number),
            })
        })
    }
}

impl<'a> Grids<'a> {
    /// Counts which a model has published, asked for again; and what was asked.
    pub(crate) fn published(
        &self,
        found: &'a [BinsFile],
    ) -> Result<(Vec<BinsFile>, Option<Book>), Error> {
        let mut found = found.iter();
        self.asked(|_| found.next().map(Cells::Published))
    }

    /// Asks for the grid of every attribute whose bins are found; `cells` is told the number of its column among those that
    /// are learned. Without a book where the spec declares all bins.
    fn asked(
        &self,
        mut cells: impl FnMut(usize) -> Option<Cells<'a>>,
    ) -> Result<(Vec<BinsFile>, Option<Book>), Error> {
        let Self {
            release,
            plan,
            budget,
        } = *self;
        let (mut files, mut book) = (Vec::new(), None);
        let Some(budget) = budget else {
            return Ok((files, book));
        };
        for (column, attribute) in release.learned().enumerate() {
            if !attribute.is_found() {
                continue;
            }
            let cells = cells(column);
            let (file, paid) = measured(&Measuring {
                attribute,
                cells: cells.ok_or_else(|| Error::not_as_published(CoreError::NotAsRecorded))?,
                neighbours: plan.neighbours,
                most_rows: plan.most_rows,
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
}

/// Codes a table by the bins that were found, which was coded by cells.
pub(crate) fn recode(table: &mut PrivateTable<'_>, by_cells: &Release, by_bins: &Release) {
    let columns = by_cells.learned().zip(by_bins.learned());
    for (column, (by_cells, by_bins)) in columns.enumerate() {
        if by_cells.is_found() {
            table.recode(column, &by_cells.codes_of(by_bins), by_bins.size());
        }
    }
}
