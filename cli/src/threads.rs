//! The thread that does the work, with a stack of a stated size, and those that share it.

use std::panic::resume_unwind;
use std::process::ExitCode;
use std::thread;

use privet_release::threads::{A_START, not_started, set_aside};

use crate::error::CliError;
use crate::finish;

/// Does all of the program's work on a thread of its own. The stack of a program's first thread is as large as the user's
/// limit (`ulimit -s`), and one that overflows would end a release after it was paid for.
///
/// Where there is no memory for such a stack, there is none for a release either, and the first thread does the work.
pub fn on_own_stack(work: impl FnOnce() -> ExitCode + Send + 'static) -> ExitCode {
    if set_aside(STACK + A_START).is_err() {
        return work();
    }
    let thread = thread::Builder::new().name("privet".to_owned());
    match thread.stack_size(STACK).spawn(work) {
        Ok(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
        Err(error) => finish(Err(not_started(&error).into())),
    }
}

/// Makes the threads that share the work.
pub fn start() -> Result<(), CliError> {
    Ok(privet_release::threads::start()?)
}

/// What systems give a program's first thread unless told otherwise.
const STACK: usize = 8 << 20;
