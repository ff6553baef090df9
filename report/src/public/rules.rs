//! The rules between columns that a release keeps.

use maud::{Markup, html};
use privet_release::record::RulesFile;

pub fn section(rules: &RulesFile) -> Markup {
    html! {
        ul { @for rule in &rules.list { li { (rule) } } }
        p { "No synthetic row breaks one of these; " (rules.assertion) "." }
        p { "Rows of the real table that break one: " (rules.broken) "." }
    }
}
