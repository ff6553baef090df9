//! Tells the program what it is built from, for the audit record.

#[path = "src/record/built.rs"]
#[allow(dead_code)] // the version is Cargo's
mod built;

use std::path::Path;
use std::process::Command;

use built::{UNKNOWN, is_commit, is_target};

fn main() {
    // What is built for tests names no commit, so that a commit builds nothing anew.
    let is_published = std::env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let commit = git(&["rev-parse", "HEAD"]).filter(|commit| is_published && is_commit(commit));
    let commit = commit.as_deref().unwrap_or(UNKNOWN);
    let target = std::env::var("TARGET").ok();
    let target = target.filter(|target| is_target(target));
    let target = target.as_deref().unwrap_or(UNKNOWN);
    println!("cargo::rustc-env=PRIVET_COMMIT={commit}");
    println!("cargo::rustc-env=PRIVET_TARGET={target}");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/record/built.rs");
    if !is_published {
        return;
    }
    // In a worktree these are not under `../.git`; a file that is missing would rebuild every time.
    for file in ["HEAD", "logs/HEAD"] {
        if let Some(path) = git(&["rev-parse", "--git-path", file])
            && Path::new(&path).exists()
        {
            println!("cargo::rerun-if-changed={path}");
        }
    }
}

fn git(args: &[&str]) -> Option<String> {
    let output = Command::new("git").args(args).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
