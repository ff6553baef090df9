//! Levels by the first characters of labels: codes of diseases, trades or post are made so that these name a chapter,
//! a division, a district.

use std::collections::HashMap;

use super::{Kind, Level};
use crate::expect::{count, list};
use crate::findings::Findings;
use crate::problem::Place;
use crate::reader::Node;

/// How many characters each level looks at, with the place of the number; the fewest first.
pub(super) struct PrefixWritten {
    place: Place,
    lengths: Vec<(usize, Place)>,
}

impl PrefixWritten {
    pub(super) fn read(node: &Node, findings: &mut Findings) -> Option<Self> {
        let items = list(node, findings)?;
        if items.is_empty() {
            findings.add(node.place, "there are no levels here", "write `None`");
            return None;
        }
        let mut lengths: Vec<(usize, Place)> = Vec::new();
        for item in items {
            let length = count(item, 1..=LONGEST_PREFIX, findings)? as usize;
            if lengths.last().is_some_and(|(before, _)| *before >= length) {
                let what = "these numbers do not rise";
                let help = "write each once, the smallest first, as in `[1, 3]`";
                findings.add(item.place, what, help);
                return None;
            }
            lengths.push((length, item.place));
        }
        Some(Self {
            place: node.place,
            lengths,
        })
    }

    /// The fewest characters first.
    pub(super) fn lengths(&self) -> Vec<usize> {
        self.lengths.iter().map(|(length, _)| *length).collect()
    }

    /// One level a number, finest first. Groups have the order of their first labels.
    pub(super) fn levels(
        &self,
        kind: &Kind,
        nullable: bool,
        findings: &mut Findings,
    ) -> Option<Vec<Level>> {
        let Kind::Categorical(labels) = kind else {
            let what = "only the labels of a `Categorical` have prefixes";
            let help = "write `hierarchy: Auto(4)`, `Groups({…})` or `None`";
            findings.add(self.place, what, help);
            return None;
        };
        let mut below = labels.len();
        let mut levels = Vec::new();
        for (length, place) in self.lengths.iter().rev() {
            let (names, groups) = by_prefix(labels, *length);
            let found = names.len();
            if found >= below || found == 1 {
                refuse_useless(*length, found, *place, findings);
                return None;
            }
            below = found;
            levels.push(Level::new(names, groups, nullable));
        }
        Some(levels)
    }
}

/// The prefixes that labels have, and the group of each label. A label that is shorter is its own prefix.
fn by_prefix(labels: &[String], length: usize) -> (Vec<String>, Vec<u16>) {
    let mut names = Vec::new();
    let mut known: HashMap<&str, u16> = HashMap::new();
    let groups = labels.iter().map(|label| {
        let end = label.char_indices().nth(length);
        let prefix = end.map_or(label.as_str(), |(end, _)| label.split_at(end).0);
        *known.entry(prefix).or_insert_with(|| {
            names.push(prefix.to_owned());
            // There are no more prefixes than labels, of which there are at most 65,536.
            u16::try_from(names.len() - 1).unwrap_or(u16::MAX)
        })
    });
    let groups = groups.collect();
    (names, groups)
}

fn refuse_useless(length: usize, found: usize, place: Place, findings: &mut Findings) {
    let (what, help) = if found == 1 {
        let begin = match length {
            1 => "the same character".to_owned(),
            _ => format!("the same {length} characters"),
        };
        (
            format!("all labels begin with {begin}"),
            "write a larger number, or remove it",
        )
    } else {
        (
            "this level is not coarser than what it groups".to_owned(),
            "write a smaller number, or remove it",
        )
    };
    findings.add(place, what, help);
}

/// Longer codes than any that people use.
const LONGEST_PREFIX: u32 = 64;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefixes_are_counted_in_characters() {
        for (case, labels, length, names, groups) in [
            (
                "first characters",
                vec!["A01", "B01", "A02"],
                1,
                vec!["A", "B"],
                vec![0, 1, 0],
            ),
            (
                "a short label",
                vec!["A", "A01", "A02"],
                2,
                vec!["A", "A0"],
                vec![0, 1, 1],
            ),
            (
                "not bytes",
                vec!["é1", "è1", "é2"],
                1,
                vec!["é", "è"],
                vec![0, 1, 0],
            ),
            (
                "exactly as long",
                vec!["AB", "ABC"],
                2,
                vec!["AB"],
                vec![0, 0],
            ),
        ] {
            let labels: Vec<String> = labels.into_iter().map(str::to_owned).collect();
            let (found, of_label) = by_prefix(&labels, length);
            assert_eq!(
                (found, of_label),
                (names.into_iter().map(str::to_owned).collect(), groups),
                "case `{case}`"
            );
        }
    }
}
