//! Paths in the tokens of a macro, which no grammar explains: every word that is no field or method.

use syn::buffer::{Cursor, TokenBuffer};

use super::scope::Words;

/// The paths in the tokens of a macro call.
pub fn paths_in(tokens: &TokenBuffer) -> Vec<Words> {
    let mut found = Vec::new();
    collect(tokens.begin(), &mut found);
    found
}

fn collect(mut at: Cursor<'_>, found: &mut Vec<Words>) {
    let mut after_dot = false;
    while !at.eof() {
        if let Some((inside, _, _, rest)) = at.any_group() {
            collect(inside, found);
            at = rest;
            after_dot = false;
        } else if let Some((path, rest)) = path(at) {
            if !after_dot {
                found.push(path);
            }
            at = rest;
            after_dot = false;
        } else {
            after_dot = at.punct().is_some_and(|(mark, _)| mark.as_char() == '.');
            let Some((_, rest)) = at.token_tree() else {
                return;
            };
            at = rest;
        }
    }
}

/// Words with `::` between them. `$crate` is read as `crate`: the sign before it is no word.
fn path(at: Cursor<'_>) -> Option<(Words, Cursor<'_>)> {
    let (first, mut at) = at.ident()?;
    let mut words = vec![first.to_string()];
    while let Some((word, rest)) = colons(at).and_then(Cursor::ident) {
        words.push(word.to_string());
        at = rest;
    }
    Some((words, at))
}

fn colons(at: Cursor<'_>) -> Option<Cursor<'_>> {
    colon(at).and_then(colon)
}

fn colon(at: Cursor<'_>) -> Option<Cursor<'_>> {
    let (mark, rest) = at.punct()?;
    (mark.as_char() == ':').then_some(rest)
}
