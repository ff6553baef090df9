//! A release on a microcontroller: the firmware under QEMU against the same code on the host.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use small_release::{Memory, Release, Seeds, small_release};

#[test]
fn the_device_makes_the_hosts_release() {
    if let Some(missing) = missing() {
        println!("skipped: {missing} (tests/device/README.md)");
        return;
    }
    let said = run(&firmware());
    let figure = |name: &str| {
        let line = said.lines().find_map(|line| line.strip_prefix(name));
        line.unwrap_or_else(|| panic!("no `{name}` in {said}"))
    };
    let host = on_the_host(&Seeds::COMPARED);
    assert_eq!(figure("digest: "), hex(&host.digest), "{said}");
    assert_eq!(figure("rows: "), host.rows.to_string());

    let statics: u32 = first_number(figure("statics: "));
    let stack: u32 = first_number(figure("stack: "));
    assert!(statics + stack <= 128 * 1024, "{said}");
}

#[test]
fn the_digest_is_a_function_of_the_seeds() {
    let Seeds { noise, rows } = Seeds::COMPARED;
    let release = on_the_host(&Seeds::COMPARED);
    assert_eq!(release, on_the_host(&Seeds { noise, rows }));
    for (label, other) in [
        (
            "noise",
            Seeds {
                noise: [7; 32],
                rows,
            },
        ),
        (
            "rows",
            Seeds {
                noise,
                rows: rows + 1,
            },
        ),
    ] {
        assert_ne!(release.digest, on_the_host(&other).digest, "case `{label}`");
    }
    // A release worth comparing: several tables, one with parents at least, and rows.
    assert!(release.rows > 300 && release.tables > 2 && release.cells > 50);
}

fn on_the_host(seeds: &Seeds) -> Release {
    let mut memory = Box::new(Memory::EMPTY);
    small_release(seeds, &mut memory).expect("the release fits its budget and memory")
}

/// What this machine lacks to run the firmware.
fn missing() -> Option<&'static str> {
    let qemu = Command::new(QEMU).arg("--version").output();
    if !qemu.is_ok_and(|output| output.status.success()) {
        return Some("qemu-system-arm is not installed");
    }
    // The folder of the target's libraries, whether or not it is there.
    let libraries = Command::new(std::env::var_os("RUSTC").unwrap_or("rustc".into()))
        .args(["--print=target-libdir", "--target", TARGET])
        .output();
    let installed = libraries.is_ok_and(|output| {
        let folder = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        output.status.success() && Path::new(&folder).is_dir()
    });
    (!installed).then_some("the target thumbv7em-none-eabihf is not installed")
}

/// The firmware, built from this checkout.
fn firmware() -> PathBuf {
    let built = Command::new(env!("CARGO"))
        .args(["build", "--release", "--locked", "--bin=firmware"])
        .args(["--target", TARGET])
        .arg("--message-format=json-render-diagnostics")
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/device"))
        .output()
        .expect("cargo starts");
    executable(&built, "firmware")
}

/// Runs the firmware to its end and returns what it printed.
fn run(firmware: &Path) -> String {
    let mut qemu = Command::new(QEMU)
        .args(MACHINE)
        .arg("-kernel")
        .arg(firmware)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("QEMU starts");
    // What it prints fits a pipe, so it never waits for a reader.
    let in_time = ends_within(&mut qemu, PATIENCE);
    let output = qemu.wait_with_output().expect("what QEMU printed");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        in_time && output.status.success(),
        "the firmware failed ({}): {said}{}",
        output.status,
        String::from_utf8_lossy(&output.stderr)
    );
    said
}

/// Whether the program ends by itself; stops it where it does not.
fn ends_within(child: &mut Child, patience: Duration) -> bool {
    let start = Instant::now();
    while child.try_wait().expect("a child to wait for").is_none() {
        if start.elapsed() > patience {
            child.kill().expect("a child to stop");
            return false;
        }
        thread::sleep(Duration::from_millis(20));
    }
    true
}

/// The program of this name among what cargo says it made.
fn executable(built: &Output, name: &str) -> PathBuf {
    assert!(
        built.status.success(),
        "{name} does not build:\n{}",
        String::from_utf8_lossy(&built.stderr)
    );
    let messages = String::from_utf8_lossy(&built.stdout);
    messages
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .filter(|message| message["target"]["name"] == name)
        .find_map(|message| message["executable"].as_str().map(PathBuf::from))
        .expect("cargo names the program")
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}"); // a string takes everything
        text
    })
}

fn first_number(text: &str) -> u32 {
    let number = text.split(' ').next().and_then(|word| word.parse().ok());
    number.unwrap_or_else(|| panic!("no number in {text}"))
}

const QEMU: &str = "qemu-system-arm";
const TARGET: &str = "thumbv7em-none-eabihf";
/// As in `device/.cargo/config.toml`.
const MACHINE: [&str; 12] = [
    "-machine",
    "mps2-an386",
    "-icount",
    "shift=0",
    "-display",
    "none",
    "-monitor",
    "none",
    "-serial",
    "none",
    "-semihosting-config",
    "enable=on,target=native",
];
/// Under a second on an idle machine.
const PATIENCE: Duration = Duration::from_secs(120);
