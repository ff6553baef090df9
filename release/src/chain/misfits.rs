//! What does not fit together in a chain of releases.

use std::collections::BTreeSet;

use super::link::Link;
use crate::complaint::Complaint;

/// Everything that keeps releases from being one chain, but for records that are missing, and for their sum. The order in
/// which they are given does not matter: a later one names more.
pub(crate) fn misfits<'a>(links: impl IntoIterator<Item = &'a Link>) -> Vec<Complaint> {
    let links = in_order(links);
    let mut found = Vec::new();
    for (place, later) in links.iter().enumerate() {
        for earlier in links.iter().take(place) {
            found.extend(of_two(earlier, later));
        }
    }
    if let [first, later @ ..] = links.as_slice() {
        found.extend(later.iter().filter_map(|link| of_promises(first, link)));
    }
    found
}

fn in_order<'a>(links: impl IntoIterator<Item = &'a Link>) -> Vec<&'a Link> {
    let mut links: Vec<&Link> = links.into_iter().collect();
    links.sort_by_key(|link| (link.made.is_none(), link.previous.len()));
    links
}

/// Records that are named and not there; the latest release, which names most, first.
pub(crate) fn missing<'a>(links: impl IntoIterator<Item = &'a Link>) -> Vec<Complaint> {
    let links = in_order(links);
    let given: BTreeSet<&str> = links.iter().filter_map(|link| link.digest()).collect();
    let missing = links.iter().rev().filter_map(|link| {
        let named = link.previous.iter().map(String::as_str);
        let absent: Vec<&str> = named.filter(|digest| !given.contains(digest)).collect();
        if absent.is_empty() {
            return None;
        }
        let short = absent.iter().map(|digest| digest.get(..12).unwrap_or(digest));
        let short: Vec<String> = short.map(|digest| format!("{digest}…")).collect();
        let help = match link.made {
            Some(_) => "give the records of all releases of this table",
            None => "give the records of all earlier releases: --previous RECORD, once for each",
        };
        Some(Complaint::new(
            &link.name,
            format!(
                "`previous` names records that were not given, so their budgets are not in the sum: {}",
                short.join(", ")
            ),
            help,
        ))
    });
    missing.collect()
}

/// What two releases say of each other. The later one names as many records or more, or is still to be made.
fn of_two(earlier: &Link, later: &Link) -> Option<Complaint> {
    let (one, other) = (&earlier.name, &later.name);
    let digest = earlier.digest()?;
    if later.digest() == Some(digest) {
        let what = format!("it is the same record as {one}");
        return Some(Complaint::new(other, what, "give each record once"));
    }
    if earlier.seed_commitment() == later.seed_commitment() {
        return Some(Complaint::new(
            other,
            format!(
                "its seed is that of {one}, so their noise is not independent (was the machine restored from a \
                 snapshot?)"
            ),
            "no theorem adds such releases up: tell the publisher",
        ));
    }
    if later.previous.iter().any(|named| named == digest) {
        return None;
    }
    let sorted = |link: &Link| link.previous.iter().cloned().collect::<BTreeSet<_>>();
    if later.made.is_none() {
        return Some(Complaint::new(
            other,
            format!("its `previous` lacks the digest of {one}"),
            format!("add \"{digest}\" to `previous`, or give only records of this table"),
        ));
    }
    let what = if sorted(earlier) == sorted(later) {
        format!("it has the same `previous` as {one}: neither release knew of the other (a fork)")
    } else {
        format!("its spec's `previous` lacks the digest of {one}")
    };
    let help = "a release names all earlier ones of its table: tell the publisher, or give only records of one table";
    Some(Complaint::new(other, what, help))
}

/// What all releases of a table must promise alike.
fn of_promises(first: &Link, link: &Link) -> Option<Complaint> {
    let (name, of) = (&link.name, &first.name);
    if (&first.unit, first.adjacency) != (&link.unit, link.adjacency) {
        return Some(Complaint::new(
            name,
            format!("its unit or adjacency is not that of {of}, so their budgets do not add up"),
            "releases of one table protect one unit under one adjacency, as the first spec fixes them",
        ));
    }
    if first.lifetime != link.lifetime {
        let said = |link: &Link| match link.lifetime {
            Some(lifetime) => lifetime.to_string(),
            None => "none".to_owned(),
        };
        return Some(Complaint::new(
            name,
            format!(
                "its `lifetime` is {}, and that of {of} is {}",
                said(link),
                said(first)
            ),
            "releases of one table have one lifetime, as the first spec fixes it",
        ));
    }
    None
}
