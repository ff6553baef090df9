//! Tells the program what it is built from, for the audit record.

use std::process::Command;

fn main() {
    let commit = Command::new("git")
        .args(["rev-parse", "HEAD"])
        .output()
        .ok()
        .filter(|output| output.status.success())
        .and_then(|output| String::from_utf8(output.stdout).ok());
    let commit = commit.as_deref().map_or("unknown", str::trim);
    let target = std::env::var("TARGET").unwrap_or_else(|_| "unknown".to_owned());
    println!("cargo::rustc-env=PRIVET_COMMIT={commit}");
    println!("cargo::rustc-env=PRIVET_TARGET={target}");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=../.git/HEAD");
    println!("cargo::rerun-if-changed=../.git/logs/HEAD");
}
