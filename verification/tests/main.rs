//! The lists of proofs and of what checks what, against the sources.

use std::fs;
use std::path::{Path, PathBuf};

mod claims;
mod inventory;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("inside the workspace")
}

/// The Rust files of a folder, or the one file, in order, each with its text.
fn sources(path: &Path) -> Vec<(PathBuf, String)> {
    if path.is_file() {
        let text = fs::read_to_string(path).expect("UTF-8");
        return vec![(path.to_owned(), text)];
    }
    let entries = fs::read_dir(path).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
    let mut inner: Vec<PathBuf> = entries
        .map(|entry| entry.expect("readable").path())
        .collect();
    inner.retain(|path| path.extension().is_some_and(|end| end == "rs") || path.is_dir());
    inner.retain(|path| !path.ends_with("target"));
    inner.sort();
    inner.iter().flat_map(|path| sources(path)).collect()
}
