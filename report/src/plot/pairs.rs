//! Two bars a value: real above, filled; synthetic below, outlined.

use maud::{Markup, html};

use super::figure::{Figure, px};
use crate::page::{float, share, shortened};

/// The shares of one value.
pub struct Pair {
    pub label: String,
    pub real: f64,
    pub synthetic: f64,
}

/// The values in the order in which they are given.
pub fn pairs(key: &str, title: &str, caption: Markup, items: &[Pair]) -> Markup {
    let most = items
        .iter()
        .map(|pair| pair.real.max(pair.synthetic))
        .fold(0.0, f64::max);
    let length = |value: f64| {
        if most > 0.0 {
            value / most * WIDTH
        } else {
            0.0
        }
    };
    // What there is can be seen.
    let least = |value: f64| if value > 0.0 { 0.6 } else { 0.0 };
    let written = |pair: &Pair| {
        let (real, synthetic) = (share(pair.real), share(pair.synthetic));
        format!("{real} real, {synthetic} synthetic")
    };
    let drawing = html! {
        @for (place, pair) in items.iter().enumerate() {
            @let top = float(place) * STEP;
            @let end = length(pair.real.max(pair.synthetic)) + 6.0;
            g {
                title { (pair.label) ": " (written(pair)) }
                text x="0" y=(px(top + 12.0)) { (shortened(&pair.label, LETTERS)) }
                rect.real x="0" y=(px(top + 16.0)) width=(px(length(pair.real).max(least(pair.real)))) height="9" {}
                rect.synthetic x="0.9" y=(px(top + 26.5)) width=(px((length(pair.synthetic) - 1.8).max(least(pair.synthetic)))) height="7.2" {}
                text.small x=(px(end)) y=(px(top + 29.0)) { (share(pair.real)) " / " (share(pair.synthetic)) }
            }
        }
    };
    let described = items.iter().take(DESCRIBED).map(|pair| {
        let label = shortened(&pair.label, LETTERS);
        format!("{label}: {}", written(pair))
    });
    Figure {
        key,
        caption,
        title,
        description: described.collect::<Vec<_>>().join("; "),
        width: WIDTH + ROOM,
        height: float(items.len()) * STEP + 4.0,
        shrinks: true,
    }
    .around(&drawing)
}

const WIDTH: f64 = 310.0;
/// For the longest pair's numbers.
const ROOM: f64 = 100.0;
const LETTERS: usize = 56;
const STEP: f64 = 40.0;
/// Values that are read out; the table beside has all.
const DESCRIBED: usize = 10;
