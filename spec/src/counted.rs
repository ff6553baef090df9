//! Numbers of things, in sentences.

use core::fmt;

/// So many things: `1 row`, `2 rows`. A verb goes with its noun, as in `("row was", "rows were")`.
pub fn counted(number: impl fmt::Display, one: &str, several: &str) -> String {
    let number = number.to_string();
    let things = if number == "1" { one } else { several };
    format!("{number} {things}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_one() {
        for (number, expected) in [(0, "0 rows were"), (1, "1 row was"), (11, "11 rows were")] {
            assert_eq!(counted(number, "row was", "rows were"), expected);
        }
    }
}
