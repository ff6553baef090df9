//! The threads that share the work, each with a stack of a stated size.

use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::{env, hint, io, thread};

use rayon::{ThreadBuilder, ThreadPoolBuilder};

use crate::error::Error;

/// Makes one thread for each core, or as many as `RAYON_NUM_THREADS` says. Where the system does not give so many, this
/// thread does all of the work: results do not depend on how many there are.
///
/// The pool is filled with threads that exist already. One that fails to make its own cannot be asked for again.
pub fn start() -> Result<(), Error> {
    // Where threads could not be made, what is left of the memory may be too little for this one's stack to grow, and the
    // program would die of that without a word.
    let for_this_one = set_aside(LEFT);
    let made = threads();
    drop(for_this_one);
    let started = match made {
        Ok(mut waiting) => ThreadPoolBuilder::new()
            .num_threads(waiting.len())
            .spawn_handler(|work| {
                let sent = waiting
                    .pop()
                    .is_some_and(|thread| thread.send(work).is_ok());
                sent.then_some(()).ok_or(io::ErrorKind::WouldBlock.into())
            })
            .build_global(),
        Err(_) => ThreadPoolBuilder::new()
            .num_threads(1)
            .use_current_thread()
            .build_global(),
    };
    started.map_err(|error| not_started(&error))
}

/// What is said where a thread could not be made.
pub fn not_started(error: &dyn std::error::Error) -> Error {
    Error::refused(
        "threads",
        format!("they could not be started ({error})"),
        "end other programs, or raise the limit on processes (`ulimit -u`) or memory (`ulimit -v`)",
    )
}

/// Threads that wait for work: all that are wanted, or none.
fn threads() -> io::Result<Vec<SyncSender<ThreadBuilder>>> {
    let mut made = Vec::new();
    for _ in 0..wanted() {
        match waiting_thread() {
            Ok(thread) => made.push(thread),
            Err(error) => {
                for (sender, thread) in made {
                    // Without a sender it ends, and gives back its memory.
                    drop(sender);
                    let _ = thread.join();
                }
                return Err(error);
            }
        }
    }
    Ok(made.into_iter().map(|(sender, _)| sender).collect())
}

fn waiting_thread() -> io::Result<(SyncSender<ThreadBuilder>, JoinHandle<()>)> {
    // A thread asks for memory of its own as it starts, and the program dies or hangs where it gets none. So there has to be
    // enough, and it is taken before the next one is made.
    drop(set_aside(A_THREAD)?);
    let (sender, receiver) = sync_channel::<ThreadBuilder>(1);
    let (ready, is_ready) = sync_channel::<()>(0);
    let thread = thread::Builder::new().stack_size(A_STACK).spawn(move || {
        drop(ready);
        if let Ok(work) = receiver.recv() {
            work.run();
        }
    })?;
    // Ends when the thread has dropped its side.
    let _: Result<(), _> = is_ready.recv();
    Ok((sender, thread))
}

/// Memory that is never touched; an error where there is not as much.
pub fn set_aside(bytes: usize) -> io::Result<Vec<u8>> {
    let mut memory = Vec::new();
    memory
        .try_reserve_exact(bytes)
        .map_err(|_| io::ErrorKind::OutOfMemory)?;
    // Unused, the compiler would leave it out.
    hint::black_box(&mut memory);
    Ok(memory)
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

/// Bytes that are left for this thread.
const LEFT: usize = 64 << 20;

/// The stack of a thread that shares it: twice of what is tested to be enough for a whole release.
const A_STACK: usize = 2 << 20;

/// More bytes than a thread takes as it starts, beside its stack.
pub const A_START: usize = 4 << 20;

/// The same with its stack, and with the 64 megabytes that GNU's library keeps for its small pieces where it can.
const A_THREAD: usize = A_STACK + A_START + (74 << 20);

/// More would keep the system busy with making them.
const MOST: usize = 256;
