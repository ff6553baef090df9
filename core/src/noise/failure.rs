//! A draw that is cut off.

use crate::Error;

/// Why a draw did not end. One byte, since it passes through the innermost loops; the curator turns
/// it into an [`Error`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    RandomnessUnavailable,
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
