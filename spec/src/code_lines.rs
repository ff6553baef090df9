//! The lines of a list in a file beside a spec: CSV with a header, one entry a line.
//!
//! A byte order mark at the start is skipped, and lines without text are. What a reader of the file cannot see is refused.

use csv::{ReaderBuilder, StringRecord};

use crate::files::NamedFile;
use crate::findings::Findings;
use crate::problem::Place;
use crate::text::hidden;

/// A line below the header.
pub(crate) struct CodeLine {
    /// Counted from 1, the header included.
    pub(crate) number: usize,
    pub(crate) fields: Vec<String>,
}

impl NamedFile {
    /// The lines below the header; `None` if one is refused.
    pub(crate) fn code_lines(
        &self,
        place: Place,
        findings: &mut Findings,
    ) -> Option<Vec<CodeLine>> {
        let Self { name, text } = self;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut entries = Vec::new();
        let lines = text.lines().enumerate();
        for (index, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
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
            let Some(fields) = fields_of(line) else {
                let help = "close it on the same line; inside of a field a quote is written twice";
                refused("a quote is not closed on its line", help, findings);
                return None;
            };
            entries.push(CodeLine { number, fields });
        }
        if !entries.is_empty() {
            // The header.
            entries.remove(0);
        }
        Some(entries)
    }
}

/// The fields of a line without a line end; nothing where a quote stays open.
fn fields_of(line: &str) -> Option<Vec<String>> {
    // A line end that is not swallowed ends the record: the line after it is another one.
    let text = format!("{line}\n{END}\n");
    let mut reader = ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .from_reader(text.as_bytes());
    let mut record = StringRecord::new();
    reader.read_record(&mut record).ok().filter(|read| *read)?;
    let fields = record.iter().map(str::to_owned).collect();
    reader.read_record(&mut record).ok()?;
    record.iter().eq([END]).then_some(fields)
}

const END: &str = "end";
