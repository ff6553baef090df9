//! New files and folders: whole under their names, or not there at all.
//!
//! Whatever is made is made in a folder beside its place, `NAME.partial-…` for a release and `NAME.unfinished-…` else, synced, and then renamed; nothing that
//! exists is ever replaced. What a crash at any moment can leave behind is that folder.
//!
//! - **Nobody else can read it.** It has mode 0700 from its making until it has its name, and only then the mode that
//!   the user's umask gives. Killed between the two, a release is whole, and its owner's alone.
//! - **Times of a release tell no durations.** Its files, and the seed's, are copied into new ones at the very end
//!   (`copies.rs`).
//! - **It takes no handle to remove it**: those that are needed are held from the beginning, so that a process that can
//!   open no more files leaves nothing behind.
//! - **It is locked** while its maker lives. The lock is on the folder itself: a lock file would have to leave it
//!   before it gets its name, and for that moment a living process's folder would look like a dead one's. A later run
//!   for the same name removes only what it can lock itself, what the same user owns, and what is a real folder under
//!   its own name, no link. What is not locked yet is empty, and a maker who finds it gone makes another. Where a file
//!   system cannot lock a folder (NFS), nothing is taken for dead.
//! - **A process that is told to stop** calls [`abandon`], which removes what is unfinished. Finishing and abandoning
//!   exclude each other, so a release is there or is not, and the answer says which.
//!
//! Not kept: several files have no common rename. SIGKILL or a power cut between two of them leaves the first, whole and
//! under its name: the seed of no release, which is harmless but has to be moved away before the next try.
//!
//! Assumed: the lock of a process on one machine is seen by those on others, where a folder is shared.

mod begun;
mod copies;
mod handles;
mod leftover;
mod new_file;
mod new_folder;
mod system;
mod under_way;

pub(crate) use begun::Begun;
pub use begun::Readers;
pub(crate) use copies::Originals;
pub(crate) use handles::Handles;
pub(crate) use leftover::{Leftover, leftovers};
pub use new_file::NewFile;
pub use new_folder::NewFolder;
pub use under_way::{Abandoned, abandon};
pub(crate) use under_way::{Product, charging, completing};
