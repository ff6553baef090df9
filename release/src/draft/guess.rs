//! From a column's profile to an attribute of a spec.

use super::listed::{boolean, categorical, identifier};
use super::ordered::{date, number};
use super::profile::{LONGEST_LABEL, MOST_LABELS, Profile};
use super::text::literal;
use super::written::{Written, parse_alone};

/// What a column becomes.
pub(super) enum Guess {
    /// An attribute.
    Attribute(Box<Written>),
    /// Nothing; why, and what to do, for the private notes.
    LeftOut(String),
}

/// A column, and what it became.
pub(super) type Drafted<'p> = (&'p Profile, Guess);

/// Guesses what a column is.
pub(super) fn guess(profile: &Profile) -> Guess {
    let left_out = |what: &str| Guess::LeftOut(what.to_owned());
    if profile.not_utf8 > 0 {
        return left_out("some fields are not UTF-8; save the table as UTF-8 and draft again");
    }
    if profile.values == 0 {
        return left_out("it has no values; describe it from its documentation");
    }
    let name = &profile.name;
    if parse_alone(&format!("(name: {}, kind: Boolean)", literal(name))).is_none() {
        return left_out("the name is empty or holds hidden characters; rename the column");
    }
    let guessed = boolean(profile)
        .or_else(|| identifier(profile))
        .or_else(|| number(profile))
        .or_else(|| date(profile))
        .or_else(|| categorical(profile));
    match guessed {
        Some(written) => Guess::Attribute(Box::new(written)),
        None if profile.labels.is_some() => left_out("its values cannot stand in a spec"),
        None => Guess::LeftOut(format!(
            "it has more than {MOST_LABELS} distinct texts, or one of more than {LONGEST_LABEL} \
             bytes; group them before the release, list them from a public source as \
             `Categorical([...])`, or write `Identifier()` if they name a person"
        )),
    }
}
