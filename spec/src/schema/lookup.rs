//! Labels to codes.

/// A fixed set of texts with their codes, searched without allocation.
///
/// Sorted by length first: most comparisons are then of two numbers.
#[derive(Clone, Debug)]
pub(super) struct Lookup {
    entries: Box<[(String, u16)]>,
}

impl Lookup {
    pub(super) fn find(&self, text: &str) -> Option<u16> {
        let order = |known: &str| known.len().cmp(&text.len()).then_with(|| known.cmp(text));
        let found = self
            .entries
            .binary_search_by(|(known, _)| order(known))
            .ok()?;
        self.entries.get(found).map(|(_, code)| *code)
    }
}

impl FromIterator<(String, u16)> for Lookup {
    fn from_iter<I: IntoIterator<Item = (String, u16)>>(entries: I) -> Self {
        let mut entries: Box<[_]> = entries.into_iter().collect();
        entries.sort_by(|(left, _), (right, _)| {
            left.len().cmp(&right.len()).then_with(|| left.cmp(right))
        });
        Self { entries }
    }
}
