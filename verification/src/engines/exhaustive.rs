//! Every combination of choices within the small bounds, in lexicographic order.

use std::collections::BTreeMap;

use super::{Bounds, Choices};

/// Runs the property on every combination and returns how many there were. Panics where the
/// property does, or where a cover was never reached.
pub fn exhaust(name: &str, property: impl Fn(&mut Odometer)) -> u64 {
    let mut odometer = Odometer::default();
    let mut cases = 0;
    loop {
        odometer.place = 0;
        property(&mut odometer);
        cases += 1;
        if !odometer.advance() {
            break;
        }
    }
    println!("{name}: {cases} cases");
    for (label, reached) in odometer.covers {
        assert!(reached, "{name} never reached `{label}`");
    }
    cases
}

/// The choices made so far with their bounds; the last one moves fastest.
#[derive(Debug, Default)]
pub struct Odometer {
    wheels: Vec<(u128, u128)>,
    place: usize,
    covers: BTreeMap<&'static str, bool>,
}

impl Odometer {
    /// Moves to the next combination; false after the last.
    fn advance(&mut self) -> bool {
        while let Some((value, bound)) = self.wheels.pop() {
            if value < bound {
                self.wheels.push((value + 1, bound));
                return true;
            }
        }
        false
    }
}

impl Choices for Odometer {
    fn number(&mut self, bounds: Bounds) -> u128 {
        if self.place == self.wheels.len() {
            self.wheels.push((0, bounds.exhaustive));
        }
        let (value, _) = self.wheels[self.place];
        self.place += 1;
        value
    }

    fn cover(&mut self, condition: bool, label: &'static str) {
        *self.covers.entry(label).or_insert(false) |= condition;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_combination_is_seen_once() {
        let seen = std::cell::RefCell::new(Vec::new());
        let cases = exhaust("triangle", |choose| {
            let first = choose.number(Bounds::all(2));
            let second = choose.number(Bounds::all(first));
            seen.borrow_mut().push((first, second));
        });
        assert_eq!(cases, 6);
        assert_eq!(
            *seen.borrow(),
            [(0, 0), (1, 0), (1, 1), (2, 0), (2, 1), (2, 2)]
        );
    }

    #[test]
    #[should_panic(expected = "never reached `nine`")]
    fn a_cover_that_is_never_reached_fails() {
        exhaust("small", |choose| {
            let number = choose.number(Bounds::all(8));
            choose.cover(number == 9, "nine");
        });
    }
}
