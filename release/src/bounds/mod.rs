//! How far off a release will be, as far as that is known before any data is read.
//!
//! - [`li`]: the theorems of Li, Wang and Cheng 2023, as the text states them;
//! - [`noise`]: the noise of tables in rows, and what it does to a network at most, derived here;
//! - [`lower`]: what no pure release can do better than;
//! - [`cell`]: what the noise does to a count of one cell, and what such counts are good for;
//! - [`forecast`]: which of these hold for a spec, as `plan` shows them.
//!
//! Public numbers only, so plain floats.

pub mod cell;
pub mod forecast;
pub mod li;
pub mod lower;
pub mod noise;
#[cfg(test)]
mod simulation;
