//! Names of columns and values. They come from a table or a spec, so they may hold anything: markup (escaped by
//! the templates), text of either direction (isolated), control characters (shown), or far too much of it.

use maud::{Markup, html};
use unicode_width::UnicodeWidthChar as _;

/// A name inside of text: what it contains cannot turn the words around it.
pub fn name(text: &str) -> Markup {
    html! { bdi { (visible(text)) } }
}

/// Several names that belong together.
pub fn joined<'n>(names: impl IntoIterator<Item = &'n str>) -> Markup {
    html! {
        @for (place, one) in names.into_iter().enumerate() {
            @if place > 0 { " × " }
            (name(one))
        }
    }
}

/// At most so many letters of a name, for a drawing; the rest is an ellipsis.
pub fn shortened(text: &str, most: usize) -> String {
    let text = visible(text);
    if letters(&text) <= most {
        return text;
    }
    let most = most.saturating_sub(1) * LETTER;
    let mut used = 0;
    let fits = |letter: &char| {
        used += width(*letter);
        used <= most
    };
    let mut short: String = text.chars().take_while(fits).collect();
    short.push('…');
    short
}

/// How many small letters would be as wide as a text.
pub fn letters(text: &str) -> usize {
    text.chars().map(width).sum::<usize>().div_ceil(LETTER)
}

/// About how wide a character is drawn, in tenths of a small letter.
fn width(letter: char) -> usize {
    match letter {
        'm' | 'w' | '@' | '%' | 'M' | 'W' => 15,
        'i' | 'j' | 'l' | '.' | ',' | '\'' => 5,
        capital if capital.is_uppercase() => 12,
        other => other.width().unwrap_or(0) * LETTER,
    }
}

/// A heading about a release, which may have no title yet.
pub fn heading(title: &str, what: &str) -> String {
    let mut letters = what.chars();
    if title.trim().is_empty() {
        let first = letters.next().map(char::to_uppercase);
        first.into_iter().flatten().chain(letters).collect()
    } else {
        format!("{title}: {what}")
    }
}

/// An empty name and characters that cannot be seen are shown as symbols.
pub fn visible(text: &str) -> String {
    if text.is_empty() {
        return "(empty)".to_owned();
    }
    text.chars().map(shown).collect()
}

/// A character, or a symbol for one that cannot be seen or that turns the text around it.
pub fn shown(letter: char) -> char {
    match letter {
        '\0'..='\x1f' => char::from_u32(0x2400 + u32::from(letter)).unwrap_or('\u{fffd}'),
        '\x7f' => '\u{2421}',
        // Marks that change the direction of what follows, separators that break a line, and what
        // Unicode has reserved for no character.
        '\u{80}'..='\u{9f}'
        | '\u{61c}'
        | '\u{200e}'
        | '\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2066}'..='\u{2069}'
        | '\u{fdd0}'..='\u{fdef}'
        | '\u{feff}' => '\u{fffd}',
        other if u32::from(other) & 0xfffe == 0xfffe => '\u{fffd}',
        other => other,
    }
}

const LETTER: usize = 10;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_release_without_a_title_has_a_heading() {
        assert_eq!(
            heading("Census", "how good is it?"),
            "Census: how good is it?"
        );
        assert_eq!(heading(" ", "how good is it?"), "How good is it?");
    }

    #[test]
    fn names_are_shown_whatever_they_hold() {
        assert_eq!(
            name("<b>&\"").into_string(),
            "<bdi>&lt;b&gt;&amp;&quot;</bdi>"
        );
        assert_eq!(name("").into_string(), "<bdi>(empty)</bdi>");
        assert_eq!(name("a\u{202e}b\n").into_string(), "<bdi>a\u{fffd}b␊</bdi>");
        assert_eq!(
            joined(["a", "b"]).into_string(),
            "<bdi>a</bdi> × <bdi>b</bdi>"
        );
    }

    #[test]
    fn long_names_are_cut_by_their_width() {
        assert_eq!(shortened("abcdef", 6), "abcdef");
        assert_eq!(shortened("abcdefg", 6), "abcde…");
        assert_eq!(shortened("日本語日本語", 6), "日本…");
        assert_eq!(shortened("ABCDEF", 6), "ABCD…", "capitals are wider");
    }
}
