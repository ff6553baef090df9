//! Long sentences on a terminal, and the same lines as ever in a pipe. The terminal is one that `script` of util-linux
//! makes; where there is none, nothing is tested.

#![cfg(target_os = "linux")]

use std::process::{Command, Stdio};

use crate::common::binary;
use crate::common::desk::Desk;

/// What a terminal of so many columns shows, both streams together.
fn on_terminal(desk: &Desk, columns: usize, args: &str) -> Option<String> {
    let inside = format!(
        "stty rows 24 cols {columns}; '{}' {args}",
        binary().display()
    );
    let run = Command::new("script")
        .args(["-qec", &inside, "/dev/null"])
        .current_dir(desk.folder())
        .stdin(Stdio::null())
        .output()
        .ok()?;
    let shown = String::from_utf8(run.stdout).expect("UTF-8");
    Some(shown.replace("\r\n", "\n"))
}

fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

#[test]
fn sentences_fit_the_terminal() {
    let desk = Desk::survey(300);
    desk.release("published", &["--quiet"]);
    for args in [
        "check spec.ron",
        "verify published --quiet",
        "plan spec.ron --rows 300",
        "diff published spec.ron --quiet",
    ] {
        let plain = desk.run(&args.split(' ').collect::<Vec<_>>());
        let Some(shown) = on_terminal(&desk, 72, args) else {
            return;
        };
        // The same words in the same order, whatever the lines.
        assert_eq!(words(&shown), words(&plain.out), "{args}");
        let widest = |text: &str| {
            text.lines()
                .map(|line| line.chars().count())
                .max()
                .unwrap_or(0)
        };
        for line in shown.lines().filter(|line| line.chars().count() > 72) {
            // What is wider is one word, or no prose: then it stands in the plain text as it is.
            let is_word = !line.trim().contains(' ');
            let is_plain = plain.out.lines().any(|one| one == line);
            assert!(is_word || is_plain, "{args}: {line}");
        }
        if args.starts_with("check") {
            assert!(widest(&plain.out) > 200);
            assert!(widest(&shown) <= 72, "{shown}");
            // Not wider than can be read, on whatever terminal.
            assert!(widest(&on_terminal(&desk, 300, args).unwrap()) <= 100);
        }
    }
}

#[test]
fn what_programs_read_stays_as_it_is() {
    let desk = Desk::survey(300);
    desk.release("published", &["--quiet"]);
    for args in [
        "check spec.ron --json",
        "sample published --rows 5 --seed 1 --quiet",
        "completions bash",
    ] {
        let plain = desk.run(&args.split(' ').collect::<Vec<_>>());
        let Some(shown) = on_terminal(&desk, 40, args) else {
            return;
        };
        assert_eq!(shown, plain.out, "{args}");
    }
}

#[test]
fn errors_fit_too_and_commands_stay_whole() {
    let desk = Desk::survey(20);
    let Some(shown) = on_terminal(&desk, 60, "verify spec.ron") else {
        return;
    };
    let plain = desk.run(&["verify", "spec.ron"]);
    assert_eq!(words(&shown), words(&plain.err));
    assert!(shown.lines().count() > plain.err.lines().count(), "{shown}");
    let command = "privet verify published; what a spec promises: privet check spec.ron";
    assert!(shown.lines().any(|line| line.trim() == command), "{shown}");
}
