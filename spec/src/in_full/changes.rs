//! What one spec says otherwise than another, part by part.

use std::collections::{HashMap, HashSet};

use super::written::Written;

/// One difference between two specs, with every default written out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Where, as in `schema."age".kind.bin`.
    pub path: String,
    /// What the old one says, on one line; `None` for what the new one adds to a list.
    pub old: Option<String>,
    /// What the new one says; `None` for what it takes out of a list.
    pub new: Option<String>,
}

/// All differences, in the order of the old spec.
pub(crate) fn changes(old: &Written, new: &Written) -> Vec<Change> {
    let mut found = Vec::new();
    compare("", old, new, &mut found);
    found
}

fn compare(path: &str, old: &Written, new: &Written, found: &mut Vec<Change>) {
    if old == new {
        return;
    }
    match (old, new) {
        (Written::Group(one, olds), Written::Group(other, news)) if one == other => {
            let olds: Vec<_> = olds.iter().map(|(name, value)| (*name, value)).collect();
            let news: Vec<_> = news.iter().map(|(name, value)| (*name, value)).collect();
            compare_pairs(path, &olds, &news, found);
        }
        (Written::Map(olds), Written::Map(news)) => {
            compare_pairs(path, &pairs(olds), &pairs(news), found);
        }
        (Written::Around(one, old_inner), Written::Around(other, new_inner))
            if one == other && !matches!(**old_inner, Written::Plain(_)) =>
        {
            compare(path, old_inner, new_inner, found);
        }
        (Written::List(olds), Written::List(news)) => match (by_name(olds), by_name(news)) {
            (Some(olds), Some(news)) => compare_pairs(path, &olds, &news, found),
            _ => compare_lists(path, (old, olds), (new, news), found),
        },
        _ => found.push(replaced(path, old, new)),
    }
}

/// Parts with names: fields of a group, keys of a map, columns of a schema.
fn compare_pairs(
    path: &str,
    olds: &[(&str, &Written)],
    news: &[(&str, &Written)],
    found: &mut Vec<Change>,
) {
    let of_new: HashMap<&str, &Written> = news.iter().copied().collect();
    let of_old: HashMap<&str, &Written> = olds.iter().copied().collect();
    for (name, old) in olds {
        let path = below(path, name);
        match of_new.get(name) {
            Some(new) => compare(&path, old, new, found),
            None => found.push(removed(&path, old)),
        }
    }
    let added = news.iter().filter(|(name, _)| !of_old.contains_key(name));
    found.extend(added.map(|(name, new)| self::added(&below(path, name), new)));
    let common = |list: &[(&str, &Written)], other: &HashMap<&str, &Written>| {
        let names = list.iter().map(|(name, _)| (*name).to_owned());
        let names: Vec<String> = names
            .filter(|name| other.contains_key(name.as_str()))
            .collect();
        names.join(", ")
    };
    let (old, new) = (common(olds, &of_new), common(news, &of_old));
    if old != new {
        found.push(Change {
            path: below(path, "(order)"),
            old: Some(old),
            new: Some(new),
        });
    }
}

/// What was taken out and added; the whole lists where what both have is in another order.
fn compare_lists(
    path: &str,
    (old, olds): (&Written, &[Written]),
    (new, news): (&Written, &[Written]),
    found: &mut Vec<Change>,
) {
    let texts =
        |list: &[Written]| -> Vec<String> { list.iter().map(Written::on_one_line).collect() };
    let (old_texts, new_texts) = (texts(olds), texts(news));
    let of_old: HashSet<&String> = old_texts.iter().collect();
    let of_new: HashSet<&String> = new_texts.iter().collect();
    let is_common = |text: &&String| of_old.contains(*text) && of_new.contains(*text);
    let in_order = old_texts
        .iter()
        .filter(is_common)
        .eq(new_texts.iter().filter(is_common));
    if !in_order {
        found.push(replaced(path, old, new));
        return;
    }
    let gone = olds.iter().zip(&old_texts);
    let gone = gone.filter(|(_, text)| !of_new.contains(text));
    found.extend(gone.map(|(value, _)| removed(path, value)));
    let more = news.iter().zip(&new_texts);
    let more = more.filter(|(_, text)| !of_old.contains(text));
    found.extend(more.map(|(value, _)| added(path, value)));
}

/// The items of a list by the text of the field `name` that each begins with, where all do.
fn by_name(list: &[Written]) -> Option<Vec<(&str, &Written)>> {
    let named = list.iter().map(|item| match item {
        Written::Group(_, fields) => match fields.first() {
            Some(("name", Written::Plain(name))) => Some((name.as_str(), item)),
            _ => None,
        },
        _ => None,
    });
    named.collect()
}

fn pairs(map: &[(String, Written)]) -> Vec<(&str, &Written)> {
    map.iter()
        .map(|(key, value)| (key.as_str(), value))
        .collect()
}

fn below(path: &str, name: &str) -> String {
    if path.is_empty() {
        name.to_owned()
    } else {
        format!("{path}.{name}")
    }
}

fn replaced(path: &str, old: &Written, new: &Written) -> Change {
    Change {
        path: path.to_owned(),
        old: Some(old.on_one_line()),
        new: Some(new.on_one_line()),
    }
}

fn added(path: &str, new: &Written) -> Change {
    Change {
        path: path.to_owned(),
        old: None,
        new: Some(new.on_one_line()),
    }
}

fn removed(path: &str, old: &Written) -> Change {
    Change {
        path: path.to_owned(),
        old: Some(old.on_one_line()),
        new: None,
    }
}
