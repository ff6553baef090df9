//! A standard output that is full or closed: where files are in place, that is no failure; where the output was the
//! answer, a full one is.
#![cfg(unix)]

use std::fs::{self, File};
use std::process::Stdio;

use crate::common::desk::{ARTEFACTS, Desk, evaluate_args};
use crate::common::{Run, command};

/// Where the output goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stream {
    /// Every write fails: no space left.
    Full,
    /// Nobody reads any more.
    Closed,
}

fn run(desk: &Desk, args: &[&str], out: Stream, err: Option<Stream>) -> Run {
    let full = || Stdio::from(File::create("/dev/full").expect("Linux has it"));
    let closed = || {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        Stdio::from(writer)
    };
    let to = |stream| match stream {
        Stream::Full => full(),
        Stream::Closed => closed(),
    };
    let child = command(args)
        .current_dir(desk.folder())
        .stdout(to(out))
        .stderr(err.map_or_else(Stdio::piped, to))
        .spawn()
        .expect("privet starts");
    Run::of(child.wait_with_output().expect("it ends"))
}

/// A desk with two releases of a small table.
fn desk() -> Desk {
    let desk = Desk::survey(500);
    desk.release("one", &["--quiet"]);
    desk.release("two", &["--quiet"]);
    desk
}

#[test]
fn files_that_are_in_place_end_with_code_0() {
    let desk = desk();
    let release = ["release", "spec.ron", "--data", "table.csv", "--out", "new"];
    let evaluate = evaluate_args("one/synthetic.csv", &["--target", "none", "--json", "new"]);
    for args in [
        &release[..],
        &[&release[..], &["--json"]].concat(),
        &["demo", "--out", "new"],
        &["sample", "one", "--rows", "10", "--out", "new"],
        &["report", "one", "--out", "new"],
        &["compare", "one", "two", "--html", "new"],
        &evaluate,
    ] {
        for (out, err) in [
            (Stream::Full, None),
            (Stream::Closed, None),
            (Stream::Full, Some(Stream::Full)),
            (Stream::Closed, Some(Stream::Closed)),
        ] {
            let case = format!("{} {out:?} {err:?}", args[0]);
            let run = run(&desk, args, out, err);
            assert_eq!(run.code, Some(0), "{case}: {}", run.err);
            assert!(!run.err.contains("panicked"), "{case}: {}", run.err);
            let told = run.err.contains("all files are in place");
            // `sample --out` has nothing to say.
            let should = (out, err) == (Stream::Full, None) && args[0] != "sample";
            assert_eq!(told, should, "{case}: {}", run.err);
            let new = desk.path("new");
            if new.is_dir() {
                let release = if args[0] == "demo" {
                    "new/release"
                } else {
                    "new"
                };
                assert_eq!(desk.names(release), ARTEFACTS, "{case}");
                fs::remove_dir_all(new).unwrap();
            } else {
                fs::remove_file(new).expect(&case);
            }
            assert_eq!(
                desk.names("."),
                ["one", "spec.ron", "table.csv", "two"],
                "{case}"
            );
        }
    }
}

#[test]
fn an_answer_that_cannot_be_written_is_an_error() {
    let desk = desk();
    let evaluate = evaluate_args("one/synthetic.csv", &["--target", "none"]);
    for args in [
        &["check", "spec.ron"][..],
        &["plan", "spec.ron"],
        &["plan", "spec.ron", "--json"],
        &["verify", "one"],
        &["verify", "one", "--json"],
        &["sample", "one", "--rows", "10"],
        &["compare", "one", "two"],
        &evaluate,
    ] {
        let case = args[0];
        for err in [None, Some(Stream::Full)] {
            let full = run(&desk, args, Stream::Full, err);
            assert_eq!(full.code, Some(2), "{case}");
            assert_eq!(
                full.err.contains("cannot be written"),
                err.is_none(),
                "{case}"
            );
            assert!(!full.err.contains("panicked"), "{case}: {}", full.err);
        }
        // As `| head` has it.
        let closed = run(&desk, args, Stream::Closed, None);
        assert_eq!((closed.code, closed.err.as_str()), (Some(0), ""), "{case}");
    }
}

/// Who reads only the first line of `verify`, or none, still learns from its exit code that something is wrong.
#[test]
fn a_fault_is_a_fault_whoever_reads() {
    let desk = desk();
    desk.write("one/synthetic.csv", "forged");
    for out in [Stream::Full, Stream::Closed] {
        for args in [&["verify", "one"][..], &["verify", "one", "--json"]] {
            let run = run(&desk, args, out, None);
            assert_eq!(run.code, Some(2), "{out:?}");
            assert!(run.err.contains("synthetic.csv"), "{}", run.err);
        }
    }
}
