//! Whatever stops a release, it is there as a whole or not at all, and an earlier one is untouched.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::desk::{ARTEFACTS, Desk, assert_refused, survey_csv};
use crate::common::{Run, binary, command, kills};

fn snapshot(desk: &Desk, folder: &str) -> Vec<Vec<u8>> {
    ARTEFACTS
        .iter()
        .map(|file| desk.bytes(&format!("{folder}/{file}")))
        .collect()
}

/// A few; `PRIVET_KILLS=500` asks for more. What may be left behind is a folder that says that it is none.
#[test]
fn killed_at_any_moment() {
    println!("{}", kills::study(kills::asked_for(20), 0x0dd));
}

/// Killed exactly while its files are being written, which random times hit seldom.
#[test]
fn killed_while_writing() {
    let desk = Desk::survey(60_000);
    let mut seen = 0;
    for run in 0..6 {
        let out = format!("r{run}");
        let mut child = command(&["release", "spec.ron", "--data", "table.csv", "--quiet"])
            .args(["--out", &out])
            .current_dir(desk.folder())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("privet starts");
        let partial = format!("{out}.partial-");
        let watched = Instant::now();
        while child.try_wait().expect("it can be asked").is_none()
            && watched.elapsed() < Duration::from_secs(60)
        {
            let there = desk
                .names(".")
                .into_iter()
                .find(|name| name.starts_with(&partial));
            // Each run waits for one file more: the folder, then one, two, three of them.
            if there.is_some_and(|name| {
                fs::read_dir(desk.path(&name)).is_ok_and(|files| files.count() >= run % 4)
            }) {
                break;
            }
        }
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        if desk.path(&out).exists() {
            assert_eq!(desk.names(&out), ARTEFACTS);
            desk.assert_verifies(&out, &[]);
        } else {
            seen += 1;
        }
    }
    println!("{seen} of 6 were killed before the release had its name");
}

fn release_into(desk: &Desk, out: &Path, seed: &Path) -> Run {
    desk.run(&[
        "release",
        "spec.ron",
        "--data",
        "table.csv",
        "--out",
        out.to_str().unwrap(),
        "--keep-seed",
        seed.to_str().unwrap(),
    ])
}

/// A limit on the size of files stands for a full disk wherever one cannot be made: the system
/// refuses to write beyond it (and would kill the program if the signal were not ignored).
#[test]
fn files_that_may_not_grow() {
    let desk = Desk::survey(5000);
    desk.release("earlier", &["--quiet"]);
    let earlier = snapshot(&desk, "earlier");
    let limited = |blocks: u32, args: &str| {
        let privet = binary().display();
        let output = Command::new("sh")
            .arg("-c")
            .arg(format!(
                "trap '' XFSZ; ulimit -f {blocks}; exec '{privet}' {args}"
            ))
            .current_dir(desk.folder())
            .output()
            .expect("a shell");
        Run::of(output)
    };
    let release = "release spec.ron --data table.csv --quiet --out out --keep-seed seed";
    // The seed is written and the disk is taken before any noise is drawn, so that a place without room costs nothing.
    for (case, blocks, fragments) in [
        ("no byte", 0, ["seed", "cannot be written", "nothing was"]),
        (
            "a block",
            1,
            ["out", "the disk has no", "no noise was drawn"],
        ),
    ] {
        let run = limited(blocks, release);
        assert_refused(&run, &fragments, case);
        assert!(!run.err.contains("noise may"), "{case}: {}", run.err);
        assert_eq!(
            desk.names("."),
            ["earlier", "spec.ron", "table.csv"],
            "{case}"
        );
    }
    let run = limited(1, "sample earlier/model.ron --rows 5000 --out rows.csv");
    assert_refused(&run, &["rows.csv", "cannot be written"], "sample");
    assert_eq!(desk.names("."), ["earlier", "spec.ron", "table.csv"]);
    // Without the trap a signal would come with the first byte too many: the limit is asked for before.
    let privet = binary().display();
    let killed = Command::new("sh")
        .arg("-c")
        .arg(format!(
            "ulimit -c 0; ulimit -f 1; exec '{privet}' {release}"
        ))
        .current_dir(desk.folder())
        .status()
        .expect("a shell");
    assert!(!killed.success());
    assert!(!desk.path("out").exists() && !desk.path("seed").exists());
    assert!(earlier == snapshot(&desk, "earlier"));
}

/// A file system of this size, unmounted at the end; nothing where mounting is not permitted.
struct Disk(PathBuf);

impl Disk {
    fn mount(desk: &Desk, name: &str, options: &str) -> Option<Self> {
        let folder = desk.path(name);
        fs::create_dir(&folder).expect("a folder");
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", options, "privet-test"])
            .arg(&folder)
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|status| status.success());
        if !mounted {
            println!(
                "SKIPPED: mounting is not permitted here, so nothing was tried on a real disk"
            );
        }
        mounted.then_some(Self(folder))
    }

    fn remount(&self, options: &str) {
        let status = Command::new("mount")
            .args(["-o", options])
            .arg(&self.0)
            .status();
        assert!(status.is_ok_and(|status| status.success()));
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(&self.0).status();
    }
}

#[test]
fn a_full_disk() {
    let desk = Desk::survey(5000);
    let Some(disk) = Disk::mount(&desk, "disk", "size=16m") else {
        return;
    };
    let out = disk.0.join("out");
    let run = release_into(&desk, &disk.0.join("earlier"), &desk.path("earlier-seed"));
    assert_eq!(run.code, Some(0), "{}", run.err);
    let earlier = snapshot(&desk, "disk/earlier");
    // Room for nothing, for a part of the rows, for the rows alone, for all but the record.
    let rows = desk.bytes("disk/earlier/synthetic.csv").len();
    let model = desk.bytes("disk/earlier/model.ron").len();
    for (case, room) in [
        ("nothing", 0),
        ("a part of the rows", rows / 2),
        ("the rows", rows + 4096),
        ("all but the record", rows + model + 2 * 4096),
    ] {
        let filler = disk.0.join("filler");
        fill(&filler, room);
        let run = release_into(&desk, &out, &desk.path("seed"));
        // A release that happens to need less room is all right, if it is whole.
        if run.code == Some(0) {
            desk.assert_verifies("disk/out", &[]);
            fs::remove_dir_all(&out).unwrap();
            fs::remove_file(desk.path("seed")).unwrap();
            assert_ne!(room, 0, "{case}");
        } else {
            // Refused before any noise is drawn: the most that it can ask for is not there.
            let said = ["No space left", "the disk has no", "no noise was drawn"];
            assert!(
                said.iter().all(|part| run.err.contains(part)),
                "{}",
                run.err
            );
            assert!(!run.err.contains("noise may"), "{}", run.err);
            assert_refused(&run, &["disk/out"], case);
        }
        assert_eq!(desk.names("disk"), ["earlier", "filler"], "{case}");
        assert!(!desk.path("seed").exists(), "{case}");
        fs::remove_file(filler).unwrap();
    }
    assert!(earlier == snapshot(&desk, "disk/earlier"));

    // The seed has no room: then there is no release, and no half of a seed.
    let filler = disk.0.join("filler");
    fill(&filler, 0);
    let run = release_into(&desk, &desk.path("out"), &disk.0.join("seed"));
    assert_refused(&run, &["disk/seed", "disk is full"], "seed");
    assert!(
        !run.err.contains("noise may"),
        "before any noise: {}",
        run.err
    );
    assert_eq!(desk.names("disk"), ["earlier", "filler"]);
    assert!(!desk.path("out").exists());
    let run = desk.run(&[
        "sample",
        "disk/earlier/model.ron",
        "--rows",
        "9999",
        "--out",
        "disk/rows",
    ]);
    assert_refused(&run, &["disk/rows", "disk is full"], "sample");
    assert_eq!(desk.names("disk"), ["earlier", "filler"]);
}

/// Writes until there is no room but this.
fn fill(path: &Path, room: usize) {
    let zeros = vec![0; 32 << 20];
    let _ = fs::write(path, zeros);
    let length = path.metadata().expect("a file").len();
    let file = fs::OpenOptions::new()
        .write(true)
        .open(path)
        .expect("a file");
    file.set_len(length.saturating_sub(room as u64))
        .expect("it shrinks");
}

#[test]
fn a_folder_that_is_read_only() {
    let desk = Desk::survey(500);
    let folder = desk.path("locked");
    fs::create_dir(&folder).unwrap();
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o555)).unwrap();
    let probe = folder.join("probe");
    let disk = if fs::create_dir(&probe).is_ok() {
        // The superuser may write everywhere, except on a file system that is read-only.
        fs::remove_dir(&probe).unwrap();
        fs::remove_dir(&folder).unwrap();
        let Some(disk) = Disk::mount(&desk, "locked", "size=1m") else {
            return;
        };
        disk.remount("remount,ro");
        Some(disk)
    } else {
        None
    };
    let run = release_into(&desk, &folder.join("out"), &desk.path("seed"));
    assert_refused(
        &run,
        &["locked/out", "a place that you may write to"],
        "release",
    );
    let run = release_into(&desk, &desk.path("out"), &folder.join("seed"));
    assert_refused(
        &run,
        &["locked/seed", "a place that you may write to"],
        "seed",
    );
    assert!(
        !run.err.contains("noise may"),
        "before any noise: {}",
        run.err
    );
    assert_eq!(desk.names("."), ["locked", "spec.ron", "table.csv"]);
    assert_eq!(desk.names("locked").len(), 0);
    drop(disk);
    let _ = fs::set_permissions(&folder, fs::Permissions::from_mode(0o755));
}

#[test]
fn a_folder_that_is_not_there() {
    let desk = Desk::with(crate::common::desk::SURVEY, survey_csv(500));
    let run = release_into(&desk, &desk.path("no/out"), &desk.path("seed"));
    assert_refused(&run, &["no/out", "create it first"], "release");
    let run = release_into(&desk, &desk.path("out"), &desk.path("no/seed"));
    assert_refused(&run, &["no/seed", "create it first"], "seed");
    assert_eq!(desk.names("."), ["spec.ron", "table.csv"]);
}
