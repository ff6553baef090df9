//! The byte between two fields of a table.

use crate::expect::mismatch;
use crate::findings::Findings;
use crate::in_full::Written;
use crate::reader::{Node, Value};

pub(crate) fn read_delimiter(node: &Node, findings: &mut Findings) -> Option<u8> {
    let help = "write one of `\",\"`, `\";\"`, `\"|\"`, `\"\\t\"`";
    let Value::Text(text) = &node.value else {
        return mismatch(node, "a string", help, findings);
    };
    match text.as_bytes() {
        b"tab" => Some(b'\t'),
        [delimiter @ (b',' | b';' | b'|' | b'\t' | b' ' | b':')] => Some(*delimiter),
        _ => {
            findings.add(node.place, "this cannot be a delimiter", help);
            None
        }
    }
}

/// A tab by its name: a reader does not see it.
pub(crate) fn written_delimiter(delimiter: u8) -> Written {
    match delimiter {
        b'\t' => Written::text("tab"),
        other => Written::text(&char::from(other).to_string()),
    }
}
