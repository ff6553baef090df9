//! Letters that look like others, by Unicode Technical Standard 39.

use std::collections::BTreeMap;

use unicode_security::mixed_script::AugmentedScriptSet;
use unicode_security::{MixedScript as _, skeleton};

/// Whether a word of the text has letters of different scripts, as `sex` with a Cyrillic е.
///
/// Two mixtures are ordinary: Latin letters beside Chinese, Japanese or Korean ones ("A型", which the standard calls
/// highly restrictive), and Greek letters that look like none of ASCII, which are signs of science ("kΩ").
pub(crate) fn mixes_scripts(text: &str) -> bool {
    text.split(|character: char| !character.is_alphanumeric())
        .any(is_mixed)
}

/// Texts that a reader takes for each other, in groups of two or more.
pub(crate) fn lookalikes<'t>(texts: impl Iterator<Item = &'t str>) -> Vec<Vec<&'t str>> {
    let mut groups: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for text in texts {
        let group = groups.entry(skeleton(text).collect()).or_default();
        if !group.contains(&text) {
            group.push(text);
        }
    }
    groups
        .into_values()
        .filter(|group| group.len() > 1)
        .collect()
}

fn is_mixed(word: &str) -> bool {
    let letters: String = word
        .chars()
        .filter(|letter| !is_sign_of_science(*letter))
        .collect();
    if letters.as_str().is_single_script() {
        return false;
    }
    let latin = AugmentedScriptSet::for_char('a');
    let others: String = letters
        .chars()
        .filter(|letter| AugmentedScriptSet::for_char(*letter) != latin)
        .collect();
    let scripts = others.as_str().resolve_script_set();
    !(scripts.hanb || scripts.jpan || scripts.kore)
}

fn is_sign_of_science(letter: char) -> bool {
    let looks_latin = || skeleton(letter.encode_utf8(&mut [0; 4])).any(|like| like.is_ascii());
    AugmentedScriptSet::for_char(letter) == AugmentedScriptSet::for_char('λ') && !looks_latin()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mixtures() {
        for (label, text, expected) in [
            ("Cyrillic e", "s\u{435}x", true),
            ("in one of several words", "age and s\u{435}x", true),
            ("Greek o", "n\u{3bf}", true),
            ("Latin a", "\u{43a}a\u{43a}", true),
            ("Cyrillic beside Japanese", "\u{435}型", true),
            ("Latin", "sex", false),
            ("accents", "Zürich, Łódź, naïve, İzmir, Việt", false),
            ("decomposed accents", "cafe\u{301}", false),
            ("Cyrillic", "Москва", false),
            ("words of two scripts", "IT-отдел, Berlin", false),
            ("Japanese", "東京タワーのラーメン", false),
            ("Latin in Japanese", "Tシャツ, A型", false),
            ("Korean", "서울 A동", false),
            ("Chinese", "A股", false),
            ("comparison", "≥ 65", false),
            ("micro sign", "\u{b5}g", false),
            ("mu", "\u{3bc}g", false),
            ("ohm", "kΩ, ΔT, πr²", false),
            ("digits and signs", "H₂O 5‰ N° 7½", false),
        ] {
            assert_eq!(mixes_scripts(text), expected, "case `{label}`");
        }
    }

    #[test]
    fn alike() {
        for (label, texts, expected) in [
            ("Cyrillic", &["p\u{430}y", "pay", "other"][..], 1),
            ("whole word", &["\u{430}\u{441}\u{435}", "ace"], 1),
            ("one and ell", &["A1", "Al"], 1),
            ("three", &["0", "O", "\u{41e}"], 1),
            ("the same text", &["a", "a"], 0),
            ("accents differ", &["a", "ä", "á"], 0),
            ("case differs", &["a", "A"], 0),
            ("numbers", &["10", "11", "-1", "1"], 0),
        ] {
            let found = lookalikes(texts.iter().copied());
            assert_eq!(found.len(), expected, "case `{label}`: {found:?}");
        }
    }
}
