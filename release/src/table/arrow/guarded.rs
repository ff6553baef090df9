//! Libraries that panic at damaged files.
//!
//! One changed byte can make the readers of Arrow and Parquet panic. That is an error of the file, and nothing of their words
//! is shown: they may quote a value.
//!
//! Tested: `every_byte_may_be_damaged`: every single damaged byte of a small file ends in codes or in an error.

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

/// What the work gives; nothing if it panics, which is then silent. What it has borrowed must not be used after that.
pub(in crate::table) fn guarded<T>(work: impl FnOnce() -> T) -> Option<T> {
    SILENCER.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |panicked| {
            if !SILENT.get() {
                before(panicked);
            }
        }));
    });
    let was_silent = SILENT.replace(true);
    let done = panic::catch_unwind(AssertUnwindSafe(work));
    SILENT.set(was_silent);
    done.ok()
}

static SILENCER: Once = Once::new();

thread_local! {
    /// Whether this thread is inside of such work.
    static SILENT: Cell<bool> = const { Cell::new(false) };
}
