//! One bar a name, from the left.

use maud::{Markup, html};

use super::figure::{Figure, px};
use crate::page::{float, shortened};

/// One bar.
pub struct Bar {
    pub label: String,
    pub value: f64,
    /// The value in words.
    pub written: String,
}

/// The bars in the order in which they are given.
pub fn bars(key: &str, title: &str, caption: Markup, items: &[Bar]) -> Markup {
    let most = items.iter().map(|bar| bar.value).fold(0.0, f64::max);
    let length = |value: f64| if most > 0.0 { value / most * WIDTH } else { 0.0 };
    let drawing = html! {
        @for (place, bar) in items.iter().enumerate() {
            @let top = float(place) * STEP;
            g {
                title { (bar.label) ": " (bar.written) }
                text.end x=(px(LABEL - 6.0)) y=(px(top + 15.0)) { (shortened(&bar.label, LETTERS)) }
                rect.bar x=(px(LABEL)) y=(px(top + 4.0)) width=(px(length(bar.value).max(0.5))) height="14" {}
                text.small x=(px(LABEL + length(bar.value) + 5.0)) y=(px(top + 15.0)) { (bar.written) }
            }
        }
        line.axis x1=(px(LABEL)) x2=(px(LABEL)) y1="0" y2=(px(float(items.len()) * STEP)) {}
    };
    let listed: Vec<String> = items
        .iter()
        .map(|bar| format!("{} {}", shortened(&bar.label, LETTERS), bar.written))
        .collect();
    Figure {
        key,
        caption,
        title,
        description: listed.join("; "),
        width: LABEL + WIDTH + ROOM,
        height: float(items.len()) * STEP + 4.0,
        shrinks: true,
    }
    .around(&drawing)
}

const LABEL: f64 = 200.0;
const LETTERS: usize = 28;
const WIDTH: f64 = 300.0;
const ROOM: f64 = 80.0;
const STEP: f64 = 22.0;
