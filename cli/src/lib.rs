//! The parts of the `privet` command: what reads files, writes files, and talks to people.

pub mod args;
pub mod bounds;
pub mod check;
pub mod commands;
pub mod demo;
pub mod draft;
pub mod error;
pub mod keys;
pub mod plan;
pub mod progress;
pub mod release;
pub mod table;
