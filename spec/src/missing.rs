//! Texts that mean "nothing here".

use crate::expect::{list, text};
use crate::findings::Findings;
use crate::problem::Place;
use crate::reader::Node;

/// A list of distinct texts, with their places.
pub(crate) fn read_missing<'n>(
    node: &'n Node,
    findings: &mut Findings,
) -> Option<Vec<(&'n str, Place)>> {
    let items = list(node, findings)?;
    if items.is_empty() {
        let help =
            "write the texts that mean \"missing\", as in `[\"\", \"NA\"]`, or remove `missing`";
        findings.add(node.place, "this list of missing tokens is empty", help);
        return None;
    }
    let mut tokens: Vec<(&str, Place)> = Vec::new();
    for item in items {
        let token = text(item, findings)?;
        if tokens.iter().any(|(earlier, _)| *earlier == token) {
            let what = format!("the missing token \"{token}\" is there twice");
            findings.add(item.place, what, "remove one of them");
            return None;
        }
        if tokens.len() >= MOST_MISSING_TOKENS {
            let what = format!("there are more than {MOST_MISSING_TOKENS} missing tokens");
            findings.add(
                item.place,
                what,
                "write fewer, spelling them alike in the data",
            );
            return None;
        }
        tokens.push((token, item.place));
    }
    Some(tokens)
}

const MOST_MISSING_TOKENS: usize = 100;
