//! Calibration: the bisection keeps its bracket.

use privet_core::calibration::Bracket;

use crate::engines::{Bounds, Choices};
use crate::{cover, engines};

/// Halving keeps the invariant: the ends stay in order and inside the old ones, an end moves only
/// to the middle, and only the end that the test's outcome names. Ends are multiples of 2^−40
/// between −1 and 27; for Kani their fractions are below 2^−32. Assumes nothing of the test.
pub fn bisection_keeps_its_bracket(choose: &mut impl Choices) {
    let (first, second) = (any_chi(choose), any_chi(choose));
    let before = Bracket {
        failing: first.min(second),
        passing: first.max(second),
    };
    let middle = before.middle();
    let passes = choose.flag();
    let after = before.halve(passes);
    assert!(before.failing <= middle && middle <= before.passing);
    if passes {
        assert!(after.passing.to_bits() == middle.to_bits());
        assert!(after.failing.to_bits() == before.failing.to_bits());
    } else {
        assert!(after.failing.to_bits() == middle.to_bits());
        assert!(after.passing.to_bits() == before.passing.to_bits());
    }
    cover!(
        choose,
        passes && before.failing < middle,
        "the upper end moves"
    );
    cover!(
        choose,
        !passes && middle < before.passing,
        "the lower end moves"
    );
}
engines!(bisection_keeps_its_bracket: exhaust_bisection_keeps_its_bracket (6272 cases),
         prop_bisection_keeps_its_bracket,
         verify_bisection_keeps_its_bracket (kissat, unwind 1));

/// A multiple of 2^−40 from −1 to 27.
#[allow(clippy::cast_precision_loss)]
fn any_chi(choose: &mut impl Choices) -> f64 {
    let whole = choose.number64(Bounds::all(27));
    let fraction = choose.number64(Bounds::small_or(1, (1 << 40) - 1).symbolic(255));
    let unit = f64::from_bits((1023 - 40) << 52); // 2^−40
    (whole as f64) + (fraction as f64) * unit - 1.0
}
