//! Labels from a file: the first column of a CSV table with a header.
//!
//! A label stands on one line, and so does everything else: a quote that is never closed would swallow labels unseen.
//! What a reader cannot see is refused in all of the file, as in all of a spec: he signs the one with the other.

use super::distinct::Distinct;
use crate::files::NamedFile;
use crate::findings::Findings;
use crate::problem::Place;
use crate::text::hidden;

/// The labels in the order of the file; other columns are for the reader.
pub(super) fn read_code_list(
    file: &NamedFile,
    place: Place,
    findings: &mut Findings,
) -> Option<Vec<String>> {
    let name = &file.name;
    let mut distinct = Distinct::new("label");
    let mut labels = Vec::new();
    for line in file.code_lines(place, findings)? {
        let number = line.number;
        let refused = |what: &str, help: &str, findings: &mut Findings| {
            findings.add(place, format!("{name}:{number}: {what}"), help);
        };
        let label = line.fields.into_iter().next().unwrap_or_default();
        if label.trim().is_empty() {
            let help = "write a label there, or remove the line";
            refused("the label is empty", help, findings);
            return None;
        }
        if let Some(reason) = label.chars().find_map(hidden) {
            refused(&format!("the label holds {reason}"), "remove it", findings);
            return None;
        }
        if let Err((what, help)) = distinct.try_add(&label) {
            refused(&what, help, findings);
            return None;
        }
        labels.push(label);
    }
    if labels.is_empty() {
        let what = format!("{name}: there is no label below the header");
        findings.add(place, what, "write a header, and one label a line");
        return None;
    }
    Some(labels)
}
