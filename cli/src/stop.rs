//! Ctrl-C, a polite kill, and a terminal that goes away: nothing unfinished is left, and the exit code says whether
//! something is there.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Whoever holds this decides how the program ends: its work, or a signal.
pub fn ending() -> MutexGuard<'static, ()> {
    ENDING.lock().unwrap_or_else(PoisonError::into_inner)
}

static ENDING: Mutex<()> = Mutex::new(());

/// Waits for signals on a thread of its own, from now on. Where that cannot be had, they end the program as they
/// always do, and the next run removes what it leaves: nothing is caught before somebody waits for it.
#[cfg(unix)]
pub fn on_signals() {
    // A file beyond the user's limit is then an error, of which something can be said, and no end of the program.
    // Where it cannot be caught, it is as it was.
    let unused = std::sync::Arc::default();
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, unused);
    let (ready, is_ready) = std::sync::mpsc::channel();
    let thread = std::thread::Builder::new().name("signals".to_owned());
    let _ = thread.spawn(move || {
        let caught = signal_hook::iterator::Signals::new(signals::heeded());
        drop(ready);
        if let Ok(mut caught) = caught {
            caught.forever().take(1).for_each(signals::end);
        }
    });
    // Ends when the thread has dropped its side, or was never made.
    let _: Result<(), _> = is_ready.recv();
}

#[cfg(not(unix))]
pub fn on_signals() {}

#[cfg(unix)]
mod signals {
    use std::fs;
    use std::io::{self, Write as _};

    use privet_release::pending::{Abandoned, abandon};
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

    /// Those that the caller does not want ignored: under `nohup` the end of a terminal is no reason to stop, nor is
    /// Ctrl-C for a shell's background job. Only Linux tells; elsewhere SIGHUP keeps its meaning.
    pub(super) fn heeded() -> Vec<i32> {
        let Some(ignored) = ignored() else {
            return vec![SIGINT, SIGTERM];
        };
        let signals = [SIGINT, SIGTERM, SIGHUP].into_iter();
        signals
            .filter(|signal| ignored >> (signal - 1) & 1 == 0)
            .collect()
    }

    /// The set of ignored signals, as a mask.
    fn ignored() -> Option<u64> {
        let status = fs::read_to_string("/proc/self/status").ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        u64::from_str_radix(line?.trim(), 16).ok()
    }

    /// Removes what is unfinished, says so, and ends the program.
    pub(super) fn end(signal: i32) {
        // Never given back: from here on the work's own outcome does not matter.
        let _ending = super::ending();
        let (words, code) = match abandon() {
            Abandoned::InPlace => ("stopped: all files are in place", 0),
            Abandoned::Nothing => (
                "stopped: no file was written, and nothing was spent",
                128 + signal,
            ),
            Abandoned::Charged => (
                "stopped: nothing was released, but the charge in the account stands",
                128 + signal,
            ),
            Abandoned::Removed { release: false } => ("stopped: nothing was written", 128 + signal),
            Abandoned::Removed { release: true } => (
                "stopped: nothing was released, but noise may have been drawn: then the budget is spent all the \
                 same, and counts together with that of another attempt",
                128 + signal,
            ),
        };
        // Where standard error is closed too, the exit code has to do.
        let _ = writeln!(io::stderr(), "{words}");
        std::process::exit(code);
    }
}
