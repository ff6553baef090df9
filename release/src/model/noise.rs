//! The noise of a model's counts, for reading.

use crate::bounds::noise::{gaussian_per_cell, laplace_per_cell};

/// The law of the noise on each count of a table. Its scale is the exact one of the file, rounded to a number of 64 bits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Noise {
    /// Each count is round(x + N(0, σ²)).
    Gaussian { sigma: f64 },
    /// Each count has discrete Laplace noise, P(y) ~ e^(−|y|/b).
    Laplace { scale: f64 },
}

impl Noise {
    /// The law's name.
    pub fn law(self) -> &'static str {
        match self {
            Self::Gaussian { .. } => "Gaussian",
            Self::Laplace { .. } => "Laplace",
        }
    }

    /// σ of Gaussian noise or b of Laplace noise, in rows.
    pub fn scale(self) -> f64 {
        match self {
            Self::Gaussian { sigma: scale } | Self::Laplace { scale } => scale,
        }
    }

    /// Expected |noise| on one count, in rows.
    pub fn per_cell(self) -> f64 {
        match self {
            Self::Gaussian { sigma } => gaussian_per_cell(sigma),
            Self::Laplace { scale } => laplace_per_cell(scale),
        }
    }
}

/// The number of rows as it was counted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct CountedRows {
    /// A noisy one may be below zero.
    pub(crate) rows: i64,
    /// Nothing where it is public.
    pub(crate) noise: Option<Noise>,
}
