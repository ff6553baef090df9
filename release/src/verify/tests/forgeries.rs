//! What forgers do to a release; digests are made to agree again afterwards.

use privet_core::privacy::{Loss as _, MuSquared, PureEpsilon};
use serde_json::{Value, json};

use super::{Published, table};
use crate::names::MODEL;
use crate::promise::InWords;
use crate::record::{Asked, LossFile, Record};

/// A change, and whether there was anything to change.
pub(super) type Forgery = (&'static str, fn(&mut Published) -> bool);

pub(super) const FORGERIES: &[Forgery] = &[
    ("the real table as synthetic.csv", |release| {
        release.rows = table();
        true
    }),
    ("a row less", |release| {
        let end = release.rows.trim_end().rfind('\n').map(|at| at + 1);
        end.map(|end| release.rows.truncate(end)).is_some()
    }),
    ("two rows exchanged", |release| {
        let mut lines: Vec<&str> = release.rows.lines().collect();
        let other = (2..lines.len()).find(|&at| lines[at] != lines[1]);
        let exchanged = other.map(|other| lines.swap(1, other)).is_some();
        release.rows = lines.join("\n") + "\n";
        exchanged
    }),
    ("raw counts as fitted", |release| {
        change_number(&mut release.model, "fitted")
    }),
    ("a count where no row can be", |release| {
        if release.record.rules.is_none() {
            return false;
        }
        let tables = tables(&mut release.model).into_iter().flatten();
        let mut cells = tables.flat_map(|table| {
            let names = ["measured", "counts"];
            let name = names.into_iter().find(|name| table.get(name).is_some());
            let cells = name.and_then(|name| table.get_mut(name)?.as_array_mut());
            cells.into_iter().flatten()
        });
        let impossible = cells.find(|cell| **cell == json!(0));
        impossible.map(|cell| *cell = json!(7)).is_some()
    }),
    ("a rule that the record does not name", |release| {
        let rules = release.record.rules.as_mut();
        rules.and_then(|rules| rules.list.pop()).is_some()
    }),
    ("another noisy count", |release| {
        let mut tables = tables(&mut release.model).into_iter().flatten();
        tables.any(|table| change(table, "measured", 100) || change(table, "counts", 100))
    }),
    ("a table appended to the model", |release| {
        let tables = tables(&mut release.model);
        let last = tables.and_then(|tables| Some((tables.last()?.clone(), tables)));
        last.map(|(last, tables)| tables.push(last)).is_some()
    }),
    ("a table dropped from model and record", |release| {
        let dropped = tables(&mut release.model).and_then(Vec::pop);
        dropped.is_some() && drop_last(&mut release.record, Asked::Table)
    }),
    ("two tables exchanged in model and record", |release| {
        let Some(tables) = tables(&mut release.model).filter(|tables| tables.len() > 1) else {
            return false;
        };
        tables.swap(0, 1);
        let of_table = |query: &crate::record::QueryFile| query.asked() == Some(Asked::Table);
        let first = release.record.queries.iter().position(of_table);
        first.is_some_and(|first| {
            release.record.queries.swap(first, first + 1);
            true
        })
    }),
    (
        "parts that were asked for left out in the record",
        |release| {
            let mut queries = release.record.queries.iter_mut();
            queries.any(|query| match &mut query.parts {
                Some(parts) => {
                    parts.left_out.insert(0, query.columns.clone());
                    true
                }
                None => false,
            })
        },
    ),
    (
        "parts of a table of fewer values in the record",
        |release| {
            let mut queries = release.record.queries.iter_mut();
            let parts = queries.find_map(|query| query.parts.as_mut());
            parts.is_some_and(|parts| {
                parts.values[0] += 1;
                true
            })
        },
    ),
    ("nothing left out of a table in the model", |release| {
        let tables = tables(&mut release.model).into_iter().flatten();
        let mut left_out = tables.filter_map(|table| table.get_mut("left_out"));
        left_out.next().is_some_and(|left_out| {
            *left_out = json!([]);
            true
        })
    }),
    ("choices dropped from the record", |release| {
        let farthest = drop_all(&mut release.record, Asked::Farthest);
        farthest | drop_all(&mut release.record, Asked::Selection)
    }),
    ("choices dropped from model and record", |release| {
        let choices = release.model.get_mut("choices");
        choices.is_some_and(|choices| {
            *choices = json!([]);
            drop_all(&mut release.record, Asked::Farthest)
        })
    }),
    ("another choice", |release| {
        let choices = release
            .model
            .get_mut("choices")
            .and_then(Value::as_array_mut);
        choices.is_some_and(|choices| match choices.as_mut_slice() {
            [first, .., last] if first != last => {
                std::mem::swap(first, last);
                true
            }
            _ => false,
        })
    }),
    ("scores dropped from model and record", |release| {
        let scores = release.model.get_mut("scores");
        let Some(scores) = scores.filter(|scores| !scores.is_null()) else {
            return false;
        };
        *scores = json!({"sigma": null, "pairs": []});
        drop_all(&mut release.record, Asked::PairScores)
    }),
    ("a pair dropped from the scores", |release| {
        let pairs = release.model.pointer_mut("/scores/pairs");
        let pairs = pairs.and_then(Value::as_array_mut);
        pairs.is_some_and(|pairs| pairs.pop().is_some())
    }),
    ("the size made public", |release| {
        let rows = release.model.pointer("/size/Noisy/rows").cloned();
        rows.is_some_and(|rows| {
            release.model["size"] = json!({"Public": {"rows": rows}});
            drop_all(&mut release.record, Asked::Size)
        })
    }),
    ("another number of rows", |release| {
        let size = ["/size/Noisy/rows", "/size/Public/rows", "/rows"];
        let size = size
            .into_iter()
            .find(|at| release.model.pointer(at).is_some());
        size.and_then(|at| release.model.pointer_mut(at))
            .is_some_and(|rows| {
                *rows = json!(rows.as_i64().unwrap_or_default() + 50);
                true
            })
    }),
    ("another spec in the record alone", |release| {
        let text = format!("{} ", release.record.spec.text);
        release.record.spec.sha256 = privet_spec::digest(text.as_bytes());
        release.record.spec.text = text;
        true
    }),
    ("a model that is not UTF-8", |release| {
        release.model_bytes = Some(vec![b'P', 0xff, 0xfe, b'(']);
        true
    }),
    ("a model that is none", |release| {
        release.model_bytes = Some(b"PrivMrf()".to_vec());
        true
    }),
    ("more noise than there is, in model and record", |release| {
        let sigma = |value: &mut Value| change_number(value, "exponent");
        let mut record = serde_json::to_value(&release.record).unwrap();
        let changed = sigma(&mut release.model) && sigma(&mut record["queries"]);
        if let Ok(record) = serde_json::from_value(record) {
            release.record = record;
        }
        changed
    }),
    ("a smaller epsilon in the record", |release| {
        release.record.guarantee.epsilon = "0.01".to_owned();
        true
    }),
    ("a smaller epsilon in spec, model and record", |release| {
        let smaller = |text: &str| text.replace("epsilon: \"5\"", "epsilon: \"0.5\"");
        let text = smaller(&release.record.spec.text);
        release.record.spec.sha256 = privet_spec::digest(text.as_bytes());
        release.record.guarantee.epsilon = "0.5".to_owned();
        release.model["spec"] = json!(text);
        release.record.spec.text = text;
        true
    }),
    ("another row seed", |release| {
        release.model["row_seed"] = json!("00".repeat(32));
        true
    }),
    ("another parent", |release| {
        let nodes = release.model.get_mut("nodes").and_then(Value::as_array_mut);
        nodes.is_some_and(|nodes| {
            let mut parents = nodes
                .iter_mut()
                .filter_map(|node| node["parents"].as_array_mut());
            parents.any(|parents| parents.pop().is_some())
        })
    }),
    ("another order", |release| {
        let order = release.model.get_mut("order").and_then(Value::as_array_mut);
        order.is_some_and(|order| {
            order.swap(0, 1);
            true
        })
    }),
    ("other joined values", |release| {
        let groups = release.model.pointer_mut("/joined/2/groups/0");
        groups.is_some_and(|group| {
            *group = json!(group.as_u64().unwrap_or_default() ^ 1);
            true
        })
    }),
    (
        "other noise on the counts that bins are found from",
        |release| {
            let inside = release.model.get_mut("inside");
            inside.is_some_and(|inside| {
                change_number(inside, "mantissa") || change_number(inside, "numerator")
            })
        },
    ),
    ("larger tables than there may be", |release| {
        change_number(&mut release.model, "tau")
    }),
    ("a better fit", |release| {
        change_number(&mut release.model, "misfit_thousandths")
            || change_number(&mut release.model, "disagreement")
    }),
    ("another law", |release| {
        change_number(&mut release.model, "weight_units")
    }),
    ("a question more in the record", |release| {
        let last = release.record.queries.last().cloned();
        release.record.queries.extend(last);
        recount(&mut release.record);
        true
    }),
    ("less spent", |release| {
        release.record.spent = match release.record.spent {
            LossFile::Gaussian { .. } => MuSquared::ZERO.into(),
            LossFile::Pure { .. } => PureEpsilon::ZERO.into(),
        };
        true
    }),
    ("fewer candidates", |release| {
        let mut queries = release.record.queries.iter_mut();
        queries.any(|query| match &mut query.candidates {
            Some(candidates) if *candidates > 1 => {
                *candidates -= 1;
                true
            }
            _ => false,
        })
    }),
    ("something else in the place of a commitment", |release| {
        release.record.randomness.data_commitment = "17 of 40 have it".to_owned();
        true
    }),
    ("something else in the place of the software", |release| {
        release
            .record
            .software
            .features
            .push("17 of 40 have it".to_owned());
        true
    }),
    ("a deviation left out", |release| {
        release.record.algorithm.deviations.pop().is_some()
    }),
    ("something more left unsaid", |release| {
        release.record.unprotected.pop().is_some()
    }),
    ("a column more left unsaid", |release| {
        let mut sentences = release.record.unprotected.iter_mut();
        let all = "all 5 columns that are read";
        let named = sentences.find(|sentence| sentence.contains(all));
        named
            .map(|sentence| *sentence = sentence.replace(all, "`a`"))
            .is_some()
    }),
    ("better odds", |release| {
        changed_words(release, |words| &mut words.odds)
    }),
    ("more who are protected", |release| {
        changed_words(release, |words| &mut words.protected)
    }),
    ("a stronger guarantee in words", |release| {
        changed_words(release, |words| &mut words.guarantee)
    }),
    ("a stronger guarantee in short", |release| {
        changed_words(release, |words| &mut words.in_short)
    }),
    ("other neighbours", |release| {
        changed_words(release, |words| &mut words.neighbouring)
    }),
    ("nothing that is not hidden", |release| {
        changed_words(release, |words| &mut words.not_hidden)
    }),
    ("bytes behind the rows", |release| {
        let mut bytes = release.rows_bytes();
        bytes.push(b'\n');
        release.other_rows = Some(bytes);
        true
    }),
    ("rows with line ends of another system", |release| {
        release.is_text() && {
            release.rows = release.rows.replace('\n', "\r\n");
            true
        }
    }),
    ("a field in quotes that needs none", |release| {
        release.is_text() && replace_field(release, |field| format!("\"{field}\""))
    }),
    ("a value that the spec has not", |release| {
        release.is_text() && replace_field(release, |_| "17 of 40 have it".to_owned())
    }),
    ("columns in another order", |release| {
        release.is_text() && {
            let lines = release.rows.lines();
            let swapped = lines.map(|line| {
                let (first, rest) = line.split_once(',').unwrap();
                format!("{rest},{first}\n")
            });
            release.rows = swapped.collect();
            true
        }
    }),
    ("no guarantee of a total", |release| {
        release.record.guarantee.total = match release.record.guarantee.total {
            LossFile::Gaussian { .. } => MuSquared::ZERO.into(),
            LossFile::Pure { .. } => PureEpsilon::ZERO.into(),
        };
        true
    }),
    ("a smaller delta in the record", |release| {
        release.record.guarantee.delta = "1e-99".to_owned();
        true
    }),
    ("another unit", |release| {
        release.record.guarantee.unit = "a household".to_owned();
        true
    }),
    ("other neighbours in the guarantee", |release| {
        release.record.guarantee.adjacency.push('!');
        true
    }),
    ("another theorem", |release| {
        release.record.guarantee.composition.push('!');
        true
    }),
    ("another spec with every default written out", |release| {
        release.record.spec.in_full.push(' ');
        true
    }),
    ("nothing that is believed", |release| {
        release.record.believed.pop().is_some()
    }),
    ("nothing unprotected", |release| {
        release.record.unprotected.clear();
        true
    }),
    ("another title", |release| {
        release.record.title = Some("17 of 40 have it".to_owned());
        true
    }),
    ("somebody else to tell", |release| {
        release.record.contact = Some("17 of 40 have it".to_owned());
        true
    }),
    ("another way to tell", |release| {
        release.record.report_a_flaw.push('!');
        true
    }),
    ("an earlier record that the spec does not name", |release| {
        release.record.previous.push("17".repeat(32));
        true
    }),
    ("another algorithm's name", |release| {
        release.record.algorithm.name.push('!');
        true
    }),
    ("another paper", |release| {
        release.record.algorithm.paper.push('!');
        true
    }),
    ("other words on noise", |release| {
        release.record.randomness.noise.push('!');
        true
    }),
    ("another caveat", |release| {
        release.record.randomness.caveat.clear();
        true
    }),
    (
        "something else in the place of the seed's commitment",
        |release| {
            release.record.randomness.seed_commitment = "17 of 40 have it".to_owned();
            true
        },
    ),
    ("another program", |release| {
        release.record.software.name = "17 of 40".to_owned();
        true
    }),
    ("something else in the place of the version", |release| {
        release.record.software.version = "0.1.0-17.of.40".to_owned();
        true
    }),
    ("something else in the place of the commit", |release| {
        release.record.software.commit = "17 of 40 have it".to_owned();
        true
    }),
    ("something else in the place of the target", |release| {
        release.record.software.target = "seventeen-of-forty".to_owned();
        true
    }),
    ("a file more in the record", |release| {
        let mut more = release.record.artefacts[0].clone();
        more.file = "other.csv".to_owned();
        release.record.artefacts.push(more);
        true
    }),
    ("a file that is not beside the record", |release| {
        release.record.artefacts[1].file = format!("../{MODEL}");
        true
    }),
    ("another column of a query", |release| {
        let mut queries = release.record.queries.iter_mut();
        queries.any(|query| match query.columns.first_mut() {
            Some(column) => {
                column.0 = if column.0 == "a" { "b" } else { "a" }.to_owned();
                true
            }
            None => false,
        })
    }),
    ("less noise than there is, in the record alone", |release| {
        let mut record = serde_json::to_value(&release.record).unwrap();
        let changed = change_number(&mut record["queries"], "exponent")
            || change_number(&mut record["queries"], "denominator");
        if let Ok(record) = serde_json::from_value(record) {
            release.record = record;
        }
        changed
    }),
    ("more noise than there is, in the model alone", |release| {
        change_number(&mut release.model, "exponent")
            || change_number(&mut release.model, "numerator")
    }),
];

/// One of the record's sentences, with something else in its place.
fn changed_words(release: &mut Published, sentence: fn(&mut InWords) -> &mut String) -> bool {
    "nobody learns anything".clone_into(sentence(&mut release.record.in_words));
    true
}

/// The first number under this name, by one larger.
fn change_number(value: &mut Value, name: &str) -> bool {
    change(value, name, 1)
}

/// The first number under this name, larger by so much.
fn change(value: &mut Value, name: &str, by: i64) -> bool {
    match value {
        Value::Object(fields) => fields.iter_mut().any(|(field, value)| {
            let mut number = if field == name {
                Some(&mut *value)
            } else {
                None
            };
            while let Some(Value::Array(inner)) = number {
                number = inner.first_mut();
            }
            match number.and_then(|number| Some((number.as_i64()?, number))) {
                Some((old, number)) => {
                    *number = json!(old + by);
                    true
                }
                None => change(value, name, by),
            }
        }),
        Value::Array(values) => values.iter_mut().any(|value| change(value, name, by)),
        _ => false,
    }
}

/// The tables that were measured.
fn tables(model: &mut Value) -> Option<&mut Vec<Value>> {
    let name = if model.get("measured").is_some() {
        "measured"
    } else {
        "tables"
    };
    model.get_mut(name)?.as_array_mut()
}

fn drop_last(record: &mut Record, asked: Asked) -> bool {
    let last = record
        .queries
        .iter()
        .rposition(|query| query.asked() == Some(asked));
    last.map(|last| record.queries.remove(last)).is_some() && recount(record)
}

fn drop_all(record: &mut Record, asked: Asked) -> bool {
    let before = record.queries.len();
    record.queries.retain(|query| query.asked() != Some(asked));
    record.queries.len() < before && recount(record)
}

/// What the record says was spent is what its queries cost.
fn recount(record: &mut Record) -> bool {
    let units = |loss: &LossFile| match loss {
        LossFile::Gaussian {
            mu_squared_units: units,
            ..
        }
        | LossFile::Pure {
            epsilon_units: units,
            ..
        } => units.parse::<u128>().unwrap(),
    };
    let sum = record
        .queries
        .iter()
        .map(|query| units(&query.charge))
        .sum();
    record.spent = match record.spent {
        LossFile::Gaussian { .. } => MuSquared::from_units(sum).into(),
        LossFile::Pure { .. } => PureEpsilon::from_units(u64::try_from(sum).unwrap()).into(),
    };
    true
}

/// Something else in the place of the first field of the first row.
fn replace_field(release: &mut Published, with: fn(&str) -> String) -> bool {
    let mut lines: Vec<String> = release.rows.lines().map(str::to_owned).collect();
    let Some((field, rest)) = lines.get(1).and_then(|line| line.split_once(',')) else {
        return false;
    };
    lines[1] = format!("{},{rest}", with(field));
    release.rows = lines.join("\n") + "\n";
    true
}
