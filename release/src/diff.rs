//! What one spec promises otherwise than another, and what else it says otherwise.
//!
//! Both are compared with every default written out, part by part and columns by their names, so that a default that
//! becomes another shows, and one that is only written down does not. The promise is `unit`, `adjacency` and `budget`,
//! its shares aside, with what follows from them and from the columns: what is not protected, and an attacker's odds.
//!
//! A direction is told of a single change where it is certain, all else being the same: more ε or δ is weaker, a fact
//! more that is not protected is weaker, a person is more than a row. Of `Replace` beside `AddRemove` nothing is told
//! (neither promise implies the other at the same ε), nor of the rows that a person may have (the noise grows with
//! them).
//!
//! Tested: each part of the promise with its direction, and that nothing else is taken for it.

use core::cmp::Ordering;
use core::fmt;
use std::path::Path;

use privet_spec::{Change, Decimal, Guarantee, Line, Release, Unit};
use serde::Serialize;

use crate::error::Error;
use crate::files::inside;
use crate::names::RECORD;
use crate::promise::Odds;
use crate::spec::Spec;
use crate::table::unprotected;
use crate::verify::rebuilt;
use crate::watch::Watch;

/// What the new spec says otherwise.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Differences {
    /// In the promise.
    pub promise: Vec<Difference>,
    /// Everywhere else.
    pub elsewhere: Vec<Difference>,
    /// The new promise in plain words, where it is another.
    pub promise_is_now: Option<String>,
}

/// One difference.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Difference {
    /// What it does to the privacy of a unit, where that is known.
    pub privacy: Option<Privacy>,
    /// Where, as in `budget.epsilon` or `schema."age".kind.bin`.
    pub path: String,
    /// What the old spec says; `None` for what the new one adds.
    pub old: Option<String>,
    /// What the new spec says; `None` for what it removes.
    pub new: Option<String>,
}

/// A direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Privacy {
    Stronger,
    Weaker,
}

/// Compares two specs, each a spec file, a record (a file that ends with `.json`) or the folder of a release. A release is
/// checked first, as [`crate::verify`] does it.
pub fn diff(
    old: impl AsRef<Path>,
    new: impl AsRef<Path>,
    watch: &dyn Watch,
) -> Result<Differences, Error> {
    let (old, new) = (spec_at(old.as_ref(), watch)?, spec_at(new.as_ref(), watch)?);
    Ok(Differences::between(&old, &new))
}

fn spec_at(given: &Path, watch: &dyn Watch) -> Result<Spec, Error> {
    let path = inside(given, RECORD);
    if path.extension().is_none_or(|end| end != "json") {
        return Spec::read(path);
    }
    Ok(rebuilt(&path, watch)?.spec)
}

impl Differences {
    /// What `new` says otherwise than `old`.
    pub fn between(old: &Spec, new: &Spec) -> Self {
        let releases = (old.release(), new.release());
        let written = releases.0.changes_to(releases.1);
        let (mut promise, elsewhere): (Vec<_>, Vec<_>) = written
            .into_iter()
            .map(|change| Difference::of(change, releases))
            .partition(|difference| is_of_promise(&difference.path));
        promise.extend(facts_unprotected(releases));
        promise.extend(odds(old, new));
        Self {
            promise_is_now: (!promise.is_empty()).then(|| new.promise().to_string()),
            promise,
            elsewhere,
        }
    }

    /// Whether both say the same.
    pub fn is_empty(&self) -> bool {
        self.promise.is_empty() && self.elsewhere.is_empty()
    }
}

/// Whether a part of a spec is a part of its promise. What a budget may have in future is, until somebody says otherwise.
fn is_of_promise(path: &str) -> bool {
    let mut parts = path.split('.');
    match (parts.next(), parts.next()) {
        (Some("unit" | "adjacency"), _) => true,
        (Some("budget"), part) => part != Some("shares"),
        _ => false,
    }
}

impl Difference {
    fn of(change: Change, releases: (&Release, &Release)) -> Self {
        let Change { path, old, new } = change;
        Self {
            privacy: privacy_of(&path, releases),
            path,
            old,
            new,
        }
    }
}

/// What a change does to the privacy of a unit, all else being the same.
fn privacy_of(path: &str, (old, new): (&Release, &Release)) -> Option<Privacy> {
    let of_guarantees = |part: fn(Guarantee) -> Decimal| {
        by_loss(&part(old.budget.guarantee), &part(new.budget.guarantee))
    };
    let lifetimes = (old.budget.lifetime, new.budget.lifetime);
    let of_lifetimes = |part: fn(Guarantee) -> Decimal| {
        let (old, new) = (lifetimes.0.map(part)?, lifetimes.1.map(part)?);
        by_loss(&old, &new)
    };
    match path {
        "unit" => match (&old.unit, &new.unit) {
            (Unit::Row, Unit::Person { .. }) => Some(Privacy::Stronger),
            (Unit::Person { .. }, Unit::Row) => Some(Privacy::Weaker),
            _ => None,
        },
        "budget.epsilon" => of_guarantees(Guarantee::epsilon),
        "budget.delta" => of_guarantees(delta_of),
        "budget.lifetime.epsilon" => of_lifetimes(Guarantee::epsilon),
        "budget.lifetime.delta" => of_lifetimes(delta_of),
        // Without one, nothing bounds what later releases spend.
        "budget.lifetime" => match lifetimes {
            (None, Some(_)) => Some(Privacy::Stronger),
            (Some(_), None) => Some(Privacy::Weaker),
            _ => None,
        },
        _ => None,
    }
}

fn delta_of(guarantee: Guarantee) -> Decimal {
    guarantee.delta().unwrap_or(Decimal::ZERO)
}

/// More of what may be lost is weaker.
fn by_loss<T: PartialOrd>(old: &T, new: &T) -> Option<Privacy> {
    match old.partial_cmp(new)? {
        Ordering::Less => Some(Privacy::Weaker),
        Ordering::Greater => Some(Privacy::Stronger),
        Ordering::Equal => None,
    }
}

/// Facts of the table that only one of the specs leaves unprotected.
fn facts_unprotected((old, new): (&Release, &Release)) -> Vec<Difference> {
    let (old, new) = (facts_of(old), facts_of(new));
    let fact = |privacy, old: Option<&String>, new: Option<&String>| Difference {
        privacy: Some(privacy),
        path: "unprotected".to_owned(),
        old: old.cloned(),
        new: new.cloned(),
    };
    let gone = old.iter().filter(|one| !new.contains(one));
    let gone = gone.map(|one| fact(Privacy::Stronger, Some(one), None));
    let more = new.iter().filter(|one| !old.contains(one));
    let more = more.map(|one| fact(Privacy::Weaker, None, Some(one)));
    gone.chain(more).collect()
}

/// What the guarantee does not cover, each fact by itself: a sentence of the record names all columns of a policy, of
/// which a column more would make another.
fn facts_of(release: &Release) -> Vec<String> {
    let groups = unprotected(release).into_iter();
    groups.flat_map(|group| group.facts).collect()
}

/// An attacker's best odds, where they are others.
fn odds(old: &Spec, new: &Spec) -> Option<Difference> {
    let [old, new] = [old, new].map(|spec| Odds::of(spec.release(), spec.total()));
    let (before, after) = (old.in_short(), new.in_short());
    // Odds of two different guesses cannot be compared.
    let comparable = old.question == new.question;
    (before != after).then(|| Difference {
        privacy: comparable
            .then(|| by_loss(&old.lowest(), &new.lowest()))
            .flatten(),
        path: "an attacker's best odds".to_owned(),
        old: Some(before),
        new: Some(after),
    })
}

/// The promise first, a line a difference.
impl fmt::Display for Differences {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            promise,
            elsewhere,
            promise_is_now,
        } = self;
        if promise.is_empty() {
            writeln!(f, "Nothing changed in the promise.")?;
        } else {
            writeln!(f, "Changed in the promise:")?;
            promise.iter().try_for_each(|one| writeln!(f, "  {one}"))?;
        }
        if let Some(now) = promise_is_now {
            writeln!(f, "\nThe promise is now:")?;
            now.lines().try_for_each(|line| writeln!(f, "  {line}"))?;
        }
        if elsewhere.is_empty() {
            return writeln!(f, "\nNothing changed elsewhere.");
        }
        writeln!(f, "\nChanged elsewhere:")?;
        elsewhere.iter().try_for_each(|one| writeln!(f, "  {one}"))
    }
}

/// As in `weaker: budget.epsilon: "1" → "2"`.
impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            privacy,
            path,
            old,
            new,
        } = self;
        match privacy {
            Some(Privacy::Stronger) => f.write_str("stronger: ")?,
            Some(Privacy::Weaker) => f.write_str("weaker: ")?,
            None => {}
        }
        let told = match (old, new) {
            (Some(old), Some(new)) => format!(
                "{} → {}",
                Line::from(old.as_str()),
                Line::from(new.as_str())
            ),
            (Some(old), None) => format!("removed {}", Line::from(old.as_str())),
            (None, Some(new)) => format!("added {}", Line::from(new.as_str())),
            (None, None) => String::new(),
        };
        write!(f, "{}: {told}", Line::from(path.as_str()))
    }
}

#[cfg(test)]
mod tests;
