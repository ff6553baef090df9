//! From a column's profile to an attribute of a spec.

use privet_spec::literal;

use super::ids::{Named, named};
use super::listed::{boolean, categorical, identifier};
use super::ordered::{date, number};
use super::profile::{LONGEST_LABEL, MOST_CODES, MOST_LABELS, Profile};
use super::view::View;
use super::written::{Written, parse_alone};

/// What a column becomes.
pub(super) enum Guess {
    /// An attribute.
    Attribute(Box<Written>),
    /// Nothing; why, and what to do, for the private notes.
    LeftOut(String),
}

/// A column, and what it became.
pub(super) struct Drafted<'p> {
    pub(super) view: View<'p>,
    /// What it names, if it is an id.
    pub(super) named: Option<Named>,
    pub(super) guess: Guess,
}

impl Drafted<'_> {
    /// The attribute, if it became one.
    pub(super) fn written(&self) -> Option<&Written> {
        match &self.guess {
            Guess::Attribute(written) => Some(written),
            Guess::LeftOut(_) => None,
        }
    }
}

/// Guesses what a column is.
pub(super) fn drafted(view: View<'_>) -> Drafted<'_> {
    let profile = view.profile;
    let unnamed = |guess| Drafted {
        view,
        named: None,
        guess,
    };
    if let Some(why) = unusable(&view) {
        return unnamed(Guess::LeftOut(why.to_owned()));
    }
    if let Some(written) = boolean(profile) {
        return unnamed(Guess::Attribute(Box::new(written)));
    }
    if let Some(named) = named(&view) {
        let guess = id(profile, named);
        return Drafted {
            view,
            named: Some(named),
            guess,
        };
    }
    if profile.texts.are_sentences() && profile.tally.rows_a_value() < REPEATED {
        let why = "it is free text, of which a table of labels learns nothing and which may say anything of anybody";
        return unnamed(Guess::LeftOut(why.to_owned()));
    }
    let guessed = date(&view)
        .or_else(|| row_name(&view))
        .or_else(|| number(&view))
        .or_else(|| categorical(profile));
    unnamed(match guessed {
        Some(written) => Guess::Attribute(Box::new(written)),
        None => Guess::LeftOut(why_not(profile)),
    })
}

/// What keeps a column from being described at all.
fn unusable(view: &View<'_>) -> Option<&'static str> {
    let profile = view.profile;
    if profile.not_utf8 > 0 && view.together.mixed {
        return Some(
            "some fields are not UTF-8, while others of the table are; save the table as UTF-8 and draft again",
        );
    }
    if profile.values == 0 {
        return Some("it has no values; describe it from its documentation");
    }
    let name = literal(&profile.name);
    parse_alone(&format!("(name: {name}, kind: Boolean)"))
        .is_none()
        .then_some("the name is empty or holds hidden characters; rename the column")
}

/// An id is never learned: it is numbered anew where it never repeats, and left out where it does.
fn id(profile: &Profile, named: Named) -> Guess {
    let once = profile.tally.never_repeats();
    let written = once.then(|| identifier(profile, named.why())).flatten();
    written.map_or_else(
        || {
            Guess::LeftOut(format!(
                "{}; an id is never learned from (see \"Who is protected\" above)",
                named.why()
            ))
        },
        |written| Guess::Attribute(Box::new(written)),
    )
}

/// Texts that never repeat name somebody or something, and so do numbers one after the other.
fn row_name(view: &View<'_>) -> Option<Written> {
    let profile = view.profile;
    if !profile.tally.never_repeats() || profile.values < FEWEST_IDENTIFIERS {
        return None;
    }
    if let Some(numbers) = view.numbers()
        && !numbers.padded
    {
        let given = profile.tally.whole_numbers();
        let range = given.last()?.checked_sub(*given.first()?)?.checked_add(1)?;
        let consecutive = u64::try_from(range).ok()? == profile.values;
        if !numbers.whole || !consecutive || !profile.tally.is_exact() {
            return None;
        }
        return identifier(profile, "its numbers follow each other");
    }
    identifier(profile, "its values are texts")
}

fn why_not(profile: &Profile) -> String {
    if profile
        .labels
        .as_ref()
        .is_some_and(|labels| labels.len() <= MOST_LABELS)
    {
        return "its values cannot stand in a spec".to_owned();
    }
    format!(
        "it has more than {MOST_LABELS} distinct texts, or more than {MOST_CODES} codes, or one of more than \
         {LONGEST_LABEL} bytes; group them before the release, list them from a public source as `Categorical([...])`, \
         or write `Identifier()` if they name a person"
    )
}

const FEWEST_IDENTIFIERS: u64 = 10;
/// Sentences that come back so often are answers of a form.
const REPEATED: f64 = 10.0;
