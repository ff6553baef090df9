//! When a table is opened: never by a rehearsal, and by a release with an account after its charge is on the disk. The
//! system is asked to tell of every opening.
#![cfg(target_os = "linux")]

use std::fs::File;
use std::mem::MaybeUninit;
use std::os::fd::OwnedFd;
use std::path::Path;
use std::sync::Arc;

use crate::common::Run;
use crate::common::accounts::{ACCOUNT, create};
use crate::common::desk::{Desk, assert_refused, spec_of};
use arrow_array::{ArrayRef, Int64Array, RecordBatch};
use parquet::arrow::ArrowWriter;
use rustix::fs::inotify::{CreateFlags, ReadFlags, Reader, WatchFlags, add_watch, init};

/// What happens to an account and to the files of a table.
struct Watched(OwnedFd);

#[derive(Clone, Copy, Debug, PartialEq)]
enum Event {
    Charged,
    Opened,
}

impl Watched {
    fn new(desk: &Desk, tables: &[&str]) -> Self {
        let fd = init(CreateFlags::NONBLOCK | CreateFlags::CLOEXEC).unwrap();
        add_watch(&fd, desk.path(ACCOUNT), WatchFlags::MODIFY).unwrap();
        for table in tables {
            add_watch(&fd, desk.path(table), WatchFlags::OPEN).unwrap();
        }
        Self(fd)
    }

    /// All that happened, in its order.
    fn events(self) -> Vec<Event> {
        let mut buffer = [MaybeUninit::uninit(); 1 << 12];
        let mut reader = Reader::new(&self.0, &mut buffer);
        let mut events = Vec::new();
        while let Ok(event) = reader.next() {
            assert!(!event.events().contains(ReadFlags::QUEUE_OVERFLOW));
            events.push(if event.events().contains(ReadFlags::OPEN) {
                Event::Opened
            } else {
                Event::Charged
            });
        }
        events
    }
}

fn write_parquet(path: &Path) {
    let column: ArrayRef = Arc::new(Int64Array::from_iter_values((0..40).map(|row| row % 10)));
    let batch = RecordBatch::try_from_iter([("a", column)]).unwrap();
    let file = File::create(path).unwrap();
    let mut writer = ArrowWriter::try_new(file, batch.schema(), None).unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
}

/// What `--data` names, the files that this means, and whether they are a table.
const TABLES: [(&str, &[&str], bool); 6] = [
    ("table.csv", &["table.csv"], true),
    ("table.parquet", &["table.parquet"], true),
    ("parts", &["parts/1.parquet", "parts/2.parquet"], true),
    (
        "parts/*.parquet",
        &["parts/1.parquet", "parts/2.parquet"],
        true,
    ),
    ("named.json", &["named.json"], false),
    ("texts", &["texts/1.parquet"], false),
];

fn desk() -> Desk {
    let desk = Desk::with(
        &spec_of("(name: \"a\", kind: Integer(min: 0, max: 9))"),
        format!("a\n{}", "1\n2\n3\n".repeat(20)),
    );
    desk.write("parts/.hidden", "");
    write_parquet(&desk.path("table.parquet"));
    write_parquet(&desk.path("parts/1.parquet"));
    write_parquet(&desk.path("parts/2.parquet"));
    desk.write("texts/1.parquet", "a\n1\n");
    desk.write("named.json", "{\"privet_record\": 1}");
    create(&desk, "40");
    desk
}

/// Runs `release` with an account, and with these arguments.
fn release(desk: &Desk, spec: &str, data: &str, more: &[&str]) -> Run {
    let args = [
        "release",
        spec,
        "--data",
        data,
        "--account",
        ACCOUNT,
        "--quiet",
    ];
    desk.run(&[&args, more].concat())
}

#[test]
fn a_rehearsal_opens_no_table() {
    let desk = desk();
    for (data, files, _) in TABLES {
        let watched = Watched::new(&desk, files);
        let run = release(&desk, "spec.ron", data, &["--rehearse", "--rows", "50"]);
        assert_eq!(run.code, Some(0), "{data}: {}", run.err);
        assert_eq!(watched.events(), [], "{data}");
    }
}

#[test]
fn a_table_is_opened_after_it_was_charged() {
    let desk = desk();
    for (number, (data, files, is_table)) in TABLES.into_iter().enumerate() {
        let out = format!("out-{number}");
        let watched = Watched::new(&desk, files);
        let run = release(&desk, "spec.ron", data, &["--out", &out]);
        assert_eq!(run.code == Some(0), is_table, "{data}: {}", run.err);
        let events = watched.events();
        assert_eq!(events.first(), Some(&Event::Charged), "{data}");
        assert!(events.contains(&Event::Opened), "{data}: nothing was seen");
    }
}

#[test]
fn a_table_that_is_not_charged_is_not_opened() {
    let desk = desk();
    std::fs::remove_file(desk.path(ACCOUNT)).unwrap();
    create(&desk, "0.001");
    let refused = |spec: &str, data: &str, files: &[&str], fragment: &str| {
        let watched = Watched::new(&desk, files);
        let run = release(&desk, spec, data, &["--out", "out"]);
        assert_refused(&run, &[fragment], data);
        assert_eq!(watched.events(), [], "{data}");
    };
    for (data, files, _) in TABLES {
        refused("spec.ron", data, files, "account");
    }
    // Files in each other's place are told by their names.
    let instead = "privet release spec.ron --data table.";
    refused("spec.ron", "account.jsonl", &[], instead);
    refused("table.csv", "table.parquet", &["table.parquet"], instead);
}
