//! Completions and manual pages: made of the same arguments as the help, all of them.

use std::collections::BTreeMap;
use std::process::{Command, Stdio};

use crate::common::desk::{Desk, assert_refused};
use crate::common::privet;

const SHELLS: [&str; 5] = ["bash", "zsh", "fish", "powershell", "elvish"];

/// Every command with its long options, as the help lists them; commands of commands as `account create`.
fn commands() -> BTreeMap<String, Vec<String>> {
    let mut all = BTreeMap::new();
    let mut open = vec![Vec::<String>::new()];
    while let Some(path) = open.pop() {
        let mut args: Vec<&str> = path.iter().map(String::as_str).collect();
        args.push("--help");
        let help = privet(&args).out;
        let options = help.lines().map(str::trim_start).filter_map(|line| {
            let (_, option) = line
                .split_once("--")
                .filter(|(short, _)| short.is_empty() || short.ends_with(", "))?;
            let end = option.find(|one: char| one != '-' && !one.is_ascii_alphabetic());
            Some(format!("--{}", &option[..end.unwrap_or(option.len())]))
        });
        all.insert(path.join(" "), options.collect());
        let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
        for line in listed.take_while(|line| !line.is_empty()) {
            let is_command = line.starts_with("  ") && !line.starts_with("   ");
            let name = line.split_whitespace().next().unwrap_or_default();
            if is_command && name != "help" {
                let mut path = path.clone();
                path.push(name.to_owned());
                open.push(path);
            }
        }
    }
    all
}

#[test]
fn the_help_is_understood() {
    let all = commands();
    assert!(all.len() >= 19, "{:?}", all.keys());
    assert!(
        all["release"].contains(&"--keep-seed".to_owned()),
        "{all:?}"
    );
    assert!(
        all["account create"].contains(&"--epsilon".to_owned()),
        "{all:?}"
    );
}

#[test]
fn completions_know_every_command_and_option() {
    let all = commands();
    for shell in SHELLS {
        let run = privet(&["completions", shell]);
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{shell}");
        for (command, options) in &all {
            for word in command
                .split(' ')
                .map(str::to_owned)
                .chain(options.iter().cloned())
            {
                // fish names options without dashes.
                let name = if shell == "fish" {
                    word.trim_start_matches('-')
                } else {
                    &word
                };
                assert!(run.out.contains(name), "{shell}: {command}: {word}");
            }
        }
    }
    assert_eq!(privet(&["completions", "tcsh"]).code, Some(2));
}

#[test]
fn bash_accepts_its_script() {
    let desk = Desk::new();
    desk.write("script", privet(&["completions", "bash"]).out);
    let bash = Command::new("bash")
        .args(["-n", "script"])
        .current_dir(desk.folder())
        .stdin(Stdio::null())
        .output();
    // Not every system has it.
    if let Ok(bash) = bash {
        assert!(
            bash.status.success(),
            "{}",
            String::from_utf8_lossy(&bash.stderr)
        );
    }
}

#[test]
fn every_command_has_a_page_with_its_options() {
    let desk = Desk::new();
    // A folder that is there, and one that is made.
    std::fs::create_dir(desk.path("man1")).unwrap();
    for folder in ["man1", "new"] {
        let run = desk.run(&["man", "--out", folder]);
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{folder}");
    }
    assert_eq!(desk.names("man1"), desk.names("new"));
    let all = commands();
    assert_eq!(desk.names("new").len(), all.len());
    for (command, options) in &all {
        let name = format!("privet {command}").trim_end().replace(' ', "-");
        let page = desk.text(&format!("new/{name}.1")).replace("\\-", "-");
        for option in options {
            assert!(page.contains(option), "{name}: {option}");
        }
    }
    let main = privet(&["man"]).out;
    assert_eq!(main, desk.text("new/privet.1"));
    assert!(
        main.contains("Differentially private synthetic data"),
        "{main}"
    );
    // Nothing is overwritten, and where one page cannot be made none is.
    let before = desk.names("man1");
    std::fs::remove_file(desk.path("man1/privet.1")).unwrap();
    let run = desk.run(&["man", "--out", "man1"]);
    assert_refused(&run, &["it exists already"], "pages are there");
    assert_eq!(desk.names("man1").len(), before.len() - 1);
}
