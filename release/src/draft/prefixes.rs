//! Coarser levels of codes by their first letters: chapters of diseases, divisions of trades, districts of post.

use std::collections::HashSet;

/// The lengths of prefixes that group labels well, shortest first. Where codes have parts, they end with a part: at a
/// sign, or between letters and digits. Otherwise each level has at most a quarter of what it groups.
pub(super) fn lengths<'l>(labels: &(impl Iterator<Item = &'l str> + Clone)) -> Vec<usize> {
    let parts = fitting(labels, 2, |length| {
        let ends = labels.clone().filter(|label| ends_a_part(label, length));
        ends.count() * 2 >= labels.clone().count()
    });
    if parts.is_empty() {
        return fitting(labels, 4, |_| true);
    }
    parts
}

/// Lengths that fit, and at which so many labels or groups become one, on average.
fn fitting<'l>(
    labels: &(impl Iterator<Item = &'l str> + Clone),
    become_one: usize,
    fits: impl Fn(usize) -> bool,
) -> Vec<usize> {
    let groups = |length: usize| {
        let prefix = |label: &'l str| {
            let end = label.char_indices().nth(length);
            end.map_or(label, |(end, _)| label.split_at(end).0)
        };
        labels.clone().map(prefix).collect::<HashSet<&str>>().len()
    };
    let mut lengths = Vec::new();
    let mut below = labels.clone().count();
    for length in (1..=LONGEST).rev().filter(|length| fits(*length)) {
        let found = groups(length);
        if found >= FEWEST_GROUPS && found * become_one <= below {
            below = found;
            lengths.push(length);
        }
    }
    lengths.reverse();
    lengths
}

fn ends_a_part(label: &str, length: usize) -> bool {
    let mut rest = label.chars().skip(length.saturating_sub(1));
    match (rest.next(), rest.next()) {
        (Some(last), Some(next)) => {
            let changes = last.is_numeric() != next.is_numeric();
            last.is_alphanumeric() && (changes || !next.is_alphanumeric())
        }
        _ => false,
    }
}

/// Longer prefixes are words, not codes.
const LONGEST: usize = 6;
const FEWEST_GROUPS: usize = 2;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_have_the_levels_of_their_parts() {
        let diseases: Vec<String> = (0..400)
            .map(|k: u32| {
                format!(
                    "{}{:02}.{}",
                    ['A', 'C', 'I', 'J'][k as usize % 4],
                    k / 4 % 20,
                    k / 80
                )
            })
            .collect();
        let articles: Vec<String> = (0..600)
            .map(|k: u32| {
                format!(
                    "{}-{:02}-{:03}",
                    ["AT", "BK"][k as usize % 2],
                    k / 2 % 20,
                    k
                )
            })
            .collect();
        let post: Vec<String> = (0..900)
            .map(|k: u32| format!("{:04}", 1000 + k * 9))
            .collect();
        let words = ["red", "green", "blue"].map(str::to_owned).to_vec();
        for (label, labels, expected) in [
            ("diseases", diseases, &[1, 3][..]),
            ("articles", articles, &[2, 5]),
            ("post", post, &[1, 2]),
            ("words", words, &[]),
        ] {
            let actual = lengths(&labels.iter().map(String::as_str));
            assert_eq!(actual, expected, "case `{label}`");
        }
    }
}
