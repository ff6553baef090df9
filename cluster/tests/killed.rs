//! Workers that end or are silent while they work: the release is the same, or there is none.

mod common;

use std::thread;
use std::time::{Duration, Instant};

use common::{Process, made, spec, write_table};
use privet_cluster::{Cluster, Keys};
use tempfile::TempDir;

/// `PRIVET_KILLS` says how many times.
#[test]
fn a_worker_that_ends_changes_no_byte() {
    let kills = std::env::var("PRIVET_KILLS").map_or(6, |text| text.parse().unwrap());
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    write_table(&at("files"), 6, 20);
    Keys::create(&at("keys"), &["localhost".to_owned()]).unwrap();
    let keys = Keys::read(&at("keys")).unwrap();
    let spec = spec("Person(id: \"who\", rows: 2)", "PrivMrf()");
    let here = made(&spec, &at("files"), None).unwrap();
    let mut longest = None;
    let (mut whole, mut ended) = (0, 0);
    for kill in 0..=kills {
        let workers = [Process::start(&at("keys")), Process::start(&at("keys"))];
        let urls = workers.each_ref().map(|worker| worker.url.clone());
        let cluster = Cluster::of_workers(&urls, &keys, 1).unwrap();
        let began = Instant::now();
        let [first, _second] = workers;
        let mut first = Some(first);
        // The first time nobody is killed, and it is seen how long it takes; then at moments all over that time.
        let killing = longest.map(|longest: Duration| {
            let moment = longest * (kill * 7919 % kills) / kills;
            let killed = first.take();
            thread::spawn(move || {
                thread::sleep(moment);
                drop(killed);
            })
        });
        match made(&spec, &at("files"), Some(&cluster)) {
            Ok(elsewhere) => {
                assert!(elsewhere == here, "kill {kill}");
                whole += 1;
            }
            Err(error) => {
                let error = error.to_string();
                assert!(error.contains("a worker could not be reached"), "{error}");
                ended += 1;
            }
        }
        longest.get_or_insert(began.elapsed());
        if let Some(killing) = killing {
            killing.join().unwrap();
        }
    }
    println!("{whole} whole, {ended} ended");
    assert!(whole > 0, "nobody was killed the first time");
}

/// Five seconds are within the patience of those who ask; for ever is not, whether they are about to connect or connected.
#[test]
fn a_slow_worker_is_waited_for_and_a_silent_one_is_not() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    write_table(&at("files"), 6, 20);
    Keys::create(&at("keys"), &["localhost".to_owned()]).unwrap();
    let keys = Keys::read(&at("keys")).unwrap();
    let spec = spec("Person(id: \"who\", rows: 2)", "PrivMrf()");
    let here = made(&spec, &at("files"), None).unwrap();
    let workers = [Process::start(&at("keys")), Process::start(&at("keys"))];
    let urls = workers.each_ref().map(|worker| worker.url.clone());
    let [slow, _other] = &workers;
    let release = || {
        let cluster = Cluster::of_workers(&urls, &keys, 1).unwrap();
        made(&spec, &at("files"), Some(&cluster))
    };
    let began = Instant::now();
    assert!(release().unwrap() == here);
    let whole = began.elapsed();

    slow.signal("STOP");
    let elsewhere = thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_secs(5));
            slow.signal("CONT");
        });
        release()
    });
    assert!(elsewhere.unwrap() == here);

    for moment in [Duration::ZERO, whole / 2] {
        let ended = thread::scope(|scope| {
            let stopping = scope.spawn(|| {
                thread::sleep(moment);
                slow.signal("STOP");
            });
            if moment.is_zero() {
                stopping.join().unwrap();
            }
            release()
        });
        match ended {
            Ok(elsewhere) => assert!(elsewhere == here && !moment.is_zero()),
            Err(error) => {
                let error = error.to_string();
                assert!(error.contains("a worker could not be reached"), "{error}");
            }
        }
        // It can go on with the next release.
        slow.signal("CONT");
        assert!(release().unwrap() == here);
    }
}
