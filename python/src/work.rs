//! Long work beside Python.
//!
//! ```text
//! Python's thread                        the worker, and its pool of threads
//! ───────────────                        ───────────────────────────────────
//! waits, without Python's lock   ◄────   asks for the next rows of a data frame
//! hands over rows                ────►   encodes, measures, fits, writes
//! looks for Ctrl-C, draws a bar  ◄────   tells how far it is
//! ```
//!
//! The worker never touches Python, so that other threads of Python go on, and rows are read by the thread that called:
//! some sources, such as a database's, can be used from no other.
//!
//! Ctrl-C stops the worker at its next word about progress: it unwinds, as from a panic, and what it has begun is removed
//! on the way, by the library's own guards. A panic ends there as well; it becomes an exception that quotes nothing.

use std::any::Any;
use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};
use privet_release::{Error, Input, Stage, Watch};
use pyo3::exceptions::{PyException, PyKeyboardInterrupt};
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::error::{exception, flaw};
use crate::tables::{Given, GivenTable};

/// How work has ended.
pub(crate) enum Ended<T> {
    Done(T),
    /// By Ctrl-C, or whatever else is meant to end the program.
    Stopped {
        why: PyErr,
        /// What was done all the same, before the worker noticed.
        done: Option<T>,
        /// Whether the table was read, so that noise may have been drawn.
        was_read: bool,
    },
}

impl<T> Ended<T> {
    /// What was done, unless it was stopped.
    pub(crate) fn or_raise(self) -> PyResult<T> {
        match self {
            Self::Done(done) => Ok(done),
            Self::Stopped { why, .. } => Err(why),
        }
    }
}

/// Does the work on other threads. `listener` is a Python object that draws bars and passes words on.
pub(crate) fn run<T: Send>(
    listener: &Bound<'_, PyAny>,
    tables: Vec<Given>,
    work: impl FnOnce(&Told, Vec<Input<'_>>) -> Result<T, Error> + Send,
) -> PyResult<Ended<T>> {
    let py = listener.py();
    let told = Told::default();
    let (ask, mut asked) = channel();
    let mut sources = Vec::new();
    let mut frames = Vec::new();
    for Given { name, table } in tables {
        sources.push(match table {
            GivenTable::At(path) => Source::At(path),
            GivenTable::Frame(frame) => {
                let schema = frame.schema();
                frames.push(frame);
                Source::Frame(Proxy {
                    name,
                    number: frames.len() - 1,
                    schema,
                    ask: ask.clone(),
                })
            }
        });
    }
    let pool = pool().map_err(|_| flaw(py, "threads"))?;
    let mut stopped_by = None;
    let ended = thread::scope(|scope| {
        let worker = thread::Builder::new().spawn_scoped(scope, || {
            let work = || work(&told, sources.into_iter().map(Source::input).collect());
            let ended = panic::catch_unwind(AssertUnwindSafe(|| pool.install(work)));
            // Without anybody who may ask, the other side ends.
            drop(ask);
            ended
        })?;
        loop {
            let asked = &mut asked;
            let request = py.detach(move || asked.recv_timeout(A_MOMENT));
            // Nobody can ask any more.
            if matches!(request, Err(RecvTimeoutError::Disconnected)) {
                break;
            }
            if let Ok(Request { number, reply }) = request {
                let frame = frames.get_mut(number);
                let batch = py.detach(|| frame.and_then(Iterator::next));
                if matches!(&batch, Some(Err(error)) if was_interrupted(error)) {
                    told.stop.store(true, Ordering::Relaxed);
                    stopped_by.get_or_insert_with(|| PyKeyboardInterrupt::new_err(()));
                }
                // A worker that was stopped does not wait for it.
                let _ = reply.send(batch);
            }
            if stopped_by.is_none()
                && let Err(why) = py.check_signals().and_then(|()| told.show(listener))
            {
                stopped_by = Some(why);
                told.stop.store(true, Ordering::Relaxed);
            }
        }
        Ok(worker.join())
    });
    let ended = ended.map_err(|_: io::Error| flaw(py, "threads"))?;
    told.end(listener);
    let ended = ended.and_then(|ended| ended);
    match (ended, stopped_by) {
        (Ok(done), Some(why)) => Ok(Ended::Stopped {
            why,
            done: done.ok(),
            was_read: told.was_read.load(Ordering::Relaxed),
        }),
        (Err(_), Some(why)) => Ok(Ended::Stopped {
            why,
            done: None,
            was_read: told.was_read.load(Ordering::Relaxed),
        }),
        (Ok(done), None) => done.map(Ended::Done).map_err(|error| exception(py, &error)),
        (Err(panicked), None) => Err(flaw(py, &place_of(panicked.as_ref()))),
    }
}

/// Whether rows could not be handed over because of Ctrl-C, which a generator in Python meets before we do. Arrow passes on
/// nothing of it but its last word; nothing else is looked at.
fn was_interrupted(error: &ArrowError) -> bool {
    let words = error.to_string();
    let last = words.trim_end().lines().last();
    last.is_some_and(|line| line.starts_with("KeyboardInterrupt"))
}

/// Threads for this work alone: as many as there are cores, or as `RAYON_NUM_THREADS` says.
fn pool() -> Result<ThreadPool, rayon::ThreadPoolBuildError> {
    ThreadPoolBuilder::new().stack_size(STACK).build()
}

/// Where a table comes from, for the worker.
enum Source {
    At(std::path::PathBuf),
    Frame(Proxy),
}

impl Source {
    fn input(self) -> Input<'static> {
        match self {
            Self::At(path) => Input::at(path),
            Self::Frame(proxy) => Input::from_batches(proxy.name.clone(), proxy),
        }
    }
}

/// A data frame whose rows another thread hands over.
struct Proxy {
    name: String,
    number: usize,
    schema: SchemaRef,
    ask: Sender<Request>,
}

/// Asks for the next rows of a frame.
struct Request {
    number: usize,
    reply: SyncSender<Option<Result<RecordBatch, ArrowError>>>,
}

impl Iterator for Proxy {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let (reply, answer) = sync_channel(1);
        let request = Request {
            number: self.number,
            reply,
        };
        let gone = || ArrowError::ExternalError("nobody hands over rows".into());
        if self.ask.send(request).is_err() {
            return Some(Err(gone()));
        }
        answer.recv().unwrap_or_else(|_| Some(Err(gone())))
    }
}

impl RecordBatchReader for Proxy {
    fn schema(&self) -> SchemaRef {
        SchemaRef::clone(&self.schema)
    }
}

/// What the worker tells, until Python's thread looks.
#[derive(Default)]
pub(crate) struct Told {
    stop: AtomicBool,
    was_read: AtomicBool,
    stage: Mutex<Begun>,
    position: AtomicU64,
    words: Mutex<Vec<(Kind, String)>>,
}

/// The stage that has begun last.
#[derive(Clone, Default)]
struct Begun {
    number: u64,
    name: String,
    steps: u64,
}

#[derive(Clone, Copy)]
enum Kind {
    Note,
    Warning,
}

/// What a worker unwinds with that was told to stop.
struct Stopped;

impl Told {
    /// Unwinds if the work is to stop, without a word; not on the way out of something that unwinds already.
    fn stop_here(&self) {
        if self.stop.load(Ordering::Relaxed) && !thread::panicking() {
            panic::resume_unwind(Box::new(Stopped));
        }
    }

    /// Draws how far the work is, and passes words on. A bar that cannot be drawn and a warning that nobody wants must not
    /// end a release that was paid for: what is no Ctrl-C is told beside, and the work goes on.
    fn show(&self, listener: &Bound<'_, PyAny>) -> PyResult<()> {
        match self.draw(listener) {
            Err(error) if error.is_instance_of::<PyException>(listener.py()) => {
                error.write_unraisable(listener.py(), Some(listener));
                Ok(())
            }
            drawn => drawn,
        }
    }

    fn draw(&self, listener: &Bound<'_, PyAny>) -> PyResult<()> {
        self.pass_on(listener)?;
        let Begun {
            number,
            name,
            steps,
        } = lock(&self.stage).clone();
        let position = self.position.load(Ordering::Relaxed);
        listener.call_method1("at", (number, name, position, steps))?;
        Ok(())
    }

    /// Takes the bar away. What goes wrong here must not take the work with it, which is done.
    fn end(&self, listener: &Bound<'_, PyAny>) {
        let ended = self.pass_on(listener);
        let ended = ended.and_then(|()| listener.call_method0("end").map(drop));
        if let Err(error) = ended {
            error.write_unraisable(listener.py(), Some(listener));
        }
    }

    fn pass_on(&self, listener: &Bound<'_, PyAny>) -> PyResult<()> {
        let words = core::mem::take(&mut *lock(&self.words));
        for (kind, text) in words {
            let method = match kind {
                Kind::Note => "note",
                Kind::Warning => "warn",
            };
            listener.call_method1(method, (text,))?;
        }
        Ok(())
    }
}

impl Watch for Told {
    fn stage(&self, name: &str, steps: u64) -> Box<dyn Stage + '_> {
        self.stop_here();
        // The stages of reading have names that say so; noise is drawn behind them.
        let reads = name.starts_with("reading");
        self.was_read.fetch_or(!reads, Ordering::Relaxed);
        let mut stage = lock(&self.stage);
        self.position.store(0, Ordering::Relaxed);
        *stage = Begun {
            number: stage.number.saturating_add(1),
            name: name.to_owned(),
            steps,
        };
        Box::new(Part(self))
    }

    fn note(&self, remark: &str) {
        lock(&self.words).push((Kind::Note, remark.to_owned()));
    }

    fn warn(&self, warning: &str) {
        lock(&self.words).push((Kind::Warning, warning.to_owned()));
    }
}

struct Part<'t>(&'t Told);

impl Stage for Part<'_> {
    fn step(&self) {
        self.0.stop_here();
        self.0.position.fetch_add(1, Ordering::Relaxed);
    }

    fn at(&self, position: u64) {
        self.0.stop_here();
        self.0.position.store(position, Ordering::Relaxed);
    }
}

/// From now on a panic prints nothing: what it says may quote a value. Its place is kept for the exception.
pub(crate) fn silence_panics() {
    panic::set_hook(Box::new(|panicked| {
        let file = |place: &panic::Location<'_>| {
            let name = std::path::Path::new(place.file()).file_name()?;
            Some(format!("{}:{}", name.to_str()?, place.line()))
        };
        *lock(&LAST_PLACE) = panicked.location().and_then(file);
    }));
}

fn place_of(panicked: &(dyn Any + Send)) -> String {
    let place = lock(&LAST_PLACE).clone();
    if panicked.is::<Stopped>() {
        return "a stop".to_owned();
    }
    place.unwrap_or_else(|| "unknown place".to_owned())
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

static LAST_PLACE: Mutex<Option<String>> = Mutex::new(None);

/// Between two looks at signals and progress.
const A_MOMENT: Duration = Duration::from_millis(50);

/// As a program's first thread has it.
const STACK: usize = 8 << 20;
