//! Finding all bins of a release.

use super::file::BinsFile;
use super::measure::{Measuring, measured};
use crate::error::Error;
use crate::keys::NoiseKey;
use crate::record::Book;
use crate::spec::{Settled, Spec};
use crate::table::EncodedTable;
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
        table: &mut EncodedTable,
    ) -> Result<(Settled, Option<Book>), Error> {
        let Some(budget) = self.spec.bins() else {
            return Ok((self.spec.settled(Vec::new())?, None));
        };
        let found = self.spec.release().found();
        let bar = self.watch.stage("finding bins", found.count() as u64);
        let mut files: Vec<BinsFile> = Vec::new();
        let mut book: Option<Book> = None;
        let mut numbers = 0..=u8::MAX;
        let learned = self.spec.release().learned();
        for (attribute, codes) in learned.zip(&table.columns) {
            if !attribute.is_found() {
                continue;
            }
            // A spec has at most 256 attributes.
            let number = numbers.next().unwrap_or(u8::MAX);
            let (file, paid) = measured(Measuring {
                attribute,
                codes,
                neighbours: self.spec.plan().neighbours,
                budget,
                noise: (self.noise)(number).generator(),
            })?;
            files.push(file);
            book = Some(match book {
                Some(before) => paid.after(before)?,
                None => paid,
            });
            bar.step();
        }
        drop(bar);
        // From here on everything is a function of the noisy answers.
        let settled = self.spec.settled(files)?;
        let learned = self.spec.release().learned();
        let columns = learned.zip(settled.plan.release.learned());
        for ((by_cells, by_bins), codes) in columns.zip(&mut table.columns) {
            if by_cells.is_found() {
                codes.recode(&by_cells.codes_of(by_bins));
            }
        }
        Ok((settled, book))
    }
}
