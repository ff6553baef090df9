//! Links to the columns' own parts.

use maud::{Markup, html};
use privet_evaluate::Evaluation;

use crate::page::name;

/// A column's name, leading to its part.
pub fn link(evaluation: &Evaluation, place: usize) -> Markup {
    let text = evaluation
        .columns
        .get(place)
        .map_or("?", |column| &column.name);
    html! { a href={ "#" (anchor(place)) } { (name(text)) } }
}

/// The mark of a column's part, by place: names may be anything.
pub fn anchor(place: usize) -> String {
    format!("column-{}", place + 1)
}
