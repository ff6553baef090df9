//! proptest over tapes of numbers: shrinking a tape shrinks the choices.

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use super::Tape;

/// Runs the property on random tapes; on failure proptest reports the smallest tape it found.
///
/// The seed is fixed, so a run either always passes or always fails.
pub fn at_random(property: impl Fn(&mut Tape)) {
    at_random_on(TAPES, property);
}

/// The same, on another number of tapes.
pub fn at_random_on(tapes: u32, property: impl Fn(&mut Tape)) {
    let config = Config {
        cases: tapes,
        failure_persistence: None,
        ..Config::default()
    };
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[42; 32]);
    let numbers = proptest::collection::vec(number(), TAPE_LENGTH);
    TestRunner::new_with_rng(config, rng)
        .run(&numbers, |tape| {
            property(&mut Tape::new(tape));
            Ok(())
        })
        .unwrap_or_else(|failure| panic!("{failure}"));
}

/// Small, huge, sparse and uniform numbers alike.
fn number() -> impl Strategy<Value = u128> {
    prop_oneof![
        0_u128..16,
        any::<u128>(),
        (0_u128..16).prop_map(|below| u128::MAX - below),
        (any::<u128>(), 0_u32..128).prop_map(|(number, shift)| number >> shift),
        (0_u32..128).prop_map(|shift| 1 << shift),
    ]
}

/// Of the faults that only random tapes notice, some take as many as three quarters of these.
const TAPES: u32 = 2000;
/// Past the end every choice is zero; no property makes many more choices than these.
const TAPE_LENGTH: usize = 128;
