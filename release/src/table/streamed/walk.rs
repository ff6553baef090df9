//! Every part of a table once, on all cores.
//!
//! Tested: `a_stream_counts_the_rows_of_memory_however_it_is_cut`, `parquet_is_streamed_by_row_groups`.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use privet_spec::Release;

use super::super::block::Block;
use super::super::encoder::{Encoder, Purpose};
use super::super::failure::Error;
use super::super::observer::Observer;
use super::parts::Parts;
use super::print::{Print, PrintKey};
use super::tally::Tally;
use crate::watch::Stage;

/// Looks at blocks of rows.
pub(super) trait Look: Sync {
    /// What one core has seen.
    type Seen: Send;

    fn begin(&self) -> Self::Seen;

    fn look(&self, seen: &mut Self::Seen, block: &Block<'_>) -> Result<(), Error>;
}

/// A table, to be gone through.
pub(super) struct Walk<'a> {
    pub(super) release: &'a Release,
    pub(super) parts: &'a Parts,
    pub(super) key: &'a PrintKey,
}

/// What a pass has found.
pub(super) struct Walked<S> {
    /// What each core has seen.
    pub(super) seen: Vec<S>,
    /// What each part holds.
    pub(super) tallies: Vec<Tally>,
    /// Columns that nothing reads.
    pub(super) ignored: Vec<String>,
}

impl Walk<'_> {
    /// Goes through all parts; `observer` sees the bytes of a text.
    pub(super) fn walk<L: Look>(
        &self,
        look: &L,
        observer: Option<Observer<'_>>,
        bar: &dyn Stage,
    ) -> Result<Walked<L::Seen>, Error> {
        let parts = self.parts.count();
        if self.parts.is_text() {
            let mut seen = look.begin();
            let (tally, ignored) = self.only_part(look, &mut seen, observer, bar)?;
            return Ok(Walked {
                seen: vec![seen],
                tallies: vec![tally],
                ignored,
            });
        }
        let threads = self.parts.readers(rayon::current_num_threads()).min(parts);
        // Each begins with a part of its own, and goes on with what nobody has begun.
        let next = AtomicUsize::new(threads);
        let found = Mutex::new(Vec::with_capacity(parts));
        let work = |mut part: usize| {
            let mut seen = look.begin();
            while part < parts {
                let walked = self.part(part, look, &mut seen);
                bar.step();
                if walked.is_err() {
                    // Nobody begins another one.
                    next.store(parts, Ordering::Relaxed);
                }
                if let Ok(mut found) = found.lock() {
                    found.push((part, walked));
                }
                part = next.fetch_add(1, Ordering::Relaxed);
            }
            seen
        };
        let work = &work;
        let seen: Vec<L::Seen> = thread::scope(|scope| {
            let at_work: Vec<_> = (0..threads)
                .map(|part| scope.spawn(move || work(part)))
                .collect();
            let done = at_work.into_iter().filter_map(|thread| thread.join().ok());
            done.collect()
        });
        let mut found = found.into_inner().unwrap_or_default();
        found.sort_unstable_by_key(|(part, _)| *part);
        let walked: Result<Vec<(Tally, Vec<String>)>, Error> =
            found.into_iter().map(|(_, walked)| walked).collect();
        let (tallies, mut ignored): (Vec<_>, Vec<_>) = walked?.into_iter().unzip();
        if tallies.len() < parts || seen.len() < threads {
            return Err(changed());
        }
        self.parts.expect_same()?;
        Ok(Walked {
            seen,
            tallies,
            ignored: ignored.pop().unwrap_or_default(),
        })
    }

    /// One of several: other cores read other parts.
    fn part<L: Look>(
        &self,
        part: usize,
        look: &L,
        seen: &mut L::Seen,
    ) -> Result<(Tally, Vec<String>), Error> {
        let (opened, options) = self.parts.open(part)?;
        let encoder = Encoder::new(self.release, opened, options, Purpose::Passing)?;
        let (tally, ignored) = self.blocks(part, encoder, Encoder::advance_alone, look, seen)?;
        if self.parts.rows(part) != Some(tally.read.saturating_add(tally.without_id)) {
            return Err(changed());
        }
        Ok((tally, ignored))
    }

    /// All cores read one part.
    fn only_part<L: Look>(
        &self,
        look: &L,
        seen: &mut L::Seen,
        mut observer: Option<Observer<'_>>,
        bar: &dyn Stage,
    ) -> Result<(Tally, Vec<String>), Error> {
        let progress = |bytes| bar.at(bytes);
        let mut observed = |bytes: &[u8]| {
            if let Some(observer) = &mut observer {
                observer(bytes);
            }
        };
        let (opened, mut options) = self.parts.open(0)?;
        options.observer = Some(&mut observed);
        options.progress = Some(&progress);
        let encoder = Encoder::new(self.release, opened, options, Purpose::Passing)?;
        self.blocks(0, encoder, Encoder::advance, look, seen)
    }

    fn blocks<'r, 's, L: Look>(
        &self,
        part: usize,
        mut encoder: Encoder<'r, 's>,
        advance: fn(&mut Encoder<'r, 's>) -> Result<usize, super::super::TableError>,
        look: &L,
        seen: &mut L::Seen,
    ) -> Result<(Tally, Vec<String>), Error> {
        let (mut print, mut read) = (Print::default(), 0_u64);
        loop {
            let rows = advance(&mut encoder)?;
            if rows == 0 {
                break;
            }
            let block = encoder.block();
            self.key.add(&mut print, part, read, &block);
            look.look(seen, &block)?;
            read = read.saturating_add(rows as u64);
            encoder.forget();
        }
        let encoded = encoder.finish()?;
        let (dropped, _) = encoded.ruled.broken();
        let tally = Tally {
            read,
            without_id: encoded.without_id,
            dropped,
            print,
        };
        Ok((tally, encoded.ignored))
    }
}

/// A pass disagrees with the first one.
pub(super) fn changed() -> Error {
    Error::refused(
        "the table",
        "it was counted wrongly: two passes have not read the same rows",
        "a file has changed while it was read, or the disk is faulty; nothing was published, and a charge stands",
    )
}
