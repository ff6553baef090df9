//! The mark of what was read off private data. A draft puts it on every such line; a release refuses a spec that
//! still holds one, since the spec is published word by word.

use core::ops::Range;

use crate::complaint::Complaint;
use crate::error::Error;

/// The words of the mark. They stand here and nowhere else.
pub(crate) const MARK: &str = "FROM PRIVATE DATA";

/// Refuses a text that holds a mark, with the lines of all.
///
/// `name` is the text's file. A spec names no other file today; one that is published with it would be given to this
/// function too.
pub(crate) fn refuse_marks(name: &str, text: &str) -> Result<(), Error> {
    marks_left(name, text).map_or(Ok(()), |complaint| Err(Error::Refused(complaint)))
}

/// What is wrong with each mark of a text, with its bytes.
pub(crate) fn each_mark(name: &str, text: &str) -> Vec<(Complaint, Range<usize>)> {
    let marks = text.match_indices(MARK).map(|(start, mark)| {
        let what = format!("this line is marked `{MARK}`, and a release publishes its spec");
        (
            Complaint::new(name, what, REMEDY),
            start..start + mark.len(),
        )
    });
    marks.collect()
}

/// What is wrong with a text that holds a mark; `None` if it holds none.
pub(crate) fn marks_left(name: &str, text: &str) -> Option<Complaint> {
    let lines: Vec<usize> = text
        .lines()
        .zip(1..)
        .filter(|(line, _)| line.contains(MARK))
        .map(|(_, number)| number)
        .collect();
    let first = lines.first()?;
    Some(Complaint::new(
        format!("{name}:{first}"),
        format!(
            "{} marked `{MARK}`, and a release publishes its spec",
            in_words(&lines)
        ),
        format!("for each of them {REMEDY}"),
    ))
}

/// As in "lines 2, 5 and 7 more are".
fn in_words(lines: &[usize]) -> String {
    let shown: Vec<String> = lines
        .iter()
        .take(MOST_SHOWN)
        .map(usize::to_string)
        .collect();
    let shown = shown.join(", ");
    match lines.len().saturating_sub(MOST_SHOWN) {
        0 if lines.len() == 1 => format!("line {shown} is"),
        0 => format!("lines {shown} are"),
        more => format!("lines {shown} and {more} more are"),
    }
}

const REMEDY: &str = "find a public source, write what it says, and remove the mark";
const MOST_SHOWN: usize = 20;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_named_by_their_lines() {
        assert!(refuse_marks("s.ron", "a\nb // checked\n").is_ok());
        for (label, text, expected) in [
            (
                "one",
                format!("a\nb // {MARK}\n"),
                "s.ron:2: line 2 is marked",
            ),
            (
                "in any place",
                format!("a\n\"{MARK}\"\n\nc /* {MARK} */\n"),
                "s.ron:2: lines 2, 4 are marked",
            ),
            (
                "many",
                format!("x // {MARK}\n").repeat(25),
                "s.ron:1: lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20 and 5 more are marked",
            ),
        ] {
            let refused = refuse_marks("s.ron", &text).unwrap_err().to_string();
            assert!(refused.starts_with(expected), "case `{label}`: {refused}");
        }
    }
}
