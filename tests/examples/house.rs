//! The shape of the sources, for people: which files use each other in a circle, and which are long.
//!
//! ```text
//! cargo run -p privet-tests --example house -- [FOLDER]
//! ```
//! Without a folder (`core`, `tests/small-release`, …) every package is looked at.

use std::error::Error;

use privet_tests::house::{MOST_LINES, Package, circles, long_files};
use privet_tests::mutations::project;

fn main() -> Result<(), Box<dyn Error>> {
    let asked = std::env::args().nth(1);
    let mut packages = Package::all(&project())?;
    packages.retain(|package| asked.as_ref().is_none_or(|asked| *asked == package.folder));
    if packages.is_empty() {
        return Err("no package has this folder: write it as in Cargo.toml".into());
    }
    for package in packages {
        let folder = &package.folder;
        let circles = circles(&package.files)?;
        println!("{folder}, circles: {}", circles.len());
        for circle in circles {
            println!("  {circle}");
        }
        for long in long_files(&package) {
            println!(
                "  {} has {} lines, more than {MOST_LINES}",
                long.file, long.lines
            );
        }
    }
    Ok(())
}
