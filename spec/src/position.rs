//! Lines and columns of places in a text.

/// A place in a text as people count it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// Line, counted from 1.
    pub line: usize,
    /// Column in characters (Unicode scalar values, not bytes), counted from 1.
    pub column: usize,
}

impl Position {
    /// The positions of these bytes, in their order. One walk through the text finds all of them, so that very many places on
    /// one line cost no more than reading it.
    pub fn of_all(text: &str, offsets: impl IntoIterator<Item = usize>) -> Vec<Self> {
        let mut wanted: Vec<(usize, usize)> = offsets.into_iter().zip(0..).collect();
        wanted.sort_unstable();
        let (mut here, mut at) = (Self { line: 1, column: 1 }, 0);
        let mut found: Vec<(usize, Self)> = wanted
            .into_iter()
            .map(|(offset, order)| {
                for character in text.get(at..offset).unwrap_or_default().chars() {
                    here = here.behind(character);
                }
                at = offset;
                (order, here)
            })
            .collect();
        found.sort_unstable_by_key(|(order, _)| *order);
        found.into_iter().map(|(_, position)| position).collect()
    }

    fn behind(self, character: char) -> Self {
        if character == '\n' {
            Self {
                line: self.line + 1,
                column: 1,
            }
        } else {
            Self {
                column: self.column + 1,
                ..self
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_characters() {
        let text = "aé\r\n\u{1f98a}b\n";
        let found = Position::of_all(text, [10, 0, 1, 3, 5, 9, 10]);
        let found: Vec<(usize, usize)> = found.iter().map(|it| (it.line, it.column)).collect();
        assert_eq!(
            found,
            [(2, 3), (1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3)]
        );
    }
}
