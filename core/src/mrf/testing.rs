//! What the tests of several files here are made with.

use alloc::vec::Vec;

use super::measurement::Measurement;
use crate::variables::{Variable, VariableSet};

/// A noisy table over the variables of these numbers.
pub(super) fn table(ids: &[u16], cells: &[f64], variance: f64) -> Measurement {
    let variables: Vec<_> = ids.iter().copied().map(Variable).collect();
    Measurement {
        variables: VariableSet::new(&variables).unwrap(),
        cells: cells.to_vec(),
        variance,
        parts: None,
    }
}

/// Equal but for rounding.
pub(super) fn assert_close(actual: &[f64], expected: &[f64]) {
    assert_eq!(actual.len(), expected.len());
    for (actual, expected) in actual.iter().zip(expected) {
        let apart = (actual - expected).abs();
        assert!(apart < 1e-9, "{actual} is not {expected}");
    }
}
