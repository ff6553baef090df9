//! The byte between two fields of a table.

use crate::expect::mismatch;
use crate::findings::Findings;
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
