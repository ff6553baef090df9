//! One machine, embedded DataFusion and workers make the same release, byte for byte.

mod common;

use std::path::Path;
use std::thread;

use common::{made, spec, write_rows, write_table};
use privet_cluster::{Cluster, Keys, Room, Worker};
use privet_release::engine::{Engine, Failure, Pass, Persons};
use tempfile::TempDir;
use url::Url;

/// Workers in threads of this process, on ports that are free.
fn workers(count: usize, keys: &Path) -> Vec<Url> {
    let worker = |_| {
        let keys = Keys::read(keys).unwrap();
        let worker = Worker::bind("127.0.0.1:0".parse().unwrap(), keys, Room::default()).unwrap();
        let port = worker.address().unwrap().port();
        thread::spawn(move || worker.work());
        Url::parse(&format!("https://localhost:{port}")).unwrap()
    };
    (0..count).map(worker).collect()
}

#[test]
fn one_machine_and_many_make_the_same_release() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    write_table(&at("files"), 5, 40);
    Keys::create(&at("keys"), &["localhost".to_owned()]).unwrap();
    let keys = Keys::read(&at("keys")).unwrap();
    let urls = workers(4, &at("keys"));
    let mut engines = vec![(
        "embedded".to_owned(),
        Cluster::embedded(2, &Room::default()).unwrap(),
    )];
    for count in [1, 2, 4] {
        let cluster = Cluster::of_workers(&urls[..count], &keys, 2).unwrap();
        engines.push((format!("{count} workers"), cluster));
    }
    for (unit, mechanism) in [
        ("Row", "PrivBayes()"),
        ("Row", "SmoothedHistogram()"),
        ("Person(id: \"who\", rows: 2)", "PrivBayesPure()"),
        ("Person(id: \"who\", rows: 2)", "PrivMrf()"),
        ("Person(id: \"who\", rows: 1)", "Independent()"),
        ("Person(id: \"who\", rows: 500)", "PrivMrf()"),
    ] {
        let spec = spec(unit, mechanism);
        let here = made(&spec, &at("files"), None).unwrap();
        for (name, engine) in &engines {
            let same = made(&spec, &at("files"), Some(engine)).unwrap() == here;
            assert!(same, "{name}: {unit}, {mechanism}");
        }
    }
}

/// Reads every second part only, in one of its passes.
struct Losing<'a> {
    cluster: &'a Cluster,
    persons: bool,
}

impl Losing<'_> {
    fn of(pass: &Pass) -> Pass {
        Pass {
            share: pass.share.dealt(2).remove(0),
            ..pass.clone()
        }
    }
}

impl Engine for Losing<'_> {
    fn persons(&self, pass: &Pass) -> Result<Persons, Failure> {
        if self.persons {
            self.cluster.persons(&Self::of(pass))
        } else {
            self.cluster.persons(pass)
        }
    }

    fn sums(&self, pass: &Pass) -> Result<Vec<u8>, Failure> {
        if self.persons {
            self.cluster.sums(pass)
        } else {
            self.cluster.sums(&Self::of(pass))
        }
    }
}

#[test]
fn lost_parts_release_nothing() {
    let folder = TempDir::new().unwrap();
    let table = folder.path().join("files");
    write_table(&table, 2, 100);
    let cluster = Cluster::embedded(2, &Room::default()).unwrap();
    for persons in [true, false] {
        let losing = Losing {
            cluster: &cluster,
            persons,
        };
        let spec = spec("Person(id: \"who\", rows: 2)", "PrivBayes()");
        let error = made(&spec, &table, Some(&losing))
            .map(drop)
            .unwrap_err()
            .to_string();
        assert!(error.contains("the engine counted wrongly"), "{error}");
    }
}

#[test]
fn nobody_answers() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    write_table(&at("files"), 2, 100);
    Keys::create(&at("keys"), &["localhost".to_owned()]).unwrap();
    Keys::create(&at("others"), &["localhost".to_owned()]).unwrap();
    let (keys, others) = (Keys::read(&at("keys")), Keys::read(&at("others")));
    let spec = spec("Row", "PrivBayes()");
    let urls = workers(2, &at("keys"));
    let nowhere = [Url::parse("https://localhost:1").unwrap()];
    // Nobody is there, and a cluster of another authority.
    for (urls, keys) in [
        (&nowhere[..], &keys.unwrap()),
        (&urls[..], &others.unwrap()),
    ] {
        let cluster = Cluster::of_workers(urls, keys, 1).unwrap();
        let error = made(&spec, &at("files"), Some(&cluster))
            .map(drop)
            .unwrap_err()
            .to_string();
        assert!(error.contains("a worker could not be reached"), "{error}");
    }
}

/// Rows that do not fit into the memory that was given end the release; unless there is a folder for them, which is empty again
/// afterwards.
#[test]
fn rows_go_to_a_disk_only_where_it_is_named() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    write_rows(&at("files"), 300_000, 2, 50_000);
    std::fs::create_dir(at("disk")).unwrap();
    let spec = spec("Person(id: \"who\", rows: 2)", "PrivBayes()");
    let here = made(&spec, &at("files"), None).unwrap();
    let mut room = Room {
        memory: Some(56_000_000),
        spill: None,
    };
    let cluster = Cluster::embedded(2, &room).unwrap();
    let error = made(&spec, &at("files"), Some(&cluster))
        .map(drop)
        .unwrap_err()
        .to_string();
    assert!(error.contains("a worker has not enough memory"), "{error}");
    room.spill = Some(at("disk"));
    let cluster = Cluster::embedded(2, &room).unwrap();
    let elsewhere = made(&spec, &at("files"), Some(&cluster)).unwrap();
    assert!(elsewhere == here);
    drop(cluster);
    assert_eq!(std::fs::read_dir(at("disk")).unwrap().count(), 0);
}
