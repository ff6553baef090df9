//! The parts of the `privet` command: what reads files, writes files, and talks to people.

pub mod check;
pub mod demo;
pub mod draft;
pub mod table;
