//! The packages of the workspace and their sources.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

/// The texts of Rust files, by their paths from `src/`, with `/` between the names.
pub type Files = BTreeMap<String, String>;

/// A package and its sources.
#[derive(Clone, Debug)]
pub struct Package {
    /// Its folder, from the project's.
    pub folder: String,
    /// What is below its `src/`.
    pub files: Files,
}

impl Package {
    /// Every package that the workspace has as a member or excludes by name, if it has a `src/`.
    ///
    /// An excluded one (the fuzz targets, the device) has a workspace of its own, but is our code too.
    pub fn all(project: &Path) -> io::Result<Vec<Self>> {
        let workspace = fs::read_to_string(project.join("Cargo.toml"))?;
        let mut packages = Vec::new();
        for folder in ["members", "exclude"]
            .iter()
            .flat_map(|key| list(&workspace, key))
        {
            let source = project.join(&folder).join("src");
            if source.is_dir() {
                let mut files = Files::new();
                read_below(&source, "", &mut files)?;
                packages.push(Self { folder, files });
            }
        }
        Ok(packages)
    }
}

/// The strings of the list with this key in a TOML file, which begins a line.
fn list(text: &str, key: &str) -> Vec<String> {
    let start = format!("\n{key} = [");
    let inside = text
        .split_once(&start)
        .and_then(|(_, rest)| rest.split_once(']'));
    let inside = inside.map_or("", |(inside, _)| inside);
    inside
        .split('"')
        .skip(1)
        .step_by(2)
        .map(str::to_owned)
        .collect()
}

fn read_below(folder: &Path, name: &str, files: &mut Files) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = format!("{name}{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            read_below(&entry.path(), &format!("{name}/"), files)?;
        } else if entry
            .path()
            .extension()
            .is_some_and(|extension| extension == "rs")
        {
            files.insert(name, fs::read_to_string(entry.path())?);
        }
    }
    Ok(())
}
