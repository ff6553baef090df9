//! One bar a name, the name above it, so that long names have room on a narrow screen.

use maud::{Markup, html};

use super::figure::{Drawing, px};
use crate::page::{float, shortened};

/// One bar.
pub struct Bar {
    pub label: String,
    pub value: f64,
    /// The value in words.
    pub written: String,
}

/// The bars in the order in which they are given.
pub fn bars(key: &str, title: &str, caption: &Markup, items: &[Bar]) -> Markup {
    let most = items.iter().map(|bar| bar.value).fold(0.0, f64::max);
    let length = |value: f64| {
        if most > 0.0 {
            value / most * WIDTH
        } else {
            0.0
        }
    };
    let drawing = html! {
        @for (place, bar) in items.iter().enumerate() {
            @let top = float(place) * STEP;
            g {
                title { (bar.label) ": " (bar.written) }
                text x="2" y=(px(top + 13.0)) { (shortened(&bar.label, LETTERS)) }
                rect.bar x="0" y=(px(top + 18.0)) width=(px(length(bar.value).max(0.5))) height="12" {}
                text.small x=(px(length(bar.value) + 6.0)) y=(px(top + 28.0)) { (bar.written) }
            }
        }
    };
    let listed: Vec<String> = items
        .iter()
        .map(|bar| format!("{} {}", shortened(&bar.label, LETTERS), bar.written))
        .collect();
    Drawing {
        key,
        title,
        description: listed.join("; "),
        width: WIDTH + ROOM,
        height: float(items.len()) * STEP + 4.0,
    }
    .figure(caption, &drawing)
}

const WIDTH: f64 = 330.0;
/// For the longest bar's number.
const ROOM: f64 = 70.0;
const LETTERS: usize = 56;
const STEP: f64 = 38.0;
