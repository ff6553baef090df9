//! The mark of what was read off private data. A draft puts it on every such line; a release refuses a spec that
//! still holds one, since the spec is published word by word.

use crate::error::Error;

/// The words of the mark. They stand here and nowhere else.
pub(crate) const MARK: &str = "FROM PRIVATE DATA";

/// Refuses a text that holds a mark, with the line of the first and the number of all.
pub(crate) fn refuse_marks(name: &str, text: &str) -> Result<(), Error> {
    let mut marked = text
        .lines()
        .zip(1..)
        .filter(|(line, _)| line.contains(MARK));
    let Some((_, first)) = marked.next() else {
        return Ok(());
    };
    let lines = 1 + marked.count();
    Err(Error::refused(
        format!("{name}:{first}"),
        format!("{lines} lines are marked `{MARK}`, and a release publishes its spec"),
        "for each of them find a public source, write what it says, and remove the mark with its remark",
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_mark_is_named() {
        assert!(refuse_marks("s.ron", "a\nb // checked\n").is_ok());
        let text = format!("a\nb // {MARK}: x\n\nc /* {MARK} */\n");
        let refused = refuse_marks("s.ron", &text).unwrap_err().to_string();
        assert!(
            refused.starts_with("s.ron:2: 2 lines are marked"),
            "{refused}"
        );
    }
}
