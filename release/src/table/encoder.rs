//! Rows on their way into codes, batch by batch.
//!
//! One thread reads a batch of rows while the others encode the batch before it, each a part of the
//! columns. The result does not depend on the number of threads; neither does the error, which is
//! always the one that stands first in the file.
//!
//! Tested: `a_row_is_encoded_as_if_it_were_alone` (from 5 starting rows),
//! `a_table_is_refused_exactly_if_a_row_of_it_is`, `every_row_with_an_id_is_judged`, `a_value_is_refused_at_its_row`.

use privet_core::counts::MOST_ROWS;
use privet_spec::Release;
use rayon::prelude::*;

use super::block::Block;
use super::coding::Refused;
use super::column::{Column, Keep};
use super::ruled::Ruled;
use super::wanted::ignored;
use super::{Batch, Bounding, Cause, Opened, Options, Records, Shape, TableError, Verdict, Wanted};

/// A table that is being encoded. What is encoded stays here until the end, or until it is forgotten.
pub(super) struct Encoder<'r, 's> {
    feed: Feed<'r>,
    columns: Vec<Column<'s>>,
    ruled: Ruled,
    /// The rows that were encoded last, and those that come next.
    current: Batch,
    next: Batch,
    ignored: Vec<String>,
}

/// Why a table is encoded.
#[derive(Clone, Copy)]
pub(super) enum Purpose {
    /// All of its codes are kept, by all cores together.
    Whole(Keep),
    /// Rows are looked at and forgotten, by one core: others look at other parts of the table.
    Passing,
}

/// What a table has become at its end.
pub(super) struct Encoded<'s> {
    pub(super) columns: Vec<Column<'s>>,
    pub(super) ruled: Ruled,
    pub(super) bounding: Bounding,
    /// Rows that were encoded.
    pub(super) read: usize,
    pub(super) without_id: u64,
    /// Columns of the file that nothing reads.
    pub(super) ignored: Vec<String>,
}

impl<'r, 's> Encoder<'r, 's> {
    /// Opens the table and reads its header.
    pub(super) fn new(
        release: &'s Release,
        opened: Opened<'r>,
        options: Options<'r>,
        purpose: Purpose,
    ) -> Result<Self, TableError> {
        let records = Records::new(opened, options, &Wanted::by_release(release))?;
        let (keep, bounding) = match purpose {
            Purpose::Whole(keep) => (keep, Bounding::new(release, &records)?),
            Purpose::Passing => (Keep::Codes, Bounding::passing(release, &records)?),
        };
        let mut columns = release
            .learned()
            .map(|attribute| Column::new(attribute, keep, &records))
            .collect::<Result<Vec<_>, _>>()?;
        let ruled = Ruled::new(release);
        for place in ruled.compared() {
            columns
                .get_mut(*place)
                .into_iter()
                .for_each(Column::compare);
        }
        let ignored = ignored(release, records.header().names());
        let mut feed = Feed::new(records, bounding);
        let (current, mut next) = (feed.records.batch(), feed.records.batch());
        feed.fill(&mut next);
        Ok(Self {
            feed,
            columns,
            ruled,
            current,
            next,
            ignored,
        })
    }

    /// Encodes the next rows; says how many. None is the end.
    pub(super) fn advance(&mut self) -> Result<usize, TableError> {
        core::mem::swap(&mut self.current, &mut self.next);
        let Self {
            feed,
            columns,
            current,
            next,
            ..
        } = self;
        if current.rows() > 0 {
            rayon::in_place_scope(|scope| {
                scope.spawn(|_| {
                    columns
                        .par_iter_mut()
                        .for_each(|column| column.encode(current));
                });
                feed.fill(next);
            });
        }
        self.judged()
    }

    /// As [`Encoder::advance`], on this core alone.
    pub(super) fn advance_alone(&mut self) -> Result<usize, TableError> {
        core::mem::swap(&mut self.current, &mut self.next);
        for column in &mut self.columns {
            column.encode(&self.current);
        }
        self.feed.fill(&mut self.next);
        self.judged()
    }

    fn judged(&mut self) -> Result<usize, TableError> {
        if let Some(error) = first_refused(&self.columns, &self.feed.records) {
            return Err(error);
        }
        let rows = self.current.rows();
        if self.ruled.judge(&self.columns, rows).is_err() {
            return Err(self.feed.records.error(None, None, Cause::NoMemory));
        }
        Ok(rows)
    }

    /// The rows that were encoded since anything was forgotten.
    pub(super) fn block(&self) -> Block<'_> {
        Block {
            columns: self.columns.iter().map(Column::codes).collect(),
            keeps: self.ruled.kept(),
            batch: &self.current,
            ids: self.feed.bounding.ids(),
        }
    }

    /// Makes room for further rows.
    pub(super) fn forget(&mut self) {
        self.columns.iter_mut().for_each(Column::forget);
        self.ruled.forget();
    }

    /// Bytes that the codes and persons of all rows so far take, roughly.
    pub(super) fn bytes(&self) -> u64 {
        let columns = self.columns.iter().map(|column| column.codes().bytes());
        columns
            .sum::<u64>()
            .saturating_add(self.feed.bounding.bytes())
    }

    /// Everything, once there are no further rows.
    pub(super) fn finish(self) -> Result<Encoded<'s>, TableError> {
        let Fed {
            bounding,
            read,
            without_id,
        } = self.feed.finish()?;
        Ok(Encoded {
            columns: self.columns,
            ruled: self.ruled,
            bounding,
            read,
            without_id,
            ignored: self.ignored,
        })
    }
}

/// The error that stands first in the file; in one row, that of the first attribute.
fn first_refused(columns: &[Column<'_>], records: &Records<'_>) -> Option<TableError> {
    let refused = columns
        .iter()
        .filter_map(|column| Some((column.refused()?, column)))
        .min_by_key(|((line, _), _)| *line);
    let ((line, refused), column) = refused?;
    let cause = match refused {
        Refused::Undecodable => Cause::Undecodable {
            encoding: records.encoding(),
        },
        Refused::NoMemory => return Some(records.error(None, None, Cause::NoMemory)),
        Refused::Policy(refusal) => Cause::Refused(refusal),
    };
    let name = column.attribute().name().to_owned();
    Some(records.error(Some(line), Some(name), cause))
}

/// Batches of the rows that are read.
struct Feed<'r> {
    records: Records<'r>,
    bounding: Bounding,
    read: usize,
    without_id: u64,
    /// The error behind the rows given so far. It waits until these are encoded, since they may hold
    /// an earlier one.
    failed: Option<TableError>,
    ended: bool,
}

/// What is known at the end of the table.
struct Fed {
    bounding: Bounding,
    /// Rows that were encoded.
    read: usize,
    without_id: u64,
}

impl<'r> Feed<'r> {
    fn new(records: Records<'r>, bounding: Bounding) -> Self {
        Self {
            records,
            bounding,
            read: 0,
            without_id: 0,
            failed: None,
            ended: false,
        }
    }

    /// Replaces a batch by the next rows; an empty batch is the end.
    fn fill(&mut self, batch: &mut Batch) {
        batch.clear();
        while !self.ended && !self.records.fills(batch) {
            if let Err(error) = self.take_row(batch) {
                self.failed = Some(error);
                self.ended = true;
            }
        }
        self.records.close(batch);
    }

    fn take_row(&mut self, batch: &mut Batch) -> Result<(), TableError> {
        match self.records.advance()? {
            Shape::End => {
                self.ended = true;
                return Ok(());
            }
            Shape::Ragged { found } => {
                let expected = self.records.header().names().len();
                let cause = Cause::Ragged { expected, found };
                return Err(self.records.error(Some(self.records.line()), None, cause));
            }
            Shape::Whole => {}
        }
        match self.bounding.judge(&self.records) {
            Verdict::WithoutId => self.without_id = self.without_id.saturating_add(1),
            Verdict::Refused(problem) => {
                let (line, id) = (self.records.line(), self.bounding.id_column());
                let name = id.and_then(|id| self.records.header().names().get(id).cloned());
                return Err(self.records.error(Some(line), name, Cause::Id(problem)));
            }
            Verdict::NoMemory => {
                return Err(self.records.error(None, None, Cause::NoMemory));
            }
            Verdict::Read => {
                self.read = self.read.saturating_add(1);
                if self.read as u64 > MOST_ROWS {
                    return Err(self.records.error(None, None, Cause::TooManyRows));
                }
                self.records.put(batch);
            }
        }
        Ok(())
    }

    fn finish(self) -> Result<Fed, TableError> {
        match self.failed {
            Some(error) => Err(error),
            None => Ok(Fed {
                bounding: self.bounding,
                read: self.read,
                without_id: self.without_id,
            }),
        }
    }
}
