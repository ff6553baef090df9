//! The list that every check writes its problems to.

use crate::problem::{Place, Problems, Reported};

/// Collects problems, so that a file's problems are all reported at once.
///
/// Checks return `Option`: `None` means "reported here, nothing to go on with".
pub(crate) struct Findings {
    reported: Vec<Reported>,
    comparisons_left: usize,
}

/// Why something is refused, in fixed words.
#[derive(Clone, Copy)]
pub(crate) struct Reason {
    /// What is wrong.
    pub(crate) what: &'static str,
    /// What to do instead.
    pub(crate) help: &'static str,
}

impl Findings {
    pub(crate) fn new() -> Self {
        Self {
            reported: Vec::new(),
            comparisons_left: COMPARISONS,
        }
    }

    /// Reports that `what` is wrong at `place`; `help` says what to write instead.
    pub(crate) fn add(&mut self, place: Place, what: impl Into<String>, help: impl Into<String>) {
        self.reported.push(Reported {
            place,
            what: what.into().into(),
            help: help.into().into(),
        });
    }

    /// As [`Findings::add`], for words that stand elsewhere.
    pub(crate) fn refuse(&mut self, place: Place, reason: Reason) {
        self.add(place, reason.what, reason.help);
    }

    /// Reports a name that is none of `known`, and suggests the nearest one.
    pub(crate) fn unknown(&mut self, place: Place, what: String, name: &str, known: &[&str]) {
        let all = known.join("`, `");
        let help = match self.nearest(name, known.iter().copied()) {
            Some(near) => format!("write `{near}` (known: `{all}`)"),
            None => format!("write one of `{all}`"),
        };
        self.add(place, what, help);
    }

    /// The known name nearest to `name`, if one is near enough to be meant.
    pub(crate) fn nearest<'k>(
        &mut self,
        name: &str,
        known: impl Iterator<Item = &'k str>,
    ) -> Option<&'k str> {
        if name.len() > LONGEST_COMPARED {
            return None;
        }
        let lower = name.to_lowercase();
        let mut best: Option<(usize, &str)> = None;
        for candidate in known.filter(|candidate| candidate.len() <= LONGEST_COMPARED) {
            // A file of tens of thousands of mistyped labels must not take minutes to refuse.
            self.comparisons_left = self.comparisons_left.checked_sub(1)?;
            let distance = strsim::osa_distance(&lower, &candidate.to_lowercase());
            let tolerated = candidate
                .chars()
                .count()
                .max(lower.chars().count())
                .div_ceil(3);
            if distance <= tolerated && best.is_none_or(|(least, _)| distance < least) {
                best = Some((distance, candidate));
            }
        }
        best.map(|(_, candidate)| candidate)
    }

    /// The checked value if nothing was reported, and otherwise every problem, located in `text`.
    pub(crate) fn into_result<T>(mut self, text: &str, value: Option<T>) -> Result<T, Problems> {
        match value {
            Some(value) if self.reported.is_empty() => return Ok(value),
            None if self.reported.is_empty() => {
                // No check gives up without a report; should one ever, the user is not left alone.
                let what = "this spec was refused without a reason, which is a flaw of privet";
                self.add(Place { start: 0, end: 0 }, what, "report it with the spec");
            }
            _ => {}
        }
        Err(Problems::locate(text, self.reported))
    }
}

/// Names compared for one file's suggestions, over all its problems.
const COMPARISONS: usize = 100_000;
/// Longer names, in bytes, get no suggestion: edit distance is quadratic in them.
const LONGEST_COMPARED: usize = 64;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_name() {
        for (label, name, expected) in [
            ("letters swapped", "epsilno", Some("epsilon")),
            ("other case", "EPSILON", Some("epsilon")),
            ("one letter missing", "shema", Some("schema")),
            ("nothing near", "zzz", None),
            ("too long to compare", &"x".repeat(100), None),
        ] {
            let known = ["epsilon", "delta", "schema"];
            let actual = Findings::new().nearest(name, known.into_iter());
            assert_eq!(actual, expected, "case `{label}`");
        }
    }

    #[test]
    fn suggestions_are_bounded() {
        let mut findings = Findings::new();
        let known = std::iter::repeat_n("label", COMPARISONS + 1);
        assert_eq!(findings.nearest("labels", known), None);
    }
}
