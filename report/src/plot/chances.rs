//! Chances from never to always, one below the other.

use maud::{Markup, html};

use super::figure::{Drawing, px};
use crate::page::float;

/// Something that may be so.
pub struct Chance {
    pub label: String,
    /// From 0 to 1.
    pub chance: f64,
}

/// How often each of them is so.
pub fn chances(key: &str, title: &str, all: &[Chance]) -> Markup {
    let bottom = HEAD + float(all.len()) * STEP;
    let half = WIDTH / 2.0;
    let drawing = html! {
        text x="2" y="12" { (title) }
        @for (place, one) in all.iter().enumerate() {
            @let top = HEAD + float(place) * STEP;
            text.small.soft x="2" y=(px(top + 11.0)) { (one.label) }
            text.small.end x=(px(WIDTH)) y=(px(top + 11.0)) { (percent_up(one.chance)) }
            rect.rest x="0" y=(px(top + 15.0)) width=(px(WIDTH)) height="14" rx="2" {}
            rect.bar x="0" y=(px(top + 15.0)) width=(px(one.chance.clamp(0.0, 1.0) * WIDTH)) height="14" rx="2" {}
        }
        line.axis x1=(px(half)) x2=(px(half)) y1=(px(HEAD)) y2=(px(bottom)) stroke-dasharray="3 3" {}
        text.small.soft x="2" y=(px(bottom + 12.0)) { "never" }
        text.small.soft.middle x=(px(half)) y=(px(bottom + 12.0)) { "by a coin" }
        text.small.soft.end x=(px(WIDTH)) y=(px(bottom + 12.0)) { "always" }
    };
    let described = all
        .iter()
        .map(|one| format!("{}: {}", one.label, percent_up(one.chance)));
    Drawing {
        key,
        title,
        description: described.collect::<Vec<_>>().join("; "),
        width: WIDTH,
        height: bottom + 18.0,
    }
    .svg(&drawing)
}

/// Rounded up, as a bound is.
fn percent_up(chance: f64) -> String {
    let tenths = (1000.0 * chance * (1.0 - 1e-12)).ceil();
    format!("{:.1} %", tenths / 10.0)
}

const WIDTH: f64 = 360.0;
const HEAD: f64 = 20.0;
const STEP: f64 = 36.0;
