//! A yes-or-no question of one column.

use crate::columns::histogram;
use crate::input::{Attribute, Column};

/// Which codes are a yes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    /// This label.
    Is(usize),
    /// This code or a greater one; a missing value is a no.
    AtLeast { code: usize, null: Option<usize> },
}

impl Question {
    /// The most frequent real label, the first of equals; or what is above the median of the real
    /// values, or at it, where nothing is above. `None` if all real rows have one answer.
    pub(crate) fn new(attribute: &Attribute, real: Column<'_>) -> Option<Self> {
        let rows = histogram(attribute, real);
        let question = if attribute.is_ordered() {
            let values = attribute.null().unwrap_or(attribute.size());
            Self::above_median(rows.get(..values)?, attribute.null())?
        } else {
            let most = rows.iter().max()?;
            Self::Is(rows.iter().position(|count| count == most)?)
        };
        let total: u64 = rows.iter().sum();
        let yes: u64 = rows
            .iter()
            .enumerate()
            .filter(|(code, _)| question.answer(*code))
            .map(|(_, count)| *count)
            .sum();
        (yes > 0 && yes < total).then_some(question)
    }

    fn above_median(rows: &[u64], null: Option<usize>) -> Option<Self> {
        let total: u64 = rows.iter().sum();
        let mut reached = 0;
        let median = rows.iter().position(|count| {
            reached += count;
            2 * reached >= total && total > 0
        })?;
        let next = rows.iter().skip(median + 1).position(|count| *count > 0);
        let code = next.map_or(median, |next| median + 1 + next);
        Some(Self::AtLeast { code, null })
    }

    pub(crate) fn answer(&self, code: usize) -> bool {
        match self {
            Self::Is(label) => code == *label,
            Self::AtLeast { code: least, null } => code >= *least && Some(code) != *null,
        }
    }

    pub(crate) fn in_words(&self, attribute: &Attribute) -> String {
        let (code, more) = match self {
            Self::Is(code) => (code, ""),
            Self::AtLeast { code, .. } => (code, " or more"),
        };
        let label = attribute.labels.get(*code).map_or("", String::as_str);
        format!("{} is {label}{more}", attribute.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Owned, categorical, nullable_numbers};

    #[test]
    fn questions() {
        let (labels, numbers) = (categorical("l", 3), nullable_numbers("n", 9));
        let at_least = |code| {
            Some(Question::AtLeast {
                code,
                null: Some(9),
            })
        };
        for (label, attribute, codes, expected) in [
            (
                "most frequent",
                &labels,
                vec![2, 1, 2],
                Some(Question::Is(2)),
            ),
            (
                "first of equals",
                &labels,
                vec![2, 1],
                Some(Question::Is(1)),
            ),
            ("constant label", &labels, vec![2, 2], None),
            (
                "above the median",
                &numbers,
                vec![1, 1, 1, 5, 9],
                at_least(5),
            ),
            ("nothing above", &numbers, vec![1, 7, 7, 7], at_least(7)),
            ("constant number", &numbers, vec![4, 4], None),
            ("number or missing", &numbers, vec![4, 9], at_least(4)),
            ("all missing", &numbers, vec![9, 9], None),
        ] {
            let table = Owned::new(vec![codes]);
            let actual = Question::new(attribute, table.table().columns[0]);
            assert_eq!(actual, expected, "case `{label}`");
        }
        let question = Question::AtLeast {
            code: 5,
            null: Some(9),
        };
        assert_eq!(
            [4, 5, 8, 9].map(|code| question.answer(code)),
            [false, true, true, false]
        );
        assert_eq!(question.in_words(&numbers), "n is 5 or more");
        assert_eq!(Question::Is(1).in_words(&labels), "l is 1");
    }
}
