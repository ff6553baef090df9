//! The commands, one file each, to be read from its top: the arguments, then what is done with them.

pub mod account;
pub mod calibrate;
pub mod check;
pub mod compare;
pub mod completions;
pub mod demo;
pub mod diff;
pub mod draft;
pub mod evaluate;
pub mod export;
pub mod man;
pub mod plan;
pub mod release;
pub mod report;
pub mod sample;
pub mod verify;
