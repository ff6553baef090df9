//! A draw that is cut off.
//!
//! Assumed: nothing: one error becomes another, one to one.

use crate::Error;

/// Why a draw did not end. One byte, since it passes through the innermost loops; the curator turns
/// it into an [`Error`]. Public, as [`Digits`](super::digits::Digits) is, so that proofs can put something else in the place
/// of a sampler; nothing public implements or takes one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The generator failed.
    RandomnessUnavailable,
    /// A loop was cut off.
    DrawFailed,
}

impl From<Failure> for Error {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::RandomnessUnavailable => Self::RandomnessUnavailable,
            Failure::DrawFailed => Self::DrawFailed,
        }
    }
}
