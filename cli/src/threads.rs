//! The threads that share the work.

use std::{env, thread};

use rayon::{ThreadPoolBuildError, ThreadPoolBuilder};

use crate::error::CliError;

/// Makes one thread for each core, or as many as `RAYON_NUM_THREADS` says. Where the system does not give so many, this
/// thread does all of the work: results do not depend on how many there are.
pub fn start() -> Result<(), CliError> {
    let alone = || ThreadPoolBuilder::new().num_threads(1).use_current_thread();
    let started = ThreadPoolBuilder::new()
        .num_threads(wanted())
        .build_global()
        .or_else(|_| alone().build_global());
    started.map_err(|error: ThreadPoolBuildError| {
        CliError::refused(
            "threads",
            format!("none could be made ({error})"),
            "end other programs, or raise the limit on processes (`ulimit -u`) or memory (`ulimit -v`)",
        )
    })
}

fn wanted() -> usize {
    let asked = env::var("RAYON_NUM_THREADS").ok();
    let asked = asked.and_then(|text| text.parse().ok());
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    asked
        .filter(|asked| *asked > 0)
        .unwrap_or_else(cores)
        .min(MOST)
}

/// More would keep the system busy with making them.
const MOST: usize = 256;
