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
        let question = Self::of(attribute, &rows)?;
        (question.rarer(&rows) > 0).then_some(question)
    }

    /// Whether the rarer answer has enough real rows for a model to be told from the more frequent answer:
    /// at least 2 %, since no model can be better than that answer by more, and at least [`LEAST`] rows.
    pub(crate) fn is_worth_asking(attribute: &Attribute, real: Column<'_>) -> bool {
        let rows = histogram(attribute, real);
        let rarer = Self::of(attribute, &rows).map_or(0, |question| question.rarer(&rows));
        rarer >= LEAST && rarer.saturating_mul(PART) >= rows.iter().sum()
    }

    fn of(attribute: &Attribute, rows: &[u64]) -> Option<Self> {
        if attribute.is_ordered() {
            let values = attribute.null().unwrap_or(attribute.size());
            return Self::above_median(rows.get(..values)?, attribute.null());
        }
        let most = rows.iter().max()?;
        Some(Self::Is(rows.iter().position(|count| count == most)?))
    }

    /// The rows of the answer that fewer have.
    fn rarer(&self, rows: &[u64]) -> u64 {
        let answers = rows.iter().enumerate();
        let yes = answers.filter(|(code, _)| self.answer(*code));
        let yes: u64 = yes.map(|(_, count)| *count).sum();
        let all: u64 = rows.iter().sum();
        yes.min(all.saturating_sub(yes))
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

/// The fewest real rows with the rarer answer: a fifth of them is tested on, and the area under a curve of ten
/// has a standard deviation of about 0.1.
const LEAST: u64 = 50;
/// One row in so many must have it: 2 %.
const PART: u64 = 50;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Owned, categorical, nullable_numbers};

    #[test]
    fn worth_asking() {
        let (labels, numbers) = (categorical("l", 2), nullable_numbers("n", 9));
        for (label, attribute, rare, all, expected) in [
            ("99.9 % have one label", &labels, 10, 10_000, false),
            ("below 2 %", &labels, 199, 10_000, false),
            ("2 %", &labels, 200, 10_000, true),
            ("too few rows", &labels, 49, 100, false),
            ("enough rows", &labels, 50, 100, true),
            (
                "a number that is nearly always 0",
                &numbers,
                199,
                10_000,
                false,
            ),
            ("a constant", &labels, 0, 100, false),
        ] {
            let codes = [vec![1; rare], vec![0; all - rare]].concat();
            let table = Owned::new(vec![codes]);
            let actual = Question::is_worth_asking(attribute, table.table().columns[0]);
            assert_eq!(actual, expected, "case `{label}`");
        }
    }

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
