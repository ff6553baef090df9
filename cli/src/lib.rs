//! The parts of the `privet` command: arguments, calls into the libraries, printing, progress.

pub mod args;
pub mod commands;
pub mod error;
mod finish;
pub mod input;
mod instead;
pub mod output;
mod progress;
pub mod stop;
pub mod threads;

pub use finish::finish;
pub use instead::instead;
