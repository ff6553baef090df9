//! What is left of a lifetime, as guarantees of one more release.

use privet_spec::{Decimal, Guarantee};

use crate::plan::{Sum, Total};

/// The largest guarantee of one more release that still fits: on Gaussian noise with the lifetime's δ where it has one,
/// and without δ. `None` where nothing fits. ε is cut to three digits.
pub(super) struct Left {
    pub(super) approximate: Option<Guarantee>,
    pub(super) pure: Option<Guarantee>,
}

impl Left {
    pub(super) fn of(sum: Sum, lifetime: Guarantee) -> Self {
        let delta = lifetime.delta();
        let approximate = |epsilon| {
            let delta = delta?;
            Some(Guarantee::Approximate { epsilon, delta })
        };
        Self {
            approximate: largest(sum, lifetime, approximate),
            pure: largest(sum, lifetime, |epsilon| Some(Guarantee::Pure { epsilon })),
        }
    }
}

/// By bisection over ε in steps of 1e-6, asking what a release would be asked.
fn largest(
    sum: Sum,
    lifetime: Guarantee,
    guarantee: impl Fn(Decimal) -> Option<Guarantee>,
) -> Option<Guarantee> {
    let of_steps = |steps: u32| guarantee(decimal(steps)?);
    let fits = |steps: u32| {
        let total = of_steps(steps).and_then(|guarantee| Total::of(guarantee).ok());
        let compared = total.map(|total| sum.and(total).compare(lifetime));
        matches!(compared, Some(Ok((true, _))))
    };
    let (mut fitting, mut above) = (0, MOST_STEPS + 1);
    while fitting + 1 < above {
        let middle = fitting + (above - fitting) / 2;
        if fits(middle) {
            fitting = middle;
        } else {
            above = middle;
        }
    }
    // Zeros behind the first three digits.
    let unit = 10_u32.pow(fitting.checked_ilog10().unwrap_or(0).saturating_sub(2));
    (fitting > 0).then(|| of_steps(fitting - fitting % unit))?
}

/// So many times 1e-6.
fn decimal(steps: u32) -> Option<Decimal> {
    format!("{steps}e-6").parse().ok()
}

/// ε = 700, the largest that is certified.
const MOST_STEPS: u32 = 700_000_000;

#[cfg(test)]
mod tests {
    use super::*;

    fn guarantee(epsilon: &str, delta: Option<&str>) -> Guarantee {
        let epsilon = epsilon.parse().unwrap();
        match delta {
            None => Guarantee::Pure { epsilon },
            Some(delta) => Guarantee::Approximate {
                epsilon,
                delta: delta.parse().unwrap(),
            },
        }
    }

    /// mu²(1, 1e-6) = 0.0560 and mu²(1.5, 1e-6) = 0.1186 (`cli/tests/chain.rs`). Of the 0.0626 left, ε is 0.1996 as
    /// (π/2)·ε², and on Gaussian noise 1.0611 (δ(μ) = Φ(−ε/μ + μ/2) − e^ε·Φ(−ε/μ − μ/2) bisected in Python).
    #[test]
    fn what_is_left_is_the_largest_that_fits() {
        let lifetime = guarantee("1.5", Some("1e-6"));
        let spent = Sum::of([Total::of(guarantee("1", Some("1e-6"))).unwrap()]);
        for (label, sum, lifetime, approximate, pure) in [
            ("nothing spent", Sum::NOTHING, lifetime, Some("1.5"), "1.5"),
            ("one release", spent, lifetime, Some("1.06"), "0.199"),
            (
                "pure",
                Sum::of([Total::of(guarantee("0.75", None)).unwrap()]),
                guarantee("2", None),
                None,
                "1.25",
            ),
        ] {
            let left = Left::of(sum, lifetime);
            let told = left.approximate.map(|left| left.epsilon().to_string());
            assert_eq!(told.as_deref(), approximate, "case `{label}`");
            let told = left.pure.map(|left| left.epsilon().to_string());
            assert_eq!(told.as_deref(), Some(pure), "case `{label}`");
        }
        let all = Sum::of([Total::of(lifetime).unwrap()]);
        let left = Left::of(all, lifetime);
        assert!(left.approximate.is_none() && left.pure.is_none());
    }
}
