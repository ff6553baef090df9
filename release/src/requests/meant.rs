//! What conditions mean of each code of a column.

use privet_spec::{Attribute, Part, Selection, Within};

/// A weight for every code, and where a bin is cut the law within it.
#[derive(Default)]
pub(super) struct MeantCodes {
    pub(super) weights: Vec<f64>,
    pub(super) laws: Vec<Option<Within>>,
}

impl MeantCodes {
    pub(super) fn of(selection: &Selection, attribute: &Attribute) -> Self {
        let mut meant = Self::default();
        for code in codes(attribute) {
            let (weight, law) = match selection.holds(attribute, code) {
                Part::None => (0.0, None),
                Part::All => (1.0, None),
                Part::Some(ranges) => {
                    let law = attribute.within(code, &ranges);
                    (law.as_ref().map_or(0.0, Within::share), law)
                }
            };
            meant.weights.push(weight);
            meant.laws.push(law);
        }
        meant
    }
}

/// What both mean.
pub(super) fn both(attribute: &Attribute, one: &Selection, other: &Selection) -> Selection {
    let [one, other] = [one, other].map(|meant| meant.complement(attribute));
    one.union(&other).complement(attribute)
}

/// Every code of an attribute, null included.
pub(super) fn codes(attribute: &Attribute) -> impl Iterator<Item = u16> + use<> {
    (0..=u16::MAX).take(attribute.size() as usize)
}
