//! What comes from another machine, and is not what this program makes.
//!
//! Tested: `an_engine_that_counts_wrongly_releases_nothing`.

use core::fmt;

/// Bytes or rows that are not what this program makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unfit;

impl fmt::Display for Unfit {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("these are no rows of this release")
    }
}

impl core::error::Error for Unfit {}
