//! The way from a table to the files, the same for a folder, memory and a replay.
//!
//! Tested: `the_order_of_lines_changes_nothing_but_the_commitment` (every mechanism in many ways),
//! `neighbouring_texts_are_as_hard_to_tell_apart_by_every_mechanism` (2,000 releases of either text, five pairs of texts).

use std::io::Write;

use privet_spec::{Attribute, Release};

use super::needs::Needs;
use super::sink::Sink;
#[cfg(feature = "parquet")]
use crate::beside::BesideFile;
use crate::bins::{Finding, recode};
use crate::counts::{PrivateTable, RowsRead};
use crate::error::Error;
use crate::keys::MasterSeed;
use crate::mechanisms::mechanism::{Made, Rows, Run, Source};
use crate::memory::MemoryLimit;
use crate::model::{Drawn, RowPicks, RowsWanted};
use crate::names::{MODEL, RECORD, synthetic_name};
use crate::public_model::Model;
use crate::record::{ArtefactFile, Book, Facts, Record, SoftwareFile};
use crate::spec::{Settled, Spec};
#[cfg(feature = "parquet")]
use crate::table::CountedBy;
#[cfg(feature = "parquet")]
use crate::table::engine::Engine;
use crate::table::{self, Cause, Input, Parts, Streaming, TableError, WriteError};
use crate::watch::Watch;

/// A release under way: what it is made by, and someone to tell.
pub(crate) struct UnderWay<'a> {
    pub(crate) spec: &'a Spec,
    pub(crate) seed: &'a MasterSeed,
    pub(crate) software: SoftwareFile,
    pub(crate) watch: &'a dyn Watch,
    /// What the table may take.
    pub(crate) memory: MemoryLimit,
    /// Whoever goes through the rows instead of this program.
    #[cfg(feature = "parquet")]
    pub(crate) engine: Option<&'a dyn Engine>,
}

/// A table that was read, and what binds the release to it.
pub(crate) struct Committed<'a> {
    pub(crate) table: PrivateTable<'a>,
    /// Looked at in this file alone, before anything is paid.
    rows: RowsRead,
    pub(crate) left_out: LeftOut,
    /// HMAC of the decompressed input.
    pub(crate) commitment: String,
}

/// What of a table is not used. All of it is internal: it depends on the data.
pub(crate) struct LeftOut {
    /// Columns of the file that the spec does not name, in the order of the file.
    pub(crate) columns: Vec<String>,
    /// Rows of persons who have enough, rows that name nobody, and rows that break a rule.
    pub(crate) beyond_bound: u64,
    pub(crate) without_id: u64,
    pub(crate) dropped_by_rules: u64,
}

/// What was released, apart from the rows.
pub struct Released {
    /// The public model.
    pub model: Model,
    /// The audit record.
    pub record: Record,
    /// SHA-256 of the record's file: what later specs name as `previous`.
    pub digest: String,
    /// The number of synthetic rows.
    pub rows: usize,
}

impl Released {
    /// What the next spec of the table names as `previous`: all records so far.
    pub fn previous(&self) -> Vec<String> {
        let earlier = self.record.previous.iter();
        earlier.chain([&self.digest]).cloned().collect()
    }
}

impl<'a> UnderWay<'a> {
    /// By this program.
    pub(crate) fn new(spec: &'a Spec, seed: &'a MasterSeed, watch: &'a dyn Watch) -> Self {
        Self {
            spec,
            seed,
            software: SoftwareFile::this(),
            watch,
            memory: MemoryLimit::default(),
            #[cfg(feature = "parquet")]
            engine: None,
        }
    }

    /// Reads the table as the spec says, and commits to its bytes. Refused: more rows than the mechanism takes, whoever has
    /// counted them.
    pub(crate) fn read(&self, input: Input<'_>) -> Result<Committed<'a>, Error> {
        let (name, most) = (input.name().clone(), self.spec.plan().most_rows);
        let committed = self.held_or_streamed(input)?;
        if !committed.rows.are_at_most(most) {
            let most = most.get();
            return Err(TableError::new(name, Cause::MoreRows { most }).into());
        }
        Ok(committed)
    }

    /// In memory if it fits, and otherwise read again whenever it is counted.
    fn held_or_streamed(&self, input: Input<'_>) -> Result<Committed<'a>, Error> {
        let input = input.within(self.memory);
        let parts = Parts::of(&input, self.spec.release())?;
        #[cfg(feature = "parquet")]
        if self.engine.is_some() {
            let parts = parts.ok_or_else(|| {
                Error::refused(
                    input.name(),
                    "it comes through a pipe or from a data frame, which workers cannot read",
                    "give the path of Parquet files that all workers have",
                )
            })?;
            return self.streamed(parts);
        }
        let most = self.memory.for_table();
        // Files of columns tell how many rows they have.
        let told = parts.as_ref().and_then(Parts::bytes_if_held);
        let held = match told {
            Some(bytes) if bytes > most => None,
            _ => self.held(input, most)?,
        };
        match (held, parts) {
            (Some(committed), _) => Ok(committed),
            (None, Some(parts)) => self.streamed(parts),
            (None, None) => Err(Error::refused(
                "--memory",
                "the table is larger than the memory it may take, and comes through a pipe or from a data frame, so that it cannot be \
                 read again",
                "give the path of a file, or more memory",
            )),
        }
    }

    /// In memory; nothing if it does not fit.
    fn held(&self, input: Input<'_>, most: u64) -> Result<Option<Committed<'a>>, Error> {
        let mut commitment = self.seed.data_commitment();
        let bar = self
            .watch
            .stage("reading the table", input.size().unwrap_or(0));
        let progress = |bytes| bar.at(bytes);
        let mut observer = |bytes: &[u8]| commitment.update(bytes);
        let (opened, mut options) = input.open(self.spec.release().input)?;
        options.bounding = self.seed.bounding();
        options.observer = Some(&mut observer);
        options.progress = Some(&progress);
        let loaded = table::load_within(self.spec.release(), opened, options, most)?;
        Ok(loaded.map(|loaded| {
            let (table, rows) = PrivateTable::in_memory(loaded.table);
            Committed {
                table,
                rows,
                left_out: LeftOut {
                    columns: loaded.ignored,
                    beyond_bound: loaded.beyond_bound,
                    without_id: loaded.without_id,
                    dropped_by_rules: loaded.dropped_by_rules,
                },
                commitment: commitment.finish(),
            }
        }))
    }

    /// Read again whenever it is counted.
    fn streamed(&self, parts: Parts) -> Result<Committed<'a>, Error> {
        let release = self.spec.release();
        let note = "note (internal): the table does not fit into the memory it may take, and is read again for each \
             batch of counts";
        #[cfg(feature = "parquet")]
        let note = match self.engine {
            None => note,
            Some(_) => {
                "note (internal): the table is read by workers, again for each batch of counts"
            }
        };
        self.watch.note(note);
        let mut commitment = self.seed.data_commitment();
        let mut observer = |bytes: &[u8]| commitment.update(bytes);
        let streaming = Streaming {
            release,
            bounding: &self.seed.bounding(),
            fingerprint: &self.seed.fingerprint(),
            bytes: self.memory.for_a_pass(),
            watch: self.watch,
            #[cfg(feature = "parquet")]
            counted_by: self.engine.map(|engine| CountedBy {
                engine,
                spec: self.spec.text().to_owned(),
                files: BesideFile::all(&release.files),
            }),
        };
        let streamed = streaming.open(parts, &mut observer)?;
        let sizes = release.learned().map(Attribute::size);
        let (table, rows) =
            PrivateTable::streamed(streamed.stream, sizes, self.memory.for_a_pass());
        Ok(Committed {
            table,
            rows,
            left_out: LeftOut {
                columns: streamed.ignored,
                beyond_bound: streamed.beyond_bound,
                without_id: streamed.without_id,
                dropped_by_rules: streamed.dropped_by_rules,
            },
            commitment: commitment.finish(),
        })
    }

    /// Refuses a release that this machine has no memory or disk for, before anything is spent.
    pub(crate) fn expect_room(
        &self,
        data: &Committed<'_>,
        sink: &mut dyn Sink,
    ) -> Result<(), Error> {
        let needs = data.rows.need(|rows| Needs::of(self.spec, rows));
        needs.expect_memory()?;
        sink.reserve(&needs)
    }

    /// Runs the mechanism and hands every file to the sink. Takes the table: nothing of it is left afterwards
    /// but what was paid for.
    pub(crate) fn write(self, data: Committed<'_>, sink: &mut dyn Sink) -> Result<Released, Error> {
        let Self {
            spec,
            seed,
            software,
            watch,
            ..
        } = self;
        let mut table = data.table;
        let fingerprint = table.fingerprint(&seed.fingerprint());
        let digest = spec.digest();
        let finding = Finding {
            grids: spec.grids(),
            noise: &|number| seed.noise_of_bins(&digest, &fingerprint, number),
            watch,
        };
        let (files, before) = finding.counted(&table)?;
        // From here on everything is a function of the noisy answers.
        let settled = spec.settled(files)?;
        recode(&mut table, spec.release(), &settled.plan.release);
        let made = settled.mechanism.run(Run {
            plan: &settled.plan,
            inside: &settled.inside,
            source: Source::Table {
                table: &table,
                noise: &seed.noise(&digest, &fingerprint),
            },
            row_seed: seed.row_seed(),
            watch,
        });
        drop(table);
        let publication = Publication {
            spec,
            settled: &settled,
            before,
            made: made?,
            origin: Origin {
                row_seed: seed.row_seed(),
                seed_commitment: seed.commitment(),
                data_commitment: data.commitment,
                software,
            },
        };
        publication.write(sink, watch)
    }
}

/// All that the files follow from: what the mechanism made, and where it came from.
pub(crate) struct Publication<'a> {
    pub(crate) spec: &'a Spec,
    /// The spec with the bins that were found.
    pub(crate) settled: &'a Settled,
    /// What was asked to find them.
    pub(crate) before: Option<Book>,
    pub(crate) made: Made,
    pub(crate) origin: Origin,
}

/// What the files say of seed, data and program.
pub(crate) struct Origin {
    /// The seed of the rows, which is public.
    pub(crate) row_seed: [u8; 32],
    pub(crate) seed_commitment: String,
    pub(crate) data_commitment: String,
    pub(crate) software: SoftwareFile,
}

impl Publication<'_> {
    /// Hands every file to the sink.
    pub(crate) fn write(self, sink: &mut dyn Sink, watch: &dyn Watch) -> Result<Released, Error> {
        let Self {
            spec,
            settled,
            before,
            made: Made { model, book, rows },
            origin,
        } = self;
        let book = match before {
            Some(before) => book.after(before)?,
            None => book,
        };
        let model = Model::new(MODEL, spec.release().mechanism.name(), model);
        let count = spec.row_count(model.rows());
        let wanted = RowsWanted {
            file: MODEL,
            rows: count,
            seed: origin.row_seed,
            known: None,
        };
        let drawn = match rows {
            Rows::FromModel => Some(model.draw(settled, wanted, watch)?),
            Rows::Drawn(columns) => Some(Drawn {
                columns,
                picks: RowPicks::seeded(wanted.seed),
            }),
            Rows::OnlyByReplay => None,
        };
        let release = &settled.plan.release;
        let sha256 = match drawn {
            Some(drawn) => write_rows(release, drawn, count, sink, watch)?,
            None => sink.as_it_is(synthetic_name(release))?,
        };
        let rows_file = ArtefactFile {
            file: synthetic_name(release).to_owned(),
            sha256,
        };
        let facts = Facts {
            total: spec.total(),
            queries: book.queries,
            spent: book.spent.into(),
            algorithm: model.algorithm(),
            estimator: model.estimator(),
            seed_commitment: origin.seed_commitment,
            data_commitment: origin.data_commitment,
            artefacts: vec![rows_file, write_text(MODEL, &model.to_text()?, sink)?],
            software: origin.software,
        };
        let record = Record::new(spec.plan(), spec.mechanism().words(), facts);
        let written = write_text(RECORD, &record.to_text()?, sink)?;
        Ok(Released {
            model,
            record,
            digest: written.sha256,
            rows: count,
        })
    }
}

fn write_rows(
    release: &Release,
    drawn: Drawn,
    rows: usize,
    sink: &mut dyn Sink,
    watch: &dyn Watch,
) -> Result<String, Error> {
    let Drawn { columns, mut picks } = drawn;
    let bar = watch.stage("writing rows", rows as u64);
    let name = synthetic_name(release);
    sink.file(name, &mut |out| {
        let progress = |rows| bar.at(rows);
        let pick = &mut || picks.draw();
        table::write_table(release, &columns, rows, pick, Some(&progress), out)
            .map_err(|error| unwritable(name, error))
    })
}

fn write_text(name: &str, text: &str, sink: &mut dyn Sink) -> Result<ArtefactFile, Error> {
    let sha256 = sink.file(name, &mut |out: &mut dyn Write| {
        let written = out.write_all(text.as_bytes());
        written.map_err(|error| Error::unwritable(name.as_ref(), &error))
    })?;
    Ok(ArtefactFile {
        file: name.to_owned(),
        sha256,
    })
}

fn unwritable(name: &str, error: WriteError) -> Error {
    match error {
        WriteError::Io(error) => Error::unwritable(name.as_ref(), &error),
        #[cfg(not(feature = "parquet"))]
        WriteError::NotBuilt(format) => {
            Error::refused(name, format.what(), crate::not_built::REMEDY)
        }
        other => Error::flaw(name, other),
    }
}
