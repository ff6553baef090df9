//! An account: a small append-only file that keeps the budget of one table.
//!
//! A chain of records adds up what was published. An account adds up what was *charged*, also by releases that were
//! stopped, failed or were thrown away: its line is on the disk before the table is opened.
//!
//! # The file
//!
//! One JSON object a line. The first says whose budget it is: unit, adjacency, lifetime. Every other line holds the
//! SHA-256 of the line before it, line end included (so that `tail -n 1 FILE | sha256sum` is the digest of the last
//! one, the *head*), and one entry: a charge, or that a charge became a release, with the digest of its record. A charge
//! has the commitment to the seed of its release, which the record has too; so a release is found even if a crash came
//! between its publication and the second line. Amounts are exact, and are added up as `verify` adds up records.
//!
//! # Order
//!
//! Everything public is checked; the file is locked, for the whole release, and asked whether it covers the spec; the
//! charge is written and synced; the table is opened. What goes wrong afterwards leaves the charge standing.
//!
//! - **Two releases at once.** The second does not get the lock and is refused.
//! - **A last line that is not whole.** The account opens, and says so. Nobody knows what the line charged, so it counts
//!   as all that was left: no release is made until somebody has looked.
//! - **A clock that went back.** Times are for people. They decide nothing; an earlier one is noted.
//! - **A charge that does not hold by itself**: its total is not what its guarantee allows, its seed or its record is that of
//!   an earlier charge, or all together pass the lifetime. `account verify` faults it, `account show` says so and has
//!   nothing left, and no release is charged to such an account: all three ask `whole.rs`.
//! - **Another version.** Unknown fields, entries and versions are refused: they might be charges.
//!
//! Not kept: whoever can write the file can make another one. An older copy of it is a good account by itself. It shows
//! only against what it should know: the record of a later release, or a head that was noted elsewhere.
//!
//! Tested: releases that are killed at random moments, 500 in a long run (`tests/src/charges.rs`): the account opens after
//! each, no line is lost, and whoever has read any of the table, or left a folder, has charged.
//! Assumed: the system keeps locks and syncs as it says; on network file systems that is not always so.

mod create;
mod file;
mod left;
mod lines;
mod locked;
mod standing;
mod system;
mod verify;
mod whole;

#[cfg(test)]
mod tests;

pub(crate) use locked::Locked;
pub use standing::Account;
pub use verify::verify_account;
