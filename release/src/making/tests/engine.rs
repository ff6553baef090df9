//! Tables that another program counts: an engine that is right changes no byte, and one that is wrong releases nothing.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use arrow_array::cast::AsArray as _;
use arrow_array::types::UInt8Type;
use arrow_array::{ArrayRef, RecordBatch, UInt64Array};
use privet_spec::MechanismName;
use tempfile::TempDir;

use super::streamed::{RULES, write_parquet};
use super::{Parts, USUAL};
use crate::error::Error;
use crate::keys::KeptSeed;
use crate::making::{InMemory, NewRelease};
use crate::names::{MODEL, RECORD, SYNTHETIC};
use crate::spec::Spec;
use crate::table::Input;
use crate::table::engine::{Engine, Failure, Job, KEPT, Pass, Persons, Share, Sums};

/// A cluster of several workers in one thread: everything goes through bytes, as over a wire.
struct Cluster {
    workers: usize,
    fault: Fault,
    /// The pass in which it errs, where 0 counts persons or takes the census.
    wrong_in: usize,
    passes: AtomicUsize,
}

/// In all passes.
const EVERY: usize = usize::MAX;

/// What an engine may do wrong.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fault {
    None,
    PartTwice,
    PartLost,
    RowTwice,
    RowLost,
    /// One row instead of another: their numbers are right.
    RowForAnother,
    /// Every code of a row one higher.
    OtherCodes,
    /// The last of the numbers one higher.
    OtherSum,
    /// The rows of a person in two places.
    PersonInTwo,
    NoBytes,
    Ended,
}

impl Cluster {
    fn of(workers: usize) -> Self {
        Self {
            workers,
            fault: Fault::None,
            wrong_in: EVERY,
            passes: AtomicUsize::new(0),
        }
    }

    /// The fault of this pass.
    fn fault(&self) -> Fault {
        let pass = self.passes.fetch_add(1, Ordering::Relaxed);
        if pass == self.wrong_in || self.wrong_in == EVERY {
            self.fault
        } else {
            Fault::None
        }
    }

    /// What each worker reads.
    fn batches(&self, job: &Job, share: &Share, fault: Fault) -> Vec<Vec<RecordBatch>> {
        let mut all: Vec<Vec<RecordBatch>> = Vec::new();
        for share in share.dealt(self.workers) {
            let share = Share::from_bytes(&share.to_bytes().unwrap()).unwrap();
            let mut batches = Vec::new();
            for part in 0..share.len() {
                let read = share.read(part, job, &mut |batch| {
                    batches.push(batch);
                    true
                });
                read.unwrap();
            }
            all.push(batches);
        }
        let first = &mut all[0];
        let rows = first[0].num_rows();
        match fault {
            Fault::PartTwice => first.extend(first.clone()),
            Fault::PartLost => first.clear(),
            Fault::RowTwice => first.push(first[0].slice(0, 1)),
            Fault::RowLost => first[0] = first[0].slice(1, rows - 1),
            Fault::RowForAnother => {
                let twice = first[0].slice(1, 1);
                first[0] = first[0].slice(1, rows - 1);
                first.push(twice);
            }
            Fault::OtherCodes => {
                let codes = first[0].column(4).as_fixed_size_binary();
                let changed = codes.iter().map(|codes| {
                    codes
                        .unwrap()
                        .iter()
                        .map(|code| code ^ 1)
                        .collect::<Vec<_>>()
                });
                let changed = arrow_array::FixedSizeBinaryArray::try_from_iter(changed).unwrap();
                let mut columns = first[0].columns().to_vec();
                columns[4] = Arc::new(changed);
                first[0] = RecordBatch::try_new(first[0].schema(), columns).unwrap();
            }
            _ => {}
        }
        all
    }
}

impl Engine for Cluster {
    fn persons(&self, pass: &Pass) -> Result<Persons, Failure> {
        let fault = self.fault();
        if fault == Fault::Ended {
            return Err(Failure::Ended);
        }
        let most = u64::from(pass.most.unwrap());
        let mut rows: HashMap<(usize, Vec<u8>), u64> = HashMap::new();
        let workers = self.batches(&pass.job, &pass.share, fault);
        for (worker, batch) in (workers.iter().enumerate())
            .flat_map(|(worker, batches)| batches.iter().map(move |batch| (worker, batch)))
        {
            let group = if fault == Fault::PersonInTwo {
                worker
            } else {
                0
            };
            let kinds = batch.column(2).as_primitive::<UInt8Type>();
            let ids = batch.column(3).as_binary::<i32>();
            for (kind, id) in kinds.iter().zip(ids.iter()) {
                if kind == Some(KEPT) {
                    *rows.entry((group, id.unwrap().to_vec())).or_default() += 1;
                }
            }
        }
        let rows: Vec<u64> = rows.into_values().collect();
        Ok(Persons {
            rows: rows.iter().sum(),
            beyond: rows.iter().map(|rows| rows.saturating_sub(most)).sum(),
            largest: rows.iter().copied().max().unwrap_or(0),
        })
    }

    fn sums(&self, pass: &Pass) -> Result<Vec<u8>, Failure> {
        let fault = self.fault();
        match fault {
            Fault::Ended => return Err(Failure::Ended),
            Fault::NoBytes => return Ok(Vec::new()),
            _ => {}
        }
        let job = Job::from_bytes(&pass.job.to_bytes()).unwrap();
        let workers = self.batches(&job, &pass.share, fault);
        let places = places(&job, &workers, fault == Fault::PersonInTwo);
        let mut total = Sums::new();
        for (batches, places) in workers.iter().zip(&places) {
            let mut sums = Sums::new();
            for (batch, places) in batches.iter().zip(places) {
                let mut columns: Vec<ArrayRef> = batch.columns().to_vec();
                if pass.most.is_some() {
                    columns.push(Arc::new(places.clone()));
                }
                sums.add(&job, &columns, pass.most).unwrap();
            }
            total.join(&sums.to_bytes()).unwrap();
        }
        let mut bytes = total.to_bytes();
        if fault == Fault::OtherSum {
            let last = bytes.len() - 8;
            bytes[last] ^= 1;
        }
        Ok(bytes)
    }
}

/// The place of every row among its person's, from 1 on: by worker and batch.
fn places(job: &Job, workers: &[Vec<RecordBatch>], is_split: bool) -> Vec<Vec<UInt64Array>> {
    let mut equal: HashMap<(usize, Vec<u8>, u8, Vec<u8>), u64> = HashMap::new();
    let mut tags: HashMap<(usize, Vec<u8>, u8), Vec<Vec<u8>>> = HashMap::new();
    let mut tagged = Vec::new();
    for (worker, batches) in workers.iter().enumerate() {
        let group = if is_split { worker } else { 0 };
        for (number, batch) in batches.iter().enumerate() {
            let kinds = batch.column(2).as_primitive::<UInt8Type>();
            let (ids, codes) = (
                batch.column(3).as_binary(),
                batch.column(4).as_fixed_size_binary(),
            );
            let occurrences: UInt64Array = (0..batch.num_rows())
                .map(|row| {
                    let (id, codes) = (ids.value(row).to_vec(), codes.value(row).to_vec());
                    let occurrence = equal
                        .entry((group, id, kinds.value(row), codes))
                        .or_default();
                    *occurrence += 1;
                    Some(*occurrence)
                })
                .collect();
            let of_batch = job.tags(ids, codes, &occurrences).unwrap();
            for row in 0..batch.num_rows() {
                let person = (group, ids.value(row).to_vec(), kinds.value(row));
                let tag = of_batch.value(row).to_vec();
                tags.entry(person.clone()).or_default().push(tag.clone());
                tagged.push((worker, number, person, tag));
            }
        }
    }
    for tags in tags.values_mut() {
        tags.sort();
    }
    let mut places: Vec<Vec<Vec<u64>>> = (workers.iter())
        .map(|batches| vec![Vec::new(); batches.len()])
        .collect();
    for (worker, batch, person, tag) in tagged {
        let before = tags[&person].binary_search(&tag).unwrap();
        places[worker][batch].push(before as u64 + 1);
    }
    let arrays = |batches: Vec<Vec<u64>>| batches.into_iter().map(UInt64Array::from).collect();
    places.into_iter().map(arrays).collect()
}

fn made(spec: &Spec, path: &Path, engine: Option<&Cluster>) -> Result<InMemory, Error> {
    let release = NewRelease::of(spec, Input::at(path)).with_test_seed(KeptSeed::of_test(3));
    match engine {
        Some(engine) => release.counted_by(engine).into_memory(),
        None => release.into_memory(),
    }
}

fn spec(unit: &str, rules: &str, mechanism: &str) -> Spec {
    let parts = Parts {
        unit,
        // Enough for pairs of columns.
        epsilon: "30",
        adjacency: if mechanism == "SmoothedHistogram()" {
            "Replace"
        } else {
            "AddRemove"
        },
        rules,
        mechanism,
        ..USUAL
    };
    parts.spec()
}

#[test]
fn an_engine_changes_no_byte() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("t");
    write_parquet(&path, 5, 4);
    let mechanisms: Vec<String> = (MechanismName::ALL.iter())
        .map(|name| format!("{}()", name.as_str()))
        .collect();
    let mut cases: Vec<(&str, &str, &str)> = vec![
        ("Person(id: \"who\", rows: 2)", RULES, "PrivMrf()"),
        ("Person(id: \"who\", rows: 1)", "", "PrivBayes()"),
        ("Person(id: \"who\", rows: 99)", RULES, "PrivMrf()"),
        ("Person(id: \"who\", rows: 3)", "", "PrivBayesPure()"),
    ];
    cases.extend(
        mechanisms
            .iter()
            .map(|mechanism| ("Row", "", mechanism.as_str())),
    );
    for (unit, rules, mechanism) in cases {
        let spec = spec(unit, rules, mechanism);
        let here = made(&spec, &path, None).unwrap();
        for workers in [1, 3, 50] {
            let elsewhere = made(&spec, &path, Some(&Cluster::of(workers))).unwrap();
            for file in [SYNTHETIC, MODEL, RECORD] {
                let same = here.file(file) == elsewhere.file(file);
                assert!(same, "{mechanism}, {unit}, {rules}, {workers}: {file}");
            }
        }
    }
}

#[test]
fn an_engine_that_counts_wrongly_releases_nothing() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("t");
    write_parquet(&path, 5, 4);
    let wrong = |unit: &str, fault: Fault, wrong_in: usize| {
        let cluster = Cluster {
            fault,
            wrong_in,
            ..Cluster::of(3)
        };
        let made = made(&spec(unit, "", "PrivMrf()"), &path, Some(&cluster));
        made.map(drop)
            .expect_err(&format!("pass {wrong_in} of {unit}"))
            .to_string()
    };
    for (unit, passes) in [("Row", 2), ("Person(id: \"who\", rows: 2)", 3)] {
        for pass in 0..passes {
            let error = wrong(unit, Fault::Ended, pass);
            assert!(error.contains("a worker could not be reached"), "{error}");
            // Counting persons gives nothing but the numbers of rows; the last number of a census is the fingerprint, which
            // no other pass has.
            for (fault, of_persons, of_census) in [
                (Fault::PartTwice, true, true),
                (Fault::PartLost, true, true),
                (Fault::RowTwice, true, true),
                (Fault::RowLost, true, true),
                (Fault::NoBytes, false, true),
                (Fault::RowForAnother, false, true),
                (Fault::OtherCodes, false, true),
                (Fault::OtherSum, false, false),
            ] {
                let is_tried = match passes - pass {
                    3 => of_persons,
                    2 => of_census,
                    _ => true,
                };
                if !is_tried {
                    continue;
                }
                let error = wrong(unit, fault, pass);
                assert!(error.contains("the engine counted wrongly"), "{error}");
            }
        }
    }
    // An engine that errs in every pass agrees with itself, but not with what the files say of themselves.
    for unit in [
        "Row",
        "Person(id: \"who\", rows: 2)",
        "Person(id: \"who\", rows: 99)",
    ] {
        for fault in [
            Fault::PartTwice,
            Fault::PartLost,
            Fault::RowTwice,
            Fault::RowLost,
        ] {
            let error = wrong(unit, fault, EVERY);
            assert!(error.contains("the engine counted wrongly"), "{error}");
        }
    }
    // Where a person's rows are not brought together in one pass, others keep another number of rows; so do they where that
    // pass has said that nobody has too many.
    for (rows, passes) in [(2, 3), (5, 2), (8, 2)] {
        for pass in 0..passes {
            let unit = format!("Person(id: \"who\", rows: {rows})");
            let error = wrong(&unit, Fault::PersonInTwo, pass);
            assert!(error.contains("the engine counted wrongly"), "{error}");
        }
    }
}

#[test]
fn what_a_worker_cannot_read_is_said_with_its_place() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("t");
    write_parquet(&path, 2, 10);
    let text = USUAL.spec().text().replace("max: 9", "max: 8");
    let narrow = Spec::parse("spec.ron", text).unwrap();
    let here = made(&narrow, &path, None)
        .map(drop)
        .unwrap_err()
        .to_string();
    let elsewhere = made(&narrow, &path, Some(&Cluster::of(2)));
    assert_eq!(elsewhere.map(drop).unwrap_err().to_string(), here);
    assert!(here.contains(".parquet: row"), "{here}");
}

#[test]
fn a_text_is_not_for_workers() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("t.csv");
    std::fs::write(&path, "a,b,c\ntrue,x,1\n").unwrap();
    let cluster = Cluster::of(1);
    let error = made(&USUAL.spec(), &path, Some(&cluster))
        .map(drop)
        .unwrap_err();
    assert!(
        error.to_string().contains("workers read Parquet"),
        "{error}"
    );
    let table = Input::from_reader("t", &b"a,b,c\n"[..]);
    let piped = NewRelease::of(&USUAL.spec(), table)
        .counted_by(&cluster)
        .into_memory();
    let error = piped.map(drop).unwrap_err().to_string();
    assert!(error.contains("comes through a pipe"), "{error}");
}
