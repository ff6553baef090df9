//! The release rebuilt from its published answers, and compared.
//!
//! The spec, the answers and the row seed are public. What the mechanism must have asked, given the answers, is derived by
//! the code that asked, with a transcript in the curator's place; so are the charges, the network, joined values, fitted
//! tables, and every row. A release is accepted only if every byte of its files is what came out.

use std::path::Path;

use serde_json::Value;

use super::comparison::{Compared, Comparison};
use super::findings::Findings;
use crate::bins::settle_as_published;
use crate::error::Error;
use crate::making::{MODEL, Origin, Publication, RECORD, Released, synthetic_name};
use crate::mechanisms::list::algorithm_of;
use crate::mechanisms::mechanism::{Rows, Run, Source};
use crate::model::Model;
use crate::record::Record;
use crate::spec::Spec;
use crate::table::least_bytes;
use crate::watch::Watch;

/// A release as it was published.
pub(super) struct Published<'a> {
    pub(super) record_path: &'a Path,
    pub(super) record: &'a Record,
    pub(super) spec: &'a Spec,
    pub(super) model: &'a Model,
}

impl Published<'_> {
    /// Rebuilds every file and compares it with what is there.
    pub(super) fn check(&self, watch: &dyn Watch, findings: &mut Findings) {
        let record = self.record_path.display();
        let numbers = (self.model.algorithm(), self.record.algorithm.number);
        let (made_by, current) = (numbers.1, algorithm_of(self.model.mechanism()));
        if numbers.0 != made_by {
            findings.fault(format!(
                "{record}: its algorithm.number is not that of {MODEL}"
            ));
            return;
        }
        if made_by != current {
            let software = &self.record.software;
            let commit = software.commit.get(..12).unwrap_or(&software.commit);
            findings.cannot_tell(format!(
                "{record}: not rebuilt: algorithm {made_by}; use Privet {} ({commit})",
                software.version
            ));
            return;
        }
        let mut comparison = Comparison::with(self.record_path);
        match self.rebuilt(&mut comparison, watch) {
            Ok(Rebuilt { released, rows }) => {
                for compared in &comparison.files {
                    self.tell(compared, &released, findings);
                }
                if !rows {
                    findings.note(format!(
                        "{record}: rows not checked: needs a replay (they are the mechanism's own answer)"
                    ));
                }
            }
            Err(error) => findings.fault(format!(
                "{record}: it cannot be rebuilt from the answers in {MODEL}: {error}"
            )),
        }
    }

    fn rebuilt(&self, comparison: &mut Comparison, watch: &dyn Watch) -> Result<Rebuilt, Error> {
        let Self {
            record,
            spec,
            model,
            ..
        } = self;
        let unlike =
            |what: &str| Error::refused(MODEL, what, "give the files as they were published");
        // Before anything is computed: what a rebuild takes follows from the spec.
        if model.spec_text() != record.spec.text {
            return Err(unlike("its `spec` is not the record's"));
        }
        if model.mechanism() != spec.release().mechanism.name() {
            return Err(unlike("it is of another mechanism than the spec's"));
        }
        let (settled, before) = settle_as_published(spec, &model.inside().found)?;
        let answers = model.transcript(&settled.plan);
        let answers = answers.ok_or_else(|| unlike("it names columns that the spec has not"))?;
        let row_seed = model.row_seed();
        let row_seed =
            row_seed.ok_or_else(|| unlike("its row_seed is not 64 hexadecimal digits"))?;
        let made = settled.mechanism.run(Run {
            plan: &settled.plan,
            source: Source::Published(&answers),
            row_seed,
            watch,
        })?;
        // What a file claims is not what it gets.
        let claimed = spec.row_count(made.model.rows()) as u64;
        let synthetic = synthetic_name(spec.release());
        if comparison.length_of(synthetic) < least_bytes(spec.release(), claimed) {
            let what = format!("it tells of more rows than {synthetic} can hold");
            return Err(unlike(&what));
        }
        let rows = !matches!(made.rows, Rows::OnlyByReplay);
        let publication = Publication {
            spec,
            settled: &settled,
            before,
            made,
            origin: Origin {
                row_seed,
                seed_commitment: record.randomness.seed_commitment.clone(),
                data_commitment: record.randomness.data_commitment.clone(),
                software: record.software.clone(),
            },
        };
        let released = publication.write(comparison, watch)?;
        Ok(Rebuilt { released, rows })
    }

    /// What came of one file; where it differs, which part of it does.
    fn tell(&self, compared: &Compared, released: &Released, findings: &mut Findings) {
        let path = compared.path.display();
        let Some(byte) = compared.differs_at else {
            findings.check(true, format!("{path}: rebuilt, every byte agrees"), "");
            return;
        };
        let parts = match compared.name.as_str() {
            MODEL => self.model.to_json().ok().zip(released.model.to_json().ok()),
            RECORD => json(self.record).zip(json(&released.record)),
            _ => None,
        };
        let part = parts.and_then(|(there, rebuilt)| first_difference(&there, &rebuilt));
        let place = part.map_or_else(
            || format!("from byte {byte} on"),
            |part| format!("`{part}`"),
        );
        findings.fault(format!(
            "{path}: it is not what the spec and the published answers give: {place}"
        ));
    }
}

/// What was rebuilt, and whether the rows were.
struct Rebuilt {
    released: Released,
    rows: bool,
}

/// A record's content, but for what binds the other files and itself: these differ wherever anything does.
fn json(record: &Record) -> Option<Value> {
    let mut value = serde_json::to_value(record).ok()?;
    let fields = value.as_object_mut()?;
    fields.remove("self_sha256");
    fields.remove("artefacts");
    Some(value)
}

/// The first place at which two values differ, such as `tables[3].fitted[17]`.
fn first_difference(one: &Value, other: &Value) -> Option<String> {
    if one == other {
        return None;
    }
    let within = |name: String, one: Option<&Value>, other: Option<&Value>| match (one, other) {
        (Some(one), Some(other)) => {
            let inner = first_difference(one, other)?;
            let joint = if inner.is_empty() || inner.starts_with('[') {
                ""
            } else {
                "."
            };
            Some(format!("{name}{joint}{inner}"))
        }
        _ => Some(name),
    };
    match (one, other) {
        (Value::Object(one), Value::Object(other)) => {
            let mut names = one.keys().chain(other.keys());
            names.find_map(|name| within(name.clone(), one.get(name), other.get(name)))
        }
        (Value::Array(one), Value::Array(other)) => (0..one.len().max(other.len()))
            .find_map(|place| within(format!("[{place}]"), one.get(place), other.get(place))),
        _ => Some(String::new()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_place_of_a_difference_is_named() {
        let value = json!({"a": 1, "tables": [{"fitted": [1, 2]}, {"fitted": [3]}]});
        assert_eq!(first_difference(&value, &value), None);
        for (other, place) in [
            (
                json!({"a": 2, "tables": [{"fitted": [1, 2]}, {"fitted": [3]}]}),
                "a",
            ),
            (
                json!({"a": 1, "tables": [{"fitted": [1, 5]}, {"fitted": [3]}]}),
                "tables[0].fitted[1]",
            ),
            (json!({"a": 1, "tables": [{"fitted": [1, 2]}]}), "tables[1]"),
            (
                json!({"a": 1, "tables": [{"fitted": [1, 2]}, {"fitted": [3]}], "b": 1}),
                "b",
            ),
            (
                json!({"a": 1, "tables": [{"fitted": 7}, {"fitted": [3]}]}),
                "tables[0].fitted",
            ),
            (json!([]), ""),
        ] {
            assert_eq!(first_difference(&value, &other).as_deref(), Some(place));
        }
    }
}
