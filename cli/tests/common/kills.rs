//! Runs of the program that are killed at random moments, and what they leave behind.
//!
//! A few of them run in every `cargo test`; `PRIVET_KILLS=500 cargo test -p privet --test program killed -- --nocapture` runs
//! many, and prints how they ended. The moments follow from fixed seeds and the usual time of a run, so they differ a little each time.

use std::collections::BTreeMap;
use std::fmt;
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::process::ExitStatusExt as _;
use std::process::{Child, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use super::command;
use super::desk::{ARTEFACTS, Desk, Dice};

/// How many runs ended in which way, by command and signal.
#[derive(Debug, Default)]
pub(crate) struct Tally(BTreeMap<(&'static str, &'static str), Ends>);

#[derive(Debug, Default)]
struct Ends {
    before: u32,
    partial: u32,
    part: u32,
    whole: u32,
}

/// How many runs the environment asks for.
pub(crate) fn asked_for(usual: u32) -> u32 {
    std::env::var("PRIVET_KILLS").map_or(usual, |text| text.parse().expect("a number"))
}

/// Kills this many runs and asserts of each that it left all or nothing, and that the next one succeeds.
pub(crate) fn study(kills: u32, seed: u64) -> Tally {
    let mut dice = Dice(seed);
    let desk = Desk::survey(ROWS);
    desk.release("earlier", &["--quiet", "--keep-seed", "earlier-seed"]);
    let earlier = ARTEFACTS.map(|file| desk.bytes(&format!("earlier/{file}")));
    let usual = COMMANDS.map(|job| usual_time(&desk, &job));
    let mut tally = Tally::default();
    for kill in 0..kills {
        // Mostly releases, now and then the others.
        let which = dice.weighted([70, 15, 15]);
        let (job, usual) = (&COMMANDS[which], usual[which]);
        let (signal, word) = SIGNALS[dice.weighted([50, 25, 25])];
        // Most at any moment of a run, some where it matters most: soon after the private folder was made.
        let aimed = dice.chance(25);
        let parts = u32::try_from(dice.below(if aimed { 250 } else { 1100 })).expect("below 1100");
        let delay = usual.mul_f64(f64::from(parts) / 1000.0);
        let since = if aimed { "its folder" } else { "its start" };
        let case = format!(
            "kill {kill}: {}, {word} {delay:?} after {since}",
            job.args[0]
        );

        let mut child = start(&desk, job);
        let lives = !aimed || is_begun(&desk, job, &mut child);
        sleep(delay);
        if lives {
            send(&child, signal);
        }
        let ended = child.wait().expect("it ends");
        let end = look(&desk, job, &case);
        assert_told(ended, signal, &end, &case);
        let ends = tally.0.entry((job.args[0], word)).or_default();
        match &end {
            End { whole: true, .. } => ends.whole += 1,
            End { in_place: 1.., .. } => ends.part += 1,
            End { partial: 1.., .. } => ends.partial += 1,
            End { .. } => ends.before += 1,
        }
        next_run(&desk, job, &end, &case);
    }
    let now = ARTEFACTS.map(|file| desk.bytes(&format!("earlier/{file}")));
    assert!(earlier == now, "an earlier release was touched");
    tally
}

/// Waits for a private folder; false if the run has ended before one was seen.
fn is_begun(desk: &Desk, job: &Job, child: &mut Child) -> bool {
    loop {
        let names = desk.names(".");
        let partial = |name: &String| job.makes.iter().any(|made| partial_of(name, made));
        if names.iter().any(partial) {
            return true;
        }
        if child.try_wait().expect("it can be asked").is_some() {
            return false;
        }
        sleep(Duration::from_micros(200));
    }
}

/// What a killed run has left.
struct End {
    whole: bool,
    in_place: usize,
    partial: usize,
    /// A folder of a release is among what is partial, and holds something: an empty one tells of nothing.
    of_release: bool,
}

/// Everything that has its name is whole, and what has none yet is its owner's alone.
fn look(desk: &Desk, job: &Job, case: &str) -> End {
    let names = desk.names(".");
    let is_partial = |name: &&String| job.makes.iter().any(|made| partial_of(name, made));
    let partial: Vec<&String> = names.iter().filter(is_partial).collect();
    for name in &partial {
        let mode = desk.path(name).metadata().expect("a folder").permissions();
        assert_eq!(mode.mode() & 0o777, 0o700, "{case}: {name}");
    }
    let in_place = job.makes.iter().filter(|name| desk.path(name).exists());
    let in_place: Vec<&&str> = in_place.collect();
    for name in &in_place {
        assert_whole(desk, name, case);
    }
    End {
        whole: in_place.len() == job.makes.len(),
        in_place: in_place.len(),
        partial: partial.len(),
        of_release: partial
            .iter()
            .any(|name| partial_of(name, "out") && !desk.names(name).is_empty()),
    }
}

fn partial_of(name: &str, made: &str) -> bool {
    let rest = name.strip_prefix(made);
    rest.is_some_and(|rest| rest.starts_with(".partial-") || rest.starts_with(".unfinished-"))
}

fn assert_whole(desk: &Desk, name: &str, case: &str) {
    match name {
        "out" => {
            assert_eq!(desk.names("out"), ARTEFACTS, "{case}");
            desk.assert_verifies("out", &[]);
        }
        "seed" => assert_eq!(desk.bytes(name).len(), 65, "{case}"),
        "rows.csv" => assert_eq!(desk.text(name).lines().count(), DRAWN + 1, "{case}"),
        "page.html" => assert!(desk.text(name).ends_with("</html>"), "{case}"),
        _ => assert!(desk.json(name).is_object(), "{case}"),
    }
}

/// A signal that can be heeded leaves nothing unfinished, and the exit code says whether the files are there.
fn assert_told(ended: ExitStatus, signal: Signal, end: &End, case: &str) {
    if signal == Signal::KILL {
        assert!(ended.code().is_none() || ended.success(), "{case}");
        assert!(!ended.success() || end.whole, "{case}: code 0 and no files");
        return;
    }
    assert_eq!(end.partial, 0, "{case}: a partial folder is left");
    if end.whole {
        assert!(ended.success(), "{case}: all is there, and {ended}");
        return;
    }
    assert_eq!(end.in_place, 0, "{case}: some files and not all");
    // Before the program has begun to listen, the signal ends it as it would any other.
    let number = signal.as_raw();
    let heeded = ended.code() == Some(128 + number);
    assert!(heeded || ended.signal() == Some(number), "{case}: {ended}");
}

/// What was left does not stand in the way, is removed, and its charge is told.
fn next_run(desk: &Desk, job: &Job, end: &End, case: &str) {
    remove(desk, job);
    let run = desk.run(job.args);
    assert_eq!(run.code, Some(0), "{case}: the next run: {}", run.err);
    let again = look(desk, job, case);
    assert!(again.whole && again.partial == 0, "{case}: the next run");
    let told = run.err.contains("count its budget as spent");
    assert_eq!(told, end.of_release, "{case}: {}", run.err);
    remove(desk, job);
}

/// Removes what is in place, and not what is partial.
pub(crate) fn remove(desk: &Desk, job: &Job) {
    for name in job.makes {
        let path = desk.path(name);
        if path.is_dir() {
            std::fs::remove_dir_all(path).expect("it can be removed");
        } else if path.exists() {
            std::fs::remove_file(path).expect("it can be removed");
        }
    }
}

fn start(desk: &Desk, job: &Job) -> Child {
    command(job.args)
        .current_dir(desk.folder())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("privet starts")
}

/// To a process that may have ended, but that nobody has waited for: its number is still its own.
pub(crate) fn send(child: &Child, signal: Signal) {
    kill_process(Pid::from_child(child), signal).expect("it can be sent a signal");
}

/// The middle of three runs.
fn usual_time(desk: &Desk, job: &Job) -> Duration {
    let mut times = [(); 3].map(|()| {
        let started = Instant::now();
        let ended = start(desk, job).wait().expect("it ends");
        assert!(ended.success(), "{:?}", job.args);
        let time = started.elapsed();
        remove(desk, job);
        time
    });
    times.sort();
    times[1]
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "| command | signal | nothing left | a partial folder | a part of the files | all files |"
        )?;
        writeln!(f, "|---|---|---|---|---|---|")?;
        let mut sum = [0; 4];
        for ((command, signal), ends) in &self.0 {
            let Ends {
                before,
                partial,
                part,
                whole,
            } = ends;
            writeln!(
                f,
                "| {command} | {signal} | {before} | {partial} | {part} | {whole} |"
            )?;
            for (sum, one) in sum.iter_mut().zip([before, partial, part, whole]) {
                *sum += one;
            }
        }
        let [before, partial, part, whole] = sum;
        write!(f, "| all | | {before} | {partial} | {part} | {whole} |")
    }
}

/// A run that makes files.
pub(crate) struct Job {
    pub(crate) args: &'static [&'static str],
    makes: &'static [&'static str],
}

/// A release that keeps its seed.
pub(crate) const RELEASE: Job = Job {
    args: &[
        "release",
        "spec.ron",
        "--data",
        "table.csv",
        "--quiet",
        "--out",
        "out",
        "--keep-seed",
        "seed",
    ],
    makes: &["seed", "out"],
};

const COMMANDS: [Job; 3] = [
    RELEASE,
    Job {
        args: &[
            "sample", "earlier", "--rows", "20000", "--quiet", "--out", "rows.csv",
        ],
        makes: &["rows.csv"],
    },
    Job {
        args: &[
            "evaluate",
            "--spec",
            "spec.ron",
            "--real",
            "table.csv",
            "--synthetic",
            "earlier/synthetic.csv",
            "--quiet",
            "--target",
            "none",
            "--json",
            "numbers.json",
            "--html",
            "page.html",
        ],
        makes: &["numbers.json", "page.html"],
    },
];

const SIGNALS: [(Signal, &str); 3] = [
    (Signal::KILL, "SIGKILL"),
    (Signal::TERM, "SIGTERM"),
    (Signal::INT, "SIGINT"),
];

/// Enough that a release takes a while, in each of its stages.
const ROWS: usize = 10_000;

/// Rows that `sample` draws.
const DRAWN: usize = 20_000;
