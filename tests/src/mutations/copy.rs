//! A copy of the project in which faults are planted: the checkout itself is never touched.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::{Fault, project};

/// The copied files and, beside them, what is built from them.
pub struct Copy {
    files: PathBuf,
    build: PathBuf,
}

impl Copy {
    /// Copies the checkout into `folder`. An earlier copy is brought up to date, so that what was
    /// built from it is not built again.
    pub fn of_project(folder: &Path) -> io::Result<Self> {
        let copy = Self {
            files: folder.join("project"),
            build: folder.join("build"),
        };
        let wanted = files_below(&project())?;
        for known in files_below(&copy.files)? {
            if !wanted.contains(&known) {
                fs::remove_file(copy.files.join(known))?;
            }
        }
        for file in wanted {
            let (from, to) = (project().join(&file), copy.files.join(&file));
            let content = fs::read(&from)?;
            if fs::read(&to).ok().as_ref() != Some(&content) {
                fs::create_dir_all(to.parent().unwrap_or(&copy.files))?;
                fs::copy(&from, &to)?; // with its permissions
                fs::write(&to, content)?; // and a new date, for cargo
            }
        }
        Ok(copy)
    }

    /// Plants a fault, calls `then`, and takes the fault out again.
    pub fn with<T>(&self, fault: &Fault, then: impl FnOnce() -> T) -> io::Result<T> {
        let path = self.files.join(fault.file);
        let right = fs::read_to_string(&path)?;
        let wrong = fault.planted(&right).ok_or_else(|| {
            let what = format!("the fault `{}` no longer fits {}", fault.name, fault.file);
            io::Error::other(what)
        })?;
        fs::write(&path, wrong)?;
        let outcome = then();
        fs::write(&path, right)?;
        Ok(outcome)
    }

    /// The folder of the copied files.
    pub fn files(&self) -> &Path {
        &self.files
    }

    /// The folder of what is built.
    pub fn build(&self) -> &Path {
        &self.build
    }
}

/// Every file below a folder but for build products and git's own, as paths from there.
fn files_below(folder: &Path) -> io::Result<BTreeSet<PathBuf>> {
    let mut files = BTreeSet::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(inner) = folders.pop() {
        let entries = match fs::read_dir(folder.join(&inner)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            entries => entries?,
        };
        for entry in entries {
            let entry = entry?;
            let path = inner.join(entry.file_name());
            if !entry.file_type()?.is_dir() {
                files.insert(path);
            } else if !NOT_COPIED.iter().any(|name| entry.file_name() == *name) {
                folders.push(path);
            }
        }
    }
    Ok(files)
}

const NOT_COPIED: [&str; 5] = [".git", "target", "corpus", "artifacts", "coverage"];
