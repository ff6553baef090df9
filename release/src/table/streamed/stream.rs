//! A table larger than memory: its census, and counts of it by passes.
//!
//! Tested: `a_stream_counts_the_rows_of_memory_however_it_is_cut`; `a_stream_refuses_a_second_row_as_memory_does`
//! (under `Replace`: 60 random tables of up to 11 rows, as text and in up to 3 files);
//! `a_file_that_changes_between_passes_is_never_answered_from` (5 changes × 3 stages): nothing is answered from a pass
//! that has not read what the first one has.

use std::collections::HashMap;
use std::sync::Mutex;

use privet_spec::{Adjacency, Release, Unit};

use super::super::codes::RawCounts;
use super::super::error::{Cause, IdProblem, TableError};
use super::super::failure::Error;
use super::super::fingerprint::{Fingerprint, FingerprintKey};
use super::super::observer::Observer;
use super::super::tag::BoundingKey;
use super::census::{Census, Taking, add_columns};
#[cfg(feature = "parquet")]
use super::engine::{CountedBy, Elsewhere, wrong};
use super::parts::Parts;
use super::persons::{Choosing, Chosen, Counting, TooMany};
use super::print::PrintKey;
use super::tables::{Answer, Counted, Question, Tallying};
use super::tally::Tally;
use super::walk::{Look, Walk, Walked, changed};
use crate::watch::Watch;

/// A table that is read once for every batch of questions.
pub(crate) struct Stream<'a> {
    parts: Parts,
    passes: Passes<'a>,
    census: Census,
    /// What every pass must find in each part.
    tallies: Vec<Tally>,
    watch: &'a dyn Watch,
}

/// Who goes through it.
enum Passes<'a> {
    Here {
        release: &'a Release,
        key: PrintKey,
        chosen: Chosen,
    },
    #[cfg(feature = "parquet")]
    Elsewhere(Box<Elsewhere<'a>>),
}

/// A stream, and what was left out of it.
pub(crate) struct Streamed<'a> {
    pub(crate) stream: Stream<'a>,
    pub(crate) ignored: Vec<String>,
    pub(crate) beyond_bound: u64,
    pub(crate) without_id: u64,
    pub(crate) dropped_by_rules: u64,
}

/// How a table is streamed.
pub(crate) struct Streaming<'a, 'k> {
    pub(crate) release: &'a Release,
    pub(crate) bounding: &'k BoundingKey,
    pub(crate) fingerprint: &'k FingerprintKey,
    /// For the persons of the table.
    pub(crate) bytes: u64,
    pub(crate) watch: &'a dyn Watch,
    /// Whoever goes through the rows instead of this program.
    #[cfg(feature = "parquet")]
    pub(crate) counted_by: Option<CountedBy<'a>>,
}

impl<'a> Streaming<'a, '_> {
    /// Goes through the table for the first time; `observer` sees its bytes once.
    pub(crate) fn open(self, parts: Parts, observer: Observer<'_>) -> Result<Streamed<'a>, Error> {
        #[cfg(feature = "parquet")]
        if let Some(counted_by) = self.counted_by.clone() {
            return self.elsewhere(counted_by, parts, observer);
        }
        self.here(parts, observer)
    }

    #[cfg(feature = "parquet")]
    fn elsewhere(
        self,
        counted_by: CountedBy<'a>,
        parts: Parts,
        observer: Observer<'_>,
    ) -> Result<Streamed<'a>, Error> {
        parts.observe(observer)?;
        let bar = self.watch.stage("taking a census", 0);
        let keys = (self.bounding, self.fingerprint);
        let opening = counted_by.open(&parts, self.release, keys)?;
        drop(bar);
        let stream = Stream {
            passes: Passes::Elsewhere(Box::new(opening.elsewhere)),
            census: opening.census,
            tallies: opening.tallies,
            watch: self.watch,
            parts,
        };
        Ok(stream.with_left_out(opening.beyond, opening.ignored))
    }

    fn here(self, parts: Parts, observer: Observer<'_>) -> Result<Streamed<'a>, Error> {
        let key = PrintKey::from_system()?;
        let walk = Walk {
            release: self.release,
            parts: &parts,
            key: &key,
        };
        let mut known = None;
        parts.observe(observer)?;
        let (chosen, beyond_bound) = self.choose(&walk, &mut known)?;
        let learned = self.release.learned();
        let sizes: Vec<usize> = learned.map(|one| one.size() as usize).collect();
        let taking = Taking {
            keeping: chosen.begin(&key),
            key: self.fingerprint,
            sizes: &sizes,
        };
        let census = self.pass(
            &walk,
            "taking a census",
            &taking,
            Some(observer),
            &mut known,
        )?;
        let Walked { seen, ignored, .. } = census;
        drop(taking);
        let census = Census::of(seen).ok_or_else(changed)?;
        let tallies = known.unwrap_or_default();
        let sum = |of: fn(&Tally) -> u64| tallies.iter().map(of).sum();
        let (read, dropped): (u64, u64) = (sum(|tally| tally.read), sum(|tally| tally.dropped));
        if census.rows != read.saturating_sub(dropped).saturating_sub(beyond_bound) {
            return Err(changed());
        }
        let stream = Stream {
            passes: Passes::Here {
                release: self.release,
                key,
                chosen,
            },
            census,
            tallies,
            watch: self.watch,
            parts,
        };
        Ok(stream.with_left_out(beyond_bound, ignored))
    }

    /// Which rows of persons are kept, and how many are not.
    fn choose(
        &self,
        walk: &Walk<'_>,
        known: &mut Option<Vec<Tally>>,
    ) -> Result<(Chosen, u64), Error> {
        let Unit::Person { id, rows, .. } = &self.release.unit else {
            return Ok((Chosen::default(), 0));
        };
        let counting = Counting::new(walk.key, self.bytes);
        self.pass(walk, "counting persons", &counting, None, known)?;
        if self.release.adjacency == Adjacency::Replace && !counting.is_each_once() {
            return Err(TableError {
                column: Some(id.clone()),
                ..TableError::new(walk.parts.name(), Cause::Id(IdProblem::Repeated))
            }
            .into());
        }
        let too_many: TooMany = counting.with_more_than(*rows);
        if too_many.is_empty() {
            return Ok((Chosen::default(), 0));
        }
        let choosing = Choosing {
            print: walk.key,
            key: self.bounding,
            too_many: &too_many,
            most: *rows,
            chosen: Mutex::new(HashMap::new()),
        };
        self.pass(walk, "choosing rows", &choosing, None, known)?;
        let chosen = choosing.chosen.into_inner().unwrap_or_default();
        let beyond = too_many.beyond;
        Ok((Chosen::new(too_many, chosen), beyond))
    }

    fn pass<L: Look>(
        &self,
        walk: &Walk<'_>,
        name: &str,
        look: &L,
        observer: Option<Observer<'_>>,
        known: &mut Option<Vec<Tally>>,
    ) -> Result<Walked<L::Seen>, Error> {
        let bar = self.watch.stage(name, walk.parts.steps());
        let walked = walk.walk(look, observer, &*bar)?;
        match known {
            Some(known) if *known != walked.tallies => Err(changed()),
            Some(_) => Ok(walked),
            None => {
                *known = Some(walked.tallies.clone());
                Ok(walked)
            }
        }
    }
}

impl<'a> Stream<'a> {
    fn with_left_out(self, beyond_bound: u64, ignored: Vec<String>) -> Streamed<'a> {
        let sum = |of: fn(&Tally) -> u64| self.tallies.iter().map(of).sum();
        Streamed {
            beyond_bound,
            without_id: sum(|tally| tally.without_id),
            dropped_by_rules: sum(|tally| tally.dropped),
            ignored,
            stream: self,
        }
    }

    pub(crate) fn census(&self) -> &Census {
        &self.census
    }

    pub(crate) fn fingerprint(&self) -> Fingerprint {
        self.census.fingerprint.clone()
    }

    /// How many rows have each code of a column that is read.
    pub(crate) fn column(&self, place: usize) -> &[u64] {
        let columns = &self.census.columns;
        columns.get(place).map_or(&[], |column| column.as_slice())
    }

    /// Counts tables in one pass. Refused: a pass that has not read what the first one has.
    pub(crate) fn count(&self, question: &Question<'_>) -> Result<Vec<RawCounts>, Error> {
        let Answer {
            tallies,
            rows,
            tables,
        } = match &self.passes {
            Passes::Here {
                release,
                key,
                chosen,
            } => {
                let walk = Walk {
                    release,
                    parts: &self.parts,
                    key,
                };
                self.walked(&walk, chosen, question)?
            }
            #[cfg(feature = "parquet")]
            Passes::Elsewhere(elsewhere) => {
                let _bar = self.watch.stage("counting tables", 0);
                elsewhere.count(question, &self.parts)?
            }
        };
        if tallies != self.tallies || rows != self.census.rows {
            return Err(self.disagrees());
        }
        Ok(tables)
    }

    fn walked(
        &self,
        walk: &Walk<'_>,
        chosen: &Chosen,
        question: &Question<'_>,
    ) -> Result<Answer, Error> {
        let tallying = Tallying {
            keeping: chosen.begin(walk.key),
            question,
        };
        let bar = self.watch.stage("counting tables", self.parts.steps());
        let walked = walk.walk(&tallying, None, &*bar)?;
        let mut counted = walked.seen.into_iter();
        let Counted {
            mut rows,
            tables: mut sums,
            ..
        } = counted.next().ok_or_else(changed)?;
        for part in counted {
            rows = rows.saturating_add(part.rows);
            add_columns(&mut sums, &part.tables);
        }
        Ok(Answer {
            tallies: walked.tallies,
            rows,
            tables: sums,
        })
    }

    /// Something that was counted is not what the first pass says.
    pub(crate) fn disagrees(&self) -> Error {
        match self.passes {
            Passes::Here { .. } => changed(),
            #[cfg(feature = "parquet")]
            Passes::Elsewhere(_) => wrong(),
        }
    }
}
