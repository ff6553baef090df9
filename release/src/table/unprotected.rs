//! What a release tells by being there, or by what its spec makes public: grouped by the reason, so that a table of a
//! hundred columns has as many sentences as there are reasons.
//!
//! Tested: every reason, lists of columns of every length, and that each refusal of a table is one of the facts.

use core::fmt;

use privet_spec::{Adjacency, Release, counted, shown};

use super::stop::{Fact, Reason, Stop};

/// What is not protected for one reason. [`Display`](fmt::Display) says it in a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unprotected {
    pub reason: Reason,
    /// Each fact by itself, as a clause.
    pub facts: Vec<String>,
    /// The columns that the facts are about, one each; none where they are about the table as a whole.
    pub columns: Vec<String>,
    /// The columns that are read and have no such fact.
    pub spared: Vec<String>,
}

/// What the guarantee does not cover: whatever can stop a release, and what is public.
pub(crate) fn unprotected(release: &Release) -> Vec<Unprotected> {
    let mut groups: Vec<Unprotected> = Vec::new();
    let stops = Stop::ALL.iter().flat_map(|stop| stop.told(release));
    for Fact {
        reason,
        clause,
        column,
    } in stops.chain(public_by(release))
    {
        let place = groups.iter().position(|group| group.reason == reason);
        let place = place.unwrap_or_else(|| {
            groups.push(Unprotected {
                reason,
                facts: Vec::new(),
                columns: Vec::new(),
                spared: Vec::new(),
            });
            groups.len() - 1
        });
        if let Some(group) = groups.get_mut(place) {
            group.facts.push(clause);
            group.columns.extend(column);
        }
    }
    for group in &mut groups {
        let read = release.learned().map(|attribute| shown(attribute.name()));
        group.spared = read.filter(|name| !group.columns.contains(name)).collect();
    }
    groups
}

fn public_by(release: &Release) -> Option<Fact> {
    (release.adjacency == Adjacency::Replace).then(|| Fact {
        reason: Reason::Public,
        clause: "the number of rows, which is public".to_owned(),
        column: None,
    })
}

/// As in "that every value lies in its domain (`Fail`): `age`, `sex`".
impl fmt::Display for Unprotected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let facts = if self.columns.is_empty() {
            self.facts.join("; ")
        } else {
            self.columns_in_words()
        };
        match self.reason.in_words() {
            Some(reason) => write!(f, "{reason}: {facts}"),
            None => f.write_str(&facts),
        }
    }
}

impl Unprotected {
    fn columns_in_words(&self) -> String {
        let Self {
            columns, spared, ..
        } = self;
        let read = columns.len() + spared.len();
        let all = counted(read, "column that is read", "columns that are read");
        match (columns.len(), spared.len()) {
            (FEW.., 0) => format!("all {all}"),
            (MANY.., 1..FEW) => format!("all {all}, but for {}", in_list(spared)),
            _ => in_list(columns),
        }
    }
}

fn in_list(names: &[String]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    quoted.join(", ")
}

/// So many names are longer than "all of them".
const FEW: usize = 4;
/// So many are longer than those that are left.
const MANY: usize = 12;

#[cfg(test)]
mod tests {
    use super::*;

    fn told(adjacency: &str, unit: &str, columns: &[&str]) -> Vec<String> {
        let schema: Vec<String> = (columns.iter().zip(0..))
            .map(|(rest, place)| format!("(name: \"c{place}\", {rest})"))
            .collect();
        let text = format!(
            "Release(privet: 1, unit: {unit}, adjacency: {adjacency}, budget: (epsilon: \"1\", delta: \"1e-9\"), \
             schema: [{}])",
            schema.join(", ")
        );
        let release = privet_spec::parse(&text).unwrap_or_else(|_| panic!("{text}"));
        let groups = unprotected(&release);
        groups.iter().map(ToString::to_string).collect()
    }

    const FAILS: &str = "kind: Boolean";
    const CLAMPS: &str = "kind: Integer(min: 0, max: 9), outside: Clamp";
    const NULLS: &str = "kind: Boolean, missing: [\"\"], outside: Null";

    #[test]
    fn one_sentence_a_reason() {
        let told = told(
            "Replace",
            "Person(id: \"p\", rows: 1)",
            &[FAILS, CLAMPS, FAILS, NULLS],
        );
        let (file, rest) = told.split_first().unwrap();
        assert!(
            file.starts_with("the form of the file: that the file can be read to its end; ")
                && file.ends_with("; that there are fewer than 2^40 rows"),
            "{file}"
        );
        assert_eq!(
            rest,
            [
                "that every row has an id in `p`, and no two rows the same",
                "that every id in `p` names one person for sure: none is a number with an exponent, or one of floating point or \
                 of decimals that has a fraction or is too large for its type",
                "that every value lies in its domain (`Fail`): `c0`, `c2`",
                "that every field is a number or date (`Clamp` without `missing`): `c1`",
                "that the machine had memory and disk for the number of rows and any noise on it",
                "the number of rows, which is public",
            ]
        );
    }

    #[test]
    fn columns_are_listed_or_all_of_them() {
        let with = |fails: usize, others: usize| {
            let columns = [vec![FAILS; fails], vec![NULLS; others]].concat();
            let told = told("AddRemove", "Row", &columns);
            let fails = told.iter().find(|one| one.contains("`Fail`"));
            fails.and_then(|one| Some(one.split_once("): ")?.1.to_owned()))
        };
        for (fails, others, expected) in [
            (0, 2, None),
            (1, 0, Some("`c0`")),
            (3, 0, Some("`c0`, `c1`, `c2`")),
            (4, 0, Some("all 4 columns that are read")),
            (98, 0, Some("all 98 columns that are read")),
            (4, 1, Some("`c0`, `c1`, `c2`, `c3`")),
            (
                12,
                2,
                Some("all 14 columns that are read, but for `c12`, `c13`"),
            ),
        ] {
            assert_eq!(with(fails, others).as_deref(), expected, "{fails} {others}");
        }
        let listed = with(12, 4).unwrap();
        assert!(
            listed.starts_with("`c0`, ") && listed.ends_with("`c11`"),
            "{listed}"
        );
    }
}
