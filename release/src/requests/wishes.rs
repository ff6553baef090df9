//! What all conditions of a user mean together.

use privet_spec::{Attribute, Part, Release, Selection};

use super::meant::{MeantCodes, both, codes};
use super::{clause, values};
use crate::error::Error;
use crate::model::{Group, Known};
use crate::table::Laws;

/// Which rows are wanted.
pub(super) struct Wishes {
    /// For each attribute of the schema, where something is asked of it.
    pub(super) meant: Vec<Option<Selection>>,
    /// For each learned attribute the weights of its codes; empty where nothing is asked of it.
    weights: Vec<Vec<f64>>,
    /// The laws of bins that are cut.
    pub(super) laws: Laws,
    /// How errors name all conditions.
    pub(super) place: String,
}

impl Wishes {
    /// Refused: what means no value, or a part of a bin whose numbers are compared with those of another column.
    pub(super) fn read(release: &Release, texts: &[String]) -> Result<Self, Error> {
        let mut meant: Vec<Option<Selection>> = vec![None; release.schema.len()];
        for text in texts {
            let (place, more) = values::read(release, text)?;
            let attribute = release.schema.get(place);
            if let (Some(meant), Some(attribute)) = (meant.get_mut(place), attribute) {
                let is_compared = (release.orders().iter())
                    .any(|order| order.first == place || order.second == place);
                if is_compared {
                    refuse_cuts(attribute, &more, text)?;
                }
                *meant = Some(match meant.take() {
                    Some(meant) => both(attribute, &meant, &more),
                    None => more,
                });
            }
        }
        let places: Vec<String> = texts.iter().map(|text| clause::place(text)).collect();
        let columns = release.schema.iter().enumerate();
        let learned = columns.filter(|(_, attribute)| attribute.is_learned());
        let (weights, laws) = learned
            .map(|(place, attribute)| {
                let codes = meant_codes(release, &meant, place, attribute);
                (codes.weights, codes.laws)
            })
            .unzip();
        Ok(Self {
            meant,
            weights,
            laws: Laws(laws),
            place: places.join(" "),
        })
    }

    /// What is known of rows, these groups of them included.
    pub(super) fn known<'r>(
        &self,
        release: &'r Release,
        groups: Vec<Group>,
        max_cells: u64,
    ) -> Known<'r> {
        Known {
            release,
            weights: self.weights.clone(),
            groups,
            max_cells,
        }
    }
}

/// What is meant of a learned column: by itself, and by those that follow from it.
fn meant_codes(
    release: &Release,
    meant: &[Option<Selection>],
    place: usize,
    attribute: &Attribute,
) -> MeantCodes {
    let of = |place: usize| meant.get(place).and_then(Option::as_ref);
    let own = of(place).map(|meant| MeantCodes::of(meant, attribute));
    let mut codes = own.unwrap_or_default();
    for (column, other) in release.schema.iter().enumerate() {
        let follows = other.determined().filter(|follows| follows.by == place);
        let (Some(follows), Some(asked)) = (follows, of(column)) else {
            continue;
        };
        if codes.weights.is_empty() {
            codes.weights = vec![1.0; attribute.size() as usize];
        }
        for (weight, code) in codes.weights.iter_mut().zip(&follows.codes) {
            if asked.holds(other, *code) == Part::None {
                *weight = 0.0;
            }
        }
    }
    codes
}

/// Refuses a part of a bin: how its numbers are distributed depends on those of another column.
fn refuse_cuts(attribute: &Attribute, meant: &Selection, text: &str) -> Result<(), Error> {
    let cut = |code: &u16| matches!(meant.holds(attribute, *code), Part::Some(_));
    let Some(code) = codes(attribute).find(cut) else {
        return Ok(());
    };
    let bin = attribute.code_label(code).unwrap_or_default();
    let edges = attribute.numbers_of(code).map_or_else(String::new, |bin| {
        let edges = [*bin.start(), bin.end().saturating_add(1)];
        let [first, next] = edges.map(|edge| attribute.number_in_words(edge));
        format!(": the nearest edges are {first} and {next}")
    });
    Err(Error::refused(
        clause::place(text),
        format!(
            "a rule compares `{}` with another column, so that only whole bins can be asked for, and this cuts {bin}",
            attribute.name()
        ),
        format!("ask for numbers from the beginning of a bin, or up to before the next one{edges}"),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPEC: &str = r#"(privet: 1, unit: Row, adjacency: AddRemove, budget: (epsilon: 1, delta: 1e-9),
        schema: [
            (name: "born", kind: Date(min: "1990-01-01", max: "2020-12-31", bin: Years(1))),
            (name: "died", kind: Date(min: "1990-01-01", max: "2020-12-31", bin: Years(1)), missing: ["NA"]),
            (name: "city", kind: Categorical(["Berlin", "Hamburg"])),
            (name: "zip", kind: Categorical(["10115", "20095", "10117"])),
            (name: "age", kind: Integer(min: 0, max: 99, bin: 10), missing: ["NA"]),
        ],
        rules: [
            AtMost("born", "died"),
            Determines("zip", "city", {"10115": "Berlin", "20095": "Hamburg", "10117": "Berlin"}),
        ])"#;

    fn wishes(texts: &[&str]) -> Result<Wishes, Error> {
        let release = privet_spec::parse(SPEC).unwrap();
        let texts: Vec<String> = texts.iter().map(|&text| text.to_owned()).collect();
        Wishes::read(&release, &texts)
    }

    /// How numbers lie inside of such a bin depends on the other column.
    #[test]
    fn bins_of_compared_columns_are_not_cut() {
        assert!(wishes(&["born >= 2000-01-01", "died < 2010-01-01"]).is_ok());
        let refused = wishes(&["born > 2000-03-05"]).map(|_| ()).unwrap_err();
        let refused = refused.to_string();
        for part in [
            "`born`",
            "[2000-01-01, 2001-01-01)",
            "2000-01-01 and 2001-01-01",
        ] {
            assert!(refused.contains(part), "{part}: {refused}");
        }
    }

    /// A determined column is asked for by the one that it follows from.
    #[test]
    #[allow(clippy::float_cmp)] // zeros and ones
    fn what_is_asked_of_a_determined_column() {
        let asked = wishes(&["city = Berlin", "zip != 10115", "age >= 65"]).unwrap();
        let [born, died, zip, age] = asked.weights.as_slice() else {
            panic!("the city is not learned");
        };
        assert!(born.is_empty() && died.is_empty());
        assert_eq!(zip, &[0.0, 0.0, 1.0]);
        assert_eq!(age[5..], [0.0, 0.5, 1.0, 1.0, 1.0, 0.0]);
        assert!(asked.laws.0[3][6].is_some() && asked.laws.0[3][7].is_none());
    }
}
