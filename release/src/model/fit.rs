//! How well an estimate fits the noisy tables that it was made from.

use privet_core::mrf::estimate::{Fit, Stopping};
use privet_spec::counted;
use serde::{Deserialize, Serialize};

/// What a model says of its estimation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "Fit")]
pub(crate) struct FitFile {
    /// Times that all tables were gone through.
    pub(crate) sweeps: u32,
    /// What is left to fit, in thousandths of a noise deviation: the root mean square over all cells, rounded up.
    pub(crate) misfit_thousandths: u32,
}

impl FitFile {
    pub(crate) fn of(fit: Fit) -> Self {
        // A saturating cast: an estimate that is not a number fits nothing.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let thousandths = if fit.misfit.is_nan() {
            u32::MAX
        } else {
            (fit.misfit * 1000.0).ceil() as u32
        };
        Self {
            sweeps: fit.sweeps,
            misfit_thousandths: thousandths,
        }
    }

    /// What summary and record say of it; where the bound is not met, that too.
    pub(crate) fn in_words(self) -> String {
        let bound = Stopping::AT_THE_END.misfit;
        let misfit = f64::from(self.misfit_thousandths) / 1000.0;
        let missed = if misfit > bound {
            format!(
                ", which misses the bound of {bound}: the model is less accurate than its tables"
            )
        } else {
            String::new()
        };
        format!(
            "fitted to within {misfit} noise deviations a cell in {}{missed}",
            counted(self.sweeps, "sweep", "sweeps")
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bound_that_is_not_met_is_said() {
        for (misfit, expected) in [
            (
                0.0191,
                "fitted to within 0.02 noise deviations a cell in 7 sweeps",
            ),
            (
                0.0201,
                "fitted to within 0.021 noise deviations a cell in 7 sweeps, which misses the bound of 0.02",
            ),
            (f64::NAN, "which misses the bound"),
        ] {
            let words = FitFile::of(Fit { misfit, sweeps: 7 }).in_words();
            assert!(words.contains(expected), "{misfit}: {words}");
            assert_eq!(
                words.contains("misses"),
                expected.contains("misses"),
                "{misfit}"
            );
        }
    }
}
