//! Every spec of the repository, for tests.

use std::fs;
use std::path::{Path, PathBuf};

/// With its text, wherever it stands; a model is a file of its own kind.
pub(crate) fn every_spec() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut found = Vec::new();
    add_specs(root, &mut found);
    for part in ["spec/examples", "fuzz/specs", "tests/specs", "demo.ron"] {
        let there = |path: &PathBuf| path.ends_with(part) || path.parent().unwrap().ends_with(part);
        assert!(found.iter().any(there), "no spec in {part}");
    }
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        (path, text)
    };
    found.into_iter().map(read).collect()
}

fn add_specs(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        let made = ["target", "corpus", "artifacts"].contains(&name) || name.starts_with('.');
        if path.is_dir() && !made {
            add_specs(&path, found);
        } else if path.extension().is_some_and(|end| end == "ron") && name != "model.ron" {
            found.push(path);
        }
    }
}
