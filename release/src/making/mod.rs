//! A release: from a spec and a table to the synthetic table, `model.ron` and `record.json`.
//!
//! The same spec, data and master seed give the same bytes, so an auditor who is given all three can
//! make the release again and compare: [`crate::replay`].
//!
//! # After the first charge nothing may fail
//!
//! A release that fails after it has paid, and is tried again, publishes the mechanism *given that it succeeds*, and
//! has spent twice. So everything that can be refused is refused before the first charge, from public facts or from
//! facts that the record lists as unprotected, and after it noisy values are cut off, never refused. Why each way
//! out is closed:
//!
//! | what could fail | why it does not |
//! |---|---|
//! | the spec, its budget in parts, every sigma and scale, at the most queries that noise can lead to | `Spec::parse`, before the table is opened (`widest_noise` of each mechanism) |
//! | reading the table | it is read to its end first; what stops it is listed from the code that does (`table/stop.rs`) |
//! | memory and disk | the most that noise can ask for is bounded by public limits and the noise's reach, and looked for first (`artefacts/needs.rs`), within the limits of user and container (`memory/`); disk is taken where the file system can do that, for every file and for its copy; handles for both are held |
//! | handles of open files | those that are needed later are held while the table is first read (`pending/handles.rs`) |
//! | the seed's file | it is written before the first charge, and removed if there is no release |
//! | a question to the curator | memory, shares and candidates are checked before its charge (`what_is_paid_for_is_answered`); the charges of all questions fit the total, as their shares are rounded down |
//! | a noisy size or count of any value | cut off at ±(2^40 − 1) by the curator; sums of counts over a table of at most 2^24 cells then fit `u64`, and those of fitted cells, in units of 2^−20 rows, are cut off at its ends |
//! | a noisy distance | cut off at the end of `i64`, which keeps its sensitivity |
//! | 65,536 values of which none is rare | they need no group for rare ones |
//! | a network of any shape | at most 256 tables of at most 32 variables: growth stops at either; of more than 4096 common sets the tables agree on as many |
//! | a field or a model too large | it is not chosen: tables are kept within the spec's memory before they are asked for |
//! | an estimate that does not converge | it stops after its steps with what it has |
//! | the ledger's places | as many as the spec's limits on attributes and rounds can need |
//!
//! With an account ([`crate::Account`]) the charge comes even before the table is opened, and whatever fails after it
//! leaves it standing.
//!
//! What is left: a draw that does not end, with probability below 2^−4096, which δ reserves (a pure release says so);
//! a broken source of counts; and the machine itself. That is a disk that is full where it cannot be taken beforehand,
//! or for noise beyond its reach (probability below 2^−128); memory that the system has promised and does not have;
//! power; a signal; and the time that an operator is ready to wait, since larger tables take longer. Where the
//! program lives to say so, it says that the budget counts as spent.

mod charging;
mod folder;
mod made_up;
mod memory;
mod new_release;
mod passes;
mod rehearsal;
#[cfg(test)]
mod tests;

pub use memory::InMemory;
pub use new_release::NewRelease;
pub use rehearsal::{Rehearsed, RehearsedFile, RehearsedStage};
