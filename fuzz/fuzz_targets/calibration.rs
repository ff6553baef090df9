//! Any pair of floats: the calibration answers exactly within its certified range, with a χ inside
//! its bracket and a positive, finite μ² that noise can be found for.
#![no_main]

use std::num::NonZeroU32;

use libfuzzer_sys::fuzz_target;
use privet_core::calibration::{CERTIFIED_DELTA, CERTIFIED_EPSILON, calibrate};
use privet_core::privacy::{Delta, Epsilon, MuSquared, Sensitivity, Sigma, SquaredSensitivity};

fuzz_target!(|pair: (f64, f64)| {
    let (epsilon, delta) = pair;
    let certified = CERTIFIED_EPSILON.contains(&epsilon) && CERTIFIED_DELTA.contains(&delta);
    let found = Epsilon::new(epsilon).and_then(|epsilon| calibrate(epsilon, Delta::new(delta)?));
    assert_eq!(
        found.is_ok(),
        certified,
        "epsilon = {epsilon}, delta = {delta:e}"
    );
    let Ok(found) = found else {
        return;
    };
    assert!(found.chi > -1.0 && found.chi < 27.0);
    assert!(found.mu_squared > MuSquared::from_units(0));
    // The largest, at ε = 700 and δ just below one half.
    assert!(found.mu_squared.to_f64() < 1403.0);

    let unit = SquaredSensitivity::of_each(NonZeroU32::MIN, Sensitivity::ONE);
    let sigma = Sigma::smallest_up(unit, found.mu_squared).expect("within the samplers' range");
    assert!(
        sigma
            .loss_up(unit)
            .is_ok_and(|loss| loss <= found.mu_squared)
    );
});
