//! What lies beside the files of a release and is no part of it, and which of its files are links. `verify` names both:
//! whoever publishes the folder publishes all of it, and what a link leads to can be another file tomorrow.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;

use privet_spec::shown;

use super::findings::Findings;
use crate::names::{MODEL, synthetic_name};
use crate::spec::Spec;

/// Notes what is no part of the release in the folder of this record, and what of the release is a link.
pub(super) fn note_the_rest(record: &Path, spec: &Spec, findings: &mut Findings) {
    let folder = match record.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let place = folder.display();
    let parts = [
        record.file_name().unwrap_or_default(),
        OsStr::new(MODEL),
        OsStr::new(synthetic_name(spec.release())),
    ];
    for part in parts {
        if folder.join(part).is_symlink() {
            findings.note(format!(
                "{place}: `{}` is a link: what was checked is the file that it leads to now",
                shown(&part.to_string_lossy())
            ));
        }
    }
    let Ok(entries) = fs::read_dir(folder) else {
        findings.note(format!(
            "{place}: it cannot be listed, so that other files in it are not named"
        ));
        return;
    };
    let others = entries
        .flatten()
        .filter(|entry| !parts.contains(&&*entry.file_name()));
    let mut others: Vec<String> = others
        .map(|entry| {
            let name = entry.file_name();
            let kind = match entry.file_type() {
                Ok(kind) if kind.is_dir() => " (a folder)",
                Ok(kind) if kind.is_symlink() => " (a link)",
                _ => "",
            };
            format!("`{}`{kind}", shown(&name.to_string_lossy()))
        })
        .collect();
    if others.is_empty() {
        return;
    }
    others.sort();
    let more = others.len().saturating_sub(MOST_NAMED);
    others.truncate(MOST_NAMED);
    let more = match more {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    findings.note(format!(
        "{place}: no part of the release, and not checked: {}{more}",
        others.join(", ")
    ));
}

/// Others that are named.
const MOST_NAMED: usize = 20;
