//! Labels from a file: the first column of a CSV table with a header.
//!
//! A label stands on one line, and so does everything else: a quote that is never closed would swallow labels unseen.
//! What a reader cannot see is refused in all of the file, as in all of a spec: he signs the one with the other.

use csv::{ReaderBuilder, StringRecord};

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
    let NamedFile { name, text } = file;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut distinct = Distinct::new("label");
    let mut labels = Vec::new();
    let lines = text.lines().enumerate();
    let lines = lines.filter(|(_, line)| !line.trim().is_empty());
    for (place_in_list, (index, line)) in lines.enumerate() {
        let number = index + 1;
        let refused = |what: &str, help: &str, findings: &mut Findings| {
            findings.add(place, format!("{name}:{number}: {what}"), help);
        };
        if line.contains('\r') {
            let help = "save the file with the line ends of Unix or of Windows";
            let what = "a carriage return without a line feed, which ends no line";
            refused(what, help, findings);
            return None;
        }
        let seen = |character: &char| *character != '\t';
        if let Some(reason) = line.chars().filter(seen).find_map(hidden) {
            let help = "remove it, and write the file's new digest";
            refused(&format!("the line holds {reason}"), help, findings);
            return None;
        }
        let Some(label) = first_field(line) else {
            let help = "close it on the same line; inside of a field a quote is written twice";
            refused("a quote is not closed on its line", help, findings);
            return None;
        };
        if place_in_list == 0 {
            // The header.
            continue;
        }
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

/// The first field of a line without a line end; nothing where a quote stays open.
fn first_field(line: &str) -> Option<String> {
    // A line end that is not swallowed ends the record: the line after it is another one.
    let text = format!("{line}\n{END}\n");
    let mut reader = ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .from_reader(text.as_bytes());
    let mut record = StringRecord::new();
    reader.read_record(&mut record).ok().filter(|read| *read)?;
    let first = record.get(0)?.to_owned();
    reader.read_record(&mut record).ok()?;
    record.iter().eq([END]).then_some(first)
}

const END: &str = "end";
