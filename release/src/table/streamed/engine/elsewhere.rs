//! Passes of an engine, and what is checked of them.
//!
//! Tested: `an_engine_changes_no_byte`, `an_engine_that_counts_wrongly_releases_nothing`: rows that are lost, met twice
//! or changed release nothing. `an_engine_that_meets_a_second_row_is_refused_under_replace`.

use core::fmt;

use privet_spec::{Adjacency, Release, Unit};

use super::super::super::codes::RawCounts;
use super::super::super::error::{Cause, IdProblem, TableError};
use super::super::super::failure::Error;
use super::super::super::fingerprint::FingerprintKey;
use super::super::super::tag::BoundingKey;
use super::super::super::wanted::ignored;
use super::super::census::{Census, pieces};
use super::super::parts::Parts;
use super::super::print::PrintKey;
use super::super::tables::{Answer, Question};
use super::super::tally::Tally;
use super::job::{Job, Told};
use super::share::Share;
use super::sums::Total;
use super::unfit::Unfit;
use crate::beside::BesideFile;
use crate::complaint::Complaint;

/// A program that goes through the rows of a table on machines of its own.
pub trait Engine: Sync {
    /// How many rows the persons of the table have, of those that take part ([`super::KEPT`]).
    fn persons(&self, pass: &Pass) -> Result<Persons, Failure>;

    /// Reads every part of the share once, adds all rows up by [`super::Sums`], and gives its bytes.
    fn sums(&self, pass: &Pass) -> Result<Vec<u8>, Failure>;
}

/// One pass over a table.
#[derive(Clone, Debug)]
pub struct Pass {
    pub job: Job,
    /// The whole table, to be dealt out.
    pub share: Share,
    /// No more rows of a person than these are counted: those whose tags come first. Nothing where no person has more.
    pub most: Option<u32>,
}

/// What is known of the persons of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Persons {
    /// Rows of all of them.
    pub rows: u64,
    /// Rows beyond the first [`Pass::most`] of each.
    pub beyond: u64,
    /// Rows of the one who has most.
    pub largest: u64,
}

/// Why an engine has not answered. Its own words are not passed on: they may quote a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Failure {
    /// A machine could not be reached, or ended before it was done.
    Ended,
    /// A machine has not enough memory, or disk that it may use.
    NoRoom,
}

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Ended => "a worker could not be reached, or ended before it was done",
            Self::NoRoom => "a worker has not enough memory",
        })
    }
}

impl core::error::Error for Failure {}

/// Who counts, and what it is told of the spec.
#[derive(Clone)]
pub(crate) struct CountedBy<'a> {
    pub(crate) engine: &'a dyn Engine,
    pub(crate) spec: String,
    pub(crate) files: Vec<BesideFile>,
}

/// A table that an engine counts.
pub(in super::super) struct Elsewhere<'a> {
    engine: &'a dyn Engine,
    /// The census, from which every other pass differs by its question.
    pass: Pass,
}

/// What the first pass has found.
pub(in super::super) struct Opening<'a> {
    pub(in super::super) elsewhere: Elsewhere<'a>,
    pub(in super::super) census: Census,
    pub(in super::super) tallies: Vec<Tally>,
    /// Rows that are not kept, of persons with too many.
    pub(in super::super) beyond: u64,
    /// Columns that nothing reads.
    pub(in super::super) ignored: Vec<String>,
}

impl<'a> CountedBy<'a> {
    /// Goes through the table for the first time.
    pub(in super::super) fn open(
        self,
        parts: &Parts,
        release: &Release,
        (bounding, fingerprint): (&BoundingKey, &FingerprintKey),
    ) -> Result<Opening<'a>, Error> {
        let row_groups = parts.row_groups().ok_or_else(|| {
            Error::refused(
                parts.name(),
                "it is a text, and workers read Parquet",
                "write the table as Parquet files, or release it on one machine by `privet release`",
            )
        })?;
        let job = Job::new(Told {
            spec: self.spec,
            files: self.files,
            print: PrintKey::from_system()?,
            bounding: *bounding.bytes(),
            fingerprint: *fingerprint.bytes(),
            asked: None,
        });
        let mut elsewhere = Elsewhere {
            engine: self.engine,
            pass: Pass {
                job: job.map_err(|unfit| Complaint::flaw("the job of a worker", unfit))?,
                share: Share::whole(row_groups).map_err(|_| unsharable(parts))?,
                most: None,
            },
        };
        let persons = elsewhere.persons(release, parts)?;
        let census = elsewhere.pass.job.sizes.iter().sum::<usize>() + CENSUS;
        let (tallies, words) = elsewhere.counted(&elsewhere.pass, parts, census)?;
        let census = Census::from_words(&words, &elsewhere.pass.job.sizes).ok_or_else(wrong)?;
        let (read, dropped) = (
            sum(&tallies, |one| one.read),
            sum(&tallies, |one| one.dropped),
        );
        let kept = read.saturating_sub(dropped);
        let (rows, beyond) = persons.map_or((kept, 0), |persons| (persons.rows, persons.beyond));
        let is_whole = |column: &RawCounts| column.iter().sum::<u64>() == census.rows;
        if rows != kept
            || census.rows != kept.saturating_sub(beyond)
            || !census.columns.iter().all(is_whole)
        {
            return Err(wrong());
        }
        // Two passes have brought persons together and agree that nobody has too many: the others need not.
        if beyond == 0 {
            elsewhere.pass.most = None;
        }
        Ok(Opening {
            elsewhere,
            census,
            tallies,
            beyond,
            ignored: ignored(release, row_groups.names()),
        })
    }
}

impl Elsewhere<'_> {
    /// How many rows persons have; the next pass counts no more of each than the bound. Nothing where rows are not persons.
    fn persons(&mut self, release: &Release, parts: &Parts) -> Result<Option<Persons>, Error> {
        let Unit::Person { id, rows, .. } = &release.unit else {
            return Ok(None);
        };
        self.pass.most = Some(*rows);
        let persons = self.engine.persons(&self.pass).map_err(failed)?;
        if release.adjacency == Adjacency::Replace && persons.largest > 1 {
            return Err(TableError {
                column: Some(id.clone()),
                ..TableError::new(parts.name(), Cause::Id(IdProblem::Repeated))
            }
            .into());
        }
        Ok(Some(persons))
    }

    /// Counts tables.
    pub(in super::super) fn count(
        &self,
        question: &Question<'_>,
        parts: &Parts,
    ) -> Result<Answer, Error> {
        let pass = Pass {
            job: self.pass.job.asking(question),
            ..self.pass.clone()
        };
        let cells = question.cells.iter().sum::<usize>();
        let (tallies, words) = self.counted(&pass, parts, cells.saturating_add(1))?;
        let (rows, tables) = words.split_first().ok_or_else(wrong)?;
        let tables = pieces(tables, question.cells).ok_or_else(wrong)?;
        Ok(Answer {
            tallies,
            rows: *rows,
            tables,
        })
    }

    /// One pass that gives so many numbers, and whether it has met every row of every part once.
    fn counted(
        &self,
        pass: &Pass,
        parts: &Parts,
        numbers: usize,
    ) -> Result<(Vec<Tally>, Vec<u64>), Error> {
        if pass.share.is_empty() {
            return Ok((Vec::new(), vec![0; numbers]));
        }
        let bytes = self.engine.sums(pass).map_err(failed)?;
        let total = Total::of(&bytes, parts.count()).map_err(|Unfit| wrong())?;
        if let Some(refused) = total.refused {
            return Err(refused.into_complaint().into());
        }
        parts.expect_same()?;
        let met = |(part, tally): (usize, &Tally)| {
            parts.rows(part) == Some(tally.read.saturating_add(tally.without_id))
        };
        if total.tallies.len() != parts.count() || !total.tallies.iter().enumerate().all(met) {
            return Err(wrong());
        }
        Ok((total.tallies, total.words))
    }
}

/// Numbers of a census beside its columns: the rows and the fingerprint.
const CENSUS: usize = 5;

fn sum(tallies: &[Tally], of: fn(&Tally) -> u64) -> u64 {
    tallies.iter().map(of).fold(0, u64::saturating_add)
}

fn failed(failure: Failure) -> Error {
    Error::refused(
        "the engine",
        failure.to_string(),
        "see that all workers run and have memory, and release again; nothing was published, and a charge stands",
    )
}

fn unsharable(parts: &Parts) -> Error {
    Error::refused(
        parts.name(),
        "its files have 2^32 row groups or more, or this program works in a folder that is gone",
        "write larger row groups, or work in another folder",
    )
}

/// A pass that is not what it should be.
pub(in super::super) fn wrong() -> Error {
    Error::refused(
        "the engine",
        "the engine counted wrongly: rows were lost, met twice or changed between passes",
        "nothing was published, and a charge stands; look for a worker with a faulty disk, memory or another program",
    )
}
