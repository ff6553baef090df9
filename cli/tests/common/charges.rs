//! Releases under one account that are killed at random moments (SIGKILL), and what their account says afterwards.
//!
//! A few run in every `cargo test`; `PRIVET_KILLS=500` asks for more, as for `kills`.

use std::fmt;
use std::io::Write as _;
use std::os::unix::process::ExitStatusExt as _;
use std::process::{Child, Stdio};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use rustix::process::Signal;

use super::command;
use super::desk::{Desk, Dice, spec_of, survey_csv};
use super::kills::send;

/// How runs ended.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    /// Killed before the charge.
    before: u32,
    /// Killed after the charge, before any byte of the table was seen to be read.
    charged: u32,
    /// Killed after the table was begun to be read.
    read: u32,
    /// Published, and the account was not told.
    untold: u32,
    /// Published, and the account was told.
    told: u32,
    /// Too fast to be killed.
    finished: u32,
}

/// Kills this many releases while they run, and asserts after each of them: the account opens; it has one charge more or none; one more
/// if any of the table was read, or a release or a part of one is there; and none is ever lost.
pub(crate) fn study(kills: u32, seed: u64) -> Tally {
    let mut dice = Dice(seed);
    let spec = spec_of("(name: \"smokes\", kind: Boolean(no: \"no\", yes: \"yes\")),");
    let spec = spec.replace("epsilon: \"1\"", "epsilon: \"0.05\"");
    let table = survey_csv(4000).into_bytes();
    assert!(table.len() > 2 * PIPE, "more than a pipe holds unread");
    let desk = Desk::with(&spec, "");
    let create = ["account", "create", ACCOUNT, "--spec", "spec.ron"];
    let run = desk.run(&[&create[..], &["--epsilon", "50", "--delta", "1e-6"]].concat());
    assert_eq!(run.code, Some(0), "{}", run.err);
    let usual = usual_time(&desk, &table);

    let mut tally = Tally::default();
    let mut killed = 0;
    for kill in 0.. {
        if killed == kills {
            break;
        }
        let out = format!("out{kill}");
        // At any moment of a run and a little longer, or at any behind the charge, where it matters most.
        let aimed = dice.chance(50);
        let parts = u32::try_from(dice.below(if aimed { 600 } else { 1600 })).expect("below 1600");
        let delay = usual.mul_f64(f64::from(parts) / 1000.0);
        let before = lines(&desk);
        let (mut child, feeding) = start(&desk, &out, &table);
        if aimed {
            let length = desk.bytes(ACCOUNT).len();
            while desk.bytes(ACCOUNT).len() == length
                && child.try_wait().expect("it can be asked").is_none()
            {
                sleep(Duration::from_micros(100));
            }
        }
        sleep(delay);
        send(&child, Signal::KILL);
        let ended = child.wait().expect("it ends");
        killed += u32::from(ended.signal().is_some());
        let read = feeding.join().expect("it ends") > PIPE;

        let after = lines(&desk);
        let case = format!(
            "kill {kill}, {delay:?} after {}",
            if aimed { "its charge" } else { "its start" }
        );
        assert!(after.starts_with(&before), "{case}: a line was lost");
        let more = &after[before.len()..];
        let charged = more
            .iter()
            .filter(|line| line.contains("\"charge\":{"))
            .count();
        let told = more.iter().any(|line| line.contains("\"published\":{"));
        assert!(charged <= 1, "{case}");
        let names = desk.names(".");
        let published = names.contains(&out);
        let begun = names
            .iter()
            .any(|name| name.starts_with(&format!("{out}.partial-")));
        assert!(
            charged == 1 || !(read || begun || published || told),
            "{case}: it was not charged"
        );
        assert!(
            published || !told,
            "{case}: the account names a release that is not there"
        );
        let show = desk.run(&["account", "show", ACCOUNT, "--json"]);
        assert_eq!((show.code, show.err.as_str()), (Some(0), ""), "{case}");
        assert!(!show.out.contains("\"broken\""), "{case}: {}", show.out);
        let end = match (charged, read || begun, published, told) {
            _ if ended.signal().is_none() => &mut tally.finished,
            (_, _, true, true) => &mut tally.told,
            (_, _, true, false) => &mut tally.untold,
            (1, true, ..) => &mut tally.read,
            (1, false, ..) => &mut tally.charged,
            _ => &mut tally.before,
        };
        *end += 1;
    }
    assert_known(&desk);
    tally
}

/// Every release that is there was charged for what its spec says.
fn assert_known(desk: &Desk) {
    let names = desk.names(".");
    let releases = names
        .iter()
        .filter(|name| desk.path(name).join("record.json").exists());
    let mut args = vec!["account", "verify", ACCOUNT];
    args.extend(
        releases
            .map(String::as_str)
            .filter(|name| !name.contains(".partial-")),
    );
    assert!(args.len() > 3, "no release was made");
    let run = desk.run(&args);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{}", run.out);
}

fn lines(desk: &Desk) -> Vec<String> {
    desk.text(ACCOUNT).lines().map(str::to_owned).collect()
}

/// A release whose table comes through a pipe; the thread returns how many bytes the pipe took.
fn start(desk: &Desk, out: &str, table: &[u8]) -> (Child, thread::JoinHandle<usize>) {
    let mut child = command(&["release", "spec.ron", "--data", "-", "--quiet"])
        .args(["--account", ACCOUNT, "--out", out])
        .current_dir(desk.folder())
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("privet starts");
    let mut pipe = child.stdin.take().expect("a pipe");
    let table = table.to_owned();
    let feeding = thread::spawn(move || {
        let taken = table
            .chunks(4096)
            .take_while(|chunk| pipe.write_all(chunk).is_ok());
        taken.map(<[u8]>::len).sum()
    });
    (child, feeding)
}

/// The middle of three whole runs.
fn usual_time(desk: &Desk, table: &[u8]) -> Duration {
    let mut times = ["first", "second", "third"].map(|out| {
        let started = Instant::now();
        let (mut child, feeding) = start(desk, out, table);
        assert!(child.wait().expect("it ends").success());
        feeding.join().expect("it ends");
        started.elapsed()
    });
    times.sort();
    times[1]
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            before,
            charged,
            read,
            untold,
            told,
            finished,
        } = self;
        write!(
            f,
            "killed before the charge: {before}; charged and nothing read: {charged}; charged and read: {read}; published \
             and the account not told: {untold}; published and told: {told}; not killed in time: {finished}"
        )
    }
}

const ACCOUNT: &str = "account.jsonl";

/// What a pipe of this system holds that nobody has read.
const PIPE: usize = 1 << 16;
